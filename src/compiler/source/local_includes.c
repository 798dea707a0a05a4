/* Expands the includes of local headers. */
#include "compiler/local_includes.h"

#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "compiler/options/options.h"
#include "compiler/source/host_token.h"

enum { DEPTH_MAX = 16, READ_ONCE_MAX = 128, EXPANDED_BYTES_MAX = 4 << 20 };

static const char header_folder[] = "/warpschool/beside/";

struct expansion {
    struct arena *arena;
    const char *const *folders; /* of the user; NULL: none */
    struct buffer out;
    const char *read_once[READ_ONCE_MAX];
    size_t read_once_count;
    size_t included; /* headers found */
};

/* A text that is being copied. */
struct place {
    const char *folder;
    const char *shown; /* its name in #line */
    int depth;
};

static void expand(struct expansion *expansion, const struct place *place, const char *text, size_t size_bytes);

static struct host_token word_behind(struct host_token token, const char *end)
{
    const char *at = token.text + token.length;
    do {
        token = host_token_read(at, end, false);
        at += token.length;
    } while (token.kind == HOST_TOKEN_BLANK && *token.text != '\n');
    return token;
}

static struct host_token directive_word(struct host_token directive)
{
    struct host_token sign = {HOST_TOKEN_OTHER, directive.text, 1};
    return word_behind(sign, directive.text + directive.length);
}

/*
 * include = "#" "include" ( "\"" name "\"" | "<" name ">" ); NULL for another directive
 */
static const char *included_name(const struct expansion *expansion, struct host_token directive, bool *out_is_angled)
{
    struct host_token word = directive_word(directive);
    if (!host_token_is(word, "include"))
        return NULL;
    const char *end = directive.text + directive.length;
    struct host_token name = word_behind(word, end);
    *out_is_angled = host_token_is(name, "<");
    if (*out_is_angled) {
        const char *close = memchr(name.text, '>', (size_t)(end - name.text));
        return close ? arena_strndup(expansion->arena, name.text + 1, (size_t)(close - name.text) - 1) : NULL;
    }
    if (name.kind != HOST_TOKEN_TEXT || name.length < 3 || *name.text != '"')
        return NULL;
    return arena_strndup(expansion->arena, name.text + 1, name.length - 2);
}

/* NULL: there is no such header. */
static const char *find_header(const struct expansion *expansion, const char *beside, const char *name)
{
    const char *path = beside ? path_join(expansion->arena, beside, name) : NULL;
    if (path && file_is_regular(path))
        return path;
    for (size_t i = 0; expansion->folders && expansion->folders[i]; i++) {
        path = path_join(expansion->arena, expansion->folders[i], name);
        if (file_is_regular(path))
            return path;
    }
    return NULL;
}

/* True for #pragma once, or a guard: #ifndef as the first directive. */
static bool is_read_once(const struct buffer *header)
{
    const char *at = header->data, *end = at + header->size_bytes;
    while (at < end) {
        struct host_token token = host_token_read(at, end, at == header->data || at[-1] == '\n');
        at += token.length;
        if (token.kind == HOST_TOKEN_BLANK)
            continue;
        struct host_token word = token.kind == HOST_TOKEN_DIRECTIVE ? directive_word(token) : token;
        return host_token_is(word, "ifndef") ||
               (host_token_is(word, "pragma") && host_token_is(word_behind(word, end), "once"));
    }
    return false;
}

static bool was_read(struct expansion *expansion, const char *path, const struct buffer *header)
{
    for (size_t i = 0; i < expansion->read_once_count; i++)
        if (strcmp(expansion->read_once[i], path) == 0)
            return true;
    if (expansion->read_once_count < READ_ONCE_MAX && is_read_once(header))
        expansion->read_once[expansion->read_once_count++] = path;
    return false;
}

/* False: there is no such file. The directive stays. */
static bool include(struct expansion *expansion, const struct place *place, const char *name, bool is_angled)
{
    CLEANUP(buffer_done) struct buffer header = BUFFER_INIT;
    const char *path = find_header(expansion, is_angled ? NULL : place->folder, name);
    if (!path || place->depth == DEPTH_MAX || expansion->out.size_bytes > EXPANDED_BYTES_MAX ||
        !file_read(path, OPTIONS_SOURCE_BYTES_MAX, &header, NULL))
        return false;
    expansion->included++;
    if (was_read(expansion, path, &header))
        return true;
    struct place within = {
        .folder = path_folder(expansion->arena, path),
        .shown = arena_printf(expansion->arena, "%s%s", header_folder, name),
        .depth = place->depth + 1,
    };
    buffer_printf(&expansion->out, "#line 1 \"%s\"\n", within.shown);
    expand(expansion, &within, header.data, header.size_bytes);
    return true;
}

/* "#pragma once" has done its work and does not belong into a main source. */
static bool is_pragma_once(struct host_token directive)
{
    struct host_token word = directive_word(directive);
    return host_token_is(word, "pragma") && host_token_is(word_behind(word, directive.text + directive.length), "once");
}

static void expand(struct expansion *expansion, const struct place *place, const char *text, size_t size_bytes)
{
    const char *at = text, *end = text + size_bytes;
    bool at_line_start = true;
    for (int line = 1; at < end;) {
        struct host_token token = host_token_read(at, end, at_line_start);
        bool is_angled = false;
        const char *name = token.kind == HOST_TOKEN_DIRECTIVE ? included_name(expansion, token, &is_angled) : NULL;
        bool is_gone = token.kind == HOST_TOKEN_DIRECTIVE && place->depth > 0 && is_pragma_once(token);
        for (size_t i = 0; i < token.length; i++)
            line += token.text[i] == '\n';
        if (name && include(expansion, place, name, is_angled))
            buffer_printf(&expansion->out, "\n#line %d \"%s\"", line + 1, place->shown);
        else if (!is_gone)
            buffer_append(&expansion->out, token.text, token.length);
        at += token.length;
        at_line_start = *token.text == '\n' || (at_line_start && token.kind == HOST_TOKEN_BLANK);
    }
}

bool local_includes_expand(const struct source *source, const char *const *folders, struct arena *arena,
                           struct source *out_source)
{
    struct expansion expansion = {.arena = arena, .folders = folders, .out = BUFFER_INIT};
    struct place place = {.folder = path_folder(arena, source->name), .shown = OPTIONS_SOURCE_NAME};
    expand(&expansion, &place, source->text, source->size_bytes);
    if (expansion.included > 0)
        *out_source = (struct source){
            .name = source->name,
            .text = arena_strndup(arena, buffer_text(&expansion.out), expansion.out.size_bytes),
            .size_bytes = expansion.out.size_bytes,
        };
    buffer_done(&expansion.out);
    return expansion.included > 0;
}

struct source local_includes_prepend(const struct source *source, const char *name, const char *header,
                                     struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "#line 1 \"%s%s\"\n%s\n#line 1 \"%s\"\n", header_folder, name, header, OPTIONS_SOURCE_NAME);
    buffer_append(&text, source->text, source->size_bytes);
    return (struct source){
        .name = source->name,
        .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
        .size_bytes = text.size_bytes,
    };
}

struct source local_includes_with_own_name(const struct source *source, struct arena *arena)
{
    static const char known[] = "\"" OPTIONS_SOURCE_NAME "\"";
    const char *at = source->text, *end = source->text + source->size_bytes, *found;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (; (found = memmem(at, (size_t)(end - at), known, sizeof known - 1)); at = found + sizeof known - 1) {
        buffer_append(&text, at, (size_t)(found - at));
        buffer_printf(&text, "\"%s\"", source->name);
    }
    buffer_append(&text, at, (size_t)(end - at));
    return (struct source){
        .name = source->name,
        .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
        .size_bytes = text.size_bytes,
    };
}

const char *local_includes_name(const char *file)
{
    size_t length = sizeof header_folder - 1;
    return strncmp(file, header_folder, length) == 0 ? file + length : NULL;
}
