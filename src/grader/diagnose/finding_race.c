/* Refinements of races: the two parties, two stores, changes in place, rounds of a loop, copies. */
#include <string.h>

#include "base/identifier.h"
#include "base/told.h"
#include "grader/diagnose/finding_refinement.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_quiet.h"
#include "grader/source_barrier.h"
#include "grader/value/phrase.h"

/* The other party is another launch, or a copy or fill of the plan. */
bool finding_is_of_another_launch(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->other.kernel != NULL;
}

/*
 * One stream cannot order them. Often it is one statement of the plan, which runs on all devices.
 */
bool finding_is_of_another_device(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_of_another_launch(view, finding) && finding->other.device != finding->device;
}

/* The line of both parties is named once. */
bool finding_is_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->line > 0 && finding->line == finding->other.line;
}

bool finding_is_shared_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding_is_at_one_line(view, finding);
}

/* A note that the exercise makes an error. */
bool finding_is_strict(const struct finding_view *view, const struct vgpu_finding *finding)
{
    (void)view;
    return finding->severity == VGPU_SEVERITY_ERROR;
}

bool finding_is_strict_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_strict(view, finding) && finding_is_at_one_line(view, finding);
}

/* --- two stores ------------------------------------------------------------------------------- */

/* One line stores to the same element of global memory in two threads. */
bool finding_is_stored_twice(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding->space == VGPU_FINDING_SPACE_GLOBAL && finding->element >= 0 &&
           finding->access == VGPU_ACCESS_WRITE && finding_is_at_one_line(view, finding);
}

bool finding_is_stored_twice_strict(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_strict(view, finding) && finding_is_stored_twice(view, finding);
}

/* Several blocks store to a buffer that the plan sets to 0: they must add to it. */
bool finding_is_stored_over_sum(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_stored_twice(view, finding) && finding_has_buffer(finding) && view->source &&
           memcmp(finding->block, finding->other.block, sizeof finding->block) != 0 &&
           source_launch_zeroes(view->source, finding->buffer, arena);
}

/* Two lines store to one element of an output, and to some elements none does. */
bool finding_leaves_elements(const struct finding_view *view, const struct vgpu_finding *finding)
{
    bool are_two = finding->line > 0 && finding->other.line > 0 && finding->line != finding->other.line;
    for (size_t i = 0; are_two && finding_has_buffer(finding) && view->given && i < view->given->wrong_count; i++)
        if (!strcmp(view->given->wrong[i].parameter, finding->buffer) && view->given->wrong[i].unwritten_count)
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
static bool changes_in_place(const struct finding_view *view, const struct vgpu_finding *finding,
                             const char *const *operators)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *text = phrase_source_line(arena, view->source, finding->line),
               *buffer = finding->buffer ? finding->buffer : "";
    for (; *operators; operators++)
        for (const char *at = strstr(text, *operators); at; at = strstr(at + 1, *operators))
            if (changes_memory(text, at, buffer) && !is_operand(text, at, buffer))
                return true;
    return false;
}

/* "out[c] += x" reads the old value. */
bool finding_is_summed_in_place(const struct finding_view *view, const struct vgpu_finding *finding)
{
    static const char *const operators[] = {"+=", NULL};
    return changes_in_place(view, finding, operators);
}

/* "count++" in several threads: each reads the old number, and the last write wins. */
bool finding_is_lost_update(const struct finding_view *view, const struct vgpu_finding *finding)
{
    static const char *const operators[] = {"+=", "-=", "++", "--", NULL};
    return finding_is_at_one_line(view, finding) && changes_in_place(view, finding, operators);
}

/* "box[0] = min(box[0], x)" in several threads. */
bool finding_is_lost_least(const struct finding_view *view, const struct vgpu_finding *finding)
{
    static const char *const calls[] = {"min(", "max(", "fminf(", "fmaxf("};
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (finding->line <= 0 || finding->line != finding->other.line || !finding_has_buffer(finding))
        return false;
    const char *text = phrase_source_line(arena, view->source, finding->line);
    const char *stored = strstr(text, finding->buffer), *equals = stored ? strchr(stored, '=') : NULL;
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
bool finding_is_of_the_next_round(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && view->source && finding->other.line > 0 &&
           finding->other.line < finding->line &&
           source_barrier_between(view->source, finding->other.line, finding->line);
}

/* Whether the source sets the name to 0, and changes it nowhere. */
static bool is_always_zero(const struct source *source, const char *name)
{
    bool is_zero = false;
    for (size_t at = 0; at < source->size_bytes; at++) {
        if (!identifier_at(source, at, name))
            continue;
        size_t next = source_quiet_blanks(source, at + strlen(name));
        bool begins = source_quiet_begins(source, next, "= 0;") || source_quiet_begins(source, next, "= 0,");
        bool compares = source_quiet_begins(source, next, "==");
        bool changes = (next < source->size_bytes && source->text[next] == '=' && !compares) ||
                       (next + 1 < source->size_bytes && strchr("+-*/%^|&", source->text[next]) &&
                        strchr("=+-", source->text[next + 1])) ||
                       (at > 1 && strchr("+-", source->text[at - 1]) && source->text[at - 2] == source->text[at - 1]);
        if (changes && (!begins || is_zero))
            return false;
        is_zero |= begins;
    }
    return is_zero;
}

const char *finding_fixed_index(const struct finding_view *view, const struct vgpu_finding *finding,
                                struct arena *arena)
{
    enum { PARTS_MOST = 4 };
    unsigned long parts =
        view->source && finding_has_buffer(finding) ? source_index_size(view->source, finding->buffer, 0) : 0;
    if (parts < 2 || parts > PARTS_MOST)
        return NULL;
    const char *text = phrase_source_line(arena, view->source, finding->line);
    const char *found = strstr(text, arena_printf(arena, "%s[", finding->buffer));
    const char *name = found ? found + strlen(finding->buffer) + 1 : "", *end = name;
    while (identifier_has(*end))
        end++;
    const char *index = arena_strndup(arena, name, (size_t)(end - name));
    return *index && *end == ']' && is_always_zero(view->source, index) ? index : NULL;
}

/* The next round overwrites the part that this one reads, since both have the same. */
bool finding_is_of_the_same_part(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_of_the_next_round(view, finding) && finding_fixed_index(view, finding, arena);
}

/* --- asynchronous copies ---------------------------------------------------------------------- */

/* The write is an asynchronous copy that its thread has not waited for. */
bool finding_is_of_a_copy(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding->said &&
           told_find(finding->said, vgpu_finding_text(VGPU_TEXT_BY_COPY));
}

bool finding_is_of_a_copy_at_one_line(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_of_a_copy(view, finding) && finding_is_at_one_line(view, finding);
}

/* A copy of the learner's own has its text at the line, or a little before. */
static bool is_copy_at(const struct finding_view *view, int line)
{
    enum { LINES_BEFORE = 3 };
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (int i = line; view->source && i > 0 && i >= line - LINES_BEFORE; i--) {
        const char *text = phrase_source_line(arena, view->source, i);
        if (strstr(text, "cp.async") || strstr(text, "memcpy_async"))
            return true;
    }
    return false;
}

/* Its thread has waited for it, and another one reads. */
bool finding_is_of_a_copy_by_another(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && is_copy_at(view, finding->other.line) &&
           !finding_is_of_a_copy(view, finding) &&
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
bool finding_is_of_lost_copy(const struct finding_view *view, const struct vgpu_finding *finding)
{
    static const char *const others[] = {"wait_all", "__pipeline_commit", "cuda::pipeline", "mbarrier"};
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!finding_is_of_a_copy(view, finding) || !view->source)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (line_of(view->source, others[i]))
            return false;
    int line = line_of(view->source, "cp.async.commit_group");
    const char *function = line ? source_loop_function(view->source, line, arena) : NULL;
    return !line || (function && count_names(view->source, function) == 1);
}
