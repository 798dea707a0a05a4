/* Rewrites the instructions that store to global memory. */
#include "program/build/altered_stores.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

enum { VALUES_MAX = 8 };

/* store = [guard] "st." {part "."} "global." {part "."} type " [" address "], " values ";" */
struct store {
    const char *line;         /* the line begins with its guard */
    const char *values, *end; /* with braces, if there are several; before the semicolon */
    int bits;                 /* of one value */
};

static bool read_store(const char *line, const char *end, struct store *out_store)
{
    line += strspn(line, " \t");
    const char *opcode = *line == '@' ? line + strcspn(line, " \t") : line;
    opcode += strspn(opcode, " \t");
    const char *blank = opcode + strcspn(opcode, " \t"), *space = strstr(opcode, ".global");
    const char *bracket = memchr(opcode, ']', (size_t)(end - opcode)),
               *semicolon = bracket ? strchr(bracket, ';') : NULL;
    if (strncmp(opcode, "st.", 3) != 0 || !space || space > blank || !semicolon || semicolon > end)
        return false;
    const char *digits = blank;
    while (digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    *out_store = (struct store){line, bracket + 1 + strspn(bracket + 1, ", "), semicolon, atoi(digits)};
    return true;
}

/* A value of 8 bits is in a wider register. */
static int register_bits(const char *name, const struct store *store)
{
    static const struct {
        const char *prefix;
        int bits;
    } rows[] = {{"%rs", 16}, {"%h", 16}, {"%rd", 64}, {"%fd", 64}, {"%r", 32}, {"%f", 32}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strncmp(name, rows[i].prefix, strlen(rows[i].prefix)) == 0)
            return rows[i].bits;
    return store->bits < 16 ? 16 : store->bits;
}

static const char *mask_of(int bits)
{
    return bits == 64 ? "0x8000000000000" : bits == 32 ? "0x400000" : bits == 16 ? "0x200" : "0x40";
}

/* The values go through registers of a block of their own. */
static void append_altered(const struct store *store, struct buffer *out)
{
    int count = 0;
    buffer_append_text(out, "{\n");
    for (const char *at = store->values; at < store->end && count < VALUES_MAX; count++) {
        at += strspn(at, "{ \t");
        int length = (int)strcspn(at, ",}; \t"), bits = register_bits(at, store);
        buffer_printf(out, ".reg .b%d altered%d;\nmov.b%d altered%d, %.*s;\nxor.b%d altered%d, altered%d, %s;\n", bits,
                      count, bits, count, length, at, bits, count, count, mask_of(store->bits));
        at += length;
        at += strspn(at, ",} \t");
    }
    buffer_append(out, store->line, (size_t)(store->values - store->line));
    bool is_list = *store->values == '{';
    for (int i = 0; i < count; i++)
        buffer_printf(out, "%saltered%d", i ? ", " : is_list ? "{" : "", i);
    buffer_append_text(out, is_list ? "};\n}\n" : ";\n}\n");
}

const char *altered_stores(const char *ptx, struct arena *arena, size_t *out_bytes)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    for (const char *line = ptx; *line;) {
        const char *end = line + strcspn(line, "\n");
        struct store store;
        if (read_store(line, end, &store))
            append_altered(&store, &out);
        else
            buffer_append(&out, line, (size_t)(end - line));
        buffer_append_char(&out, '\n');
        line = *end ? end + 1 : end;
    }
    *out_bytes = out.size_bytes;
    return arena_strndup(arena, buffer_text(&out), out.size_bytes);
}
