/* author-new: a lesson template with every file that author-check needs. */
#ifndef APP_AUTHOR_NEW_H
#define APP_AUTHOR_NEW_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

/*
 * Writes a lesson NAME of week `week` with one exercise, below `root`. Its YAML has every key of
 * lessons and kernel exercises. It also writes starter, reference, solution, variant and four wrong
 * kernels. The template passes author-check as a small lesson. `name` is a name as in C. Existing
 * files are not overwritten. *out_paths: the written files, ended by NULL; in `arena`.
 */
bool author_new(const char *root, const char *name, int week, struct arena *arena, const char *const **out_paths,
                struct error *error);

/* "w02-my-lesson": the id of the lesson that is written for the name "my_lesson". */
const char *author_new_lesson_id(const char *name, int week, struct arena *arena);

/* Appends the JSON schema of lesson files. */
void author_schema(struct buffer *out);

#endif
