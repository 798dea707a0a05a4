/* Links PTX texts. */
#include "program/build/device_link.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/mangled.h"
#include "compiler/compiler.h"
#include "program/build/ptx_text.h"

enum statement_kind { STATEMENT_HEADER, STATEMENT_FILE, STATEMENT_FUNCTION, STATEMENT_VARIABLE, STATEMENT_OTHER };

/* A directive of a module, with its body. */
struct statement {
    const char *start, *end;
    size_t part;
    enum statement_kind kind;
    const char *name;
    size_t length;
    bool is_extern, is_visible, is_weak;
    bool is_definition;
};

struct device_link {
    const struct device_link_part *parts;
    struct arena *arena;
    struct statement *statements;
    size_t count, capacity;
    int *files; /* of each part: what is added to numbers of files */
};

/* --- reading ---------------------------------------------------------------------------------- */

/* ends = ";" | body of a function; a variable's values are in braces, too */
static const char *find_end(const char *at, bool has_body, bool *out_has_body)
{
    *out_has_body = false;
    while (*at && *at != ';') {
        *out_has_body = has_body && *at == '{';
        bool is_group = *at == '(' || *at == '{' || *at == '[';
        at = is_group ? ptx_text_skip_group(at) : ptx_text_skip_one(at);
        if (*out_has_body)
            return at;
    }
    return *at ? at + 1 : at;
}

/* The kind of a directive, by its words up to the name. */
static void read_words(const char *at, struct statement *statement)
{
    statement->kind = STATEMENT_OTHER;
    for (at = ptx_text_skip_blank(at); *at && *at != ';'; at = ptx_text_skip_blank(at)) {
        if (*at == '(') {
            at = ptx_text_skip_group(at);
            continue;
        }
        const char *start = at + (*at == '.'), *end = ptx_text_end_of_name(start);
        if (*at != '.' && !isdigit((unsigned char)*at)) {
            statement->name = start;
            statement->length = (size_t)(end - start);
            return;
        }
        statement->is_extern |= ptx_text_is_word(start, end, "extern");
        statement->is_visible |= ptx_text_is_word(start, end, "visible");
        statement->is_weak |= ptx_text_is_word(start, end, "weak") || ptx_text_is_word(start, end, "common");
        if (ptx_text_is_word(start, end, "func") || ptx_text_is_word(start, end, "entry"))
            statement->kind = STATEMENT_FUNCTION;
        if (ptx_text_is_word(start, end, "global") || ptx_text_is_word(start, end, "const") ||
            ptx_text_is_word(start, end, "shared"))
            statement->kind = STATEMENT_VARIABLE;
        at = end > at ? end : at + 1;
    }
}

static bool is_line_directive(const char *start, const char *end, enum statement_kind *out_kind)
{
    static const char *const headers[] = {"version", "target", "address_size"};
    *out_kind = STATEMENT_HEADER;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (ptx_text_is_word(start, end, headers[i]))
            return true;
    *out_kind = STATEMENT_FILE;
    return ptx_text_is_word(start, end, "file");
}

static void add_statement(struct device_link *link, const struct statement *statement)
{
    ARENA_ROOM(link->arena, link->statements, link->count, link->capacity);
    link->statements[link->count++] = *statement;
}

static void read_part(struct device_link *link, size_t part)
{
    const char *at = ptx_text_skip_blank(link->parts[part].ptx);
    while (*at) {
        struct statement statement = {.start = at, .part = part};
        const char *word = at + (*at == '.');
        if (is_line_directive(word, ptx_text_end_of_name(word), &statement.kind)) {
            statement.end = at + strcspn(at, "\n");
        } else {
            read_words(at, &statement);
            bool has_body, may_have = statement.kind != STATEMENT_VARIABLE;
            statement.end = find_end(at, may_have, &has_body);
            statement.is_definition =
                statement.kind == STATEMENT_FUNCTION ? has_body : statement.kind == STATEMENT_VARIABLE;
            statement.is_definition &= !statement.is_extern;
        }
        add_statement(link, &statement);
        at = ptx_text_skip_blank(statement.end > at ? statement.end : at + 1);
    }
}

/* The highest number of a file in the part. */
static int last_file(const struct device_link *link, size_t part)
{
    int last = 0;
    for (size_t i = 0; i < link->count; i++) {
        const struct statement *statement = &link->statements[i];
        int number = statement->kind == STATEMENT_FILE ? atoi(statement->start + strlen(".file")) : 0;
        last = statement->part == part && number > last ? number : last;
    }
    return last;
}

struct device_link *device_link_new(const struct device_link_part *parts, size_t count, struct arena *arena)
{
    struct device_link *link = ARENA_NEW(arena, struct device_link);
    *link = (struct device_link){.parts = parts, .arena = arena};
    link->files = ARENA_ARRAY(arena, count + 1, int);
    for (size_t i = 0; i < count; i++) {
        read_part(link, i);
        link->files[i + 1] = link->files[i] + last_file(link, i);
    }
    return link;
}

/* --- names ------------------------------------------------------------------------------------ */

static bool is_named(const struct statement *statement, const char *name, size_t length)
{
    return statement->length == length && length > 0 && memcmp(statement->name, name, length) == 0;
}

static bool is_shared_name(const struct statement *statement)
{
    return statement->is_extern || statement->is_visible || statement->is_weak;
}

/* The definition that other files see: the one that is not weak, else the first. NULL: none. */
static const struct statement *find_definition(const struct device_link *link, const struct statement *used)
{
    const struct statement *found = NULL;
    for (size_t i = 0; i < link->count; i++) {
        const struct statement *statement = &link->statements[i];
        if (!statement->is_definition || !is_shared_name(statement) || !is_named(statement, used->name, used->length) ||
            (found && statement->is_weak))
            continue;
        if (!found || found->is_weak)
            found = statement;
    }
    return found;
}

/* Functions that a GPU has without a definition. */
static bool is_built_in(const struct statement *statement)
{
    static const char *const names[] = {"vprintf", "__assertfail", "malloc", "free"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_named(statement, names[i], strlen(names[i])))
            return true;
    return false;
}

/* Dynamic shared memory needs no definition. */
static bool needs_definition(const struct statement *statement)
{
    bool is_shared = statement->kind == STATEMENT_VARIABLE &&
                     memmem(statement->start, (size_t)(statement->end - statement->start), ".shared", 7);
    return statement->is_extern && !is_shared && !is_built_in(statement);
}

bool device_link_is_complete(const struct device_link *link)
{
    for (size_t i = 0; i < link->count; i++)
        if (needs_definition(&link->statements[i]) && !find_definition(link, &link->statements[i]))
            return false;
    return true;
}

bool device_link_is_needed(const struct device_link *link)
{
    for (size_t i = 0; i < link->count; i++)
        if (link->statements[i].is_extern && find_definition(link, &link->statements[i]))
            return true;
    return false;
}

/* Whether a file keeps the name for itself, and an earlier file has it as well. */
static bool must_rename(const struct device_link *link, size_t part, const char *name, size_t length)
{
    bool is_own = false, is_earlier = false;
    if (*name == '$')
        return part > 0;
    for (size_t i = 0; i < link->count && link->statements[i].part <= part; i++) {
        const struct statement *statement = &link->statements[i];
        if (!is_named(statement, name, length))
            continue;
        is_own |= statement->part == part && !is_shared_name(statement);
        is_earlier |= statement->part < part;
    }
    return is_own && is_earlier;
}

const char *device_link_name(const struct device_link *link, size_t part, const char *name)
{
    bool is_other = name && must_rename(link, part, name, strlen(name));
    return is_other ? arena_printf(link->arena, "%s$part%zu", name, part) : name;
}

/* --- mistakes --------------------------------------------------------------------------------- */

static int ptx_line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

/* The line of a source that begins a function's body, or declares a variable. 0: unknown. */
static int line_of(const struct device_link *link, const struct statement *statement)
{
    const struct device_link_part *part = &link->parts[statement->part];
    const char *place = strstr(statement->start, ".loc");
    if (statement->kind == STATEMENT_FUNCTION && place && place < statement->end)
        return compiler_line_of_ptx(part->ptx, ptx_line_of(part->ptx, place) + 1);
    const char *name = mangled_readable(link->arena, arena_strndup(link->arena, statement->name, statement->length));
    const char *text = arena_strndup(link->arena, part->source->text, part->source->size_bytes);
    for (const char *at = text; (at = strstr(at, name)); at++) {
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        const char *word = strstr(line, "__");
        bool is_whole = (at == text || !ptx_text_is_name(at[-1])) && !ptx_text_is_name(at[strlen(name)]);
        if (is_whole && word && word < at)
            return ptx_line_of(text, at);
    }
    return 0;
}

/* The line of a source that first uses a name in a function. */
static int line_of_use(const struct device_link *link, const struct statement *used)
{
    const char *ptx = link->parts[used->part].ptx;
    for (size_t i = 0; i < link->count; i++) {
        const struct statement *statement = &link->statements[i];
        if (statement->part != used->part || statement->kind != STATEMENT_FUNCTION || !statement->is_definition)
            continue;
        const char *at =
            memmem(statement->start, (size_t)(statement->end - statement->start), used->name, used->length);
        if (at && !ptx_text_is_name(at[used->length]))
            return compiler_line_of_ptx(ptx, ptx_line_of(ptx, at));
    }
    return line_of(link, used);
}

static const char *readable(const struct device_link *link, const struct statement *statement)
{
    return mangled_readable(link->arena, arena_strndup(link->arena, statement->name, statement->length));
}

static void report_twice(const struct device_link *link, const struct statement *statement,
                         const struct statement *other, struct diagnostics *diagnostics)
{
    int line = line_of(link, statement);
    struct location place = {line, line ? 1 : 0, 1};
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, link->parts[statement->part].source, place,
                    "%s is defined a second time, after %s:%d", readable(link, statement),
                    link->parts[other->part].source->name, line_of(link, other));
    diagnostics_hint(diagnostics, "make it static, or declare it extern in all files but one");
}

static void report_missing(const struct device_link *link, const struct statement *statement,
                           struct diagnostics *diagnostics)
{
    int line = line_of_use(link, statement);
    struct location place = {line, line ? 1 : 0, 1};
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, link->parts[statement->part].source, place,
                    "no file defines %s, which is used here", readable(link, statement));
}

static bool check(const struct device_link *link, struct diagnostics *diagnostics)
{
    size_t before = diagnostics_error_count(diagnostics);
    for (size_t i = 0; i < link->count; i++) {
        const struct statement *statement = &link->statements[i];
        const struct statement *definition = find_definition(link, statement);
        if (!definition && needs_definition(statement))
            report_missing(link, statement, diagnostics);
        if (definition && definition != statement && statement->is_definition && statement->is_visible)
            report_twice(link, statement, definition, diagnostics);
    }
    return diagnostics_error_count(diagnostics) == before;
}

/* --- writing ---------------------------------------------------------------------------------- */

static const char *append_number(struct buffer *out, const char *at, int more)
{
    const char *number = at + strspn(at, " \t");
    char *end;
    long value = strtol(number, &end, 10);
    if (end == number)
        return at;
    buffer_printf(out, "%.*s%ld", (int)(number - at), at, value + more);
    return end;
}

static const char *append_word(struct buffer *out, const struct device_link *link, size_t part, const char *at)
{
    const char *end = ptx_text_end_of_name(at);
    bool is_register = at > link->parts[part].ptx && (at[-1] == '%' || at[-1] == '.');
    buffer_append(out, at, (size_t)(end - at));
    if (!is_register && must_rename(link, part, at, (size_t)(end - at)))
        buffer_printf(out, "$part%zu", part);
    bool names_file = (ptx_text_is_word(at, end, "loc") && at[-1] == '.') || ptx_text_is_word(at, end, "inlined_at");
    return names_file ? append_number(out, end, link->files[part]) : end;
}

/* A function that is declared extern and defined in the same text is an error to a GPU's driver. */
static const char *append_linkage(struct buffer *out, const struct device_link *link, const struct statement *statement)
{
    static const char word[] = ".extern";
    const struct statement *definition =
        statement->kind == STATEMENT_FUNCTION && statement->is_extern ? find_definition(link, statement) : NULL;
    if (!definition || strncmp(statement->start, word, sizeof word - 1) != 0)
        return statement->start;
    buffer_append_text(out, definition->is_weak ? ".weak" : ".visible");
    return statement->start + sizeof word - 1;
}

static void append_statement(struct buffer *out, const struct device_link *link, const struct statement *statement)
{
    for (const char *at = append_linkage(out, link, statement); at < statement->end;) {
        if (ptx_text_is_name(*at)) {
            at = append_word(out, link, statement->part, at);
            continue;
        }
        const char *next = ptx_text_skip_one(at);
        buffer_append(out, at, (size_t)(next - at));
        at = next;
    }
    buffer_append_char(out, '\n');
}

/* The source has the compiler's name for it in all parts. */
static void append_file(struct buffer *out, const struct device_link *link, const struct statement *statement)
{
    const char *at = statement->start + strlen(".file"), *name = memchr(at, '"', (size_t)(statement->end - at));
    const char *own = link->parts[statement->part].source->name;
    bool is_source = name && strncmp(name + 1, COMPILER_SOURCE_NAME, strlen(COMPILER_SOURCE_NAME)) == 0;
    buffer_append_text(out, ".file");
    at = append_number(out, at, link->files[statement->part]);
    if (is_source && !strpbrk(own, "\"\\\n"))
        buffer_printf(out, " \"%s\"\n", own);
    else
        buffer_printf(out, "%.*s\n", (int)(statement->end - at), at);
}

/* Whether an earlier statement declares the same. */
static bool is_declared(const struct device_link *link, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        const struct statement *earlier = &link->statements[i];
        if (earlier->kind == STATEMENT_FUNCTION && !earlier->is_definition &&
            is_named(earlier, link->statements[index].name, link->statements[index].length))
            return true;
    }
    return false;
}

/* Of several definitions of a name one stays. */
static bool is_kept(const struct device_link *link, const struct statement *statement)
{
    return !statement->is_definition || !is_shared_name(statement) || find_definition(link, statement) == statement;
}

/* Of a variable that files share. It stands where the name is first mentioned. NULL: none. */
static const struct statement *definition_of(const struct device_link *link, const struct statement *statement)
{
    bool is_shared = statement->kind == STATEMENT_VARIABLE && is_shared_name(statement);
    return is_shared ? find_definition(link, statement) : NULL;
}

static bool is_first(const struct device_link *link, size_t index)
{
    const struct statement *statement = &link->statements[index];
    for (size_t i = 0; i < index; i++) {
        const struct statement *earlier = &link->statements[i];
        if (earlier->kind == STATEMENT_VARIABLE && is_shared_name(earlier) &&
            is_named(earlier, statement->name, statement->length))
            return false;
    }
    return true;
}

/* Declarations come first, then variables, then functions: names must be known before their use. */
static bool belongs(const struct device_link *link, size_t index, int pass)
{
    const struct statement *statement = &link->statements[index];
    bool is_function = statement->kind == STATEMENT_FUNCTION, is_body = is_function && statement->is_definition;
    switch (pass) {
    case 0:
        return statement->kind == STATEMENT_HEADER && statement->part == 0;
    case 1:
        return statement->kind == STATEMENT_FILE;
    case 2:
        return is_function && !is_body && !is_declared(link, index);
    case 3:
        return statement->kind == STATEMENT_VARIABLE &&
               (definition_of(link, statement) ? is_first(link, index) : is_kept(link, statement));
    default:
        return is_body && is_kept(link, statement);
    }
}

const char *device_link_text(struct device_link *link, struct diagnostics *diagnostics)
{
    enum { PASSES = 5 };
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    if (!check(link, diagnostics))
        return NULL;
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < link->count; i++) {
            if (!belongs(link, i, pass))
                continue;
            const struct statement *statement = &link->statements[i], *definition = definition_of(link, statement);
            if (pass == 1)
                append_file(&out, link, statement);
            else
                append_statement(&out, link, definition ? definition : statement);
        }
    return arena_strndup(link->arena, out.data, out.size_bytes);
}
