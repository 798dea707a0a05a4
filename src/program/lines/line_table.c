/* Reads line tables (DWARF 4, section 6.2). */
#include "program/lines/line_table.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum {
    PROGRAM_BYTES_MAX = 256 << 20,
    ROWS_MAX = 4 << 20,
    DWARF_VERSION = 4,
    /* standard opcodes */
    LNS_COPY = 1,
    LNS_ADVANCE_PC,
    LNS_ADVANCE_LINE,
    LNS_SET_FILE,
    LNS_SET_COLUMN,
    LNS_NEGATE_STMT,
    LNS_SET_BASIC_BLOCK,
    LNS_CONST_ADD_PC,
    LNS_FIXED_ADVANCE_PC,
    /* extended opcodes */
    LNE_END_SEQUENCE = 1,
    LNE_SET_ADDRESS,
};

struct row {
    uint64_t address;
    const char *file;
    int line; /* 0: the addresses from here on have none */
};

struct line_table {
    struct arena *arena;
    struct row *rows;
    size_t count, capacity;
};

/* A part of the section. Reading beyond its end gives zeros and empties it. */
struct reader {
    const uint8_t *at, *end;
};

static uint64_t take(struct reader *reader, size_t bytes)
{
    uint64_t value = 0;
    if ((size_t)(reader->end - reader->at) < bytes) {
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, bytes);
    reader->at += bytes;
    return value;
}

static uint64_t take_uleb(struct reader *reader)
{
    uint64_t value = 0;
    for (unsigned shift = 0; reader->at < reader->end; shift += 7) {
        uint8_t byte = *reader->at++;
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

static int64_t take_sleb(struct reader *reader)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0;
    do {
        byte = (uint8_t)take(reader, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && reader->at < reader->end);
    if (shift < 64 && byte & 0x40)
        value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

static const char *take_text(struct reader *reader)
{
    const char *text = (const char *)reader->at;
    const uint8_t *end = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
    reader->at = end ? end + 1 : reader->end;
    return end ? text : "";
}

static struct reader take_part(struct reader *reader, uint64_t bytes)
{
    uint64_t room = (uint64_t)(reader->end - reader->at);
    struct reader part = {reader->at, reader->at + (bytes < room ? bytes : room)};
    reader->at = part.end;
    return part;
}

/* --- one unit --------------------------------------------------------------------------------- */

enum { FILES_MAX = 4096, STANDARD_OPCODES_MAX = 64 };

struct unit {
    uint8_t instruction_bytes, line_range, opcode_base;
    int8_t line_base;
    uint8_t operands[STANDARD_OPCODES_MAX]; /* of the standard opcodes */
    const char **files;                     /* by number, from 1 */
    size_t file_count;
};

/* The registers of the line number program. */
struct state {
    uint64_t address, file;
    int64_t line;
};

static void add_row(struct line_table *lines, const struct unit *unit, const struct state *state, bool is_end)
{
    if (lines->count == ROWS_MAX)
        return;
    ARENA_ROOM(lines->arena, lines->rows, lines->count, lines->capacity);
    bool is_known = !is_end && state->file > 0 && state->file <= unit->file_count && state->line > 0;
    lines->rows[lines->count++] = (struct row){.address = state->address,
                                               .file = is_known ? unit->files[state->file - 1] : "",
                                               .line = is_known ? (int)state->line : 0};
}

/* Folder 0 is that of the compiler. Its files keep their own names. */
static void read_files(struct line_table *lines, struct reader *header, struct unit *unit)
{
    const char **folders = ARENA_ARRAY(lines->arena, FILES_MAX, const char *);
    size_t folder_count = 0;
    while (header->at < header->end && *header->at) {
        const char *folder = take_text(header);
        if (folder_count < FILES_MAX)
            folders[folder_count++] = folder;
    }
    take(header, 1);
    unit->files = ARENA_ARRAY(lines->arena, FILES_MAX, const char *);
    while (header->at < header->end && *header->at && unit->file_count < FILES_MAX) {
        const char *name = take_text(header);
        uint64_t folder = take_uleb(header);
        bool has_folder = folder > 0 && folder <= folder_count;
        unit->files[unit->file_count++] = path_join(lines->arena, has_folder ? folders[folder - 1] : "", name);
        take_uleb(header); /* time */
        take_uleb(header); /* size */
    }
}

/* False for a version that this does not know. */
static bool read_header(struct line_table *lines, struct reader *whole, struct unit *unit)
{
    if (take(whole, 2) != DWARF_VERSION)
        return false;
    uint64_t header_bytes = take(whole, 4);
    struct reader header = take_part(whole, header_bytes);
    unit->instruction_bytes = (uint8_t)take(&header, 1);
    take(&header, 2); /* operations per instruction, is_stmt */
    unit->line_base = (int8_t)take(&header, 1);
    unit->line_range = (uint8_t)take(&header, 1);
    unit->opcode_base = (uint8_t)take(&header, 1);
    for (int i = 1; i < unit->opcode_base; i++) {
        uint8_t count = (uint8_t)take(&header, 1);
        if (i < STANDARD_OPCODES_MAX)
            unit->operands[i] = count;
    }
    read_files(lines, &header, unit);
    return unit->line_range > 0 && unit->opcode_base > LNS_FIXED_ADVANCE_PC;
}

static void run_extended(struct line_table *lines, const struct unit *unit, struct reader *program, struct state *state)
{
    struct reader part = take_part(program, take_uleb(program));
    switch (take(&part, 1)) {
    case LNE_END_SEQUENCE:
        add_row(lines, unit, state, true);
        *state = (struct state){.file = 1, .line = 1};
        return;
    case LNE_SET_ADDRESS:
        state->address = take(&part, 8);
        return;
    default:
        return;
    }
}

static void run_standard(struct line_table *lines, const struct unit *unit, struct reader *program, struct state *state,
                         uint8_t opcode)
{
    switch (opcode) {
    case LNS_COPY:
        add_row(lines, unit, state, false);
        return;
    case LNS_ADVANCE_PC:
        state->address += take_uleb(program) * unit->instruction_bytes;
        return;
    case LNS_ADVANCE_LINE:
        state->line += take_sleb(program);
        return;
    case LNS_SET_FILE:
        state->file = take_uleb(program);
        return;
    case LNS_CONST_ADD_PC:
        state->address += (uint64_t)((255 - unit->opcode_base) / unit->line_range) * unit->instruction_bytes;
        return;
    case LNS_FIXED_ADVANCE_PC:
        state->address += take(program, 2);
        return;
    default:
        for (int i = 0; opcode < STANDARD_OPCODES_MAX && i < unit->operands[opcode]; i++)
            take_uleb(program);
    }
}

static void run_unit(struct line_table *lines, const struct unit *unit, struct reader program)
{
    struct state state = {.file = 1, .line = 1};
    while (program.at < program.end) {
        uint8_t opcode = (uint8_t)take(&program, 1);
        if (opcode >= unit->opcode_base) {
            unsigned adjusted = (unsigned)opcode - unit->opcode_base;
            state.address += (uint64_t)(adjusted / unit->line_range) * unit->instruction_bytes;
            state.line += unit->line_base + (int)(adjusted % unit->line_range);
            add_row(lines, unit, &state, false);
        } else if (opcode == 0)
            run_extended(lines, unit, &program, &state);
        else
            run_standard(lines, unit, &program, &state, opcode);
    }
}

/* --- the table -------------------------------------------------------------------------------- */

/* At one address the end of a sequence comes before the begin of another. */
static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->line != 0) - (b->line != 0);
}

struct line_table *line_table_parse(const void *section, size_t size_bytes, struct arena *arena)
{
    struct line_table *lines = ARENA_NEW(arena, struct line_table);
    struct reader reader = {section, (const uint8_t *)section + size_bytes};
    lines->arena = arena;
    while (reader.at < reader.end) {
        uint64_t unit_bytes = take(&reader, 4);
        if (unit_bytes >= 0xfffffff0) /* the 64-bit form, which no compiler makes by itself */
            break;
        struct reader whole = take_part(&reader, unit_bytes);
        struct unit unit = {0};
        if (read_header(lines, &whole, &unit))
            run_unit(lines, &unit, whole);
    }
    if (lines->count)
        qsort(lines->rows, lines->count, sizeof *lines->rows, compare_rows);
    return lines;
}

/* The content of a section; false: there is none. */
static bool find_section(const struct buffer *file, const char *name, const void **out_start, size_t *out_bytes)
{
    Elf64_Ehdr header;
    if (file->size_bytes < sizeof header)
        return false;
    memcpy(&header, file->data, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof(Elf64_Shdr) ||
        header.e_shoff > file->size_bytes || header.e_shstrndx >= header.e_shnum ||
        (file->size_bytes - header.e_shoff) / sizeof(Elf64_Shdr) < header.e_shnum)
        return false;
    Elf64_Shdr names, section;
    memcpy(&names, file->data + header.e_shoff + header.e_shstrndx * sizeof names, sizeof names);
    for (size_t i = 0; i < header.e_shnum; i++) {
        memcpy(&section, file->data + header.e_shoff + i * sizeof section, sizeof section);
        uint64_t at = names.sh_offset + section.sh_name;
        bool is_inside =
            section.sh_offset <= file->size_bytes && section.sh_size <= file->size_bytes - section.sh_offset;
        if (at > file->size_bytes || file->size_bytes - at <= strlen(name) || !is_inside ||
            memcmp(file->data + at, name, strlen(name) + 1) != 0)
            continue;
        *out_start = file->data + section.sh_offset;
        *out_bytes = section.sh_size;
        return true;
    }
    return false;
}

struct line_table *line_table_read(const char *path, struct arena *arena, struct error *error)
{
    CLEANUP(buffer_done) struct buffer file = BUFFER_INIT;
    const void *section = "";
    size_t size_bytes = 0;
    if (!file_read(path, PROGRAM_BYTES_MAX, &file, error))
        return NULL;
    find_section(&file, ".debug_line", &section, &size_bytes);
    return line_table_parse(section, size_bytes, arena);
}

bool line_table_find(const struct line_table *lines, uint64_t address, const char **out_file, int *out_line)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || lines->rows[low - 1].line == 0)
        return false;
    *out_file = lines->rows[low - 1].file;
    *out_line = lines->rows[low - 1].line;
    return true;
}
