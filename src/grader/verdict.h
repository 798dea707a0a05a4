/*
 * The verdict on one attempt: plain data in one arena, shown, recorded and written as JSON.
 *
 * A learner reads the parts in this order: compiles, safe, right, structure, speed, and one
 * sentence about the limit. The status is that of the first part that fails.
 */
#ifndef GRADER_VERDICT_H
#define GRADER_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "compiler/compiler.h"
#include "curriculum/model.h"
#include "device/observation.h"
#include "device/origin.h"
#include "plan/timeline.h"

enum verdict_status {
    VERDICT_PASS,
    VERDICT_WRONG,
    VERDICT_UNSAFE,
    VERDICT_GATE,
    VERDICT_SLOW,
    VERDICT_COMPILE_ERROR,
    VERDICT_TIMEOUT,
    VERDICT_CRASH,
    VERDICT_WAIVED,
    VERDICT_ENVIRONMENT,
    VERDICT_STATUS_COUNT,
};

/*
 * The version of the virtual device and its time model. Raise it when an attempt gets another time
 * or counter than before. Then run `author-check --write-times`: author-check fails while the
 * shipped times differ from the model.
 */
#define VERDICT_MODEL_VERSION "12"

/* How much of the launch at the timed size was compared. Certificates count the last two. */
enum verdict_trust {
    VERDICT_TRUST_NONE,     /* nothing, or the kernel does not pass */
    VERDICT_TRUST_SAMPLED,  /* blocks drawn by the seed */
    VERDICT_TRUST_FULL,     /* every element; also where the exercise is not timed */
    VERDICT_TRUST_MEASURED, /* every element of each run on a GPU */
    VERDICT_TRUST_COUNT
};
const char *verdict_trust_name(enum verdict_trust trust); /* "none", "sampled", "full", "measured" */

enum medal { MEDAL_NONE, MEDAL_BRONZE, MEDAL_SILVER, MEDAL_GOLD };

struct wrong_element {
    uint64_t index;    /* flat */
    char position[64]; /* "[3][17]" */
    double expected, got;
    uint64_t ulps; /* UINT64_MAX: not comparable */
    bool never_written;
    char owner[160];     /* "thread (0,0,0) of block (1,0,0)"; "" unknown */
    bool is_beyond_grid; /* that block was not launched. Not in the JSON */
};

enum { WRONG_ELEMENTS_MAX = 8 };

/* NaN and infinities among the inputs of a case. Looked up only if an output has one. */
enum input_special {
    INPUT_SPECIAL_REPORTED = 1,
    INPUT_SPECIAL_NAN = 2,
    INPUT_SPECIAL_INFINITY = 4,
    INPUT_SPECIAL_ALL = 7
};

struct wrong_buffer {
    const char *parameter; /* of several devices: "rank 1's y" */
    uint64_t element_count, wrong_count, unwritten_count;
    struct wrong_element first[WRONG_ELEMENTS_MAX];
    size_t first_count;
    const char *pattern; /* "every element from 32 on: the last, partial block"; NULL: none seen */
    /* The next fields serve the sentence and are not in the JSON. */
    bool is_of_several;               /* the buffer of one rank of several */
    const char *element;              /* the first wrong one, "y[3]"; of several devices "rank 1's y[3]" */
    int other_rank;                   /* with another value of the first element, and the same expected one; 0: none */
    bool is_unchanged;                /* an input too, which holds what it held before */
    const char *unread;               /* " in[256] is never read."; NULL: every input is read */
    const char *influence;            /* "It does not depend on a[0][15], but it must."; NULL: nothing is known */
    const char *empty;                /* "x has no elements in this case."; NULL: every input has some */
    const char *pitch;                /* "Rows of x begin 64 elements apart, ..."; NULL: nothing is known */
    char small_grid[400];             /* geometry_small_grid(); "" */
    const char *share;                /* "Each block writes 4 of the 8 elements ..."; NULL: nothing is known */
    bool is_turned;                   /* geometry_is_turned() */
    bool is_exchanged;                /* geometry_is_exchanged(), and the grid is too small */
    unsigned input_specials;          /* bits of enum input_special: possible sources of a NaN */
    struct vgpu_origin nan, infinity; /* the instruction that made the first NaN or infinity; cause NONE: unknown */
    const char *inputs;  /* "a[3] = 0.5, b[3] = 2": inputs at the first wrong element; NULL: none to show */
    const char *formula; /* "a[3] + b[3]": gives the first wrong element; NULL: no simple formula does */
};

struct case_verdict {
    const char *name;           /* "n=33" */
    bool ran;                   /* false: after a case that did not end, or the launch was refused */
    bool right;                 /* it ran, and its result is right */
    bool is_drawn;              /* its size was drawn from the seed */
    struct wrong_buffer *wrong; /* buffers with mismatches */
    size_t wrong_count;
    bool input_changed;
    const char *changed_input;
    uint64_t elapsed_ns; /* wall clock */
    uint64_t work;       /* warp instructions, the reference's included, without a real GPU. Not in the JSON */
};

/* The counter of a gate that every exercise has: the kernel's instructions / the reference's. */
#define VERDICT_EXCESS "excess_instructions"

struct gate_verdict {
    const struct gate *gate; /* NULL when read from JSON; the fields below hold everything that is shown */
    const char *counter;
    const char *case_name; /* the drawn case that misses it; NULL: judged on the gate case. Not in the JSON */
    double value, limit;
    bool is_max, met;
    bool is_cut;       /* the value is a lower bound, because the kernel was stopped. Not in the JSON */
    bool is_unknown;   /* there is no time to judge it by. Not in the JSON */
    bool is_vain;      /* the number is met, by loads that reach no output. Not in the JSON */
    int line;          /* the line that contributes most; 0: none */
    double line_share; /* 0..1 of the excess at that line */
    const char *lesson;
    const char *message;
};

/* How a modelled time was found. */
enum time_basis {
    TIME_BASIS_SAMPLE, /* a sample of each launch's blocks */
    TIME_BASIS_WHOLE,  /* the same, and every launch also ran whole, so that later launches read real values */
    TIME_BASIS_ZEROS,  /* samples that read zeros where an earlier sample wrote nothing: a larger error */
    TIME_BASIS_COUNT
};
const char *verdict_basis_name(enum time_basis basis); /* "sample", "whole", "sample_on_zeros" */

struct time_verdict {
    bool available;
    bool modelled; /* by the time model, else measured */
    enum time_basis basis;
    const char *device, *architecture;
    double microseconds, interval; /* interval: half width, or the model's stated error */
    double alone_microseconds;     /* modelled: the sum over launches and copies, each alone */
    double roofline_percent, ratio_to_reference, ratio_to_solution;
    double ratio_to_best; /* to the exercise's best kernel, if it has one; modelled times only; 0: unknown */
    double bytes_per_second, flops_per_second;
    const char *limiter;
    enum medal medal;
    const char *note; /* "not modelled yet", "GPU busy: not recorded, try again"; NULL */
};

/* Whether the kernel is as fast as the best one that is known, as far as the model can tell. */
#define VERDICT_AT_LIMIT 0.95
bool verdict_is_at_limit(const struct time_verdict *time);

/* A run of every block at the timed size, under all checks (`full` of a request). */
struct verdict_full_run {
    double estimated_s;          /* on this machine; 0: not known, or there is nothing to run */
    bool ran;                    /* the rest is known */
    double seconds;              /* of the clock */
    double instructions, budget; /* warp instructions that a run had, and may have */
    int runs;                    /* in one module, each compared; 2: variables or the heap were written */
};

enum { VERDICT_SEARCH_MOST = 16 };

/* One configuration of the learner's plan at the timed size. All figures are modelled. */
struct search_row {
    const char *configuration;   /* "BM=64 BN=128" */
    double microseconds;         /* 0: it has no time; the note says why */
    double instructions;         /* of warps */
    double l2_bytes, dram_bytes; /* L2: between it and the SMs */
    bool is_frontier;            /* no other is faster and moves fewer bytes through L2 */
    const char *note;            /* NULL: none */
};

struct verdict_search {
    const char *case_name; /* "m=512 n=512 k=2048" */
    size_t kept;           /* configurations that the rules allow there */
    struct search_row rows[VERDICT_SEARCH_MOST];
    size_t row_count; /* 0: too many were kept */
    size_t chosen;    /* the fastest row */
};

struct verdict {
    struct arena *arena;
    enum verdict_status status;
    const char *exercise, *file;
    const char *device;       /* "virtual" or "cuda" */
    const char *architecture; /* "h100" */
    uint64_t seed;
    char source_sha256[65];
    char ptx_sha256[65];             /* of the PTX that the cases ran; "" where nothing was compiled */
    const char *toolkit_version;     /* "13.0"; NULL unknown */
    const char *program_version;     /* of warpschool */
    const char *model_version;       /* VERDICT_MODEL_VERSION when it was graded; NULL unknown */
    bool certifiable;                /* verdict_is_certifiable when it was graded */
    const char *not_certifiable_why; /* what of this machine forbids it; NULL: nothing */

    struct diagnostics *diagnostics; /* compiler and plan messages on the learner's lines */
    const struct source *source;     /* the learner's file as graded */
    struct kernel_resources *resources;
    size_t resource_count;

    struct observation *observation; /* findings of all cases, counters of the gate case */
    const char *unsafe_case;
    const char *printed_case; /* of the printed lines; NULL: unknown. Not in the JSON */

    struct case_verdict *cases;
    size_t case_count, right_count;
    const struct case_verdict *smallest_failing; /* NULL: none */
    const struct case_verdict *reported;         /* the case in the message; NULL: the smallest failing one, or none */

    struct gate_verdict *gates;
    size_t gate_count;

    struct time_verdict time;
    struct plan_timeline *timeline; /* of the timed run, else of a case; NULL: none, or nothing to draw */
    const char *timeline_case;      /* its sizes: "n=4096" */
    struct verdict_search *search;  /* of a plan with `tune`; NULL: none */
    enum verdict_trust trust;
    struct verdict_full_run full_run;

    const char *message;  /* one sentence: the limit, and the gain from removing it */
    const char *read;     /* lesson to read, "w01-coalescing"; NULL */
    bool may_know_more;   /* a quick grade has left something out. Not in the JSON */
    int line;             /* the first line in the message, of the learner's file; 0: none */
    const char *language; /* of its sentences when it was graded: "en", "es"; NULL: not recorded */
    uint64_t elapsed_ns, compile_ns;
};

struct verdict *verdict_new(void);
void verdict_free(struct verdict *verdict);
DEFINE_CLEANUP(verdict_free, struct verdict *)

const char *verdict_status_name(enum verdict_status status); /* "compile_error" */
int verdict_exit_code(enum verdict_status status);           /* 0 pass, 1 not passed, 3 environment */
const char *verdict_medal_name(enum medal medal);

/*
 * Whether the attempt may count towards a certificate: nothing of the machine forbids it, and every
 * element was compared at the timed size.
 */
bool verdict_is_certifiable(const struct verdict *verdict);

/* Copies a timeline, and the name of its case, into the verdict. */
void verdict_keep_timeline(struct verdict *verdict, const struct plan_timeline *timeline, const char *case_name);

/* Whether its sentences are in another language than the program's now. */
bool verdict_is_foreign(const struct verdict *verdict);

/*
 * The ranks whose buffers of one name have the pattern of the wrong buffer `index`, as far as the
 * verdict can show it once. 1: only this one. 0: an earlier buffer of the case stands for it.
 */
size_t verdict_ranks_alike(const struct case_verdict *failing, size_t index);

/* Whether a GPU judged it, not the modelled device. */
bool verdict_on_gpu(const struct verdict *verdict);

/* doc/verdict-json.md describes every key. */
json_t *verdict_to_json(const struct verdict *verdict);
struct verdict *verdict_from_json(const json_t *json, struct error *error);

#endif
