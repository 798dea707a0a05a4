/*
 * The compiles of a submission, in two children side by side.
 *
 *     ptx compiler      PTX ─▶ cases        PTX of -G ─▶ the first cases again     other sizes
 *     machine compiler  PTX and machine code ──────────▶ registers, spills, times
 *
 * Machine code takes as long again as PTX, and cases on the virtual device do without it. So they
 * run meanwhile. A GPU runs machine code: there the cases wait for it.
 */
#ifndef GRADER_GRADE_GRADE_COMPILE_H
#define GRADER_GRADE_GRADE_COMPILE_H

#include "grader/prepare/grading.h"

/*
 * Builds the job, starts all compiles and waits for the one that the cases need. `out_go_on` false:
 * the verdict is complete, a file that does not compile. The return value false: cancelled, or no
 * compiler.
 */
bool grade_compile(struct grading *grading, bool *out_go_on, struct error *error);

/* Waits for the PTX of -G. There is none in `grading` if the compiler failed at it. */
bool grade_compile_finish_debug(struct grading *grading, struct error *error);

/*
 * Waits for the machine code. Then the observations of the cases get their registers. ptxas may
 * refuse a file whose PTX ran: then `out_go_on` is false.
 */
bool grade_compile_finish(struct grading *grading, bool *out_go_on, struct error *error);

/*
 * Whether the verdict of a quick grade goes without machine code. Then its messages are those of
 * the PTX.
 */
bool grade_compile_goes_without(struct grading *grading);

/*
 * Compile the kernels of searches at `count` other sizes while the search at this size runs. The
 * compile of -G must have ended. If they do not compile, the verdict says so, and `out_go_on` is
 * false.
 */
bool grade_compile_begin_sizes(struct grading *grading, const struct job_case *sizes, size_t count,
                               struct error *error);
bool grade_compile_finish_sizes(struct grading *grading, struct compile_result **out_result, bool *out_go_on,
                                struct error *error);

/* Leaves no request with a compiler. */
void grade_compile_end(struct grading *grading);

#endif
