/*
 * The worker's answer for one case. The worker has run untrusted code, so the parent trusts
 * nothing. It checks counts, indices, names and sizes against the job, and compares the samples
 * again (result_check.c).
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
#include "device/order.h"
#include "device/origin.h"
#include "device/roofline.h"
#include "device/statistics.h"
#include "device/timing.h"
#include "grader/pattern/pattern.h"
#include "grader/value/comparison.h"
#include "grader/value/counter.h"
#include "grader/verdict.h"
#include "grader/wire/job.h"
#include "grader/wire/model_figure.h"
#include "plan/timeline.h"

enum case_outcome {
    CASE_RAN,       /* to its end */
    CASE_STOPPED,   /* a fault, a deadlock or no end: see the observation */
    CASE_REFUSED,   /* by the plan or the device, see `refusal` */
    CASE_REFERENCE, /* the reference or a generator failed, see `refusal`; not the learner's fault */
    CASE_OUTCOME_COUNT,
};

struct buffer_result {
    const struct parameter *parameter; /* points into the job */
    int rank;                          /* of the device with this buffer */
    uint64_t count, wrong_count, unwritten_count;
    uint64_t got_hash, expected_hash;
    double scale;            /* of the expected elements, for the tolerance */
    unsigned input_specials; /* bits of enum input_special; set if one of the first wrong elements is not finite */
    struct compare_element first[WRONG_ELEMENTS_MAX];
    uint32_t first_count;
    struct compare_element samples[JOB_SAMPLES];
    uint32_t sample_count;
    struct pattern pattern;
    const struct parameter *pattern_input, *pattern_other; /* NULL: none */
};

enum shown_mark { SHOWN_WRONG = 1, SHOWN_UNWRITTEN = 2 };

/* Elements `first` to `first + shown` of a buffer, as stored bits. */
struct shown_buffer {
    const struct parameter *parameter; /* points into the job */
    int rank;
    uint64_t first, shown;
    uint64_t *initial, *got, *expected; /* NULL: does not exist */
    uint64_t *marks;                    /* bits of enum shown_mark; NULL: not compared */
};

enum { TIME_TERM_BYTES = 16 };

/* What the plan would take if this resource alone limited it. */
struct time_term {
    char name[TIME_TERM_BYTES]; /* "dram" */
    double ns;
};

/* The times of a measured or modelled case. */
struct time_result {
    enum timing_status status;
    enum time_basis basis; /* of a modelled time */
    char note[1200];       /* the reason for no time; otherwise the limit, told (base/told.h) */
    uint32_t runs;
    double alone_ns;                          /* modelled: the sum over launches and copies, each alone */
    double dram_bytes;                        /* modelled: read and written by the whole plan */
    double counts_error;                      /* modelled: of `model`'s counts, by the sample, as a fraction */
    double link_bytes;                        /* modelled: to and from other devices */
    struct time_term terms[DEVICE_TERMS_MAX]; /* modelled */
    int term_count;
    uint64_t compared;           /* modelled: elements that equal the reference's; 0: none could be compared */
    bool is_entangled;           /* modelled: no element could be compared, because blocks use what others wrote */
    bool never_ends;             /* modelled, with TIMING_STOPPED: the plan waits for ever */
    struct device_excess excess; /* modelled, with TIMING_NOT_RECORDED: a block that does too much */
    struct statistics_median learner_ns, baseline_ns;
    struct statistics_median ratio;                       /* baseline / learner */
    bool baseline_is_solution;                            /* otherwise it is the reference */
    double reference_ratio;                               /* reference / learner; 0: not measured */
    struct roofline roofline;                             /* of this GPU; 0: not measured in this job */
    double dram_bytes_per_second, fp32_flops, fp16_flops; /* datasheet; 0 unknown */
    uint64_t l2_bytes;
    uint32_t sm_clock_mhz, temperature_c; /* at the end; 0 unknown */
    struct model_figure model;            /* of the learner's plan, if it was modelled */
    struct plan_timeline *timeline;       /* modelled; NULL: none, or nothing to draw */
    const char *outcomes;                 /* modelled, in the parent: those of the case */
};

/* An element of a buffer: the one that a checker named, or an input at the first wrong element. */
struct named_element {
    const struct parameter *parameter; /* points into the job */
    uint64_t index;                    /* flat, in this buffer */
    uint64_t bits;
};

/* Elements of an input that the reference reads and the learner's kernels do not. */
struct unread_input {
    const struct parameter *parameter; /* points into the job; NULL: there are none */
    uint64_t first, count;
    bool is_whole; /* no element of it is read */
};

/* How a wrong output takes an element of an input. */
enum influence_kind {
    INFLUENCE_NONE,
    INFLUENCE_LACKING, /* not at all, although it must */
    INFLUENCE_ADDED,   /* although it must not */
    INFLUENCE_TWICE,
    INFLUENCE_NEGATED, /* with the wrong sign */
    INFLUENCE_MIXED,   /* with the other element, where each must count by itself */
    INFLUENCE_PARTNER, /* by another element of the partner than it must be multiplied by */
    /* Of whole inputs. `index` is the rank, then the number of ranks. */
    INFLUENCE_RANK_ADDED, /* index: of the rank */
    INFLUENCE_RANK_LACKING,
    INFLUENCE_RANKS_MANY, /* each rank's, as many times as there are ranks */
    INFLUENCE_RANKS_FEW,
    INFLUENCE_COUNT
};

/* The first wrong element's, see worker/case_influence.h. */
struct input_influence {
    const struct parameter *parameter; /* points into the job; NULL: nothing is known */
    uint64_t index;
    enum influence_kind kind;
    bool has_other;                  /* one of the two elements is taken in place of the other one, or with it */
    uint64_t other;                  /* of the same input, or of the partner */
    const struct parameter *partner; /* another input; NULL: none */
    uint64_t must;                   /* the right element of the partner */
};

enum { STAGE_NAME_BYTES = 64, STAGES_MAX = 64 };

/* A scratch buffer, and the line of the launch that wrote it. */
struct stage_buffer {
    char scratch[STAGE_NAME_BYTES]; /* "": none */
    int line;
};

/* CLOSE may be rounding that a later step enlarges, or a small mistake. */
enum stage_state { STAGE_RIGHT, STAGE_CLOSE, STAGE_WRONG, STAGE_STATE_COUNT };

/* A scratch buffer after a launch, compared with the reference's buffer of the same name. */
struct stage_result {
    char scratch[STAGE_NAME_BYTES], kernel[STAGE_NAME_BYTES]; /* the launch that wrote it */
    int line;                                                 /* of that launch */
    int rank;
    bool is_of_several; /* devices */
    enum stage_state state;
    bool never_written;
    struct stage_buffer source; /* led to it, with the first line that did; the reference has none of that name */
    uint64_t index;             /* of the first wrong element */
    double got, expected;
};

/* More times the reference's instructions are too many: a lane does the work of 32, twice. */
enum { CASE_EXCESS_MOST = 64 };

struct case_result {
    size_t case_index; /* index in the job */
    enum case_outcome outcome;
    struct error refusal;
    struct buffer_result *buffers; /* the compared outputs */
    size_t buffer_count;
    const struct parameter *changed_input; /* NULL: all inputs are unchanged */
    bool judged_by_checker;                /* has counts, but no elements */
    /* the lowest wrong index that the checker named; UINT32_MAX: none */
    uint32_t checker_first;
    struct named_element named[JOB_PARAMETERS_MAX]; /* buffers with this element or a related one */
    size_t named_count;
    enum vgpu_order order;            /* in which it went wrong; CANONICAL: in the usual one */
    struct vgpu_origin nan, infinity; /* the origin of one in an output; cause NONE: unknown */
    bool follows_pointers;            /* findings name the buffers of pointers (case_pointer.h) */
    struct unread_input unread;
    struct input_influence influence;
    struct stage_result stages[STAGES_MAX]; /* up to the first wrong one, in launch order */
    size_t stage_count;
    struct stage_buffer unused; /* written by a launch, and used by no later one */
    int runs_before;            /* earlier runs in the same module, before the one that the outputs are of */
    bool keeps_values;          /* in the worker: the run wrote variables of the module, or left memory on the heap */
    bool is_left_out;           /* in the worker: the job ends before this case, see job_ends_before_costly() */
    double excess;              /* times the reference's instructions, if that ended the job; else 0 */
    struct counter_source excess_source; /* most of them */
    uint64_t reference_work;             /* warp instructions of the reference on all devices; 0: not counted */
    uint64_t elapsed_ns;
    double device_ns; /* of the learner's plan, if the device measures time; else 0 */
    struct observation *observation;
    struct plan_timeline *timeline; /* of the learner's plan; NULL: none, or nothing to draw */
    struct time_result *time;       /* NULL: not timed */
    const char *outcomes;           /* of the learner's conditions (vgpu_outcomes()), a digit each */
    struct shown_buffer *shown;     /* for a case with `show` */
    size_t shown_count;
};

/*
 * A counter of the modelled run (timed_counters.def). False: it is none, or the result alone does
 * not tell it, as `time_ratio`.
 */
bool time_result_counter(const struct time_result *time, const char *counter, double *out_value);

/* The note in the learner's language. The worker has no languages. */
const char *time_result_said(const struct time_result *time, struct arena *arena);

json_t *result_time_to_json(const struct time_result *time);
bool result_time_from_json(const json_t *json, struct arena *arena, struct time_result *out_time, struct error *error);

json_t *result_shown_to_json(const struct case_result *result);
bool result_shown_from_json(const json_t *json, const struct job *job, const struct job_case *given,
                            struct arena *arena, struct case_result *result, struct error *error);

/* The origin of a NaN or an infinity, and the buffers between the launches. */
json_t *result_origin_to_json(const struct vgpu_origin *origin);
bool result_origin_from_json(const json_t *json, const char *key, struct vgpu_origin *out_origin, struct error *error);
json_t *result_stages_to_json(const struct case_result *result);
bool result_stages_from_json(const json_t *json, struct case_result *result, struct error *error);
json_t *result_unused_to_json(const struct case_result *result);
bool result_unused_from_json(const json_t *json, struct case_result *result, struct error *error);

/* It ran to its end with right outputs, unchanged inputs and no error among its findings. */
bool result_is_right(const struct case_result *result);
void result_count(const struct case_result *result, const struct job_case *given, struct job_tally *tally);

/*
 * How much a wrong case says about the mistake, up to RESULT_INFORMS_MOST. A partly wrong case
 * shows the place. A tiny case shows nothing. 0: no element is wrong.
 */
enum { RESULT_INFORMS_MOST = 5, RESULT_INFORMATIVE_ELEMENTS = 8 };
int result_informs(const struct case_result *result, const struct job_case *given);

json_t *result_to_json(const struct case_result *result);

/* The caller frees the observation. Everything else is in `arena`. */
bool result_from_json(const json_t *json, const struct job *job, struct arena *arena, struct case_result **out_result,
                      struct error *error);

/* The indices of the samples, the same in worker and parent. Returns their number. */
uint32_t result_sample_indices(const struct job_case *given, size_t buffer, uint64_t count,
                               uint64_t out_indices[JOB_SAMPLES]);

/*
 * Whether the samples and first elements agree with the worker's claims, at this job's tolerances.
 */
bool result_check(const struct job *job, const struct case_result *result, struct error *error);

#endif
