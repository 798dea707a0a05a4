/* All lesson files together, and the checks of one file and of all of them. */
#ifndef CURRICULUM_CHECK_LOADING_H
#define CURRICULUM_CHECK_LOADING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text_table.h"
#include "curriculum/lab.h"
#include "curriculum/load.h"
#include "curriculum/read/lesson_file.h"

enum { LESSON_FILES_MAX = 2000, LESSONS_TOTAL_MAX_BYTES = 16 << 20 };
enum { WEEK_CORE_MINUTES_MAX = 480, PROJECT_MINUTES_MAX = 240 };

/* A step that runs kernels, and its file. */
struct loading_step {
    const struct lesson_file *file;
    const struct step *step;
};

struct loading {
    const struct curriculum_request *request;
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct lesson_file *files; /* in path order */
    size_t file_count;
    size_t total_bytes;                          /* of the texts */
    struct text_table safe_folders;              /* folders inside their root, links followed; each is asked once */
    struct text_table lessons, exercises, steps; /* by id: the first file, exercise and step with it */
};

/* Fills the tables of ids, once all files are read. Without it, nothing is found. */
void loading_index(struct loading *loading);

/* The file of a lesson, even one with mistakes. So one mistake is not reported from everywhere. */
struct lesson_file *loading_find_lesson(const struct loading *loading, const char *id);
struct exercise *loading_find_exercise(const struct loading *loading, const char *id);
const struct loading_step *loading_find_step(const struct loading *loading, const char *id);

/* The path of a regular file below `base`. NULL if there is none, or a link leads out of `base`. */
const char *loading_file_inside(struct loading *loading, const char *base, const char *relative);

/* The checks that need one file alone. */
void check_lesson_alone(struct lesson_file *file);
void check_exercise_alone(struct lesson_file *file, struct exercise *exercise);

/*
 * Checks ids, requires, cycles, files, counters, links and minutes. Counts mistakes in their files.
 */
void check_together(struct loading *loading);

/*
 * Reports inits that cannot fill their buffers as they say. Tries nothing in a file with mistakes.
 */
void check_inits(struct loading *loading, struct lesson_file *file, const struct exercise *exercise);

/*
 * Checks the links of Markdown. lesson:ID and exercise:ID must resolve. Web addresses and #anchors
 * are accepted; other links are mistakes. Calls `bad` with the target and a sentence for each
 * mistake. Ignores code.
 */
void links_check(const struct loading *loading, const char *markdown,
                 void (*bad)(void *context, const char *target, size_t length_bytes, const char *why), void *context);

#endif
