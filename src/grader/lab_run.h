/*
 * Runs the kernels of labs (curriculum/lab.h) on the virtual device: counters, a modelled time, and
 * for fills the comparison with the right answer. Nothing is recorded. If a GPU is asked for, it
 * measures `time`; the virtual device still counts.
 *
 * One call compiles one source and runs it on several cases. The kernel may be the course's or a
 * learner's.
 */
#ifndef GRADER_LAB_RUN_H
#define GRADER_LAB_RUN_H

#include "curriculum/lab.h"
#include "device/observation.h"
#include "grader/grader.h"

enum { LAB_QUANTITIES_MAX = 16, LAB_LANES = 32, LAB_CASES_MAX = 16 };

struct lab_run {
    const struct curriculum *curriculum;
    const struct exercise *exercise; /* with the parameters */
    const struct source *source;     /* the kernel that runs */
    const struct source *reference;  /* a right kernel, compared with; NULL: none, and no checks */
    const struct exercise_case *const *cases;
    size_t case_count;
    const char *const *quantities; /* counters and `time` */
    size_t quantity_count;
    const char *device;               /* that times it, as in grade_request; NULL: "virtual" */
    bool is_patient;                  /* an author waits, so the deadline is longer */
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
};

/* Texts live in the arena of the call. */
struct lab_result {
    bool ran;
    bool right;               /* with a reference: equal outputs, inputs unchanged, no findings */
    const char *why;          /* what went wrong, as a sentence; NULL */
    const char *modelled_why; /* the GPU that was asked for could not run this; NULL */
    double values[LAB_QUANTITIES_MAX];
    bool is_known[LAB_QUANTITIES_MAX];
    const char **printed; /* lines of printf, in order */
    size_t printed_count;
};

/*
 * Fills a result for each case, up to the first one that does not run. SYNTAX: the kernel does not
 * compile; the message is the compiler's. Also CANCELLED, TIMEOUT and errors of the worker.
 */
bool lab_run(struct grader *grader, const struct lab_run *run, struct arena *arena, struct lab_result *out_results,
             struct error *error);

/*
 * The sectors (counted from the lowest) or banks that the lanes of the first warp touch at a line.
 * -1 stands for an inactive lane. NOT_FOUND: the warp makes no such access there.
 */
bool lab_run_strip(struct grader *grader, const struct lab_run *run, enum lab_strip strip, int line,
                   int out_units[LAB_LANES], struct error *error);

#endif
