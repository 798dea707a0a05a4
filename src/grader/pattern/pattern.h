/*
 * The pattern finder: finds a property that all wrong elements of a buffer share, and names the
 * likely mistake.
 *
 * patterns.def lists the patterns, most informative first. The first detector that fits every
 * element wins. Detectors need all elements, so they run in the device worker. Only the row and its
 * numbers cross the pipe. The parent makes the sentence.
 */
#ifndef GRADER_PATTERN_PATTERN_H
#define GRADER_PATTERN_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/buffer.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "grader/pattern/geometry.h"
#include "plan/parameter.h"

enum pattern_kind {
    PATTERN_NONE,
#define PATTERN(id, name, detect, sentence) PATTERN_##id,
#include "grader/pattern/patterns.def"
    PATTERN_COUNT
};

struct pattern {
    enum pattern_kind kind;
    int64_t a, b, c; /* the row's sentence says what they mean */
    double factor;
    int input; /* index of the buffer in the sentence, see pattern_names_input() */
};

struct pattern_input {
    const char *name;
    enum dtype dtype;
    uint64_t count;
    const void *data;
    const void *const *of_ranks; /* the same input of every rank; NULL: not known */
};

struct pattern_context {
    struct geometry geometry;
    enum dtype dtype;
    uint64_t count;
    const void *got, *expected;
    const void *initial;  /* of an inout buffer; NULL: the buffer has no values before the launch */
    const uint8_t *wrong; /* one byte per element */
    uint64_t wrong_count, unwritten_count;
    struct tolerance tolerance;
    const struct pattern_input *inputs;
    size_t input_count;
    int rank_count;
};

struct pattern pattern_find(const struct pattern_context *context);

/* The names are for rows that name buffers. Appends nothing for PATTERN_NONE. */
void pattern_describe(const struct pattern *pattern, const char *input_name, const char *other_name,
                      struct buffer *out);

/*
 * Whether the pattern needs several buffers: case_exchange.c finds it by trials, not by a detector.
 */
bool pattern_is_of_several(enum pattern_kind kind);

/* Whether pattern.input is set. */
bool pattern_names_input(enum pattern_kind kind);

/* Whether the row describes the places of wrong elements, not their values. */
bool pattern_is_position(enum pattern_kind kind);

/* Whether the row explains the mistake, where a smaller case may only show a wrong number. */
bool pattern_explains(enum pattern_kind kind);

/* Whether the row can fit by chance where inputs are all ones, or ascend. */
bool pattern_needs_varied_inputs(enum pattern_kind kind);

json_t *pattern_to_json(const struct pattern *pattern);
bool pattern_from_json(const json_t *json, struct pattern *out_pattern, struct error *error);

/* The detectors; each is named in patterns.def. */
typedef bool (*pattern_detector)(const struct pattern_context *context, struct pattern *out_pattern);
#define PATTERN(id, name, detect, sentence) \
    bool detect(const struct pattern_context *context, struct pattern *out_pattern);
#include "grader/pattern/patterns.def"

#endif
