/*
 * Slips that the compiler accepts and that explain a wrong result:
 *
 *     if (i < n);              the branch ends at the ';', so the next line always runs
 *     y[i] = 1 / 2 * x[i];     whole numbers divide without a rest, so this is 0
 *
 * They are looked for in the source alone, and told only beside a verdict that is not right.
 */
#ifndef GRADER_SOURCE_SOURCE_SLIP_H
#define GRADER_SOURCE_SOURCE_SLIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/* The line of the first `if` with an empty statement; 0: none. */
int source_slip_empty_branch(const struct source *source);

/*
 * The first quotient of two whole numbers that loses its rest: "1 / 2", its line and its value. So
 * does "1 / n" with an int: it is 0 as soon as n is larger than 1.
 */
struct source_slip_division {
    int line; /* 0: none */
    const char *text;
    unsigned long value;
};
struct source_slip_division source_slip_division(const struct source *source, struct arena *arena);

/* Whether a function of the exponential is called: exp(), expf(), __expf(). */
bool source_slip_has_exponential(const struct source *source);

/* Whether an array of this name is declared `extern __shared__`. */
bool source_slip_is_extern(const struct source *source, const char *name);

/* In the code or in a line of the plan. */
bool source_slip_has_word(const struct source *source, const char *word);

/* Whether no thread of a block differs from the others: the source reads no number of a thread. */
bool source_slip_lacks_thread(const struct source *source);

/* Whether no block of a grid differs from the others: the source reads no number of a block. */
bool source_slip_lacks_block(const struct source *source);

/* Whether a pointer to double is declared: `const double *x`. */
bool source_slip_has_double_pointer(const struct source *source);

/* The first pointer in shared memory, where an array is wanted: `__shared__ float *tile;`. */
struct source_slip_unfilled source_slip_shared_pointer(const struct source *source, struct arena *arena);

/* The plan line that makes a scratch buffer, and its type and shape: "f32[n, 2]". */
struct source_slip_scratch {
    int line; /* 0: none was found */
    const char *shape;
};
struct source_slip_scratch source_slip_scratch(const struct source *source, const char *name, struct arena *arena);

/* The first `__constant__` array that begins with zeros and that no plan line copies to. */
struct source_slip_unfilled {
    int line; /* 0: none */
    const char *name;
};
struct source_slip_unfilled source_slip_unfilled(const struct source *source, struct arena *arena);

/* The first `sizeof(a)` of a pointer, which is no length. */
struct source_slip_unfilled source_slip_pointer_size(const struct source *source, struct arena *arena);

/*
 * The first `100/(100 - drop)` of a plan that a kernel takes as a floating-point number: the
 * remainder is lost.
 */
struct source_slip_unfilled source_slip_plan_division(const struct source *source, struct arena *arena);

/*
 * The plan line that passes one buffer where the kernel takes a table of addresses: `gradient` for
 * `float *const *gradient`, instead of peers(gradient).
 */
struct source_slip_table {
    int line;             /* 0: none */
    const char *argument; /* within the source */
    size_t length;
};
struct source_slip_table source_slip_table(const struct source *source, const char *kernel);

#endif
