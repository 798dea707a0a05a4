/* Parses .loc: source lines and inlined calls. */
#include <limits.h>

#include "base/told.h"
#include "ptx/parse/parser.h"

/* The slot that remembers the location, so a later inlined_at finds its own chain. */
static uint32_t location_slot(int file, int line, int column)
{
    uint32_t hash = (uint32_t)file * 0x9e3779b1u ^ (uint32_t)line * 0x85ebca6bu ^ (uint32_t)column * 0xc2b2ae35u;
    return (hash ^ hash >> 15) & (PTX_LOCATIONS - 1);
}

static const struct ptx_location *find_location(const struct ptx_parser *parser, int file, int line, int column)
{
    const struct ptx_location_memory *memory = parser->location_memory;
    uint32_t slot = location_slot(file, line, column);
    const struct ptx_location *found = memory ? memory->locations[slot] : NULL;
    if (!found || memory->serials[slot] != parser->builder.serial)
        return NULL;
    return found->file == file && found->line == line && found->column == column ? found : NULL;
}

static void remember(struct ptx_parser *parser, const struct ptx_location *location)
{
    if (!parser->location_memory)
        parser->location_memory = ARENA_NEW(parser->scratch, struct ptx_location_memory);
    uint32_t slot = location_slot(location->file, location->line, location->column);
    parser->location_memory->locations[slot] = location;
    parser->location_memory->serials[slot] = parser->builder.serial;
}

static bool parse_place(struct ptx_parser *parser, int place[3])
{
    static const char *const names[3] = {TOLD_TEXT("a file index"), TOLD_TEXT("a line"), TOLD_TEXT("a column")};
    for (int i = 0; i < 3; i++) {
        uint64_t value;
        if (!parser_at(parser, PTX_TOKEN_INTEGER))
            return parser_fail(parser, "expected %s", names[i]);
        value = parser->token.bits;
        if (value > INT_MAX)
            return parser_fail(parser, "%s is too large", names[i]);
        place[i] = (int)value;
        parser_next(parser);
    }
    return true;
}

static bool at_name(const struct ptx_parser *parser, const char *text)
{
    return parser_at(parser, PTX_TOKEN_NAME) && strcmp(parser->token.name->text, text) == 0;
}

/* "," "function_name" name ["+" integer] */
static bool parse_function_name(struct ptx_parser *parser)
{
    if (!at_name(parser, "function_name"))
        return parser_fail(parser, "expected function_name");
    parser_next(parser);
    if (!parser_expect(parser, PTX_TOKEN_NAME, TOLD_TEXT("a label")))
        return false;
    return !parser_accept(parser, '+') || parser_expect(parser, PTX_TOKEN_INTEGER, TOLD_TEXT("an offset"));
}

/* "," "inlined_at" file line column */
static bool parse_inlined_at(struct ptx_parser *parser, struct ptx_location *location)
{
    if (!at_name(parser, "inlined_at"))
        return parser_fail(parser, "expected inlined_at");
    parser_next(parser);
    int place[3];
    if (!parse_place(parser, place))
        return false;
    const struct ptx_location *outer = find_location(parser, place[0], place[1], place[2]);
    if (!outer) {
        struct ptx_location *leaf = ARENA_NEW(parser->arena, struct ptx_location);
        *leaf = (struct ptx_location){.file = place[0], .line = place[1], .column = place[2]};
        outer = leaf;
    }
    location->inlined_at = outer;
    location->depth = outer->depth + 1;
    return true;
}

/*
 * .loc file line column   (PTX ISA 11.5)
 *      ["," "function_name" label ["+" n] "," "inlined_at" file line column]
 */
bool parse_location(struct ptx_parser *parser)
{
    enum { CHAIN_MAX = 64 };
    int place[3];
    if (!parse_place(parser, place))
        return false;
    struct ptx_location *location = ARENA_NEW(parser->arena, struct ptx_location);
    *location = (struct ptx_location){.file = place[0], .line = place[1], .column = place[2]};
    if (parser_accept(parser, ',')) {
        if (!parse_function_name(parser) || !parser_expect(parser, ',', "','") || !parse_inlined_at(parser, location))
            return false;
        if (location->depth > CHAIN_MAX)
            return parser_fail(parser, "inlined_at chained more than %d times", CHAIN_MAX);
    }
    remember(parser, location);
    parser->builder.location = location->line > 0 && !parser->is_source ? location : NULL;
    return true;
}
