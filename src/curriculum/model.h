/*
 * The curriculum as plain structs: the checked content of the YAML files. Everything lives in one
 * arena.
 *
 * curriculum > lessons (each with level and week) > steps. A step is a text, a quiz, a prediction,
 * an exercise, or a lab (curriculum/lab.h).
 * curriculum/load.h fills it through the field tables of curriculum/fields.def. No value here is
 * computed.
 */
#ifndef CURRICULUM_MODEL_H
#define CURRICULUM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/expression.h"
#include "plan/parameter.h"

enum level { LEVEL_FOUNDATION, LEVEL_INTERMEDIATE, LEVEL_ADVANCED, LEVEL_RESEARCH, LEVEL_COUNT };
/* The purpose of a lesson. An assessment draws from the pool of its steps. */
enum lesson_kind { LESSON_ORDINARY, LESSON_PLACEMENT, LESSON_ASSESSMENT };
enum step_kind {
    STEP_TEXT,
    STEP_QUIZ,
    STEP_PREDICT,
    STEP_EXERCISE,
    STEP_RUN,
    STEP_FILL,
    STEP_COMPARE,
    STEP_PLOT,
    STEP_KIND_COUNT
};
enum exercise_kind {
    EXERCISE_KERNEL,
    EXERCISE_PLAN,
    EXERCISE_TESTS,
    EXERCISE_PROGRAM,
};
enum audience { AUDIENCE_ML_ENGINEER = 1, AUDIENCE_STUDENT = 2, AUDIENCE_EDUCATOR = 4, AUDIENCE_PRACTITIONER = 8 };

struct text_list {
    const char **items;
    size_t count;
};

struct quiz_choice {
    const char *say; /* Markdown, one line */
    const char *why; /* shown after choosing; never NULL for wrong choices */
    bool right;
};

struct quiz {
    const char *ask;
    struct quiz_choice *choices;
    size_t choice_count;
    bool many;        /* several choices are right, and all of them are required */
    const char *area; /* ASSESSMENT: the topic that it asks about; NULL */
    const char *read; /* lesson to read again after a wrong answer; NULL */
};

/*
 * The counter of an assessment's prediction about one barrier. It is 1 if the kernel stays safe and
 * right without that barrier, else 0. {line} in `ask` is the barrier's line.
 */
#define PREDICT_WITHOUT_BARRIER "right_without_barrier"

struct predict {
    const char *ask;
    const char *counter;     /* a counter or derived counter that the device computes */
    const char *exercise;    /* whose solution is run; NULL: the lesson's first exercise */
    const char *kernel_file; /* instead of the exercise's solution */
    double within;           /* relative; 0: exact */
    const char *why;         /* revealed afterwards; can be NULL */
    const char *read;        /* lesson to read again after a wrong answer; NULL */
};

/* One case: values of scalars, and inits that replace those of the parameters. */
struct case_value {
    const char *name;
    struct value value;
};
struct case_init {
    const char *parameter;
    const char *init;
};
struct exercise_case {
    const char *name; /* "n=33", made from the values if none is written */
    struct case_value *values;
    size_t value_count;
    struct case_init *inits;
    size_t init_count;
    int devices; /* 0: as the exercise says */
    struct location location;
};

/* The only gate that names another kernel. It and its kin are of the modelled run of `bench`. */
#define GATE_TIME_RATIO "time_ratio"

/* The configurations of a plan with `tune` that its rules allow at the timed size. */
#define GATE_CONFIGURATIONS "configurations"

struct gate {
    const char *counter; /* counters.def or a derived one: excess_load_sectors */
    bool has_max, has_min;
    double max, min;
    const char *parameter; /* restricts it to one buffer, if the counter allows; can be NULL */
    const char *to;        /* of GATE_TIME_RATIO: the other kernel, relative to kernels/; NULL */
    const char *lesson;    /* that explains it */
    const char *why;       /* the message if it is not met; can be NULL */
    struct location location;
};

struct targets {
    const char *of; /* "solution" or "roofline"; NULL: no targets */
    double bronze, silver, gold;
    bool demanded; /* without bronze an attempt is too slow */
};

struct hint {
    const char *text;
    /* the best-fitting status or finding kind ("unsafe", "out_of_bounds"); NULL: any */
    const char *when;
    bool is_last; /* shown only after all others */
};

/* A mistake in the formula that beginners make, as a change of the reference's source. */
struct slip {
    const char *find, *put; /* `find` occurs once in the reference, and `put` takes its place */
    const char *say;        /* whole sentences: the mistake, then what must be there */
    struct location location;
};

struct tolerance {
    bool given;
    double absolute, relative;
};

/* A kernel at the limit of the hardware. It may use more than has been taught. */
struct best_kernel {
    const char *kernel; /* relative to solutions/; NULL: the exercise has none */
    const char *adds;   /* Markdown: the step from the solution to this kernel, shown after a pass */
};

enum { EXERCISE_BENCHES_MAX = 8 };

struct exercise {
    const char *id;
    enum exercise_kind kind;
    const char *title;        /* "" if none: the lesson's */
    const char *task;         /* Markdown: the task; can be NULL */
    const char *starter;      /* relative to exercises/ */
    const char *starter_half; /* relative to exercises/, offered after failures; NULL: none */
    const char *solution;     /* relative to solutions/; uses what has been taught; defaults to starter's path */
    struct best_kernel best;
    const char *reference;  /* relative to kernels/ */
    bool is_of_versions;    /* of the kind `tests`: the kernels are versions with recorded times */
    const char *table;      /* that it is a row of; NULL: none */
    const char *checker;    /* relative to kernels/, replaces the element rule; NULL */
    const char *terms;      /* relative to kernels/, writes the size of each output's terms; NULL */
    const char *variant;    /* id of the variant exercise; NULL */
    const char *variant_of; /* set on variants */
    struct parameter *parameters;
    size_t parameter_count;
    struct exercise_case *cases;
    size_t case_count;
    struct exercise_case *gate_case; /* NULL: the last case */
    struct exercise_case *bench;     /* NULL: none */
    struct exercise_case *benches;   /* the attempt's seed draws one in place of `bench` */
    size_t bench_count;
    struct exercise_case *full;     /* a smaller size that `grade --full` runs whole; NULL: bench */
    const struct expression *bytes; /* least DRAM bytes of a case; NULL unknown */
    const struct expression *flops;
    struct gate *gates;
    size_t gate_count;
    struct targets targets;
    struct tolerance tolerance;
    const struct expression *reduction_length; /* scales the default tolerance; NULL: 1 */
    struct text_list strict;                   /* notes that count as errors here (grader/strict.def) */
    struct text_list needs;                    /* device features */
    struct text_list architectures;            /* modelled GPUs that it must pass on; none: the usual one */
    bool expect_trap;
    int devices; /* 1 unless written */
    struct hint *hints;
    size_t hint_count;
    struct slip *slips;
    size_t slip_count;
    const char *explain; /* revealed after a pass */
    const char *locked;  /* the condition that opens it; NULL: it is open */
    /* For the kind tests. */
    struct text_list planted; /* kernels that the learner's cases must catch, relative to kernels/ */
    struct text_list spared;  /* right kernels beside the reference */
    /* For assessments. */
    const char *area, *read;     /* as of a quiz */
    struct predict *predictions; /* questions about the learner's own kernel after it has passed */
    size_t prediction_count;
    struct lesson *lesson;
    const struct source *source;
    struct location location;
};

struct lab; /* curriculum/lab.h */

struct step {
    enum step_kind kind;
    union {
        const char *text; /* Markdown */
        struct quiz quiz;
        struct predict predict;
        struct exercise *exercise;
        struct lab *lab; /* run, fill, compare, plot */
    };
    struct location location;
};

/* The part of its pool that an assessment draws. */
struct draw {
    int quizzes, exercises, predictions; /* predictions: for each exercise */
    double pass;                         /* the share of the points that passes */
};

/* What a learner can do after a lesson. */
struct objective {
    const char *id; /* unique within the lesson; NULL: none, which author-check refuses */
    const char *say;
};

struct lesson {
    const char *id;
    enum lesson_kind kind;
    enum level level;
    int week;
    int first_day, last_day;
    const char *title;
    const char *english_title; /* of documents that others read */
    const char *week_title;    /* "tiles and many GPUs", in one lesson of the week; NULL */
    struct objective *objectives;
    size_t objective_count;
    struct text_list requires; /* lesson ids */
    int minutes;
    bool core;
    unsigned audience; /* enum audience, 0: all */
    struct step *steps;
    size_t step_count;
    struct text_list reading;
    const char *research; /* question; can be NULL */
    struct draw draw;     /* ASSESSMENT */
    const char *folder;   /* with lessons/, exercises/, kernels/, solutions/; NULL: the curriculum's root */
    const char *pack;     /* name of its pack; NULL: the course's own */
    const struct source *source;
    struct location location;
    int order; /* position within the week, from the file's `order` or its place */
};

struct curriculum {
    struct arena *arena;
    const char *root;        /* folder that holds lessons/, exercises/, kernels/, solutions/ */
    struct lesson **lessons; /* by week, then order */
    size_t lesson_count;
    struct exercise **exercises; /* in lesson order, variants included */
    size_t exercise_count;
    const char *language; /* of the texts: "en", or the language of the translations */
};

const struct lesson *curriculum_find_lesson(const struct curriculum *curriculum, const char *id);
const struct exercise *curriculum_find_exercise(const struct curriculum *curriculum, const char *id);
/* The folder with the files of an exercise: the curriculum's root, or its pack. */
const char *curriculum_folder(const struct curriculum *curriculum, const struct exercise *exercise);

/* True for "project1" and "project1-transformer" with number 1; 0: any project. */
bool lesson_is_project(const struct lesson *lesson, int number);

/* True for a lesson that teaches: neither placement nor assessment, project nor contribution. */
bool lesson_is_taught(const struct lesson *lesson);

/* Whether it belongs to the pool of an assessment. */
bool exercise_is_of_pool(const struct exercise *exercise);
/*
 * Whether all its floats are of 32 bits or more. For smaller ones the tensor cores set the roofline
 * of arithmetic.
 */
bool exercise_is_fp32_work(const struct exercise *exercise);
bool lesson_is_contribution(const struct lesson *lesson);

const char *level_name(enum level level); /* "foundation" */
const char *step_kind_name(enum step_kind kind);
/* Whether the step is a lab. */
bool step_is_lab(const struct step *step);
const char *exercise_kind_name(enum exercise_kind kind);

#endif
