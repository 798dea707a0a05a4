/*
 * Runs a small case again in other orders of blocks and warps, which a GPU could take too.
 */
#ifndef GRADER_WORKER_CASE_ORDER_H
#define GRADER_WORKER_CASE_ORDER_H

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"

/*
 * For a case that is right. `sees_order`: its accesses can show the order, as the inspection said
 * after the learner's run. If another order gives other outputs or does not end, the result becomes
 * that order's, with a finding order_* that names the lines. Only on one virtual device.
 * `was_tried`: a case of several blocks ran in other orders.
 */
void case_order(struct case_buffers *buffers, bool sees_order, bool *was_tried, struct case_result *result);

#endif
