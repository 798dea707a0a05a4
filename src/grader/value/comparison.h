/*
 * Compares the kernel's output with the reference's. Runs in the device worker; only the summary
 * leaves it.
 */
#ifndef GRADER_VALUE_COMPARISON_H
#define GRADER_VALUE_COMPARISON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "curriculum/model.h"
#include "grader/verdict.h"
#include "plan/parameter.h"

struct compare_request {
    enum dtype dtype;
    uint64_t count; /* elements */
    const void *got, *expected;
    const void *poison; /* contents before the run; NULL: held an input */
    const struct tolerance *given;
    double reduction_length;
    const double *terms; /* by element, how large the terms behind it are; NULL: not known */
    double least_scale;  /* compare_request_scale() is at least this */
    bool is_timed;       /* outputs at the timed size: see compare_timed_scale() */
    bool has_extremes;   /* few elements are wrong, and may be off by more (tolerance_extremes()) */
};

/* Bits as stored, so they cross the pipe without rounding. */
struct compare_element {
    uint64_t index, got, expected;
    double terms; /* how large the terms behind it are; 0: as compare_scale() says of all elements */
    bool never_written;
};

struct compare_result {
    uint64_t wrong_count, unwritten_count;
    struct compare_element first[WRONG_ELEMENTS_MAX];
    uint32_t first_count;
    uint8_t *wrong; /* one byte per element; NULL while nothing is wrong */
    struct tolerance tolerance;
};

/*
 * The tolerance follows from compare_scale() of the expected elements and of `terms`. It is wider
 * where an element's own terms are larger than that.
 */
void compare_elements(struct arena *arena, const struct compare_request *request, struct compare_result *out_result);

/*
 * How large the elements are: the power of two at or below their median. Zeros and infinities do
 * not count; 0 without any element. A median, because a few huge elements must not excuse errors in
 * all others.
 */
double compare_scale(enum dtype dtype, const void *elements, uint64_t count);

/*
 * The same at the timed size, where no run on moved inputs tells the terms of an element. Nine in
 * ten elements are no larger. An epilogue such as GELU makes half of a matrix small, but not the
 * terms of its sums. The cases, which are compared by element, refuse what is imprecise.
 */
double compare_timed_scale(enum dtype dtype, const void *elements, uint64_t count);

/* The same of a request: of its elements and of their terms. */
double compare_request_scale(const struct compare_request *request);

#endif
