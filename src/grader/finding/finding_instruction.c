/* Refinements of findings that follow from the instruction: fragments, atomics, warps. */
#include <string.h>

#include "grader/finding/finding_refinement.h"

enum { LANES = 32 };

static bool has_in_instruction(const struct vgpu_finding *finding, const char *part)
{
    return finding->instruction && strstr(finding->instruction, part);
}

/* A matrix operation of a warp: its registers belong to a fragment. */
bool finding_is_of_fragment(const struct finding_facts *facts)
{
    return has_in_instruction(facts->finding, "mma.");
}

bool finding_is_atomic(const struct finding_facts *facts)
{
    return facts->finding->access == VGPU_ACCESS_ATOMIC;
}

/* They race only if one of them is atomic within its block alone. */
bool finding_is_of_two_atomics(const struct finding_facts *facts)
{
    return finding_is_atomic(facts) && facts->finding->other.access == VGPU_ACCESS_ATOMIC;
}

/* A minimum or maximum, for which 0 is no neutral value. */
bool finding_is_atomic_least(const struct finding_facts *facts)
{
    return finding_is_atomic(facts) &&
           (has_in_instruction(facts->finding, ".min.") || has_in_instruction(facts->finding, ".max."));
}

/* A load or store of wmma, which takes the rows of a fragment. */
bool finding_is_of_loaded_fragment(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    bool is_of_wmma = finding->instruction && !strncmp(finding->instruction, "wmma.", strlen("wmma."));
    return is_of_wmma && (finding_is_past_the_end(facts) || finding->kind == VGPU_FINDING_UNINITIALISED_SHARED);
}

/* One warp stores a fragment, and an element of it twice. */
static bool is_of_one_warp(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    const struct vgpu_party *other = &finding->other;
    bool is_one_warp = !memcmp(finding->block, other->block, sizeof finding->block) &&
                       finding->thread[0] / LANES == other->thread[0] / LANES &&
                       finding->thread[1] == other->thread[1] && finding->thread[2] == other->thread[2];
    return finding_is_stored_twice(facts) && is_one_warp && finding->instruction &&
           !strncmp(finding->instruction, "wmma.store", strlen("wmma.store"));
}

/* One store, of which two rows meet. */
bool finding_is_fragment_of_short_rows(const struct finding_facts *facts)
{
    return is_of_one_warp(facts) && !finding_is_of_two_fragments(facts);
}

/* Two stores of one line. */
bool finding_is_of_two_fragments(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    bool are_two = finding->other.ptx_line && finding->ptx_line != finding->other.ptx_line;
    return are_two && is_of_one_warp(facts);
}

/* A read of an array that has one element for each warp of the block. */
bool finding_is_shared_by_warp(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    uint64_t threads = facts->block_threads;
    return finding_is_shared_by_thread(facts) && finding->access == VGPU_ACCESS_READ && threads > LANES &&
           finding->buffer_bytes / finding->size_bytes == (threads + LANES - 1) / LANES;
}
