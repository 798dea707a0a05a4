/*
 * Kernels of one exercise ranked by speed: files, recorded attempts and the shipped solution. Each
 * is judged again on the same device with the same seed. Nothing is recorded.
 */
#ifndef APP_COMPARISON_H
#define APP_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"

enum { COMPARE_MOST = 16 };

struct compare_entry {
    const char *name;        /* as given */
    struct verdict *verdict; /* compare_done() frees it */
};

struct compare {
    struct app *app;
    struct grader *grader; /* of compare_run() alone */
    struct arena *arena;   /* of texts */
    const struct exercise *exercise;
    const char *device; /* "auto", "virtual", "cuda" */
    uint64_t seed;      /* 0: a fixed one */
    /* fastest first; then kernels without a time, in the given order */
    struct compare_entry entries[COMPARE_MOST];
    size_t count;
};

/*
 * `names`: a file, the number of an attempt on this exercise, "solution" or "best". On failure
 * there is nothing to free. RANGE: more than COMPARE_MOST; else the errors of reading and grading.
 */
bool compare_run(struct compare *compare, const char *const *names, size_t count, struct error *error);
void compare_done(struct compare *compare);

#endif
