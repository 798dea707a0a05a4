/* Refinements of accesses outside of a buffer, as far as the finding itself shows them. */
#include "grader/finding/finding_refinement.h"

#include <string.h>

#include "base/identifier.h"
#include "base/told.h"
#include "grader/finding/declared_unit.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_index.h"
#include "grader/value/observation_merge.h"

/* The threads of one launch of the kernel; UINT64_MAX: unknown. */
static uint64_t thread_count(const struct kernel_observation *launches)
{
    uint64_t threads = 1;
    for (size_t d = 0; launches && d < 3; d++)
        threads *= (uint64_t)launches->grid[d] * launches->block[d];
    return launches ? threads : UINT64_MAX;
}

/* The element that has the thread's global index. */
static int64_t own_element(const struct vgpu_finding *finding, const struct kernel_observation *launches)
{
    int64_t width = launches ? launches->block[0] : 0;
    return finding->block[0] * width + finding->thread[0];
}

bool finding_is_any(const struct finding_facts *facts)
{
    (void)facts;
    return true;
}

bool finding_is_past_the_end(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_has_buffer(finding) && finding->offset_bytes >= 0 && vgpu_finding_bytes_past(finding) > 0;
}

/* No access of a run, but what the source says (overrun_note.h). */
bool finding_is_of_source(const struct finding_facts *facts)
{
    return facts->finding->space == VGPU_FINDING_SPACE_LOCAL && !facts->finding->ptx_line;
}

/* So far away that the nearest buffer explains nothing. */
bool finding_is_far_away(const struct finding_facts *facts)
{
    enum { FAR_BITS = 40 };
    int64_t offset = facts->finding->offset_bytes; /* of an address in the upper half of all it is below 0 */
    return finding_has_buffer(facts->finding) && (uint64_t)(offset < 0 ? -offset : offset) >> FAR_BITS != 0;
}

/* The kernel took elements of a buffer for addresses. */
bool finding_lacks_peers(const struct finding_facts *facts)
{
    return finding_is_far_away(facts) && facts->table.line;
}

/* The value goes to memory, and shows where the memory is used. */
bool finding_is_stored(const struct finding_facts *facts)
{
    return facts->finding->said && told_find(facts->finding->said, vgpu_finding_text(VGPU_TEXT_UNSET_STORE_TO));
}

bool finding_is_past_the_end_once(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && observation_most_often(facts->view->all, facts->finding) == 1;
}

static bool is_own_element(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding->element == own_element(finding, facts->launches) && !finding->thread[1] && !finding->block[1];
}

/* Only one thread, at its own element: the guard lets the length itself through. */
bool finding_is_one_past_the_end(const struct finding_facts *facts)
{
    return finding_is_past_the_end_once(facts) && (!facts->source || source_guard_has_closed(facts->source)) &&
           vgpu_finding_bytes_past(facts->finding) == facts->finding->size_bytes && is_own_element(facts);
}

/*
 * One access for each thread at most. More of them come from a loop, and its bound is wrong. An
 * index that divides has the thread's number by chance.
 */
bool finding_is_own_past_the_end(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && is_own_element(facts) &&
           facts->finding->count <= thread_count(facts->launches) && !strpbrk(facts->index, "/%[");
}

static bool is_bounded(const struct finding_facts *facts, bool is_reversed)
{
    return facts->bound.line && facts->bound.is_reversed == is_reversed;
}

/* Each thread takes its own element, and a guard lets only those through that have none. */
bool finding_is_let_past(const struct finding_facts *facts)
{
    return finding_is_own_past_the_end(facts) && is_bounded(facts, true);
}

bool finding_is_bounded_too_late(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && is_bounded(facts, false);
}

/* A table of addresses is read from a buffer of numbers. */
bool finding_is_number_for_address(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    const struct source_slip_table *table = &facts->table;
    uint32_t unit = finding->space == VGPU_FINDING_SPACE_GLOBAL ? declared_unit_of(finding, facts->view) : 0;
    bool is_address = unit && unit < finding->size_bytes && finding->size_bytes == sizeof finding->address;
    return is_address && table->line && strlen(finding->buffer) == table->length &&
           !memcmp(finding->buffer, table->argument, table->length);
}

/* Two declared elements at once, by a pointer to pairs such as __half2. */
static bool is_pair(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    uint32_t unit = finding->space == VGPU_FINDING_SPACE_GLOBAL ? declared_unit_of(finding, facts->view) : 0;
    return unit && finding->size_bytes == 2 * unit && finding_is_past_the_end(facts);
}

bool finding_is_pair_past_the_end(const struct finding_facts *facts)
{
    return is_pair(facts) && (uint64_t)facts->finding->offset_bytes < facts->finding->buffer_bytes;
}

bool finding_is_pair_beyond_the_end(const struct finding_facts *facts)
{
    return is_pair(facts);
}

/* Past the end, and at least eight bytes at once. */
static bool is_wide(const struct finding_facts *facts)
{
    enum { WIDE_BYTES = 8 };
    return finding_is_past_the_end(facts) && facts->finding->space != VGPU_FINDING_SPACE_SHARED &&
           facts->finding->size_bytes >= WIDE_BYTES;
}

/* A wide access whose first elements exist. */
bool finding_is_wide_past_the_end(const struct finding_facts *facts)
{
    return is_wide(facts) && (uint64_t)facts->finding->offset_bytes < facts->finding->buffer_bytes;
}

/* A wide access that begins past the end. */
bool finding_is_wide_beyond_the_end(const struct finding_facts *facts)
{
    return is_wide(facts) && facts->parameter && facts->finding->size_bytes > dtype_bytes(facts->parameter->dtype);
}

bool finding_is_shared_without_size(const struct finding_facts *facts)
{
    return finding_is_shared(facts) && finding_has_buffer(facts->finding) && facts->finding->buffer_bytes == 0;
}

/* The plan gives the array its memory: `extern __shared__ float row[];`. */
bool finding_is_shared_of_plan(const struct finding_facts *facts)
{
    return finding_is_shared_past_the_end(facts) && facts->source &&
           source_slip_is_extern(facts->source, facts->finding->buffer);
}

/* An element for each thread, and more threads than elements. */
bool finding_is_shared_by_thread(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    bool is_own = finding->element == (int64_t)finding->thread[0] && !finding->thread[1] && !finding->thread[2];
    return finding_is_shared_past_the_end(facts) && is_own &&
           finding->buffer_bytes / finding->size_bytes < facts->block_threads;
}

bool finding_is_shared_by_axis(const struct finding_facts *facts)
{
    return finding_is_shared_past_the_end(facts) && facts->axis.axis >= 0;
}

/*
 * Whether the buffer's length comes from the grid: it is a formula, or `grid=` names it. One
 * element and one block agree by chance.
 */
static bool has_length_of_grid(const struct finding_facts *facts)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *length = facts->parameter->rank ? expression_text(facts->parameter->shape[0]) : "";
    const char *grid = arena_printf(arena, "grid=%s", length);
    const struct source name = {.text = length, .size_bytes = strlen(length)};
    bool is_formula = identifier_end(&name, 0) != name.size_bytes;
    return is_formula || memmem(facts->source->text, facts->source->size_bytes, grid, strlen(grid));
}

/* An element for each block, and the thread's number for an index. */
bool finding_is_of_block_by_thread(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    const struct kernel_observation *launches = facts->launches;
    if (!finding_is_past_the_end(facts) || !facts->parameter || !launches || !facts->source)
        return false;
    uint64_t count = finding->buffer_bytes / dtype_bytes(facts->parameter->dtype);
    bool is_of_grid = launches->grid[0] == count && launches->grid[1] == 1 && (count > 1 || has_length_of_grid(facts));
    return finding->element == finding->thread[0] && is_of_grid &&
           source_index_axis(facts->source, finding->line, finding->buffer, 0) == 0;
}

bool finding_is_double_of_float(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && facts->parameter && facts->parameter->dtype == DTYPE_F32 &&
           facts->finding->size_bytes == sizeof(double) && facts->source &&
           source_slip_has_double_pointer(facts->source);
}

/* A wide access from the thread's own float on, as if it were one float. */
static bool is_wide_from_own_float(const struct vgpu_finding *finding, const struct kernel_observation *launches)
{
    return finding->size_bytes > sizeof(float) &&
           finding->offset_bytes == own_element(finding, launches) * (int64_t)sizeof(float) && !finding->thread[1] &&
           !finding->block[1];
}

bool finding_is_wide_and_misaligned(const struct finding_facts *facts)
{
    const struct observation *all = facts->view->all;
    bool is_misaligned = false;
    for (size_t i = 0; all && i < all->finding_count; i++) {
        const struct vgpu_finding *other = &all->findings[i];
        is_misaligned |= other->kind == VGPU_FINDING_MISALIGNED && other->line == facts->finding->line &&
                         is_wide_from_own_float(other, facts->launches);
    }
    return is_misaligned && is_wide_from_own_float(facts->finding, facts->launches) &&
           finding_is_wide_past_the_end(facts);
}

/* Element -1, in 32 bits without a sign. */
bool finding_is_below_zero_unsigned(const struct finding_facts *facts)
{
    enum { BELOW_MAX = 1 << 16 };
    return finding_is_past_the_end(facts) && facts->finding->element <= UINT32_MAX &&
           facts->finding->element > (int64_t)UINT32_MAX - BELOW_MAX;
}

/* The plan passes peers(x), and the kernel takes it for a buffer of numbers. */
bool finding_is_in_table_of_ranks(const struct finding_facts *facts)
{
    return finding_is_past_the_end(facts) && !strncmp(facts->finding->buffer, "peers(", strlen("peers("));
}

bool finding_is_before_the_start(const struct finding_facts *facts)
{
    return finding_has_buffer(facts->finding) && facts->finding->offset_bytes < 0;
}

/* One element before the start, where the index is the remainder of a division. */
bool finding_is_remainder_before_the_start(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_before_the_start(facts) && finding->offset_bytes == -(int64_t)finding->size_bytes &&
           strchr(facts->line_text, '%');
}

/* Before the start, where the index is the remainder of a negative number. */
bool finding_is_remainder_below_zero(const struct finding_facts *facts)
{
    const char *text = facts->line_text, *remainder = strchr(text, '%');
    return finding_is_before_the_start(facts) && remainder && memchr(text, '-', (size_t)(remainder - text));
}

/* Calls within calls, and not an array on the stack. */
bool finding_is_of_nested_calls(const struct finding_facts *facts)
{
    return facts->finding->said && told_find(facts->finding->said, vgpu_finding_text(VGPU_TEXT_NESTED_TOO_DEEPLY));
}

bool finding_is_shared(const struct finding_facts *facts)
{
    return facts->finding->space == VGPU_FINDING_SPACE_SHARED;
}

bool finding_is_shared_past_the_end(const struct finding_facts *facts)
{
    return finding_is_shared(facts) && finding_is_past_the_end(facts);
}

bool finding_is_shared_before_the_start(const struct finding_facts *facts)
{
    return finding_is_shared(facts) && finding_is_before_the_start(facts);
}

/* A variable that is no array. */
bool finding_is_lone_variable(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_shared(facts) && finding_has_buffer(finding) && finding->buffer_bytes == finding->size_bytes;
}
