/*
 * Finds launches with far more blocks than the work needs:
 *
 *     //! launch gemm(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16
 *
 * where a block writes 128 x 128 elements. The blocks beyond the edge store nothing.
 */
#ifndef GRADER_DIAGNOSE_IDLE_BLOCKS_H
#define GRADER_DIAGNOSE_IDLE_BLOCKS_H

#include "grader/prepare/grading.h"

/*
 * Says that most blocks of the main kernel store nothing in the gate case. NULL: they do, or the
 * grid is the same in every case, so that it may suit a larger one.
 */
const char *idle_blocks_text(const struct grading *grading);

#endif
