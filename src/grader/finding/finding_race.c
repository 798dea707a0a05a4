/* Refinements of races: the two parties, two stores, changes in place, rounds of a loop, copies. */
#include <string.h>

#include "base/identifier.h"
#include "base/told.h"
#include "grader/finding/finding_refinement.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_slip.h"
#include "grader/source_barrier.h"
#include "grader/value/phrase.h"

/* The other party is another launch, or a copy or fill of the plan. */
bool finding_is_of_another_launch(const struct finding_facts *facts)
{
    return facts->finding->other.kernel != NULL;
}

/*
 * One stream cannot order them. Often it is one statement of the plan, which runs on all devices.
 */
bool finding_is_of_another_device(const struct finding_facts *facts)
{
    return finding_is_of_another_launch(facts) && facts->finding->other.device != facts->finding->device;
}

/* The line of both parties is named once. */
bool finding_is_at_one_line(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding->line > 0 && finding->line == finding->other.line;
}

bool finding_is_shared_at_one_line(const struct finding_facts *facts)
{
    return finding_is_shared(facts) && finding_is_at_one_line(facts);
}

/* A note that the exercise makes an error. */
bool finding_is_strict(const struct finding_facts *facts)
{
    return facts->finding->severity == VGPU_SEVERITY_ERROR;
}

bool finding_is_strict_at_one_line(const struct finding_facts *facts)
{
    return finding_is_strict(facts) && finding_is_at_one_line(facts);
}

/* --- two stores ------------------------------------------------------------------------------- */

/* One line stores to the same element of global memory in two threads. */
bool finding_is_stored_twice(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding->space == VGPU_FINDING_SPACE_GLOBAL && finding->element >= 0 &&
           finding->access == VGPU_ACCESS_WRITE && finding_is_at_one_line(facts);
}

bool finding_is_stored_twice_strict(const struct finding_facts *facts)
{
    return finding_is_strict(facts) && finding_is_stored_twice(facts);
}

/* A single `__shared__` variable that each thread takes for its own. */
bool finding_is_lone_variable_of_threads(const struct finding_facts *facts)
{
    return finding_is_lone_variable(facts) && finding_is_at_one_line(facts);
}

/* A single `__device__` variable that each thread takes for its own. */
bool finding_is_variable_of_the_file(const struct finding_facts *facts)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct vgpu_finding *finding = facts->finding;
    bool is_single = finding_has_buffer(finding) && finding->buffer_bytes == finding->size_bytes;
    return finding_is_stored_twice(facts) && is_single && !facts->parameter && facts->source &&
           source_slip_has_word(facts->source, "__device__") &&
           !source_slip_scratch(facts->source, finding->buffer, arena).line;
}

/* Several blocks store to a buffer that the plan sets to 0: they must add to it. */
bool finding_is_stored_over_sum(const struct finding_facts *facts)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_stored_twice(facts) && finding_has_buffer(finding) && facts->source &&
           memcmp(finding->block, finding->other.block, sizeof finding->block) != 0 &&
           source_launch_zeroes(facts->source, finding->buffer, arena);
}

/* Two lines store to one element of an output, and to some elements none does. */
bool finding_leaves_elements(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    const struct case_verdict *given = facts->view->given;
    bool are_two = finding->line > 0 && finding->other.line > 0 && finding->line != finding->other.line;
    for (size_t i = 0; are_two && finding_has_buffer(finding) && given && i < given->wrong_count; i++)
        if (!strcmp(given->wrong[i].parameter, finding->buffer) && given->wrong[i].unwritten_count)
            return true;
    return false;
}

/* --- changes in place ------------------------------------------------------------------------- */

/*
 * Whether the operator at `at` changes the buffer: an element, a dereferenced pointer, a member, or
 * the variable itself. The "c += 32" of a loop does not.
 */
static bool changes_memory(const char *text, const char *at, const char *buffer)
{
    while (at > text && at[-1] == ' ')
        at--;
    if (at > text && at[-1] == ']')
        return true;
    const char *name = at;
    while (name > text && identifier_has(name[-1]))
        name--;
    size_t length = (size_t)(at - name);
    bool is_reached = length && name > text && strchr("*.>", name[-1]);
    return is_reached || (length && strlen(buffer) == length && !memcmp(name, buffer, length));
}

/* The buffer is on the right side alone: "sum.x += parts[i]" changes no element of it. */
static bool is_operand(const char *text, const char *at, const char *buffer)
{
    const struct source line = {.text = text, .size_bytes = strlen(text)};
    bool is_left = false, is_right = false;
    for (size_t i = 0; *buffer && i < line.size_bytes; i++)
        if (identifier_at(&line, i, buffer))
            *(text + i < at ? &is_left : &is_right) = true;
    return is_right && !is_left;
}

/* Whether the line has one of these operators on the finding's buffer. */
static bool changes_in_place(const struct finding_facts *facts, const char *const *operators)
{
    const char *text = facts->line_text, *buffer = facts->finding->buffer ? facts->finding->buffer : "";
    for (; *operators; operators++)
        for (const char *at = strstr(text, *operators); at; at = strstr(at + 1, *operators))
            if (changes_memory(text, at, buffer) && !is_operand(text, at, buffer))
                return true;
    return false;
}

/* "out[c] += x" reads the old value. */
bool finding_is_summed_in_place(const struct finding_facts *facts)
{
    static const char *const operators[] = {"+=", NULL};
    return changes_in_place(facts, operators);
}

/* "count++" in several threads: each reads the old number, and the last write wins. */
bool finding_is_lost_update(const struct finding_facts *facts)
{
    static const char *const operators[] = {"+=", "-=", "++", "--", NULL};
    return finding_is_at_one_line(facts) && changes_in_place(facts, operators);
}

/* "box[0] = min(box[0], x)" in several threads. */
bool finding_is_lost_least(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    static const char *const calls[] = {"min(", "max(", "fminf(", "fmaxf("};
    if (!finding_is_at_one_line(facts) || !finding_has_buffer(finding))
        return false;
    const char *stored = strstr(facts->line_text, finding->buffer), *equals = stored ? strchr(stored, '=') : NULL;
    for (size_t i = 0; equals && i < sizeof calls / sizeof *calls; i++) {
        const char *call = strstr(equals, calls[i]), *taken = call ? strstr(call, finding->buffer) : NULL;
        if (taken && !strstr(taken + 1, finding->buffer)) /* else it takes another element, too */
            return true;
    }
    return false;
}

/* --- rounds of a loop ------------------------------------------------------------------------- */

/*
 * The write belongs to the next round of a loop. There is a barrier between the two lines, but none
 * at the end of a round.
 */
bool finding_is_of_the_next_round(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_shared(facts) && facts->source && finding->other.line > 0 &&
           finding->other.line < finding->line &&
           source_barrier_between(facts->source, finding->other.line, finding->line);
}

/* The next round overwrites the part that this one reads, since both have the same. */
bool finding_is_of_the_same_part(const struct finding_facts *facts)
{
    return finding_is_of_the_next_round(facts) && facts->fixed_index;
}

/* --- asynchronous copies ---------------------------------------------------------------------- */

/* The write is an asynchronous copy that its thread has not waited for. */
bool finding_is_of_a_copy(const struct finding_facts *facts)
{
    return finding_is_shared(facts) && facts->finding->said &&
           told_find(facts->finding->said, vgpu_finding_text(VGPU_TEXT_BY_COPY));
}

bool finding_is_of_a_copy_at_one_line(const struct finding_facts *facts)
{
    return finding_is_of_a_copy(facts) && finding_is_at_one_line(facts);
}

/* A copy of the learner's own has its text at the line, or a little before. */
static bool is_copy_at(const struct source *source, int line)
{
    enum { LINES_BEFORE = 3 };
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (int i = line; source && i > 0 && i >= line - LINES_BEFORE; i--) {
        const char *text = phrase_source_line(arena, source, i);
        if (strstr(text, "cp.async") || strstr(text, "memcpy_async"))
            return true;
    }
    return false;
}

/* Its thread has waited for it, and another one reads. */
bool finding_is_of_a_copy_by_another(const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    return finding_is_shared(facts) && is_copy_at(facts->source, finding->other.line) && !finding_is_of_a_copy(facts) &&
           memcmp(finding->thread, finding->other.thread, sizeof finding->thread) != 0;
}

/* Whether the source has this name as often as that, as a call or in a definition. */
static size_t count_names(const struct source *source, const char *name)
{
    size_t count = 0;
    for (size_t at = 0; at < source->size_bytes; at++)
        count += identifier_at(source, at, name);
    return count;
}

static int line_of(const struct source *source, const char *text)
{
    const char *found = memmem(source->text, source->size_bytes, text, strlen(text));
    int line = 1;
    for (const char *at = source->text; found && at < found; at++)
        line += *at == '\n';
    return found ? line : 0;
}

/* No copy belongs to a group: the function that ends one is missing, or nobody calls it. */
bool finding_is_of_lost_copy(const struct finding_facts *facts)
{
    static const char *const others[] = {"wait_all", "__pipeline_commit", "cuda::pipeline", "mbarrier"};
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!finding_is_of_a_copy(facts) || !facts->source)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (line_of(facts->source, others[i]))
            return false;
    int line = line_of(facts->source, "cp.async.commit_group");
    const char *function = line ? source_loop_function(facts->source, line, arena) : NULL;
    return !line || (function && count_names(facts->source, function) == 1);
}
