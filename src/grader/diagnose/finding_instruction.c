/* Refinements of findings that follow from the kind of instruction, and the line around it. */
#include <string.h>

#include "base/identifier.h"
#include "grader/diagnose/finding_refinement.h"
#include "grader/source/source_index.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_quiet.h"
#include "grader/value/phrase.h"

enum { LANES = 32 };

/* A load or store of wmma, which takes the rows of a fragment. */
bool finding_is_of_loaded_fragment(const struct finding_view *view, const struct vgpu_finding *finding)
{
    bool is_of_wmma = finding->instruction && !strncmp(finding->instruction, "wmma.", strlen("wmma."));
    return is_of_wmma && (finding_is_past_the_end(view, finding) || finding->kind == VGPU_FINDING_UNINITIALISED_SHARED);
}

/* One warp stores a fragment, and an element of it twice. */
static bool is_of_one_warp(const struct finding_view *view, const struct vgpu_finding *finding)
{
    const struct vgpu_party *other = &finding->other;
    bool is_one_warp = !memcmp(finding->block, other->block, sizeof finding->block) &&
                       finding->thread[0] / LANES == other->thread[0] / LANES &&
                       finding->thread[1] == other->thread[1] && finding->thread[2] == other->thread[2];
    return finding_is_stored_twice(view, finding) && is_one_warp && finding->instruction &&
           !strncmp(finding->instruction, "wmma.store", strlen("wmma.store"));
}

/* One store, of which two rows meet. */
bool finding_is_fragment_of_short_rows(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return is_of_one_warp(view, finding) && !finding_is_of_two_fragments(view, finding);
}

/* Two stores of one line. */
bool finding_is_of_two_fragments(const struct finding_view *view, const struct vgpu_finding *finding)
{
    bool are_two = finding->other.ptx_line && finding->ptx_line != finding->other.ptx_line;
    return are_two && is_of_one_warp(view, finding);
}

/* A read of an array that has one element for each warp of the block. */
bool finding_is_shared_by_warp(const struct finding_view *view, const struct vgpu_finding *finding)
{
    uint64_t threads = finding_block_threads(view->reported, finding->kernel);
    return finding_is_shared_by_thread(view, finding) && finding->access == VGPU_ACCESS_READ && threads > LANES &&
           finding->buffer_bytes / finding->size_bytes == (threads + LANES - 1) / LANES;
}

/* Before the start, where the index is the remainder of a negative number. */
bool finding_is_remainder_below_zero(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *text = phrase_source_line(arena, view->source, finding->line), *remainder = strchr(text, '%');
    return finding_is_before_the_start(view, finding) && remainder && memchr(text, '-', (size_t)(remainder - text));
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
