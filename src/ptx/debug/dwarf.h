/*
 * Debugging information entries (DWARF 2 to 4, 32-bit format), one at a time.
 *
 *     unit  = length version abbreviations address-size {entry}
 *     entry = code {attribute} [{entry} 0]
 *
 * An entry is named by its offset in .debug_info. A damaged entry fails the reader for good.
 */
#ifndef PTX_DEBUG_DWARF_H
#define PTX_DEBUG_DWARF_H

#include "ptx/debug/section.h"

enum dwarf_tag {
    DWARF_ARRAY = 0x01,
    DWARF_CLASS = 0x02,
    DWARF_ENUMERATION = 0x04,
    DWARF_PARAMETER = 0x05,
    DWARF_BLOCK = 0x0b,
    DWARF_MEMBER = 0x0d,
    DWARF_POINTER = 0x0f,
    DWARF_REFERENCE = 0x10,
    DWARF_UNIT = 0x11,
    DWARF_STRUCTURE = 0x13,
    DWARF_TYPEDEF = 0x16,
    DWARF_UNION = 0x17,
    DWARF_INHERITANCE = 0x1c,
    DWARF_INLINED = 0x1d,
    DWARF_SUBRANGE = 0x21,
    DWARF_BASE = 0x24,
    DWARF_CONST = 0x26,
    DWARF_FUNCTION = 0x2e,
    DWARF_VARIABLE = 0x34,
    DWARF_VOLATILE = 0x35,
    DWARF_RESTRICT = 0x37,
    DWARF_RVALUE_REFERENCE = 0x42,
};

/* The attributes that are kept. */
enum dwarf_attribute {
    DWARF_NAME,
    DWARF_LINKAGE_NAME,
    DWARF_TYPE,
    DWARF_SIZE,
    DWARF_ENCODING,
    DWARF_LOW,
    DWARF_HIGH,
    DWARF_LOCATION,
    DWARF_LINE,
    DWARF_FILE,
    DWARF_COUNT,
    DWARF_UPPER,
    DWARF_OFFSET, /* of a member */
    DWARF_BITS,   /* of a bit field */
    DWARF_ORIGIN, /* the entry that an inlined one repeats */
    DWARF_ATTRIBUTE_COUNT
};

enum dwarf_value_kind { DWARF_NONE, DWARF_NUMBER, DWARF_TEXT, DWARF_BYTES, DWARF_ENTRY, DWARF_LIST };

struct dwarf_value {
    enum dwarf_value_kind kind;
    uint64_t number;  /* of ENTRY and LIST: an offset in their section; of BYTES: how many */
    const char *text; /* TEXT */
    const uint8_t *bytes;
};

struct dwarf_entry {
    uint64_t offset, next; /* of the entry after the attributes */
    uint32_t tag;          /* 0: the end of a list of entries */
    bool has_children;
    struct dwarf_value values[DWARF_ATTRIBUTE_COUNT];
};

struct dwarf {
    const struct sections *sections;
    uint64_t first, end;    /* of the unit's entries */
    uint64_t unit_start;    /* what references count from */
    uint64_t abbreviations; /* where the unit's begin */
    uint64_t *by_code;      /* offsets of abbreviations; 0: none */
    uint64_t code_count;
    uint64_t entries_left; /* a bound on the work */
    struct error *error;
};

/* A place to read bytes. Reading past the end yields 0 and sets `failed`. */
struct dwarf_cursor {
    const uint8_t *next, *end;
    bool failed;
};
uint64_t dwarf_number(struct dwarf_cursor *cursor, uint32_t size_bytes);
uint64_t dwarf_leb(struct dwarf_cursor *cursor, bool is_signed);

/* The unit at `offset` of .debug_info. `*out_next` is where another may begin. */
bool dwarf_open(struct dwarf *dwarf, const struct sections *sections, uint64_t offset, struct arena *arena,
                uint64_t *out_next, struct error *error);
bool dwarf_read(struct dwarf *dwarf, uint64_t offset, struct dwarf_entry *out_entry);

/*
 * The expression at this offset of .debug_loc, and the range that it holds for. False: the end of
 * the list.
 */
bool dwarf_next_place(const struct dwarf *dwarf, uint64_t *offset, uint64_t *out_first, uint64_t *out_end,
                      struct dwarf_value *out_bytes);

static inline const char *dwarf_text(const struct dwarf_entry *entry, enum dwarf_attribute attribute)
{
    return entry->values[attribute].kind == DWARF_TEXT ? entry->values[attribute].text : "";
}

static inline uint64_t dwarf_value(const struct dwarf_entry *entry, enum dwarf_attribute attribute)
{
    return entry->values[attribute].kind == DWARF_NUMBER ? entry->values[attribute].number : 0;
}

#endif
