/* Builds types from entries of the debug data. */
#include "ptx/debug/type.h"

#include <string.h>

enum { TYPES_MAX = 4096, DEPTH_MAX = 32, MEMBERS_MAX = 64, EXTENTS_MAX = 8, OP_PLUS = 0x23 };

struct type_slot {
    uint64_t offset;
    struct ptx_debug_type *type;
};

static const struct ptx_debug_type other = {.name = "?"};

static const struct ptx_debug_type *build(struct type_table *table, uint64_t offset, uint32_t depth);

static const struct ptx_debug_type *target(struct type_table *table, const struct dwarf_entry *entry, uint32_t depth)
{
    const struct dwarf_value *type = &entry->values[DWARF_TYPE];
    return type->kind == DWARF_ENTRY ? build(table, type->number, depth + 1) : NULL;
}

/* --- names ------------------------------------------------------------------------------------ */

/* A lambda has only a mangled name. */
static const char *readable(const char *name)
{
    return strncmp(name, "_ZZ", 3) == 0 || !*name ? "?" : name;
}

static const char *name_of(const struct ptx_debug_type *type)
{
    return type ? type->name : "void";
}

static bool is_indirect(const struct ptx_debug_type *type)
{
    return type && (type->kind == PTX_DEBUG_POINTER || type->kind == PTX_DEBUG_REFERENCE);
}

/* "const float", but "float *const". */
static const char *qualified(struct arena *arena, const char *word, const struct ptx_debug_type *type)
{
    if (is_indirect(type))
        return arena_printf(arena, "%.120s%s", type->name, word);
    return arena_printf(arena, "%s %.120s", word, name_of(type));
}

static const char *array_name(struct arena *arena, const struct ptx_debug_type *element, uint64_t count)
{
    size_t scalar = strcspn(element->name, "[");
    return arena_printf(arena, "%.*s[%llu]%.100s", scalar < 100 ? (int)scalar : 100, element->name,
                        (unsigned long long)count, element->name + scalar);
}

/* --- kinds ------------------------------------------------------------------------------------ */

static enum ptx_debug_kind base_kind(const struct dwarf_entry *entry, uint64_t size_bytes)
{
    enum { BOOLEAN = 2, FLOAT = 4, SIGNED = 5, SIGNED_CHARACTER = 6, UNSIGNED = 7, UNSIGNED_CHARACTER = 8 };
    const char *name = dwarf_text(entry, DWARF_NAME);
    if (size_bytes != 1 && size_bytes != 2 && size_bytes != 4 && size_bytes != 8)
        return PTX_DEBUG_OTHER;
    if (strcmp(name, "bool") == 0)
        return PTX_DEBUG_BOOLEAN;
    switch (dwarf_value(entry, DWARF_ENCODING)) {
    case BOOLEAN:
        return PTX_DEBUG_BOOLEAN;
    case FLOAT:
        return size_bytes > 1 ? PTX_DEBUG_FLOAT : PTX_DEBUG_OTHER;
    case SIGNED:
        return PTX_DEBUG_SIGNED;
    case SIGNED_CHARACTER:
        return strcmp(name, "char") == 0 ? PTX_DEBUG_CHARACTER : PTX_DEBUG_SIGNED;
    case UNSIGNED:
    case UNSIGNED_CHARACTER:
        return PTX_DEBUG_UNSIGNED;
    default:
        return PTX_DEBUG_OTHER;
    }
}

/* The number in DW_OP_plus_uconst, or the attribute itself. */
static uint64_t type_member_offset(const struct dwarf_entry *entry)
{
    const struct dwarf_value *value = &entry->values[DWARF_OFFSET];
    if (value->kind != DWARF_BYTES || value->number < 2 || value->bytes[0] != OP_PLUS)
        return dwarf_value(entry, DWARF_OFFSET);
    struct dwarf_cursor cursor = {.next = value->bytes + 1, .end = value->bytes + value->number};
    return dwarf_leb(&cursor, false);
}

/* Passes over the children of an entry. */
static bool skip_children(struct dwarf *dwarf, const struct dwarf_entry *entry, uint64_t *out_next)
{
    struct dwarf_entry child = {.next = entry->next};
    for (uint32_t depth = entry->has_children; depth > 0;) {
        if (!dwarf_read(dwarf, child.next, &child))
            return false;
        depth = child.tag == 0 ? depth - 1 : depth + child.has_children;
    }
    *out_next = child.next;
    return true;
}

static void fill_members(struct type_table *table, const struct dwarf_entry *entry, struct ptx_debug_type *type,
                         uint32_t depth)
{
    struct ptx_debug_member *members = ARENA_ARRAY(table->arena, MEMBERS_MAX, struct ptx_debug_member);
    struct dwarf_entry child;
    type->members = members;
    for (uint64_t at = entry->next; entry->has_children && dwarf_read(table->dwarf, at, &child) && child.tag;) {
        bool is_member = child.tag == DWARF_MEMBER || child.tag == DWARF_INHERITANCE;
        uint64_t offset = type_member_offset(&child);
        const struct ptx_debug_type *of = is_member ? target(table, &child, depth) : NULL;
        bool fits = of && offset <= type->size_bytes && of->size_bytes <= type->size_bytes - offset;
        if (fits && child.values[DWARF_BITS].kind == DWARF_NONE && type->member_count < MEMBERS_MAX)
            members[type->member_count++] = (struct ptx_debug_member){
                .name = arena_strdup(table->arena, dwarf_text(&child, DWARF_NAME)), .type = of, .offset_bytes = offset};
        if (!skip_children(table->dwarf, &child, &at))
            return;
    }
}

static void fill_structure(struct type_table *table, const struct dwarf_entry *entry, struct ptx_debug_type *type,
                           uint32_t depth)
{
    type->name = arena_printf(table->arena, "%.120s", readable(dwarf_text(entry, DWARF_NAME)));
    type->size_bytes = dwarf_value(entry, DWARF_SIZE);
    bool is_half = strcmp(type->name, "__half") == 0, is_bfloat = strcmp(type->name, "__nv_bfloat16") == 0;
    type->kind = is_half ? PTX_DEBUG_FLOAT : is_bfloat ? PTX_DEBUG_BFLOAT : PTX_DEBUG_STRUCTURE;
    if (type->kind == PTX_DEBUG_STRUCTURE)
        fill_members(table, entry, type, depth);
    else if (type->size_bytes != 2)
        type->kind = PTX_DEBUG_OTHER;
}

/* An array with several extents is an array of arrays. */
static void fill_array(struct type_table *table, const struct dwarf_entry *entry, struct ptx_debug_type *type,
                       uint32_t depth)
{
    const struct ptx_debug_type *element = target(table, entry, depth);
    uint64_t extents[EXTENTS_MAX];
    uint32_t count = 0;
    struct dwarf_entry child;
    uint64_t at = entry->next;
    while (entry->has_children && count < EXTENTS_MAX && dwarf_read(table->dwarf, at, &child) && child.tag) {
        bool has_upper = child.values[DWARF_UPPER].kind == DWARF_NUMBER;
        if (child.tag == DWARF_SUBRANGE)
            extents[count++] = has_upper ? dwarf_value(&child, DWARF_UPPER) + 1 : dwarf_value(&child, DWARF_COUNT);
        if (!skip_children(table->dwarf, &child, &at))
            break;
    }
    if (!element || !element->size_bytes)
        return;
    if (count == 0)
        extents[count++] = 0;
    while (count-- > 0) {
        uint64_t size_bytes;
        struct ptx_debug_type *array = count ? ARENA_NEW(table->arena, struct ptx_debug_type) : type;
        if (__builtin_mul_overflow(extents[count], element->size_bytes, &size_bytes))
            size_bytes = 0;
        *array = (struct ptx_debug_type){.kind = PTX_DEBUG_ARRAY,
                                         .name = array_name(table->arena, element, extents[count]),
                                         .size_bytes = size_bytes,
                                         .element = element,
                                         .count = size_bytes ? extents[count] : 0};
        element = array;
    }
}

static void fill_indirect(struct type_table *table, const struct dwarf_entry *entry, struct ptx_debug_type *type,
                          uint32_t depth)
{
    bool is_pointer = entry->tag == DWARF_POINTER;
    type->kind = is_pointer ? PTX_DEBUG_POINTER : PTX_DEBUG_REFERENCE;
    type->size_bytes = 8;
    type->element = target(table, entry, depth);
    const char *mark = is_pointer ? "*" : "&";
    type->name = is_indirect(type->element) ? arena_printf(table->arena, "%.120s%s", type->element->name, mark)
                                            : arena_printf(table->arena, "%.120s %s", name_of(type->element), mark);
}

static void fill(struct type_table *table, const struct dwarf_entry *entry, struct ptx_debug_type *type, uint32_t depth)
{
    const struct ptx_debug_type *of;
    switch (entry->tag) {
    case DWARF_BASE:
        type->size_bytes = dwarf_value(entry, DWARF_SIZE);
        type->kind = base_kind(entry, type->size_bytes);
        type->name = arena_printf(table->arena, "%.120s", dwarf_text(entry, DWARF_NAME));
        return;
    case DWARF_ENUMERATION:
        type->size_bytes = dwarf_value(entry, DWARF_SIZE);
        type->kind = type->size_bytes && type->size_bytes <= 8 ? PTX_DEBUG_SIGNED : PTX_DEBUG_OTHER;
        type->name = arena_printf(table->arena, "%.120s", readable(dwarf_text(entry, DWARF_NAME)));
        return;
    case DWARF_STRUCTURE:
    case DWARF_CLASS:
    case DWARF_UNION:
        fill_structure(table, entry, type, depth);
        return;
    case DWARF_ARRAY:
        fill_array(table, entry, type, depth);
        return;
    case DWARF_POINTER:
    case DWARF_REFERENCE:
    case DWARF_RVALUE_REFERENCE:
        fill_indirect(table, entry, type, depth);
        return;
    default:
        break;
    }
    of = target(table, entry, depth);
    if (of)
        *type = *of;
    if (entry->tag == DWARF_TYPEDEF)
        type->name = arena_printf(table->arena, "%.120s", dwarf_text(entry, DWARF_NAME));
    else if (entry->tag == DWARF_CONST || entry->tag == DWARF_VOLATILE)
        type->name = qualified(table->arena, entry->tag == DWARF_CONST ? "const" : "volatile", of);
    else if (entry->tag != DWARF_RESTRICT)
        *type = other;
}

static const struct ptx_debug_type *build(struct type_table *table, uint64_t offset, uint32_t depth)
{
    struct dwarf_entry entry;
    if (!table->slots)
        table->slots = ARENA_ARRAY(table->arena, TYPES_MAX, struct type_slot);
    for (uint32_t i = 0; i < table->count; i++)
        if (table->slots[i].offset == offset)
            return table->slots[i].type;
    if (table->count == TYPES_MAX || depth > DEPTH_MAX || !dwarf_read(table->dwarf, offset, &entry))
        return &other;
    struct ptx_debug_type *type = ARENA_NEW(table->arena, struct ptx_debug_type);
    *type = other;
    /* registered first: a structure can hold a pointer to its own type */
    table->slots[table->count++] = (struct type_slot){offset, type};
    fill(table, &entry, type, depth);
    return type;
}

const struct ptx_debug_type *type_of(struct type_table *table, const struct dwarf_entry *entry)
{
    const struct ptx_debug_type *type = target(table, entry, 0);
    return type ? type : &other;
}

const struct ptx_debug_type *type_named(const struct type_table *table, const char *name)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (strcmp(table->slots[i].type->name, name) == 0)
            return table->slots[i].type;
    return NULL;
}
