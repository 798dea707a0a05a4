/*
 * All lesson files together, while they are checked against each other.
 */
#ifndef CURRICULUM_CHECK_LOADING_H
#define CURRICULUM_CHECK_LOADING_H

#include <stdbool.h>
#include <stddef.h>

#include "curriculum/load.h"
#include "curriculum/read/lesson_file.h"

enum { LESSON_FILES_MAX = 2000, LESSONS_TOTAL_MAX_BYTES = 16 << 20, WEEK_CORE_MINUTES_MAX = 480 };

struct loading {
    const struct curriculum_request *request;
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct lesson_file *files; /* in path order */
    size_t file_count;
    size_t total_bytes;        /* of the texts */
    const char **safe_folders; /* that lie inside their root, links followed: asked once each */
    size_t safe_count, safe_capacity;
};

/* The file of a lesson, mistakes in it or not; so that one mistake is not reported from everywhere. */
struct lesson_file *loading_find_lesson(const struct loading *loading, const char *id);
struct exercise *loading_find_exercise(const struct loading *loading, const char *id);

/* What can be checked in one file alone. */
void check_lesson_alone(struct lesson_file *file);
void check_exercise_alone(struct lesson_file *file, struct exercise *exercise);

/* Ids, requires, cycles, files, counters, links, minutes. Mistakes are counted in their files. */
void check_together(struct loading *loading);

/* Inits that no buffer can be filled by, or not as they say. Nothing is tried of a file with mistakes. */
void check_inits(struct loading *loading, struct lesson_file *file, const struct exercise *exercise);

/*
 * Links of Markdown: lesson:ID and exercise:ID must resolve, web addresses and #anchors are left alone, anything else
 * is a mistake. Calls `bad` with the target and a sentence for each that does not hold. Code is not looked at.
 */
void links_check(const struct loading *loading, const char *markdown,
                 void (*bad)(void *context, const char *target, size_t length_bytes, const char *why), void *context);

/* Every text of a file that came from a node: visits nodes that have a slot. */
void loading_visit_texts(struct lesson_file *file, void (*visit)(void *context, struct yaml_node *node), void *context);

#endif
