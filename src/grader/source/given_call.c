/* Finds the calls of given functions: see the header. */
#include "grader/source/given_call.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"

static const char of_device[] = "__device__", of_kernel[] = "__global__";

/* A function's text, from its `__device__` or `__global__` to the brace that ends it. */
struct function {
    const char *name;
    size_t begin, end;
    int first_line, last_line;
};

/* A `.loc` of the PTX. */
struct place {
    int file, line, column;
};
struct located {
    struct place at, caller; /* caller.line 0: not inlined */
    int ptx_line;
};

struct given_calls {
    struct function *functions, *kernels;
    size_t function_count, kernel_count;
    struct located *located; /* in the order of the PTX */
    size_t located_count;
};

/* --- functions -------------------------------------------------------------------------------- */

/* The first of these bytes from `at` on, outside of comments and literals; the end: none. */
static size_t find_byte(const struct source *source, size_t at, const char *bytes)
{
    while (at < source->size_bytes) {
        size_t end = source_quiet_end(source, at);
        if (end == at && strchr(bytes, source->text[at]))
            return at;
        at = end > at ? end : at + 1;
    }
    return source->size_bytes;
}

/* The byte after the bracket that closes the one at `open`. */
static size_t close_of(const struct source *source, size_t open, const char *pair)
{
    size_t at = open;
    for (int depth = 0; at < source->size_bytes; at = find_byte(source, at, pair)) {
        depth += source->text[at] == pair[0] ? 1 : -1;
        at++;
        if (depth == 0)
            return at;
    }
    return source->size_bytes;
}

static const char *name_before(const struct source *source, size_t open, struct arena *arena)
{
    size_t end = open;
    while (end > 0 && isspace((unsigned char)source->text[end - 1]))
        end--;
    size_t begin = source_quiet_word_begin(source, end);
    return arena_strndup(arena, source->text + begin, end - begin);
}

/* The function whose qualifier is at `at`. False: it is a variable, or only declared. */
static bool function_at(const struct source *source, size_t at, struct arena *arena, struct function *out)
{
    size_t open = find_byte(source, at, "(;=");
    if (open < source->size_bytes && !strcmp(name_before(source, open, arena), "__launch_bounds__"))
        open = find_byte(source, close_of(source, open, "()"), "(;=");
    if (open >= source->size_bytes || source->text[open] != '(')
        return false;
    size_t body = find_byte(source, close_of(source, open, "()"), "{;");
    if (body >= source->size_bytes || source->text[body] != '{')
        return false;
    size_t end = close_of(source, body, "{}");
    *out = (struct function){.name = name_before(source, open, arena),
                             .begin = at,
                             .end = end,
                             .first_line = source_quiet_line(source, at),
                             .last_line = source_quiet_line(source, end)};
    return true;
}

/* The next function with this qualifier from `*at` on, which moves past it. */
static bool next_function(const struct source *source, size_t *at, const char *qualifier, struct arena *arena,
                          struct function *out)
{
    while (*at < source->size_bytes) {
        size_t begin = *at, end = source_quiet_end(source, begin);
        *at = end > begin ? end : begin + 1;
        bool is_word = end == begin && source_quiet_begins(source, begin, qualifier) &&
                       (begin == 0 || !identifier_has(source->text[begin - 1]));
        if (!is_word || !function_at(source, begin, arena, out))
            continue;
        *at = out->end;
        return true;
    }
    return false;
}

static size_t skip_blanks(const struct source *source, size_t at, size_t end)
{
    while (at < end) {
        bool is_comment = source_quiet_begins(source, at, "//") || source_quiet_begins(source, at, "/*");
        if (is_comment)
            at = source_quiet_end(source, at);
        else if (isspace((unsigned char)source->text[at]))
            at++;
        else
            break;
    }
    return at;
}

/*
 * The byte of the first difference. Blanks and comments do not count. `of_one->end`: the functions
 * are the same.
 */
static size_t difference(const struct source *one, const struct function *of_one, const struct source *other,
                         const struct function *of_other)
{
    size_t a = of_one->begin, b = of_other->begin;
    for (;;) {
        a = skip_blanks(one, a, of_one->end);
        b = skip_blanks(other, b, of_other->end);
        if (a >= of_one->end)
            return b >= of_other->end ? of_one->end : of_one->end - 1;
        if (b >= of_other->end || one->text[a] != other->text[b])
            return a;
        a++;
        b++;
    }
}

static bool is_same(const struct source *one, const struct function *of_one, const struct source *other,
                    const struct function *of_other)
{
    return difference(one, of_one, other, of_other) == of_one->end;
}

static bool has_function(const struct source *source, const struct source *of, const struct function *wanted,
                         const char *qualifier, struct arena *arena)
{
    struct function function;
    for (size_t at = 0; next_function(source, &at, qualifier, arena, &function);)
        if (!strcmp(function.name, wanted->name) && is_same(source, &function, of, wanted))
            return true;
    return false;
}

/* --- locations -------------------------------------------------------------------------------- */

static bool read_location(const char *line, const char *end, struct located *out)
{
    const char *at = line;
    while (at < end && isspace((unsigned char)*at))
        at++;
    if (end - at < 5 || memcmp(at, ".loc", 4) != 0)
        return false;
    *out = (struct located){0};
    if (sscanf(at + 4, "%d %d %d", &out->at.file, &out->at.line, &out->at.column) != 3)
        return false;
    static const char keyword[] = "inlined_at";
    const char *call = memmem(at, (size_t)(end - at), keyword, strlen(keyword));
    struct place *caller = &out->caller;
    if (call && sscanf(call + strlen(keyword), "%d %d %d", &caller->file, &caller->line, &caller->column) != 3)
        *caller = (struct place){0};
    return true;
}

static size_t count_locations(const char *ptx, size_t ptx_bytes)
{
    size_t count = 0;
    for (const char *at = ptx; (at = memmem(at, (size_t)(ptx + ptx_bytes - at), ".loc", 4)); at += 4)
        count++;
    return count;
}

static void read_locations(struct given_calls *calls, struct arena *arena, const char *ptx, size_t ptx_bytes)
{
    const char *end = ptx + ptx_bytes;
    int ptx_line = 1;
    calls->located = ARENA_ARRAY(arena, count_locations(ptx, ptx_bytes) + 1, struct located);
    for (const char *line = ptx; line < end; ptx_line++) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        struct located located;
        if (read_location(line, stop, &located)) {
            located.ptx_line = ptx_line;
            calls->located[calls->located_count++] = located;
        }
        line = stop + 1;
    }
}

static bool is_at(const struct place *one, const struct place *other)
{
    return one->file == other->file && one->line == other->line && one->column == other->column;
}

/* The place of the call, with its own caller: the nearest one before it in the PTX. */
static const struct located *caller_of(const struct given_calls *calls, const struct located *located)
{
    for (const struct located *before = located; before-- > calls->located;)
        if (is_at(&before->at, &located->caller))
            return before;
    return NULL;
}

enum { CHAIN_MOST = 16 };

/* The places that led to an instruction, innermost first. */
static int chain_of(const struct given_calls *calls, const struct located *located, struct place *chain)
{
    int count = 0;
    while (located && count < CHAIN_MOST) {
        chain[count++] = located->at;
        const struct located *caller = located->caller.line ? caller_of(calls, located) : NULL;
        if (located->caller.line && !caller && count < CHAIN_MOST)
            chain[count++] = located->caller;
        located = caller;
    }
    return count;
}

static const struct function *given_at(const struct given_calls *calls, int line)
{
    for (size_t i = 0; i < calls->function_count; i++)
        if (line >= calls->functions[i].first_line && line <= calls->functions[i].last_line)
            return &calls->functions[i];
    return NULL;
}

/* The learner's file is that of the outermost place: a kernel is there. */
static struct given_call call_of(const struct given_calls *calls, const struct located *located, int line)
{
    struct place chain[CHAIN_MOST];
    int count = chain_of(calls, located, chain);
    const struct function *function = NULL;
    for (int i = 0; i < count; i++) {
        if (chain[i].file != chain[count - 1].file)
            continue;
        const struct function *given = given_at(calls, chain[i].line);
        if (!function && (!given || chain[i].line != line))
            return (struct given_call){0};
        if (!given)
            return (struct given_call){chain[i].line, function->name};
        function = given;
    }
    return (struct given_call){0, function ? function->name : NULL};
}

/* --- calls ------------------------------------------------------------------------------------ */

/* The functions of the learner's that the starter and the solution have alike. */
static struct function *find_given(struct arena *arena, const struct source *source, const struct source *starter,
                                   const struct source *solution, const char *qualifier, size_t *out_count)
{
    struct function function;
    size_t most = 0, count = 0;
    for (size_t at = 0; next_function(source, &at, qualifier, arena, &function);)
        most++;
    struct function *given = ARENA_ARRAY(arena, most + 1, struct function);
    for (size_t at = 0; next_function(source, &at, qualifier, arena, &function);)
        if (has_function(starter, source, &function, qualifier, arena) &&
            has_function(solution, source, &function, qualifier, arena))
            given[count++] = function;
    *out_count = count;
    return given;
}

const struct given_calls *given_calls_find(struct arena *arena, const struct source *source,
                                           const struct source *starter, const struct source *solution, const char *ptx,
                                           size_t ptx_bytes)
{
    struct given_calls *calls = ARENA_NEW(arena, struct given_calls);
    calls->functions = find_given(arena, source, starter, solution, of_device, &calls->function_count);
    calls->kernels = find_given(arena, source, starter, solution, of_kernel, &calls->kernel_count);
    if (!calls->function_count && !calls->kernel_count)
        return NULL;
    read_locations(calls, arena, ptx, ptx_bytes);
    return calls;
}

bool given_calls_has_kernel(const struct given_calls *calls, const char *name)
{
    for (size_t i = 0; calls && i < calls->kernel_count; i++)
        if (!strcmp(calls->kernels[i].name, name))
            return true;
    return false;
}

struct given_call given_call_at(const struct given_calls *calls, int ptx_line, int line)
{
    const struct located *last = NULL;
    for (size_t i = 0; calls && i < calls->located_count && calls->located[i].ptx_line <= ptx_line; i++)
        last = &calls->located[i];
    return last ? call_of(calls, last, line) : (struct given_call){0};
}

struct given_call given_call_of_line(const struct given_calls *calls, int line)
{
    struct given_call found = {0};
    for (size_t i = 0; calls && i < calls->located_count; i++) {
        struct given_call call = call_of(calls, &calls->located[i], line);
        if (!call.function)
            continue;
        if (found.function && found.line != call.line)
            return (struct given_call){0, found.function};
        found = call;
    }
    return found;
}

static bool find_function(const struct source *source, const char *name, struct arena *arena, struct function *out)
{
    for (size_t at = 0; next_function(source, &at, of_device, arena, out);)
        if (!strcmp(out->name, name))
            return true;
    return false;
}

struct given_call given_call_changed(struct arena *arena, const struct source *source, const struct source *starter,
                                     const struct source *solution)
{
    struct function given, own;
    for (size_t at = 0; next_function(starter, &at, of_device, arena, &given);) {
        if (!has_function(solution, starter, &given, of_device, arena) ||
            !find_function(source, given.name, arena, &own) || has_function(source, starter, &given, of_device, arena))
            continue;
        size_t place = difference(source, &own, starter, &given);
        return (struct given_call){source_quiet_line(source, place), given.name};
    }
    return (struct given_call){0};
}
