/*
 * Refinements of accesses past the end and of two stores to one element, by the index in the
 * source: a variable of another length, rows of another length, or an index that also leaves
 * elements out.
 */
#include <string.h>

#include "grader/finding/finding_refinement.h"
#include "grader/source/source_index.h"

static bool is_of_one_block(const struct vgpu_finding *finding)
{
    return !memcmp(finding->block, finding->other.block, sizeof finding->block);
}

/* --- past the end ----------------------------------------------------------------------------- */

bool finding_is_of_wrong_pitch(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->pitch;
}

bool finding_is_of_other_size(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->reach.line;
}

bool finding_is_of_other_side(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->side.line;
}

bool finding_is_of_open_side(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->side.variable;
}

bool finding_is_of_other_variable(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->kept.line;
}

/* More blocks than elements, where the index is the number of the block. */
bool finding_is_of_large_grid(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->finding->element == (int64_t)facts->finding->block[0] &&
           facts->parameter && !strcmp(facts->index_value, "blockIdx.x");
}

/* An array with one element for each thread of the block, and another index. */
bool finding_is_shared_beyond_threads(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_shared_past_the_end(facts) && facts->source && facts->block_threads > 1 &&
           finding->buffer_bytes / finding->size_bytes == facts->block_threads &&
           source_index_rank(facts->source, finding->buffer) == 1 && *facts->index;
}

/* A guard that is missing leaves no element out. */
bool finding_is_misplaced(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->finding->access == VGPU_ACCESS_WRITE && facts->left_out;
}

/* --- two stores ------------------------------------------------------------------------------- */

/* A column beyond the end of a row has the index of an element of the next row. */
bool finding_is_of_next_row(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_stored_twice_strict(facts) &&
           finding->thread[1] + finding->block[1] + finding->other.thread[1] + finding->other.block[1] > 0 &&
           facts->total.line;
}

/* All threads do the same work. */
bool finding_is_without_thread(const struct finding_facts *facts)
{
    return finding_is_stored_twice_strict(facts) && facts->source && source_slip_lacks_thread(facts->source);
}

/* All blocks do the same work. */
bool finding_is_without_block(const struct finding_facts *facts)
{
    return finding_is_stored_twice_strict(facts) && facts->source && source_slip_lacks_block(facts->source) &&
           !is_of_one_block(facts->finding);
}

bool finding_is_stored_twice_by_pitch(const struct finding_facts *facts)
{
    return finding_is_stored_twice(facts) && facts->pitch;
}

/* All threads of a block have the same index. */
bool finding_is_stored_by_block(const struct finding_facts *facts)
{
    return finding_is_stored_twice(facts) && is_of_one_block(facts->finding) &&
           !strcmp(facts->index_value, "blockIdx.x");
}

/* The index begins at 0 again in each block. */
bool finding_is_stored_by_each_block(const struct finding_facts *facts)
{
    return finding_is_stored_twice(facts) && !is_of_one_block(facts->finding) &&
           !strcmp(facts->index_value, "threadIdx.x");
}

/* All lanes of a warp have the same index. */
bool finding_is_stored_by_warp(const struct finding_facts *facts)
{
    enum { LANES = 32 };
    const struct vgpu_finding *finding = facts->finding;
    bool is_of_one_warp = is_of_one_block(finding) && finding->thread[0] / LANES == finding->other.thread[0] / LANES &&
                          finding->thread[1] == finding->other.thread[1];
    return finding_is_stored_twice(facts) && is_of_one_warp &&
           (strstr(facts->index_value, "threadIdx.x / 32") || strstr(facts->index_value, "threadIdx.x / warpSize"));
}
