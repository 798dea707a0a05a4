/*
 * Refinements: whether a finding is of a narrower kind, which has a sentence of its own in
 * diagnoses.def.
 */
#ifndef GRADER_DIAGNOSE_FINDING_REFINEMENT_H
#define GRADER_DIAGNOSE_FINDING_REFINEMENT_H

#include "grader/diagnose/explanation_finding.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_launch.h"

typedef bool (*finding_refinement)(const struct finding_view *view, const struct vgpu_finding *finding);

/* The threads of a block of the finding's kernel; 0: unknown. */
uint64_t finding_block_threads(const struct observation *observation, const char *kernel);

/* The condition before the finding's line that bounds its index wrongly. */
struct source_guard_bound finding_bound(const struct finding_view *view, const struct vgpu_finding *finding,
                                        struct arena *arena);

/* An index of a shared array that is threadIdx alone, and goes beyond the declared size. */
struct finding_axis {
    int axis; /* 0 for x; -1: none */
    unsigned long last, size;
};
struct finding_axis finding_axis(const struct finding_view *view, const struct vgpu_finding *finding);

/*
 * The only launch of the finding's kernel, a template made for a number that no size of the case
 * has, beside launches of other kernels. Line 0: another kind of kernel.
 */
struct source_launch_found finding_instance(const struct finding_view *view, const struct vgpu_finding *finding,
                                            struct arena *arena);

/* The launch that passes the finding's buffer, before this kernel or after it. Line 0: none. */
struct source_launch_found finding_writer(const struct finding_view *view, const struct vgpu_finding *finding,
                                          struct arena *arena);

/*
 * The variable that chooses one of a few parts of a shared array, if it is 0 in all rounds: `turn`
 * of tile[turn][y][x]. NULL: another index.
 */
const char *finding_fixed_index(const struct finding_view *view, const struct vgpu_finding *finding,
                                struct arena *arena);

/* The only launch line of the finding's kernel; 0: there are several, or none. */
int finding_launch_line(const struct finding_view *view, const struct vgpu_finding *finding);

bool finding_has_buffer(const struct vgpu_finding *finding);

/* The exercise's buffer; NULL: it is the plan's own, or shared memory. */
const struct parameter *finding_parameter(const struct vgpu_finding *finding, const struct exercise *exercise);

bool finding_is_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_source(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_lacks_peers(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_far_away(const struct finding_view *view, const struct vgpu_finding *finding);
/* The size of the buffer is in the plan, which is the learner's own. */
bool finding_is_of_given_kernel_on_scratch(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_given_kernel(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_stored(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_past_the_end_once(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_one_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_let_past(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_bounded_too_late(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_own_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_pair_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_pair_beyond_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_wide_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_wide_beyond_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_without_size(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_of_plan(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_by_thread(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_by_axis(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_block_by_thread(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_double_of_float(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_wide_and_misaligned(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_below_zero_unsigned(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_in_table_of_ranks(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_next_row(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_without_thread(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_without_block(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_lone_variable(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_remainder_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_nested_calls(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_another_launch(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_another_device(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_a_copy_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_strict_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_the_next_round(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_a_copy(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_fragment(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_atomic_least(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_atomic(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_summed_in_place(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_lost_update(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_lost_least(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_fragment_of_short_rows(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_leaves_elements(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_stored_twice(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_strict(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_instance_always(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_instance(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_written_after(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_written_before(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_two_fragments(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_loaded_fragment(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_shared_by_warp(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_remainder_below_zero(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_the_same_part(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_lost_copy(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_of_a_copy_by_another(const struct finding_view *view, const struct vgpu_finding *finding);
bool finding_is_stored_twice_strict(const struct finding_view *view, const struct vgpu_finding *finding);

#endif
