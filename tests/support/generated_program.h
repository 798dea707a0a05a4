/*
 * Programs made of a recipe: four bytes per instruction, taken from the lines of tests/ptx.
 * A program nearly always parses and computes with defined registers.
 *
 *     byte 0  which instruction        bytes 1, 2  which of its lines, and its registers
 *     byte 3  bits 0-1: guard; bits 2-4: 7 puts a branch after it, 6 a label before it
 */
#ifndef SUPPORT_GENERATED_PROGRAM_H
#define SUPPORT_GENERATED_PROGRAM_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diagnostics.h"
#include "base/file.h"
#include "ptx/program.h"

enum {
    GENERATED_LINES_MAX = 8192,
    GENERATED_OPCODES_MAX = 256,
    GENERATED_INSTRUCTIONS_MAX = 24,
    GENERATED_LABELS = 4,
    GENERATED_FILE_BYTES_MAX = 1 << 20,
};

/* The lines, sorted by instruction. */
struct generated_lines {
    struct arena *arena;
    const char *lines[GENERATED_LINES_MAX];
    size_t count;
    size_t first[GENERATED_OPCODES_MAX + 1]; /* of each instruction; one more at the end */
    size_t opcode_count;
};

static const char generated_head[] =
    ".version 9.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n"
    ".visible .entry forms(.param .u64 pointer, .param .align 8 .b8 record[16])\n{\n"
    ".reg .pred %p<8>;\n.reg .b16 %h<16>;\n.reg .b32 %r<64>;\n.reg .b64 %d<32>;\n.reg .f32 %f<64>;\n"
    ".reg .f64 %g<16>;\n.reg .b128 %q<8>;\n.shared .align 128 .b8 tile[4096];\n.local .align 16 .b8 local[64];\n"
    ".local .align 16 .b8 stack[64];\n"
    "ld.param.u64 %d1, [pointer];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d3, %d1, %d2;\n"
    "mov.u64 %d4, tile;\nmov.u32 %r2, -1;\nmov.u32 %r3, 0x3f800000;\nmov.b32 %f1, %r1;\ncvt.rn.f32.u32 %f2, %r1;\n"
    "mov.f32 %f3, 0f7fc00000;\nmov.f64 %g1, 0d3ff0000000000000;\nmov.b16 %h1, 0x3c00;\nsetp.lt.u32 %p1, %r1, 9;\n"
    "setp.ne.u32 %p2, %r1, 77;\n";

static inline int generated_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static inline bool generated_takes(const char *line)
{
    static const char *const needs_names[] = {"call", "bra", "brx", "ret", "exit", "trap", "brkpt", "ld.param"};
    if (!islower((unsigned char)line[0]) || line[strlen(line) - 1] != ';' || strchr(line, ':') == line)
        return false;
    for (size_t i = 0; i < sizeof needs_names / sizeof *needs_names; i++)
        if (strncmp(line, needs_names[i], strlen(needs_names[i])) == 0)
            return false;
    return true;
}

static inline void generated_read(struct generated_lines *all, const char *path)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    if (!file_read(path, GENERATED_FILE_BYTES_MAX, &text, &error)) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    char *rest = arena_strdup(all->arena, buffer_text(&text));
    for (char *line; (line = strsep(&rest, "\n")) && all->count < GENERATED_LINES_MAX;)
        if (*line && generated_takes(line))
            all->lines[all->count++] = line;
}

/* Drops lines that need declarations of their own file. */
static inline void generated_keep_good(struct generated_lines *all)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, generated_head);
    int first_line = 1;
    for (const char *at = generated_head; *at; at++)
        first_line += *at == '\n';
    for (size_t i = 0; i < all->count; i++)
        buffer_printf(&text, "%s\n", all->lines[i]);
    buffer_append_text(&text, "ret;\n}\n");
    struct source source = {"lines", buffer_text(&text), text.size_bytes};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    ptx_parse(arena, &source, diagnostics);
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        int line = diagnostics_at(diagnostics, i)->location.line - first_line;
        if (line >= 0 && (size_t)line < all->count)
            all->lines[line] = "";
    }
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (*all->lines[i])
            all->lines[kept++] = all->lines[i];
    all->count = kept;
}

static inline const struct generated_lines *generated_lines(void)
{
    static struct generated_lines all;
    static const char *const files[] = {"combinations/scalar.sm_89.ptx", "combinations/old.sm_50.ptx",
                                        "forms/scalar.sm_80.ptx",        "forms/memory.sm_80.ptx",
                                        "forms/matrix.sm_80.ptx",        "forms/hopper.sm_90a.ptx"};
    if (all.count)
        return &all;
    all.arena = arena_new();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        generated_read(&all, arena_printf(all.arena, WARPSCHOOL_SOURCE_DIR "/tests/ptx/%s", files[i]));
    generated_keep_good(&all);
    qsort(all.lines, all.count, sizeof *all.lines, generated_by_text);
    for (size_t i = 0; i < all.count && all.opcode_count < GENERATED_OPCODES_MAX; i++) {
        size_t length = strcspn(all.lines[i], ". ;");
        if (i == 0 || strncmp(all.lines[i], all.lines[i - 1], length + 1) != 0)
            all.first[all.opcode_count++] = i;
    }
    all.first[all.opcode_count] = all.count;
    return &all;
}

/* Returns how many registers of a kind are used: few, so instructions share registers. */
static inline unsigned generated_registers(char kind)
{
    return kind == 'p' ? 4 : kind == 'q' ? 2 : 6;
}

/* Writes the line with other registers. Half of the time it keeps addresses. */
static inline void generated_line(struct buffer *out, const char *line, unsigned variation)
{
    for (const char *at = line; *at;) {
        bool is_register = at[0] == '%' && strchr("phrdfgq", at[1]) && isdigit((unsigned char)at[2]);
        if (!is_register) {
            buffer_append(out, at++, 1);
            continue;
        }
        bool is_address = at > line && at[-1] == '[' && at[1] == 'd';
        unsigned registers = generated_registers(at[1]), which = variation % registers;
        if (is_address)
            which = variation & 64 ? 1 + variation % 4 : 3;
        variation = variation * 1103515245u + 12345u;
        variation ^= variation >> 16;
        buffer_printf(out, "%%%c%u", at[1], which);
        at += 2 + strspn(at + 2, "0123456789");
    }
    buffer_append_text(out, "\n");
}

static inline void generated_instruction(struct buffer *out, const uint8_t item[4], unsigned *labels)
{
    const struct generated_lines *all = generated_lines();
    size_t opcode = item[0] % all->opcode_count, first = all->first[opcode];
    size_t count = all->first[opcode + 1] - first;
    unsigned variation = item[1] | (unsigned)item[2] << 8;
    unsigned behind = item[3] >> 2 & 7;
    if (behind == 6 && *labels < GENERATED_LABELS)
        buffer_printf(out, "L%u:\n", (*labels)++);
    if (item[3] & 2)
        buffer_printf(out, "@%s%%p%u ", item[3] & 1 ? "!" : "", 1 + (item[3] >> 5 & 1));
    generated_line(out, all->lines[first + variation % count], variation ^ item[3] << 16);
    if (behind == 7)
        buffer_printf(out, "@%s%%p%u bra L%u;\n", item[3] & 1 ? "!" : "", item[3] >> 6, item[3] >> 5 & 3);
}

static inline const char *generated_program(struct arena *arena, const uint8_t *recipe, size_t size, size_t *out_bytes)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    unsigned labels = 0;
    buffer_append_text(&out, generated_head);
    for (size_t i = 0; i + 4 <= size && i < 4 * GENERATED_INSTRUCTIONS_MAX; i += 4)
        generated_instruction(&out, recipe + i, &labels);
    while (labels < GENERATED_LABELS)
        buffer_printf(&out, "L%u:\n", labels++);
    buffer_append_text(&out, "ret;\n}\n");
    *out_bytes = out.size_bytes;
    return arena_strndup(arena, buffer_text(&out), out.size_bytes);
}

#endif
