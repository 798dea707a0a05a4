/* Reads where variables are. */
#include "ptx/debug/place.h"

#include <limits.h>
#include <string.h>

#include "base/buffer.h"

enum {
    PLACES_MAX = 1 << 14,
    OP_ADDRESS = 0x03,
    OP_PLUS = 0x23,
    OP_REGISTER = 0x90,
    OP_REGISTER_PLUS = 0x92,
    REGISTER_BYTES = 8
};

/* The characters of a register's name, the last one in the lowest byte. NULL: no name. */
static const char *register_name(uint64_t number, struct arena *arena)
{
    char name[REGISTER_BYTES + 1];
    size_t length = 0;
    for (int byte = REGISTER_BYTES - 1; byte >= 0; byte--) {
        char c = (char)(number >> 8 * byte);
        if (c)
            name[length++] = c;
    }
    name[length] = '\0';
    return name[0] == '%' ? arena_strdup(arena, name) : NULL;
}

/* A PTX line, or a bound of it if the number is none. */
static int line_of(uint64_t number)
{
    return number > INT_MAX ? INT_MAX : (int)number;
}

/*
 * regx R | bregx R offset | addr SYMBOL [plus_uconst offset]. False: another expression.
 */
static bool read_expression(const struct dwarf *dwarf, const struct dwarf_value *bytes, struct arena *arena,
                            struct ptx_debug_place *place)
{
    struct dwarf_cursor cursor = {.next = bytes->bytes, .end = bytes->bytes + bytes->number};
    uint64_t op = dwarf_number(&cursor, 1);
    if (op == OP_REGISTER || op == OP_REGISTER_PLUS) {
        place->kind = op == OP_REGISTER ? PTX_DEBUG_REGISTER : PTX_DEBUG_ADDRESS;
        place->name = register_name(dwarf_leb(&cursor, false), arena);
        if (op == OP_REGISTER_PLUS)
            place->offset_bytes = (int64_t)dwarf_leb(&cursor, true);
    } else if (op == OP_ADDRESS) {
        const char *symbol = sections_symbol(dwarf->sections, dwarf_number(&cursor, 8));
        place->kind = PTX_DEBUG_VARIABLE;
        place->name = symbol;
        if (cursor.next < cursor.end && dwarf_number(&cursor, 1) == OP_PLUS)
            place->offset_bytes = (int64_t)dwarf_leb(&cursor, false);
    }
    return place->name && !cursor.failed && cursor.next == cursor.end;
}

static void add(struct buffer *places, const struct ptx_debug_place *place)
{
    if (places->size_bytes / sizeof *place < PLACES_MAX)
        buffer_append(places, place, sizeof *place);
}

void place_read(const struct dwarf *dwarf, const struct dwarf_entry *entry, struct arena *arena,
                struct ptx_debug_variable *variable)
{
    struct buffer places CLEANUP(buffer_done) = BUFFER_INIT;
    const struct dwarf_value *location = &entry->values[DWARF_LOCATION];
    struct ptx_debug_place place = {.first = 0, .end = INT_MAX};
    bool is_list = location->kind == DWARF_LIST || location->kind == DWARF_NUMBER;
    uint64_t offset = location->number, first, end;
    struct dwarf_value bytes;
    if (location->kind == DWARF_BYTES && read_expression(dwarf, location, arena, &place))
        add(&places, &place);
    while (is_list && dwarf_next_place(dwarf, &offset, &first, &end, &bytes)) {
        place = (struct ptx_debug_place){.first = line_of(first), .end = line_of(end)};
        if (read_expression(dwarf, &bytes, arena, &place))
            add(&places, &place);
    }
    variable->place_count = (uint32_t)(places.size_bytes / sizeof place);
    variable->places = arena_memdup(arena, buffer_text(&places), places.size_bytes);
}
