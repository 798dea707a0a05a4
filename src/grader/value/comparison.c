/* Compares the elements of two buffers within a tolerance. */
#include "grader/value/comparison.h"

#include <math.h>
#include <string.h>

#include "grader/value/number.h"
#include "grader/value/tolerance.h"

enum { EXPONENTS = 1 << 11, EXPONENT_BIAS = 1023, PART = 256 };
enum { UNWRITTEN_BYTES_SHARE = 4 }; /* of the wrong ones, at least */

/* The exponent as stored; 0: zero or tiny. */
static uint64_t stored_exponent(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 52 & (EXPONENTS - 1);
}

/* Zeros and tiny numbers have exponent 0. The last exponent is of infinities and NaN. */
static void count_exponents(enum dtype dtype, const void *elements, uint64_t count, uint64_t counts[EXPONENTS])
{
    double values[PART];
    for (uint64_t first = 0; first < count; first += PART) {
        uint64_t taken = count - first < PART ? count - first : PART;
        number_decode_part(dtype, elements, first, taken, values);
        for (uint64_t i = 0; i < taken; i++)
            counts[stored_exponent(values[i])]++;
    }
}

/* The power of two at or below the element that `share` of all are no larger than. */
static double scale_at(double share, enum dtype dtype, const void *elements, uint64_t count)
{
    uint64_t counts[EXPONENTS] = {0}, counted = count, below = 0;
    count_exponents(dtype, elements, count, counts);
    counted -= counts[0] + counts[EXPONENTS - 1];
    for (int i = 1; counted && i < EXPONENTS - 1; i++) {
        below += counts[i];
        if ((double)below >= share * (double)counted)
            return ldexp(1, i - EXPONENT_BIAS);
    }
    return 0;
}

double compare_scale(enum dtype dtype, const void *elements, uint64_t count)
{
    return scale_at(0.5, dtype, elements, count);
}

double compare_timed_scale(enum dtype dtype, const void *elements, uint64_t count)
{
    return scale_at(0.9, dtype, elements, count);
}

double compare_request_scale(const struct compare_request *request)
{
    if (request->is_timed)
        return compare_timed_scale(request->dtype, request->expected, request->count);
    double own = compare_scale(request->dtype, request->expected, request->count);
    own = fmax(own, request->least_scale);
    return request->terms ? fmax(own, compare_scale(DTYPE_F64, request->terms, request->count)) : own;
}

static void note_wrong(struct compare_result *result, const struct compare_element *element)
{
    result->wrong[element->index] = 1;
    result->wrong_count++;
    result->unwritten_count += element->never_written;
    if (result->first_count < WRONG_ELEMENTS_MAX)
        result->first[result->first_count++] = *element;
}

static bool accepted(const struct compare_request *request, const struct compare_result *result,
                     const struct compare_element *element)
{
    /* An unwritten element may hold a NaN. It does not count as a NaN that the kernel computed. */
    if (element->never_written && number_is_nan(request->dtype, element->got))
        return false;
    struct tolerance tolerance =
        tolerance_of_terms(result->tolerance, request->dtype, request->reduction_length, element->terms);
    if (request->has_extremes)
        tolerance = tolerance_widened(tolerance, TOLERANCE_ORDER_FACTOR);
    return tolerance_accepts(&tolerance, request->dtype, element->got, element->expected);
}

/*
 * One byte in 256 equals its poison by chance. So few among many wrong ones do not show that they
 * were never written.
 */
static void doubt_unwritten_bytes(struct compare_result *result, enum dtype dtype)
{
    if (dtype_bytes(dtype) > 1 || result->unwritten_count * UNWRITTEN_BYTES_SHARE >= result->wrong_count)
        return;
    result->unwritten_count = 0;
    for (size_t i = 0; i < result->first_count; i++)
        result->first[i].never_written = false;
}

void compare_elements(struct arena *arena, const struct compare_request *request, struct compare_result *out_result)
{
    *out_result = (struct compare_result){0};
    uint64_t size_bytes = request->count * dtype_bytes(request->dtype);
    if (!size_bytes || !memcmp(request->got, request->expected, size_bytes))
        return;
    out_result->tolerance =
        tolerance_for(request->dtype, request->given, request->reduction_length, compare_request_scale(request));
    out_result->wrong = arena_alloc(arena, request->count);
    for (uint64_t i = 0; i < request->count; i++) {
        struct compare_element element = {.index = i,
                                          .got = number_load(request->dtype, request->got, i),
                                          .expected = number_load(request->dtype, request->expected, i)};
        if (element.got == element.expected)
            continue;
        element.terms = request->terms ? request->terms[i] : 0;
        element.never_written = request->poison && element.got == number_load(request->dtype, request->poison, i);
        if (!accepted(request, out_result, &element))
            note_wrong(out_result, &element);
    }
    doubt_unwritten_bytes(out_result, request->dtype);
}
