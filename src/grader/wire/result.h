/*
 * The worker's answer for one case. The worker has run a stranger's kernel, so the parent believes nothing: counts,
 * indices, names and sizes are checked against the job, elements are compared again (result_check.c).
 */
#ifndef GRADER_WIRE_RESULT_H
#define GRADER_WIRE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/frame.h"
#include "device/modelling.h"
#include "device/observation.h"
#include "device/origin.h"
#include "device/roofline.h"
#include "device/statistics.h"
#include "device/timing.h"
#include "grader/pattern/pattern.h"
#include "grader/value/compare.h"
#include "grader/verdict.h"
#include "grader/wire/job.h"
#include "grader/wire/model_figure.h"

enum case_outcome {
    CASE_RAN,       /* to its end */
    CASE_STOPPED,   /* a fault, a deadlock, no end: see the observation */
    CASE_REFUSED,   /* the plan or the device refused: `refusal` */
    CASE_REFERENCE, /* the reference (or a generator) failed: `refusal`; no fault of the learner */
    CASE_OUTCOME_COUNT,
};

struct buffer_result {
    const struct parameter *parameter; /* of the job */
    int rank;                          /* of the device that holds it */
    uint64_t count, wrong_count, unwritten_count;
    uint64_t got_hash, expected_hash;
    double scale;            /* of the expected elements, for the tolerance */
    unsigned input_specials; /* bits of enum input_special; told where one of the first wrong elements is NaN */
    struct compare_element first[WRONG_ELEMENTS_MAX];
    uint32_t first_count;
    struct compare_element samples[JOB_SAMPLES];
    uint32_t sample_count;
    struct pattern pattern;
    const struct parameter *pattern_input, *pattern_other; /* NULL: none named */
};

enum shown_mark { SHOWN_WRONG = 1, SHOWN_UNWRITTEN = 2 };

/* Elements `first` to `first + shown` of a buffer, as stored bits. */
struct shown_buffer {
    const struct parameter *parameter; /* of the job */
    int rank;
    uint64_t first, shown;
    uint64_t *initial, *got, *expected; /* NULL: there is none */
    uint64_t *marks;                    /* bits of enum shown_mark; NULL: nothing was compared */
};

/* What a measured case took. */
struct time_result {
    enum timing_status status;
    enum time_basis basis; /* of a modelled time */
    char note[384];        /* why nothing was recorded; else what limits it, in a sentence */
    uint32_t runs;
    double alone_ns;   /* modelled: the sum of what launches and copies would take, each alone */
    double dram_bytes; /* modelled: read and written by the whole plan */
    double flops;      /* modelled: that it computes, of use or not */
    uint64_t order;    /* modelled: this and the next as device_model has them */
    uint64_t path[DEVICE_PATH_WORDS];
    double most_stored; /* modelled: bytes that the whole plan can have written; 0: not known */
    uint64_t compared;  /* modelled: elements that are as the reference has them; 0: none could be compared */
    bool never_ends;    /* modelled, with TIMING_STOPPED: it waits for what never comes */
    struct statistics_median learner_ns, baseline_ns;
    struct statistics_median ratio;           /* baseline / learner */
    bool baseline_is_solution;                /* else it is the reference */
    double reference_ratio;                   /* reference / learner; 0: not measured */
    struct roofline roofline;                 /* of this GPU; 0: not measured in this job */
    double dram_bytes_per_second, fp32_flops; /* datasheet; 0 unknown */
    uint64_t l2_bytes;
    uint32_t sm_clock_mhz, temperature_c; /* at the end; 0 unknown */
    struct model_figure model;            /* of the learner's plan where it was modelled */
};

/* What a buffer holds at the element that a checker named, or an input where the first wrong element is. */
struct named_element {
    const struct parameter *parameter; /* of the job */
    uint64_t index;                    /* flat, in this buffer */
    uint64_t bits;
};

enum { STAGE_NAME_BYTES = 64, STAGES_MAX = 32 };

/* CLOSE may be rounding that a later step makes large, or a small mistake. */
enum stage_state { STAGE_RIGHT, STAGE_CLOSE, STAGE_WRONG, STAGE_STATE_COUNT };

/* One buffer between the launches, held against the reference's of the same name. */
struct stage_result {
    char scratch[STAGE_NAME_BYTES], kernel[STAGE_NAME_BYTES]; /* the launch's that wrote it */
    int line;                                                 /* of that launch */
    enum stage_state state;
    bool never_written;
    uint64_t index; /* of the first wrong element */
    double got, expected;
};

struct case_result {
    size_t case_index; /* within the job */
    enum case_outcome outcome;
    struct error refusal;
    struct buffer_result *buffers; /* outputs that were compared */
    size_t buffer_count;
    const struct parameter *changed_input;          /* NULL: all inputs are as they were */
    bool judged_by_checker;                         /* counts only; no elements are known */
    uint32_t checker_first;                         /* the least wrong index that the checker named; UINT32_MAX none */
    struct named_element named[JOB_PARAMETERS_MAX]; /* buffers that have this element, or one beside it */
    size_t named_count;
    struct vgpu_origin nan, infinity;       /* what made one that stands in an output; cause NONE: nobody knows */
    struct stage_result stages[STAGES_MAX]; /* up to the first wrong one, in the order of the launches */
    size_t stage_count;
    uint64_t elapsed_ns;
    double device_ns; /* of the learner's plan where the device measures time; else 0 */
    struct observation *observation;
    struct time_result *time;   /* NULL: not measured */
    struct shown_buffer *shown; /* of a case that says `show` */
    size_t shown_count;
};

json_t *result_time_to_json(const struct time_result *time);
bool result_time_from_json(const json_t *json, struct time_result *out_time, struct error *error);

json_t *result_shown_to_json(const struct case_result *result);
bool result_shown_from_json(const json_t *json, const struct job *job, const struct job_case *given,
                            struct arena *arena, struct case_result *result, struct error *error);

/* What made a NaN or an infinity, and what lies between the launches. */
json_t *result_origin_to_json(const struct vgpu_origin *origin);
bool result_origin_from_json(const json_t *json, const char *key, struct vgpu_origin *out_origin, struct error *error);
json_t *result_stages_to_json(const struct case_result *result);
bool result_stages_from_json(const json_t *json, struct case_result *result, struct error *error);

json_t *result_to_json(const struct case_result *result);

/* The observation must be freed by the caller; all else lives in `arena`. */
bool result_from_json(const json_t *json, const struct job *job, struct arena *arena, struct case_result **out_result,
                      struct error *error);

/* The indices that come back as samples: the same in worker and parent. Returns how many. */
uint32_t result_sample_indices(const struct job_case *given, size_t buffer, uint64_t count,
                               uint64_t out_indices[JOB_SAMPLES]);

/* Whether the samples and first elements agree with what the worker claims, at this job's tolerances. */
bool result_check(const struct job *job, const struct case_result *result, struct error *error);

#endif
