/*
 * Follows scratch buffers from launch to launch of a plan: the launch that wrote them, and the one
 * that used them.
 */
#ifndef GRADER_WORKER_CASE_FLOW_H
#define GRADER_WORKER_CASE_FLOW_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "plan/execution.h"

enum { KEPT_MAX = 256 };

/* A scratch buffer after one launch that names it. */
struct kept_stage {
    struct plan_stage stage;
    void *elements; /* NULL: they could not be read */
    size_t turn;    /* how many launches named it before */
    bool is_new;    /* the launch changed it, or is the first to name it */
};

/* Of one run of a plan, in the order of its launches. */
struct stage_keeper {
    struct case_buffers *buffers;
    struct kept_stage stages[KEPT_MAX];
    size_t count;
};

bool kept_stage_is_of(const struct kept_stage *kept, const struct plan_stage *stage);

/* The last one of this buffer; NULL: there is none. */
const struct kept_stage *stage_keeper_last(const struct stage_keeper *keeper, const struct plan_stage *stage);

/*
 * Sets out_stage->sources: the buffers that led to `wrong`, as far as the reference has none of
 * that name to compare with.
 */
void case_flow_sources(const struct stage_keeper *learner, const struct stage_keeper *reference,
                       const struct kept_stage *wrong, struct stage_result *out_stage);

/*
 * Sets result->unused: a buffer that a launch writes for nothing, since no later step of the plan
 * names it.
 */
void case_flow_unused(const struct stage_keeper *learner, const struct stage_keeper *reference,
                      struct case_result *result);

#endif
