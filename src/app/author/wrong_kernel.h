/* Planted wrong kernels: the verdict that the head of such a file expects. */
#ifndef APP_AUTHOR_WRONG_KERNEL_H
#define APP_AUTHOR_WRONG_KERNEL_H

#include "app/app.h"

struct wrong_expectation {
    const char *status;  /* never NULL */
    const char *finding; /* can be NULL */
    const char *says;    /* never NULL */
    int line;            /* 0: not given */
};

/* The text of the line `//? key: text` of a kernel. NULL: there is none. */
const char *wrong_kernel_key(const struct source *source, const char *key, struct arena *arena);

/* Reads the `//?` lines. */
bool wrong_expectation_read(const struct source *source, struct arena *arena, struct wrong_expectation *out_expectation,
                            struct error *error);

/*
 * NULL if the verdict is as expected, else the difference. `report` is the verdict as the learner
 * reads it. Its words are those of the virtual device: a GPU sees less, so it has fewer words.
 */
const char *wrong_expectation_difference(const struct wrong_expectation *expectation, const struct verdict *verdict,
                                         const char *report, struct arena *arena);

#endif
