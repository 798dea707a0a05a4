/*
 * author-new: a lesson to fill in, with every file that author-check asks for.
 */
#ifndef APP_AUTHOR_NEW_H
#define APP_AUTHOR_NEW_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

/*
 * Writes, below `root`, a lesson NAME of week `week` with one exercise: its YAML with every key that lessons and kernel
 * exercises have, starter, reference, solution, variant and four planted wrong kernels. As it stands it is a
 * small lesson that passes author-check. `name` is a name as in C; nothing that exists is written over.
 * *out_paths: what was written, ended by NULL; in `arena`.
 */
bool author_new(const char *root, const char *name, int week, struct arena *arena, const char *const **out_paths,
                struct error *error);

/* Appends the JSON schema of lesson files. */
void author_schema(struct buffer *out);

#endif
