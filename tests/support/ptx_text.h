/* Parsing PTX in tests: `struct ptx_text t = ptx_text_parse("..."); ... ptx_text_done(&t);` */
#ifndef SUPPORT_PTX_TEXT_H
#define SUPPORT_PTX_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/disassembly.h"
#include "ptx/program.h"

struct ptx_text {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct source *source;
    struct ptx_program *program; /* NULL if the text has errors */
};

static inline struct ptx_text ptx_text_parse_bytes(const char *text, size_t size_bytes)
{
    struct ptx_text result = {.arena = arena_new()};
    result.diagnostics = diagnostics_new(result.arena);
    result.source = ARENA_NEW(result.arena, struct source);
    *result.source = (struct source){"test.ptx", text, size_bytes};
    result.program = ptx_parse(result.arena, result.source, result.diagnostics);
    return result;
}

static inline struct ptx_text ptx_text_parse(const char *text)
{
    return ptx_text_parse_bytes(text, strlen(text));
}

/* `body` in a kernel with registers of every class, from line 12 on. */
#define PTX_TEXT_BODY_LINE 12
static inline struct ptx_text ptx_text_parse_body(const char *body)
{
    struct ptx_text result = {.arena = arena_new()};
    char *text = arena_printf(result.arena,
                              ".version 9.0\n.target sm_90a\n.address_size 64\n"
                              ".visible .entry kernel(.param .u64 pointer)\n{\n"
                              ".reg .pred %%p<8>;\n.reg .b16 %%h<8>;\n.reg .b32 %%r<100>;\n.reg .b64 %%d<8>;\n"
                              ".reg .f32 %%f<8>;\n.reg .f64 %%g<8>;\n%s\n}\n",
                              body);
    result.diagnostics = diagnostics_new(result.arena);
    result.source = ARENA_NEW(result.arena, struct source);
    *result.source = (struct source){"test.ptx", text, strlen(text)};
    result.program = ptx_parse(result.arena, result.source, result.diagnostics);
    return result;
}

static inline void ptx_text_done(struct ptx_text *text)
{
    arena_free(text->arena);
    text->arena = NULL;
}

/* Reads a file below the source folder, or NULL. The caller frees it. */
static inline char *ptx_text_read(const char *path, size_t *out_bytes)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size_bytes = ftell(file);
    rewind(file);
    char *text = (char *)malloc((size_t)size_bytes + 1);
    *out_bytes = text ? fread(text, 1, (size_t)size_bytes, file) : 0;
    fclose(file);
    if (text)
        text[*out_bytes] = '\0';
    return text;
}

static inline void ptx_text_print_errors(const struct ptx_text *text)
{
    struct buffer out = BUFFER_INIT;
    diagnostics_render(text->diagnostics, &out);
    fputs(buffer_text(&out), stderr);
    buffer_done(&out);
}

#endif
