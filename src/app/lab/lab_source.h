/* The text of a lab's kernel, with its definitions and blanks filled. */
#ifndef APP_LAB_LAB_SOURCE_H
#define APP_LAB_LAB_SOURCE_H

#include "base/arena.h"
#include "curriculum/lab.h"

/* What a point or an answer changes. Each list can be NULL. Later definitions win. */
struct lab_changes {
    const struct named_texts *with, *more; /* new values of #defines */
    const struct named_texts *blanks;      /* expressions, which get brackets */
    const struct named_texts *replaced;    /* whole lines, by their marks */
};

/* The code without its head, so that its line numbers are the shown ones. */
struct source lab_source(const struct lab_kernel *kernel, const struct lab_changes *changes, struct arena *arena);

/* Prints the first elements of an array after each barrier, with printf. */
struct source lab_source_traced(const struct source *source, const char *array, size_t elements, struct arena *arena);

/* The place of `/ *?name* /` in a line, and the bytes of it with the word after it. NULL: none. */
const char *lab_source_blank(const char *line, size_t length, const char *name, size_t *out_length);

#endif
