/*
 * The learner's work in a case, beside the reference's.
 *
 * Cases only get larger. If a kernel took far too many instructions in a case that it ran right,
 * the larger cases would cost minutes and add nothing. The result then says so, and the worker runs
 * no further case. Only the
 * virtual device counts instructions, so a GPU has no such limit.
 */
#ifndef GRADER_WORKER_CASE_WORK_H
#define GRADER_WORKER_CASE_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/* Kept from case to case of a job. */
struct case_work {
    struct job_tally tally;
    int most_informs;   /* of the wrong cases: the largest result_informs() */
    bool tried_orders;  /* a case of several blocks ran in other orders */
    bool was_excessive; /* the case before was right, and took too many times the reference's instructions */
    uint64_t needed;    /* the reference's warp instructions in this case; 0: none, or none counted */
    uint64_t probed;    /* warp instructions that case_influence() took */
    int exchanges;      /* runs of the reference that case_exchange() made */
    uint64_t watched;   /* warp instructions of the runs that case_work_takes_watch() allowed */
};

/*
 * Whether the learner's run may be repeated under a slow watch, and counts it. The first one may.
 * Then all cases of a job share a number of instructions: the smaller cases tell the same.
 */
bool case_work_takes_watch(struct case_work *work, const struct case_result *result);

/*
 * After the reference's run and before the learner's: sets the instruction limit of a launch. The
 * case's own limit follows from its elements alone, so a costly reference raises it. One lane may
 * do the work of 32, and twice that.
 */
void case_work_limit(struct case_buffers *buffers, const struct case_work *work);

/* After the comparison, or after a run that was stopped. Fills result->excess and `is_left_out`. */
void case_work_judge(struct case_buffers *buffers, struct case_work *work, struct case_result *result);

#endif
