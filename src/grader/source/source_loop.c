/* Finds the loop that never ends: see the header. */
#include "grader/source/source_loop.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"

enum { LOOPS_MAX = 256, NEST_MAX = 32, CALLS_MAX = 8 };

/* Bytes of the text, and their lines. */
struct part {
    size_t begin, end;
    int first_line, last_line;
};

struct loop {
    struct part all;
    size_t header, header_end; /* between its brackets; both 0 for `do` */
};

struct view {
    struct source text; /* without comments and literals */
    struct arena *arena;
    const struct line_runs *runs;
    struct loop loops[LOOPS_MAX]; /* by their begin */
    size_t loop_count;
};

/* The loops around a line, from the outside. */
struct nest {
    const struct loop *loops[NEST_MAX];
    size_t count;
    uint64_t entries; /* of the outermost loop */
};

/* --- words and brackets ----------------------------------------------------------------------- */

static char byte_at(const struct view *view, size_t at)
{
    return at < view->text.size_bytes ? view->text.text[at] : '\0';
}

static bool is_word_at(const struct view *view, size_t at, const char *word, size_t length)
{
    return view->text.size_bytes - at >= length && !memcmp(view->text.text + at, word, length) &&
           !identifier_has(byte_at(view, at + length)) && (at == 0 || !identifier_has(byte_at(view, at - 1)));
}

static size_t after_blanks(const struct view *view, size_t at)
{
    while (isspace((unsigned char)byte_at(view, at)))
        at++;
    return at;
}

static size_t before_blanks(const struct view *view, size_t at)
{
    while (at > 0 && isspace((unsigned char)byte_at(view, at - 1)))
        at--;
    return at;
}

/* The byte after the bracket that closes the one at `open`. */
static size_t after_close(const struct view *view, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < view->text.size_bytes; at++) {
        depth += strchr("({[", view->text.text[at]) ? 1 : strchr(")}]", view->text.text[at]) ? -1 : 0;
        if (!depth)
            return at + 1;
    }
    return view->text.size_bytes;
}

/* The end of the statement at `at`: `for (..) if (..) x = 1;`. */
static size_t statement_end(const struct view *view, size_t at)
{
    while (at < view->text.size_bytes && !strchr(";{", view->text.text[at]))
        at = byte_at(view, at) == '(' ? after_close(view, at) : at + 1;
    return byte_at(view, at) == '{' ? after_close(view, at) : at + (at < view->text.size_bytes);
}

/* --- loops ------------------------------------------------------------------------------------ */

static struct source without_quiet(const struct source *source, struct arena *arena)
{
    char *text = arena_strndup(arena, source->text, source->size_bytes);
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        for (size_t i = at; i < end; i++)
            text[i] = text[i] == '\n' ? '\n' : ' ';
        at = end > at ? end : at + 1;
    }
    return (struct source){.name = source->name, .text = text, .size_bytes = source->size_bytes};
}

static struct part part_of(const struct view *view, size_t begin, size_t end)
{
    return (struct part){begin, end, source_quiet_line(&view->text, begin), source_quiet_line(&view->text, end - 1)};
}

/* Adds the loop at `at`, if one begins there. The `while` of a `do` is a part of it. */
static void add_loop(struct view *view, size_t at)
{
    if (view->loop_count == LOOPS_MAX)
        return;
    struct loop *loop = &view->loops[view->loop_count];
    if (is_word_at(view, at, "do", 2)) {
        size_t end = statement_end(view, at + 2);
        *loop = (struct loop){.all = part_of(view, at, statement_end(view, end))};
        view->loop_count++;
        return;
    }
    size_t length = is_word_at(view, at, "for", 3) ? 3 : is_word_at(view, at, "while", 5) ? 5 : 0;
    size_t open = after_blanks(view, at + length);
    if (!length || byte_at(view, open) != '(')
        return;
    size_t before = before_blanks(view, at), close = after_close(view, open);
    bool ends_do =
        length == 5 && before && byte_at(view, before - 1) == '}' && byte_at(view, after_blanks(view, close)) == ';';
    if (ends_do)
        return;
    *loop = (struct loop){part_of(view, at, statement_end(view, close)), open + 1, close - 1};
    view->loop_count++;
}

static bool encloses(const struct part *outer, const struct part *inner)
{
    return outer->begin < inner->begin && inner->end <= outer->end;
}

static uint64_t count_at(const struct view *view, int line)
{
    return line > 0 && line < view->runs->lines ? view->runs->counts[line] : 0;
}

/* Whether the line is in the part, but in no loop inside it. */
static bool is_own_line(const struct view *view, const struct part *part, int line)
{
    for (size_t i = 0; i < view->loop_count; i++) {
        const struct part *inner = &view->loops[i].all;
        if (encloses(part, inner) && inner->first_line <= line && line <= inner->last_line)
            return false;
    }
    return true;
}

static uint64_t runs_of(const struct view *view, const struct part *part)
{
    uint64_t most = count_at(view, part->first_line);
    for (int line = part->first_line; line <= part->last_line; line++)
        if (count_at(view, line) > most && is_own_line(view, part, line))
            most = count_at(view, line);
    return most;
}

/* --- functions and calls ---------------------------------------------------------------------- */

/* The body of the function around a line, and its name. False: the line is outside of functions. */
static bool function_around(const struct view *view, int line, struct part *out_body, struct part *out_name)
{
    size_t bracket = 0;
    for (size_t at = 0; at < view->text.size_bytes;) {
        char byte = byte_at(view, at);
        size_t end = byte == '(' || byte == '{' ? after_close(view, at) : at + 1;
        if (byte == '(')
            bracket = at;
        if (byte == '{') {
            *out_body = part_of(view, at, end);
            if (out_body->first_line <= line && line <= out_body->last_line && bracket) {
                size_t name_end = before_blanks(view, bracket), begin = name_end;
                while (begin > 0 && identifier_has(byte_at(view, begin - 1)))
                    begin--;
                *out_name = (struct part){.begin = begin, .end = name_end};
                return name_end > begin;
            }
        }
        at = end;
    }
    return false;
}

/* The line outside of the function that calls it and ran most often; 0: no line calls it. */
static int calling_line(const struct view *view, const struct part *name, const struct part *body)
{
    int found = 0;
    size_t length = name->end - name->begin;
    for (size_t at = 0; at < view->text.size_bytes; at++) {
        bool is_inside = at >= name->begin && at < body->end;
        if (is_inside || !is_word_at(view, at, view->text.text + name->begin, length) ||
            byte_at(view, after_blanks(view, at + length)) != '(')
            continue;
        int line = source_quiet_line(&view->text, at);
        if (!found || count_at(view, line) > count_at(view, found))
            found = line;
    }
    return found;
}

/* Adds the loops around a line, after those around the calls of its function. */
static void add_around(const struct view *view, int line, int calls, struct nest *nest)
{
    struct part body, name;
    if (!function_around(view, line, &body, &name))
        return;
    int caller = calls < CALLS_MAX ? calling_line(view, &name, &body) : 0;
    if (caller)
        add_around(view, caller, calls + 1, nest);
    else
        nest->entries = runs_of(view, &body);
    for (size_t i = 0; i < view->loop_count && nest->count < NEST_MAX; i++) {
        const struct part *all = &view->loops[i].all;
        if (encloses(&body, all) && all->first_line <= line && line <= all->last_line)
            nest->loops[nest->count++] = &view->loops[i];
    }
}

/* --- the step --------------------------------------------------------------------------------- */

/* Whether the bytes change the variable: `i = 1`, `i += 2`, `++i`, `&i`. */
static bool changes(const struct view *view, size_t begin, size_t end, size_t name, size_t length)
{
    for (size_t at = begin; at < end; at++) {
        if (!is_word_at(view, at, view->text.text + name, length))
            continue;
        size_t before = before_blanks(view, at), after = after_blanks(view, at + length);
        const char *text = view->text.text + after;
        bool is_taken = before > 1 && ((byte_at(view, before - 1) == '&' && byte_at(view, before - 2) != '&') ||
                                       !memcmp(view->text.text + before - 2, "++", 2) ||
                                       !memcmp(view->text.text + before - 2, "--", 2));
        size_t room = view->text.size_bytes - after;
        bool is_step = room > 1 && (!memcmp(text, "++", 2) || !memcmp(text, "--", 2));
        bool is_set =
            room > 2 && ((text[0] == '=' && text[1] != '=') || (strchr("+-*/%&|^", text[0]) && text[1] == '=') ||
                         !memcmp(text, "<<=", 3) || !memcmp(text, ">>=", 3));
        if (is_taken || is_step || is_set)
            return true;
    }
    return false;
}

static size_t find_byte(const struct view *view, size_t begin, size_t end, char byte)
{
    while (begin < end && byte_at(view, begin) != byte)
        begin++;
    return begin;
}

/* Whether the step adds a number that is 0 in the first block or thread: `i += blockIdx.x`. */
static bool adds_index(const struct view *view, size_t begin, size_t end, struct source_loop *loop)
{
    static const char *const zeros[] = {"blockIdx.x",  "blockIdx.y",  "blockIdx.z",
                                        "threadIdx.x", "threadIdx.y", "threadIdx.z"};
    size_t length = strlen(loop->variable), at = after_blanks(view, begin);
    size_t sign = after_blanks(view, at + length), value = after_blanks(view, sign + 2);
    if (!is_word_at(view, at, loop->variable, length) || byte_at(view, sign) != '+' || byte_at(view, sign + 1) != '=')
        return false;
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) {
        size_t after = value + strlen(zeros[i]);
        if (is_word_at(view, value, zeros[i], strlen(zeros[i])) && after_blanks(view, after) >= end) {
            loop->step = zeros[i];
            return true;
        }
    }
    return false;
}

/* Fills in why the loop does not end, if its source shows that. */
static void find_step(const struct view *view, const struct loop *found, struct source_loop *loop)
{
    bool is_for = is_word_at(view, found->all.begin, "for", 3);
    size_t begin = is_for ? find_byte(view, found->header, found->header_end, ';') + 1 : found->header;
    size_t end = is_for ? find_byte(view, begin, found->header_end, ';') : found->header_end;
    const char *variable = NULL;
    bool is_constant = true;
    for (size_t at = begin; at < end;) {
        size_t after = identifier_end(&view->text, at);
        if (after > at && !isdigit((unsigned char)byte_at(view, at))) {
            is_constant &=
                !strchr("[(.-:", byte_at(view, after)) && !changes(view, begin, found->all.end, at, after - at);
            variable = variable ? variable : arena_strndup(view->arena, view->text.text + at, after - at);
        }
        at = after > at ? after : at + 1;
    }
    loop->variable = variable;
    if (variable && is_for && end < found->header_end && adds_index(view, end + 1, found->header_end, loop))
        return;
    if (!variable || !is_constant)
        loop->variable = NULL;
}

struct source_loop source_loop_endless(const struct source *source, const struct line_runs *runs, int busiest,
                                       struct arena *arena)
{
    struct view *view = ARENA_ARRAY(arena, 1, struct view);
    *view = (struct view){.text = without_quiet(source, arena), .arena = arena, .runs = runs};
    for (size_t at = 0; at < view->text.size_bytes; at++)
        add_loop(view, at);
    struct nest nest = {0};
    add_around(view, busiest, 0, &nest);
    const struct loop *found = NULL;
    double most = 0, around = nest.entries ? (double)nest.entries : 1;
    for (size_t i = 0; i < nest.count; i++) {
        double count = (double)runs_of(view, &nest.loops[i]->all);
        if (count / around > most) {
            most = count / around;
            found = nest.loops[i];
        }
        around = count > 1 ? count : 1;
    }
    if (!found)
        return (struct source_loop){0};
    struct source_loop loop = {.line = found->all.first_line};
    find_step(view, found, &loop);
    return loop;
}

const char *source_loop_function(const struct source *source, int line, struct arena *arena)
{
    struct view *view = ARENA_ARRAY(arena, 1, struct view);
    struct part body, name;
    *view = (struct view){.text = without_quiet(source, arena), .arena = arena};
    return function_around(view, line, &body, &name)
               ? arena_strndup(arena, view->text.text + name.begin, name.end - name.begin)
               : NULL;
}
