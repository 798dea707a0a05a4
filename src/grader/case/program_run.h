/*
 * A program's plan on the devices of a case: load, execute, synchronise, observe, unload.
 */
#ifndef GRADER_CASE_PROGRAM_RUN_H
#define GRADER_CASE_PROGRAM_RUN_H

#include <stdbool.h>

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "plan/execution.h"
#include "plan/plan.h"

/*
 * Runs the learner's program under `checks` and fills the result's observation and device time.
 * `out_stopped`: a kernel faulted, hung or ran out of time. False: the plan or the device refused.
 */
bool program_run(struct case_buffers *buffers, const struct job_program *program, unsigned checks,
                 struct case_result *result, bool *out_stopped, struct error *error);

/* The same, with additional arguments. */
bool program_run_checked(struct case_buffers *buffers, const struct job_program *program,
                         const struct plan_argument *arguments, size_t argument_count, unsigned checks,
                         struct case_result *result, bool *out_stopped, struct error *error);

/* Runs a program of the course, without checks. A stopped kernel is an error. */
bool program_run_trusted(struct case_buffers *buffers, const struct job_program *program, struct error *error);

/* The same, with additional arguments. */
bool program_run_with(struct case_buffers *buffers, const struct job_program *program,
                      const struct plan_argument *arguments, size_t argument_count, struct error *error);

/*
 * Runs the learner's or the course's program and calls `stage` between launches. Gives no reason if
 * it stops. A plan without scratch has no stages: false, and nothing runs.
 */
bool program_run_stages(struct case_buffers *buffers, const struct job_program *program,
                        void (*stage)(void *context, const struct plan_stage *stage), void *context,
                        struct error *error);

/* A loaded program that runs several times on the same buffers. */
struct program_session {
    struct case_buffers *buffers;
    const struct job_program *program;
    const struct plan_argument *arguments;
    size_t argument_count;
    const struct plan *plan;
    const char *const *names;         /* from plan_name_expressions() */
    const char *const *lowered_names; /* NULL: the names of the plan */
    struct device_module *modules[JOB_DEVICES_MAX];
    void (*stage)(void *context, const struct plan_stage *stage); /* see plan_bindings */
    void *stage_context;
    struct plan_timeline *timeline; /* filled by a run; NULL: not wanted */
};

/* Parses and loads. The buffers' addresses must not change while the session is open. */
bool program_session_open(struct program_session *session, struct case_buffers *buffers,
                          const struct job_program *program, const struct plan_argument *arguments,
                          size_t argument_count, struct error *error);

/* Resets the module's variables, and finds the kernels in advance for the next run. */
bool program_session_reload(struct program_session *session, struct error *error);

/* Runs the plan once and synchronises. */
bool program_session_run(struct program_session *session, struct plan_outcome *out_outcome, struct error *error);
/* Whether the runs wrote variables of the module, or left memory on the heap. */
bool program_session_keeps_values(const struct program_session *session);
/* Adds the outcomes of the learner's conditions to those of the case. */
void program_session_note_outcomes(const struct program_session *session);
void program_session_close(struct program_session *session);

/* Calls job->launching, if the job has it. */
void program_say_launching(const struct job *job);

/* Generated inputs become the host's copy. The buffers have no device memory before and after. */
bool program_run_generators(struct case_buffers *buffers, struct error *error);

#endif
