/* author-check --seeds: right kernels must pass on every seed. */
#ifndef APP_AUTHOR_AUTHOR_SEEDS_H
#define APP_AUTHOR_AUTHOR_SEEDS_H

#include "app/author_check.h"

/*
 * Judges each right kernel on each seed, `jobs` at a time. A kernel and seed that fail are one
 * result, as soon as it is known. Each kernel is one more at the end. False: a file could not be
 * read.
 */
bool author_seeds_check(const struct app *app, struct author_check *check, int jobs, struct error *error);

#endif
