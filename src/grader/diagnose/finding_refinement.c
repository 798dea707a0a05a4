/* Refinements of accesses outside of a buffer, as far as the finding itself shows them. */
#include "grader/diagnose/finding_refinement.h"

#include <string.h>

#include "base/told.h"
#include "grader/diagnose/declared_unit.h"
#include "grader/diagnose/finding_index.h"
#include "grader/source/source_index.h"
#include "grader/source/source_slip.h"
#include "grader/value/observation_merge.h"
#include "grader/value/phrase.h"

/* The launches of the finding's kernel; NULL: unknown. */
static const struct kernel_observation *launches_of(const struct observation *observation, const char *kernel)
{
    for (size_t i = 0; observation && i < observation->kernel_count; i++)
        if (!strcmp(observation->kernels[i].kernel, kernel ? kernel : ""))
            return &observation->kernels[i];
    return NULL;
}

/* The width of the blocks of the finding's kernel; 0: unknown. */
static uint64_t block_width(const struct observation *observation, const char *kernel)
{
    const struct kernel_observation *launches = launches_of(observation, kernel);
    return launches ? launches->block[0] : 0;
}

/* The threads of one launch of the finding's kernel; UINT64_MAX: unknown. */
static uint64_t thread_count(const struct observation *observation, const char *kernel)
{
    const struct kernel_observation *launches = launches_of(observation, kernel);
    uint64_t threads = 1;
    for (size_t d = 0; launches && d < 3; d++)
        threads *= (uint64_t)launches->grid[d] * launches->block[d];
    return launches ? threads : UINT64_MAX;
}

bool finding_has_buffer(const struct vgpu_finding *finding)
{
    return finding->buffer && *finding->buffer;
}

const struct parameter *finding_parameter(const struct vgpu_finding *finding, const struct exercise *exercise)
{
    for (size_t i = 0; exercise && finding_has_buffer(finding) && i < exercise->parameter_count; i++)
        if (!strcmp(exercise->parameters[i].name, finding->buffer))
            return &exercise->parameters[i];
    return NULL;
}

bool finding_is_any(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    (void)finding;
    return true;
}

bool finding_is_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding_has_buffer(finding) && finding->offset_bytes >= 0 && vgpu_finding_bytes_past(finding) > 0;
}

/* No access of a run, but what the source says (overrun_note.h). */
bool finding_is_of_source(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->space == VGPU_FINDING_SPACE_LOCAL && !finding->ptx_line;
}

/* So far away that the nearest buffer explains nothing. */
bool finding_is_far_away(const struct finding_view *view, const struct vgpu_finding *finding)
{
    enum { FAR_BITS = 40 };
    (void)view;
    int64_t offset = finding->offset_bytes; /* of an address in the upper half of all it is below 0 */
    return finding_has_buffer(finding) && (uint64_t)(offset < 0 ? -offset : offset) >> FAR_BITS != 0;
}

/* The kernel took elements of a buffer for addresses. */
bool finding_lacks_peers(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_far_away(view, finding) && view->source && finding->kernel &&
           source_slip_table(view->source, finding->kernel).line > 0;
}

/* The value goes to memory, and shows where the memory is used. */
bool finding_is_stored(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->said && told_find(finding->said, vgpu_finding_text(VGPU_TEXT_UNSET_STORE_TO));
}

bool finding_is_past_the_end_once(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_past_the_end(view, finding) && observation_most_often(view->all, finding) == 1;
}

/* The element has the thread's global index. */
static bool is_own_element(const struct finding_view *view, const struct vgpu_finding *finding)
{
    uint64_t index = finding->block[0] * block_width(view->reported, finding->kernel) + finding->thread[0];
    return finding->element == (int64_t)index && finding->thread[1] == 0 && finding->block[1] == 0;
}

/* Only one thread, at its own element: the guard lets the length itself through. */
bool finding_is_one_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_past_the_end_once(view, finding) && vgpu_finding_bytes_past(finding) == finding->size_bytes &&
           is_own_element(view, finding);
}

/*
 * One access for each thread at most. More of them come from a loop, and its bound is wrong. An
 * index that divides has the thread's number by chance.
 */
bool finding_is_own_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && is_own_element(view, finding) &&
           finding->count <= thread_count(view->reported, finding->kernel) &&
           !strpbrk(finding_index_text(view, finding, arena), "/%[");
}

struct source_guard_bound finding_bound(const struct finding_view *view, const struct vgpu_finding *finding,
                                        struct arena *arena)
{
    const char *lengths[SHAPE_RANK_MAX];
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    if (!view->source || !parameter || finding->line <= 0)
        return (struct source_guard_bound){0};
    for (int i = 0; i < parameter->rank; i++)
        lengths[i] = expression_text(parameter->shape[i]);
    return source_guard_bound(view->source, finding->line, lengths, (size_t)parameter->rank, arena);
}

static bool is_bounded(const struct finding_view *view, const struct vgpu_finding *finding, bool is_reversed)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source_guard_bound bound = finding_bound(view, finding, arena);
    return bound.line && bound.is_reversed == is_reversed;
}

/* Each thread takes its own element, and a guard lets only those through that have none. */
bool finding_is_let_past(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_own_past_the_end(view, finding) && is_bounded(view, finding, true);
}

bool finding_is_bounded_too_late(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_past_the_end(view, finding) && is_bounded(view, finding, false);
}

/* Two declared elements at once, by a pointer to pairs such as __half2. */
static bool is_pair(const struct finding_view *view, const struct vgpu_finding *finding)
{
    uint32_t unit = finding->space == VGPU_FINDING_SPACE_GLOBAL ? declared_unit_of(finding, view) : 0;
    return unit && finding->size_bytes == 2 * unit && finding_is_past_the_end(view, finding);
}

bool finding_is_pair_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return is_pair(view, finding) && (uint64_t)finding->offset_bytes < finding->buffer_bytes;
}

bool finding_is_pair_beyond_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return is_pair(view, finding);
}

/* Past the end, and at least eight bytes at once. */
static bool is_wide(const struct finding_view *view, const struct vgpu_finding *finding)
{
    enum { WIDE_BYTES = 8 };
    return finding_is_past_the_end(view, finding) && finding->space != VGPU_FINDING_SPACE_SHARED &&
           finding->size_bytes >= WIDE_BYTES;
}

/* A wide access whose first elements exist. */
bool finding_is_wide_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return is_wide(view, finding) && (uint64_t)finding->offset_bytes < finding->buffer_bytes;
}

/* A wide access that begins past the end. */
bool finding_is_wide_beyond_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    return is_wide(view, finding) && parameter && finding->size_bytes > dtype_bytes(parameter->dtype);
}

uint64_t finding_block_threads(const struct observation *observation, const char *kernel)
{
    const struct kernel_observation *launches = launches_of(observation, kernel);
    return launches ? (uint64_t)launches->block[0] * launches->block[1] * launches->block[2] : 0;
}

/* The plan gives the array its memory: `extern __shared__ float row[];`. */
static bool is_of_plan(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return view->source && source_slip_is_extern(view->source, finding->buffer);
}

bool finding_is_shared_without_size(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->space == VGPU_FINDING_SPACE_SHARED && finding_has_buffer(finding) && finding->buffer_bytes == 0;
}

bool finding_is_shared_of_plan(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding->space == VGPU_FINDING_SPACE_SHARED && finding_is_past_the_end(view, finding) &&
           is_of_plan(view, finding);
}

/* An element for each thread, and more threads than elements. */
bool finding_is_shared_by_thread(const struct finding_view *view, const struct vgpu_finding *finding)
{
    bool is_own = finding->element == (int64_t)finding->thread[0] && !finding->thread[1] && !finding->thread[2];
    return finding->space == VGPU_FINDING_SPACE_SHARED && finding_is_past_the_end(view, finding) && is_own &&
           finding->buffer_bytes / finding->size_bytes < finding_block_threads(view->reported, finding->kernel);
}

struct finding_axis finding_axis(const struct finding_view *view, const struct vgpu_finding *finding)
{
    enum { DIMENSIONS_MAX = 3 };
    const struct kernel_observation *launches = launches_of(view->reported, finding->kernel);
    bool is_shared = finding->space == VGPU_FINDING_SPACE_SHARED && finding_is_past_the_end(view, finding);
    for (int i = 0; is_shared && view->source && launches && i < DIMENSIONS_MAX; i++) {
        int axis = source_index_axis(view->source, finding->line, finding->buffer, i);
        unsigned long size = source_index_size(view->source, finding->buffer, i);
        if (axis >= 0 && size && finding->thread[axis] >= size)
            return (struct finding_axis){axis, launches->block[axis] - 1, size};
    }
    return (struct finding_axis){.axis = -1};
}

bool finding_is_shared_by_axis(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_axis(view, finding).axis >= 0;
}

/* An element for each block, and the thread's number for an index. */
bool finding_is_of_block_by_thread(const struct finding_view *view, const struct vgpu_finding *finding)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    const struct kernel_observation *launches = launches_of(view->reported, finding->kernel);
    if (!finding_is_past_the_end(view, finding) || !parameter || !launches || !view->source)
        return false;
    uint64_t count = finding->buffer_bytes / dtype_bytes(parameter->dtype);
    bool is_of_grid = launches->grid[0] == count && launches->grid[1] == 1 &&
                      (count > 1 || finding_has_length_of_grid(view, parameter));
    return finding->element == finding->thread[0] && is_of_grid &&
           source_index_axis(view->source, finding->line, finding->buffer, 0) == 0;
}

bool finding_is_double_of_float(const struct finding_view *view, const struct vgpu_finding *finding)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    return finding_is_past_the_end(view, finding) && parameter && parameter->dtype == DTYPE_F32 &&
           finding->size_bytes == sizeof(double) && view->source && source_slip_has_double_pointer(view->source);
}

/* A wide access from the thread's own float on, as if it were one float. */
static bool is_wide_from_own_float(const struct finding_view *view, const struct vgpu_finding *finding)
{
    uint64_t index = (uint64_t)finding->block[0] * block_width(view->reported, finding->kernel) + finding->thread[0];
    return finding->size_bytes > sizeof(float) && finding->offset_bytes == (int64_t)(index * sizeof(float)) &&
           !finding->thread[1] && !finding->block[1];
}

bool finding_is_wide_and_misaligned(const struct finding_view *view, const struct vgpu_finding *finding)
{
    bool is_misaligned = false;
    for (size_t i = 0; view->all && i < view->all->finding_count; i++) {
        const struct vgpu_finding *other = &view->all->findings[i];
        is_misaligned |= other->kind == VGPU_FINDING_MISALIGNED && other->line == finding->line &&
                         is_wide_from_own_float(view, other);
    }
    return is_misaligned && is_wide_from_own_float(view, finding) && finding_is_wide_past_the_end(view, finding);
}

/* Element -1, in 32 bits without a sign. */
bool finding_is_below_zero_unsigned(const struct finding_view *view, const struct vgpu_finding *finding)
{
    enum { BELOW_MAX = 1 << 16 };
    return finding_is_past_the_end(view, finding) && finding->element <= UINT32_MAX &&
           finding->element > (int64_t)UINT32_MAX - BELOW_MAX;
}

/* The plan passes peers(x), and the kernel takes it for a buffer of numbers. */
bool finding_is_in_table_of_ranks(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_past_the_end(view, finding) && !strncmp(finding->buffer, "peers(", strlen("peers("));
}

bool finding_is_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding_has_buffer(finding) && finding->offset_bytes < 0;
}

/* One element before the start, where the index is the remainder of a division. */
bool finding_is_remainder_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_before_the_start(view, finding) && finding->offset_bytes == -(int64_t)finding->size_bytes &&
           strchr(phrase_source_line(arena, view->source, finding->line), '%') != NULL;
}

/* Before the start, where the index is the remainder of a negative number. */
bool finding_is_remainder_below_zero(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *text = phrase_source_line(arena, view->source, finding->line), *remainder = strchr(text, '%');
    return finding_is_before_the_start(view, finding) && remainder && memchr(text, '-', (size_t)(remainder - text));
}

/* Calls within calls, and not an array on the stack. */
bool finding_is_of_nested_calls(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->said && told_find(finding->said, vgpu_finding_text(VGPU_TEXT_NESTED_TOO_DEEPLY));
}

bool finding_is_shared(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->space == VGPU_FINDING_SPACE_SHARED;
}

bool finding_is_shared_past_the_end(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding_is_past_the_end(view, finding);
}

bool finding_is_shared_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding_is_before_the_start(view, finding);
}

/* A variable that is no array. */
bool finding_is_lone_variable(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding_has_buffer(finding) &&
           finding->buffer_bytes == finding->size_bytes;
}
