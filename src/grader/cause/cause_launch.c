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
