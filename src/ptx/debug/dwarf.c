/* Reads entries of .debug_info by their abbreviations. */
#include "ptx/debug/dwarf.h"

#include <string.h>

enum { CODES_MAX = 1 << 16, ENTRIES_MAX = 1 << 19, VERSION_LEAST = 2, VERSION_MOST = 4, ADDRESS_BYTES = 8 };

static bool damaged(const struct dwarf *dwarf)
{
    return error_tell(dwarf->error, ERROR_SYNTAX, "the debug data is damaged");
}

/* --- bytes ------------------------------------------------------------------------------------ */

static struct dwarf_cursor cursor_at(const struct section *section, uint64_t offset)
{
    bool is_inside = offset <= section->size_bytes;
    return (struct dwarf_cursor){.next = section->bytes + (is_inside ? offset : section->size_bytes),
                                 .end = section->bytes + section->size_bytes,
                                 .failed = !is_inside};
}

uint64_t dwarf_number(struct dwarf_cursor *cursor, uint32_t size_bytes)
{
    uint64_t value = 0;
    if ((size_t)(cursor->end - cursor->next) < size_bytes) {
        cursor->next = cursor->end;
        cursor->failed = true;
        return 0;
    }
    for (uint32_t i = 0; i < size_bytes; i++)
        value |= (uint64_t)cursor->next[i] << 8 * i;
    cursor->next += size_bytes;
    return value;
}

uint64_t dwarf_leb(struct dwarf_cursor *cursor, bool is_signed)
{
    uint64_t value = 0;
    uint32_t shift = 0;
    uint8_t byte;
    do {
        byte = (uint8_t)dwarf_number(cursor, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && !cursor->failed);
    if (is_signed && byte & 0x40 && shift < 64)
        value |= UINT64_MAX << shift;
    return value;
}

static const char *take_text(struct dwarf_cursor *cursor)
{
    const char *text = (const char *)cursor->next;
    const uint8_t *nul = memchr(cursor->next, '\0', (size_t)(cursor->end - cursor->next));
    cursor->failed |= !nul;
    cursor->next = nul ? nul + 1 : cursor->end;
    return nul ? text : "";
}

static struct dwarf_value take_bytes(struct dwarf_cursor *cursor, uint64_t count)
{
    cursor->failed |= (uint64_t)(cursor->end - cursor->next) < count;
    if (cursor->failed)
        return (struct dwarf_value){0};
    struct dwarf_value value = {.kind = DWARF_BYTES, .number = count, .bytes = cursor->next};
    cursor->next += count;
    return value;
}

/* --- attributes ------------------------------------------------------------------------------- */

static const uint16_t attribute_codes[DWARF_ATTRIBUTE_COUNT] = {
    [DWARF_NAME] = 0x03,     [DWARF_LINKAGE_NAME] = 0x6e, [DWARF_TYPE] = 0x49,   [DWARF_SIZE] = 0x0b,
    [DWARF_ENCODING] = 0x3e, [DWARF_LOW] = 0x11,          [DWARF_HIGH] = 0x12,   [DWARF_LOCATION] = 0x02,
    [DWARF_LINE] = 0x3b,     [DWARF_FILE] = 0x3a,         [DWARF_COUNT] = 0x37,  [DWARF_UPPER] = 0x2f,
    [DWARF_OFFSET] = 0x38,   [DWARF_BITS] = 0x0d,         [DWARF_ORIGIN] = 0x31,
};
enum { LINKAGE_NAME_OF_DWARF_2 = 0x2007 };

static enum dwarf_attribute attribute_of(uint64_t code)
{
    enum dwarf_attribute attribute = 0;
    if (code == LINKAGE_NAME_OF_DWARF_2)
        return DWARF_LINKAGE_NAME;
    while (attribute < DWARF_ATTRIBUTE_COUNT && attribute_codes[attribute] != code)
        attribute++;
    return attribute;
}

/*
 * How the value of a form is stored. WIDTH: in `size` bytes. COUNT: a count in `size` bytes, then
 * the bytes.
 */
enum form_store {
    STORE_UNKNOWN,
    STORE_PRESENCE,
    STORE_WIDTH,
    STORE_COUNT,
    STORE_LEB,
    STORE_SIGNED,
    STORE_COUNT_LEB,
    STORE_TEXT
};

static const struct form {
    uint8_t store, size, kind;
} forms[] = {
    [0x01] = {STORE_WIDTH, ADDRESS_BYTES, DWARF_NUMBER}, /* addr */
    [0x03] = {STORE_COUNT, 2, DWARF_BYTES},              /* block2 */
    [0x04] = {STORE_COUNT, 4, DWARF_BYTES},              /* block4 */
    [0x05] = {STORE_WIDTH, 2, DWARF_NUMBER},             /* data2 */
    [0x06] = {STORE_WIDTH, 4, DWARF_NUMBER},             /* data4 */
    [0x07] = {STORE_WIDTH, 8, DWARF_NUMBER},             /* data8 */
    [0x08] = {STORE_TEXT, 0, DWARF_TEXT},                /* string */
    [0x09] = {STORE_COUNT_LEB, 0, DWARF_BYTES},          /* block */
    [0x0a] = {STORE_COUNT, 1, DWARF_BYTES},              /* block1 */
    [0x0b] = {STORE_WIDTH, 1, DWARF_NUMBER},             /* data1 */
    [0x0c] = {STORE_WIDTH, 1, DWARF_NUMBER},             /* flag */
    [0x0d] = {STORE_SIGNED, 0, DWARF_NUMBER},            /* sdata */
    [0x0e] = {STORE_WIDTH, 4, DWARF_TEXT},               /* strp */
    [0x0f] = {STORE_LEB, 0, DWARF_NUMBER},               /* udata */
    [0x10] = {STORE_WIDTH, 4, DWARF_NONE},               /* ref_addr: of another unit */
    [0x11] = {STORE_WIDTH, 1, DWARF_ENTRY},              /* ref1 */
    [0x12] = {STORE_WIDTH, 2, DWARF_ENTRY},              /* ref2 */
    [0x13] = {STORE_WIDTH, 4, DWARF_ENTRY},              /* ref4 */
    [0x14] = {STORE_WIDTH, 8, DWARF_ENTRY},              /* ref8 */
    [0x15] = {STORE_LEB, 0, DWARF_ENTRY},                /* ref_udata */
    [0x17] = {STORE_WIDTH, 4, DWARF_LIST},               /* sec_offset */
    [0x18] = {STORE_COUNT_LEB, 0, DWARF_BYTES},          /* exprloc */
    [0x19] = {STORE_PRESENCE, 0, DWARF_NUMBER},          /* flag_present */
    [0x20] = {STORE_WIDTH, 8, DWARF_NONE},               /* ref_sig8 */
};

static struct dwarf_value take_form(const struct dwarf *dwarf, struct dwarf_cursor *cursor, const struct form *form)
{
    struct dwarf_value value = {.kind = form->kind};
    if (form->store == STORE_TEXT) {
        value.text = take_text(cursor);
        return value;
    }
    if (form->store == STORE_COUNT || form->store == STORE_COUNT_LEB)
        return take_bytes(cursor,
                          form->store == STORE_COUNT ? dwarf_number(cursor, form->size) : dwarf_leb(cursor, false));
    value.number = form->store == STORE_PRESENCE ? 1
                   : form->store == STORE_WIDTH  ? dwarf_number(cursor, form->size)
                                                 : dwarf_leb(cursor, form->store == STORE_SIGNED);
    if (form->kind == DWARF_TEXT) {
        struct dwarf_cursor strings = cursor_at(&dwarf->sections->items[SECTION_STRINGS], value.number);
        value.text = take_text(&strings);
    }
    if (form->kind == DWARF_ENTRY)
        value.number += dwarf->unit_start;
    return value;
}

/* --- entries ---------------------------------------------------------------------------------- */

/* The attributes of an entry, in the order of its abbreviation. */
static bool take_attributes(struct dwarf *dwarf, struct dwarf_cursor *cursor, uint64_t abbreviation,
                            struct dwarf_entry *entry)
{
    struct dwarf_cursor shape = cursor_at(&dwarf->sections->items[SECTION_ABBREVIATIONS], abbreviation);
    entry->tag = (uint32_t)dwarf_leb(&shape, false);
    entry->has_children = dwarf_number(&shape, 1) != 0;
    while (!shape.failed) {
        uint64_t name = dwarf_leb(&shape, false), form = dwarf_leb(&shape, false);
        if (!name && !form)
            return entry->tag != 0;
        if (form >= sizeof forms / sizeof forms[0] || forms[form].store == STORE_UNKNOWN)
            return false;
        struct dwarf_value value = take_form(dwarf, cursor, &forms[form]);
        enum dwarf_attribute attribute = attribute_of(name);
        if (attribute < DWARF_ATTRIBUTE_COUNT)
            entry->values[attribute] = value;
    }
    return false;
}

bool dwarf_read(struct dwarf *dwarf, uint64_t offset, struct dwarf_entry *out_entry)
{
    const struct section *info = &dwarf->sections->items[SECTION_INFO];
    struct dwarf_cursor cursor = cursor_at(info, offset);
    *out_entry = (struct dwarf_entry){.offset = offset};
    if (offset < dwarf->first || offset >= dwarf->end)
        return damaged(dwarf);
    if (dwarf->entries_left == 0)
        return error_tell(dwarf->error, ERROR_RANGE, "there is too much debug data");
    dwarf->entries_left--;
    cursor.end = info->bytes + dwarf->end;
    uint64_t code = dwarf_leb(&cursor, false);
    bool is_known = code == 0 || (code < dwarf->code_count && dwarf->by_code[code]);
    if (!is_known || (code && !take_attributes(dwarf, &cursor, dwarf->by_code[code], out_entry)))
        return damaged(dwarf);
    out_entry->next = (uint64_t)(cursor.next - info->bytes);
    return !cursor.failed || damaged(dwarf);
}

/* --- units ------------------------------------------------------------------------------------ */

/* Skips one abbreviation after its code. */
static void skip_abbreviation(struct dwarf_cursor *cursor)
{
    dwarf_leb(cursor, false);
    dwarf_number(cursor, 1);
    while (!cursor->failed) {
        uint64_t name = dwarf_leb(cursor, false), form = dwarf_leb(cursor, false);
        if (!name && !form)
            return;
    }
}

static bool index_abbreviations(struct dwarf *dwarf, struct arena *arena)
{
    const struct section *section = &dwarf->sections->items[SECTION_ABBREVIATIONS];
    struct dwarf_cursor cursor = cursor_at(section, dwarf->abbreviations);
    uint64_t code, most = 0;
    while ((code = dwarf_leb(&cursor, false)) != 0 && !cursor.failed) {
        most = code > most ? code : most;
        skip_abbreviation(&cursor);
    }
    if (cursor.failed || most >= CODES_MAX)
        return damaged(dwarf);
    dwarf->code_count = most + 1;
    dwarf->by_code = ARENA_ARRAY(arena, dwarf->code_count, uint64_t);
    cursor = cursor_at(section, dwarf->abbreviations);
    while ((code = dwarf_leb(&cursor, false)) != 0) {
        dwarf->by_code[code] = (uint64_t)(cursor.next - section->bytes);
        skip_abbreviation(&cursor);
    }
    return true;
}

bool dwarf_open(struct dwarf *dwarf, const struct sections *sections, uint64_t offset, struct arena *arena,
                uint64_t *out_next, struct error *error)
{
    const struct section *info = &sections->items[SECTION_INFO];
    struct dwarf_cursor cursor = cursor_at(info, offset);
    *dwarf = (struct dwarf){.sections = sections, .unit_start = offset, .entries_left = ENTRIES_MAX, .error = error};
    uint64_t length = dwarf_number(&cursor, 4);
    uint64_t body = (uint64_t)(cursor.next - info->bytes);
    uint64_t version = dwarf_number(&cursor, 2);
    dwarf->abbreviations = dwarf_number(&cursor, 4);
    uint64_t address_bytes = dwarf_number(&cursor, 1);
    if (cursor.failed)
        return damaged(dwarf);
    if (version < VERSION_LEAST || version > VERSION_MOST || address_bytes != ADDRESS_BYTES)
        return error_tell(error, ERROR_UNSUPPORTED, "the debug data is of DWARF version %u, not of %d to %d",
                          (unsigned)version, VERSION_LEAST, VERSION_MOST);
    dwarf->first = (uint64_t)(cursor.next - info->bytes);
    /* the compiler counts sections by hand: what it says can be a few bytes too long */
    dwarf->end = body + length < info->size_bytes ? body + length : info->size_bytes;
    *out_next = dwarf->end;
    return (dwarf->end > dwarf->first || damaged(dwarf)) && index_abbreviations(dwarf, arena);
}

bool dwarf_next_place(const struct dwarf *dwarf, uint64_t *offset, uint64_t *out_first, uint64_t *out_end,
                      struct dwarf_value *out_bytes)
{
    const struct section *section = &dwarf->sections->items[SECTION_PLACES];
    struct dwarf_cursor cursor = cursor_at(section, *offset);
    *out_first = dwarf_number(&cursor, ADDRESS_BYTES);
    *out_end = dwarf_number(&cursor, ADDRESS_BYTES);
    if (cursor.failed || (!*out_first && !*out_end))
        return false;
    *out_bytes = take_bytes(&cursor, dwarf_number(&cursor, 2));
    *offset = (uint64_t)(cursor.next - section->bytes);
    return !cursor.failed;
}
