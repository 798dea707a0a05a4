/* PTX text -> the bytes of its debug sections. */
#include "ptx/debug/section.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/told.h"

enum { NAMES_MAX = 1 << 20, NAME_BYTES_MAX = 4096 };

struct label {
    const char *name;
    size_t length;
    uint64_t value;
};

/* A name among the data, whose number is known at the end of the text. */
struct fixup {
    enum section_id section;
    size_t at;
    uint32_t size_bytes;
    const char *name;
    size_t length;
    uint64_t addend;
};

struct section_reader {
    struct arena *arena;
    const char *next, *end;
    int line;
    struct buffer labels, fixups, symbols, bytes[SECTION_COUNT];
    struct error *error;
};

static const char *const section_names[SECTION_COUNT] = {
    [SECTION_INFO] = ".debug_info",
    [SECTION_ABBREVIATIONS] = ".debug_abbrev",
    [SECTION_PLACES] = ".debug_loc",
    [SECTION_STRINGS] = ".debug_str",
};

static bool fail(const struct section_reader *reader, enum error_code code, const char *what)
{
    return error_tell(reader->error, code, "debug data, line %d of the PTX: %s", reader->line, what);
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' || c == '%';
}

static void skip_blanks(struct section_reader *reader)
{
    while (reader->next < reader->end && (*reader->next == ' ' || *reader->next == '\t' || *reader->next == '\r'))
        reader->next++;
}

static void next_line(struct section_reader *reader)
{
    const char *newline = memchr(reader->next, '\n', (size_t)(reader->end - reader->next));
    reader->next = newline ? newline + 1 : reader->end;
    reader->line++;
}

/* A name at the position; length 0: there is none. */
static struct label take_name(struct section_reader *reader)
{
    struct label name = {.name = reader->next};
    while (reader->next < reader->end && is_name_byte(*reader->next))
        reader->next++;
    name.length = (size_t)(reader->next - name.name);
    return name;
}

static bool is_word(const struct label *name, const char *word)
{
    return name->length == strlen(word) && memcmp(name->name, word, name->length) == 0;
}

static bool at(const struct section_reader *reader, char c)
{
    return reader->next < reader->end && *reader->next == c;
}

static bool add_label(struct section_reader *reader, struct label label, uint64_t value)
{
    label.value = value;
    if (reader->labels.size_bytes / sizeof label >= NAMES_MAX)
        return fail(reader, ERROR_RANGE, TOLD_TEXT("too many labels"));
    buffer_append(&reader->labels, &label, sizeof label);
    return true;
}

/* --- one section ------------------------------------------------------------------------------ */

static uint32_t width_of(const struct label *word)
{
    static const struct {
        const char *word;
        uint32_t bytes;
    } widths[] = {{".b8", 1}, {".b16", 2}, {".b32", 4}, {".b64", 8}};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (is_word(word, widths[i].word))
            return widths[i].bytes;
    return 0;
}

/* ["-"] decimal or hexadecimal digits */
static bool take_integer(struct section_reader *reader, uint64_t *out_value)
{
    char digits[32];
    bool is_negative = at(reader, '-');
    reader->next += is_negative;
    struct label text = take_name(reader);
    char *end = digits;
    if (!text.length || text.length >= sizeof digits || !isdigit((unsigned char)text.name[0]))
        return fail(reader, ERROR_SYNTAX, TOLD_TEXT("expected a number"));
    memcpy(digits, text.name, text.length);
    digits[text.length] = '\0';
    uint64_t value = strtoull(digits, &end, 0);
    if (*end)
        return fail(reader, ERROR_SYNTAX, TOLD_TEXT("expected a number"));
    *out_value = is_negative ? 0 - value : value;
    return true;
}

/* name ["+" integer] */
static bool take_reference(struct section_reader *reader, enum section_id id, uint32_t width)
{
    struct label name = take_name(reader);
    uint64_t addend = 0;
    if (name.length > NAME_BYTES_MAX || reader->fixups.size_bytes / sizeof(struct fixup) >= NAMES_MAX)
        return fail(reader, ERROR_RANGE, TOLD_TEXT("too many names"));
    if (at(reader, '+')) {
        reader->next++;
        if (!take_integer(reader, &addend))
            return false;
    }
    struct fixup fixup = {.section = id,
                          .at = reader->bytes[id].size_bytes,
                          .size_bytes = width,
                          .name = name.name,
                          .length = name.length,
                          .addend = addend};
    buffer_append(&reader->fixups, &fixup, sizeof fixup);
    return true;
}

static bool take_value(struct section_reader *reader, enum section_id id, uint32_t width)
{
    uint64_t value = 0;
    skip_blanks(reader);
    bool is_number = reader->next < reader->end && (isdigit((unsigned char)*reader->next) || *reader->next == '-');
    bool is_name = !is_number && reader->next < reader->end && is_name_byte(*reader->next);
    if (!is_number && !is_name)
        return fail(reader, ERROR_SYNTAX, TOLD_TEXT("expected a value"));
    if (is_number ? !take_integer(reader, &value) : !take_reference(reader, id, width))
        return false;
    for (uint32_t i = 0; i < width; i++) {
        char byte = (char)(value >> 8 * i);
        buffer_append(&reader->bytes[id], &byte, 1);
    }
    return reader->bytes[id].size_bytes <= SECTION_BYTES_MAX ||
           fail(reader, ERROR_RANGE, TOLD_TEXT("a section is too long"));
}

/* A line of a section that is kept. */
static bool take_data(struct section_reader *reader, enum section_id id)
{
    struct label word = take_name(reader);
    uint32_t width = width_of(&word);
    skip_blanks(reader);
    if (!width && at(reader, ':'))
        return add_label(reader, word, reader->bytes[id].size_bytes);
    if (!width)
        return fail(reader, ERROR_SYNTAX, TOLD_TEXT("expected .b8, .b16, .b32 or .b64"));
    do {
        reader->next += at(reader, ',');
        if (!take_value(reader, id, width))
            return false;
        skip_blanks(reader);
    } while (at(reader, ','));
    return reader->next >= reader->end || at(reader, '\n') || at(reader, '/') ||
           fail(reader, ERROR_SYNTAX, TOLD_TEXT("expected the end of the line"));
}

static enum section_id section_of(const struct label *name)
{
    enum section_id id = 0;
    while (id < SECTION_COUNT && !is_word(name, section_names[id]))
        id++;
    return id;
}

/* name "{" lines "}"; after .section. Sections of no interest are passed over. */
static bool take_section(struct section_reader *reader)
{
    skip_blanks(reader);
    struct label name = take_name(reader);
    enum section_id id = section_of(&name);
    bool is_open = false;
    for (;; next_line(reader)) {
        skip_blanks(reader);
        if (reader->next >= reader->end)
            return fail(reader, ERROR_SYNTAX, TOLD_TEXT("a section does not end"));
        if (at(reader, '{')) {
            is_open = true;
            reader->next++;
            skip_blanks(reader);
        }
        if (at(reader, '}') && is_open)
            return true;
        bool is_data = is_open && id < SECTION_COUNT && reader->next < reader->end && is_name_byte(*reader->next);
        if (is_data && !take_data(reader, id))
            return false;
    }
}

/* --- the text --------------------------------------------------------------------------------- */

static bool take_line(struct section_reader *reader)
{
    skip_blanks(reader);
    struct label name = take_name(reader);
    if (is_word(&name, ".section"))
        return take_section(reader);
    bool is_label = name.length && name.name[0] != '.' && at(reader, ':');
    return !is_label || add_label(reader, name, (uint64_t)reader->line);
}

static int compare_labels(const void *left, const void *right)
{
    const struct label *a = left, *b = right;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->name, b->name, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* The number of a name that is neither a label nor a section. */
static uint64_t symbol_number(struct section_reader *reader, const struct fixup *fixup)
{
    const char *const *symbols = (const char *const *)(const void *)reader->symbols.data;
    size_t count = reader->symbols.size_bytes / sizeof *symbols;
    /* names of neighbours repeat: the variables of one function share one piece of memory */
    for (size_t i = count; i > 0 && i + 64 > count; i--)
        if (strlen(symbols[i - 1]) == fixup->length && memcmp(symbols[i - 1], fixup->name, fixup->length) == 0)
            return SECTION_SYMBOL + i - 1;
    const char *copy = arena_strndup(reader->arena, fixup->name, fixup->length);
    buffer_append(&reader->symbols, &copy, sizeof copy);
    return SECTION_SYMBOL + count;
}

static void resolve(struct section_reader *reader)
{
    struct label *labels = (struct label *)(void *)reader->labels.data;
    const struct fixup *fixups = (const struct fixup *)(const void *)reader->fixups.data;
    size_t label_count = reader->labels.size_bytes / sizeof *labels;
    if (label_count)
        qsort(labels, label_count, sizeof *labels, compare_labels);
    for (size_t i = 0; i < reader->fixups.size_bytes / sizeof *fixups; i++) {
        const struct fixup *fixup = &fixups[i];
        struct label wanted = {.name = fixup->name, .length = fixup->length};
        const struct label *label =
            label_count ? bsearch(&wanted, labels, label_count, sizeof *labels, compare_labels) : NULL;
        bool is_section = !label && fixup->name[0] == '.';
        uint64_t number = is_section ? fixup->addend
                          : label    ? label->value + fixup->addend
                                     : symbol_number(reader, fixup);
        for (uint32_t byte = 0; byte < fixup->size_bytes; byte++)
            reader->bytes[fixup->section].data[fixup->at + byte] = (char)(number >> 8 * byte);
    }
}

bool sections_read(struct arena *arena, const struct source *ptx, struct sections *out_sections, struct error *error)
{
    struct section_reader reader = {
        .arena = arena, .next = ptx->text, .end = ptx->text + ptx->size_bytes, .line = 1, .error = error};
    bool good = true;
    for (; good && reader.next < reader.end; next_line(&reader))
        good = take_line(&reader);
    if (good)
        resolve(&reader);
    *out_sections = (struct sections){.symbol_count = reader.symbols.size_bytes / sizeof(const char *)};
    for (enum section_id id = 0; id < SECTION_COUNT; id++) {
        size_t size_bytes = reader.bytes[id].size_bytes;
        uint8_t *bytes = ARENA_ARRAY(arena, size_bytes + 1, uint8_t);
        if (size_bytes)
            memcpy(bytes, reader.bytes[id].data, size_bytes);
        out_sections->items[id] = (struct section){bytes, size_bytes};
        buffer_done(&reader.bytes[id]);
    }
    const char **symbols = ARENA_ARRAY(arena, out_sections->symbol_count + 1, const char *);
    if (out_sections->symbol_count)
        memcpy(symbols, reader.symbols.data, reader.symbols.size_bytes);
    out_sections->symbols = symbols;
    buffer_done(&reader.labels);
    buffer_done(&reader.fixups);
    buffer_done(&reader.symbols);
    return good;
}

const char *sections_symbol(const struct sections *sections, uint64_t number)
{
    uint64_t index = number - SECTION_SYMBOL;
    return number >= SECTION_SYMBOL && index < sections->symbol_count ? sections->symbols[index] : NULL;
}
