/* Slips in launch lines, and in what the kernel takes from them. */
#include "grader/cause/cause_finder.h"
#include "grader/source/source_block.h"
#include "grader/source/source_launch.h"

struct sentence cause_launch_exchange(const struct cause_search *search)
{
    struct source_launch_exchange found = source_launch_exchange(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_EXCHANGE, found.line, {"first", found.first}, {"second", found.second});
}

struct sentence cause_launch_quotient(const struct cause_search *search)
{
    struct source_launch_quotient found = source_launch_quotient(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_QUOTIENT, found.line, {"quotient", found.quotient},
                    {"written", found.written}, {"sum", found.sum}, {"right", found.right});
}

struct sentence cause_launch_width(const struct cause_search *search)
{
    struct source_block_width found = source_block_width(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_BLOCK_WIDTH, found.line, {"width", found.width},
                    {"launch_line", phrase_integer(search->arena, found.launch_line)}, {"threads", found.threads});
}

struct sentence cause_launch_axis(const struct cause_search *search)
{
    struct source_block_flat flat = source_block_flat(search->source, search->arena);
    struct source_block_unread unread = source_block_unread(search->source, search->arena);
    if (flat.line)
        return CAUSE_AT(search, flat.option ? SENTENCE_SLIP_FLAT_OPTION : SENTENCE_SLIP_FLAT_LAUNCH, flat.line,
                        {"name", flat.name}, {"option", flat.option ? flat.option : ""},
                        {"launch_line", phrase_integer(search->arena, flat.launch_line)});
    return CAUSE_AT(search, SENTENCE_SLIP_UNREAD_AXIS, unread.line, {"name", unread.name}, {"option", unread.option});
}

struct sentence cause_launch_twins(const struct cause_search *search)
{
    struct source_launch_twins found = source_launch_twins(search->source, search->arena);
    int line = found.line ? found.other_line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_TWINS, line, {"first_line", phrase_integer(search->arena, found.line)});
}

/* Whether the grid of each failing case has the numbers that it needs, the other way round. */
static bool is_exchanged(const struct verdict *verdict)
{
    size_t failing = 0;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        failing += given->wrong_count > 0;
        if (given->wrong_count && !given->wrong[0].is_exchanged)
            return false;
    }
    return failing > 0;
}

struct sentence cause_launch_grid(const struct cause_search *search)
{
    bool is_turned = search->evidence->wrong && search->evidence->wrong->is_turned;
    struct source_block_axes axes = {0};
    if (is_turned || is_exchanged(search->verdict))
        axes = source_block_axes(search->source, search->arena);
    if (is_turned)
        return CAUSE_AT(search, SENTENCE_SLIP_TURNED, axes.launch_line ? axes.x_line : 0,
                        {"launch_line", phrase_integer(search->arena, axes.launch_line)});
    return CAUSE_AT(search, SENTENCE_SLIP_EXCHANGED_GRID, axes.launch_line, {"right", axes.exchanged});
}
