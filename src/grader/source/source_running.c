/* Finds wrong updates of a running sum: see the header. */
#include "grader/source/source_running.h"

#include <stdio.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_text.h"

enum { STATEMENT_BYTES_MAX = 160, STATEMENTS_MAX = 400, NAME_BYTES_MAX = 40 };

/* --- a compensated sum ------------------------------------------------------------------------ */

/* An assignment without its blanks: `float t = sum + y;` has the name "t" and the value "sum+y". */
struct assignment {
    char name[NAME_BYTES_MAX];
    char value[STATEMENT_BYTES_MAX];
    int line;
};

struct assignments {
    struct assignment *items;
    size_t count;
};

/* --- the assignments of a source -------------------------------------------------------------- */

static bool is_end(char byte)
{
    return byte == ';' || byte == '{' || byte == '}' || byte == ',';
}

/* The name before the `=` at `at`. False: another operator, or no plain variable. */
static bool read_name(const struct source *source, size_t at, char *out_name)
{
    size_t end = at;
    while (end > 0 && strchr(" \t", source->text[end - 1]))
        end--;
    size_t begin = source_quiet_word_begin(source, end);
    snprintf(out_name, NAME_BYTES_MAX, "%.*s", (int)(end - begin), source->text + begin);
    return begin < end && end - begin < NAME_BYTES_MAX;
}

/* The value after the `=` at `at`. False: it is too long, or the `=` is part of an operator. */
static bool read_value(const struct source *source, size_t at, char *out_value)
{
    size_t length = 0;
    int depth = 0;
    for (at++; at < source->size_bytes && (depth > 0 || !is_end(source->text[at])); at++) {
        char byte = source->text[at];
        depth += (byte == '(' || byte == '[') - (byte == ')' || byte == ']');
        if (byte == ' ' || byte == '\t' || byte == '\n')
            continue;
        if (length + 1 >= STATEMENT_BYTES_MAX || depth < 0)
            return false;
        out_value[length++] = byte;
    }
    out_value[length] = '\0';
    return length > 0 && *out_value != '=';
}

static struct assignments read_assignments(const struct source *source, struct arena *arena)
{
    struct assignments all = {ARENA_ARRAY(arena, STATEMENTS_MAX, struct assignment), 0};
    for (size_t at = 0; at < source->size_bytes && all.count < STATEMENTS_MAX;) {
        size_t end = source_quiet_end(source, at);
        struct assignment *next = &all.items[all.count];
        if (end == at && source->text[at] == '=' && read_name(source, at, next->name) &&
            read_value(source, at, next->value)) {
            next->line = source_quiet_line(source, at);
            all.count++;
        }
        at = end > at ? end : at + 1;
    }
    return all;
}

/* --- the sum ---------------------------------------------------------------------------------- */

/* Whether some statement is `total = sum + number`. */
static bool adds(const struct assignments *all, const char *total, const char *sum, const char *number)
{
    char one[STATEMENT_BYTES_MAX], other[STATEMENT_BYTES_MAX];
    snprintf(one, sizeof one, "%s+%s", sum, number);
    snprintf(other, sizeof other, "%s+%s", number, sum);
    for (size_t i = 0; i < all->count; i++)
        if (!strcmp(all->items[i].name, total) &&
            (!strcmp(all->items[i].value, one) || !strcmp(all->items[i].value, other)))
            return true;
    return false;
}

/*
 * Reads "(t-sum)-y" and its like. `*out_excess`: it is the part that the sum has too much, and
 * otherwise the one that it lacks.
 */
static bool read_lost(const struct assignments *all, const char *value, char *out_number, bool *out_excess)
{
    char left[NAME_BYTES_MAX], right[NAME_BYTES_MAX], number[NAME_BYTES_MAX], sign;
    int end = 0;
#define NAME "%39[A-Za-z0-9_]"
    bool is_last = sscanf(value, "(" NAME "-" NAME ")%c" NAME "%n", left, right, &sign, number, &end) == 4;
    bool is_first = !is_last && sscanf(value, NAME "%c(" NAME "-" NAME ")%n", number, &sign, left, right, &end) == 4;
#undef NAME
    if ((!is_last && !is_first) || !end || value[end])
        return false;
    bool is_new_left = adds(all, left, right, number), is_new_right = adds(all, right, left, number);
    snprintf(out_number, NAME_BYTES_MAX, "%s", number);
    *out_excess = is_last && is_new_left;
    return is_new_left ? sign == '-' : is_new_right && sign == '+'; /* (t - sum) - y, or (sum - t) + y */
}

/* The sign with which a value takes a variable at its end or begin: '+', '-'; 0: otherwise. */
static char sign_of(const char *value, const char *name)
{
    size_t length = strlen(value), own = strlen(name);
    if (length <= own + 1)
        return 0;
    const char *last = value + length - own;
    if (!strcmp(last, name) && (last[-1] == '+' || last[-1] == '-'))
        return last[-1];
    return !strncmp(value, name, own) && value[own] == '+' ? '+' : 0;
}

struct source_running_lost source_running_lost(const struct source *source, struct arena *arena)
{
    struct assignments all = read_assignments(source, arena);
    for (size_t i = 0; i < all.count; i++) {
        char number[NAME_BYTES_MAX];
        bool is_excess;
        if (!read_lost(&all, all.items[i].value, number, &is_excess))
            continue;
        for (size_t j = 0; j < all.count; j++) {
            char sign = strcmp(all.items[j].name, number) ? 0 : sign_of(all.items[j].value, all.items[i].name);
            if (sign && (sign == '+') == is_excess)
                return (struct source_running_lost){all.items[j].line, arena_strdup(arena, all.items[i].name),
                                                    !is_excess};
        }
    }
    return (struct source_running_lost){0};
}

/* --- a sum that is rescaled ------------------------------------------------------------------- */

/* The argument of one exponential: `a - b`. */
struct difference {
    size_t call;
    struct source_stretch whole, a, b;
};

static const char *text_of(const struct source *source, struct source_stretch part, struct arena *arena)
{
    return arena_strndup(arena, source->text + part.begin, part.end - part.begin);
}

/* The open bracket of the call that begins here; 0: no exponential does. */
static size_t exponential_open(const struct source *source, size_t at)
{
    static const char *const names[] = {"expf", "__expf", "exp", "exp2f"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t open = source_text_skip(source, at + strlen(names[i]));
        if (identifier_at(source, at, names[i]) && source_quiet_byte(source, open) == '(')
            return open;
    }
    return 0;
}

static bool read_difference(const struct source *source, size_t at, struct difference *out)
{
    size_t open = source_text_is_code(source, at) ? exponential_open(source, at) : 0;
    if (!open)
        return false;
    size_t close = source_text_after_close(source, open) - 1;
    size_t minus = source_text_find(source, open + 1, close, "+-*/,?<>");
    if (source_quiet_byte(source, minus) != '-' || source_text_find(source, minus + 1, close, "+-*/,?<>") != close)
        return false;
    struct source_stretch whole = {open + 1, close}, a = {open + 1, minus}, b = {minus + 1, close};
    *out = (struct difference){at, source_quiet_trimmed(source, whole), source_quiet_trimmed(source, a),
                               source_quiet_trimmed(source, b)};
    return out->a.begin < out->a.end;
}

/* `sum * expf(..)`, `sum *= expf(..)`, `expf(..) * sum`. A term alone can be 1 on purpose. */
static bool is_factor(const struct source *source, const struct difference *found)
{
    size_t before = found->call, after = source_text_skip(source, source_text_skip(source, found->whole.end) + 1);
    while (before > 0 && strchr(" \t\n=", source->text[before - 1]))
        before--;
    return (before > 0 && source->text[before - 1] == '*') || source_quiet_byte(source, after) == '*';
}

/* Whether the statement is `a = b`, in which a is a variable. */
static bool sets(const struct source *source, struct source_stretch statement, const char *a, const char *b)
{
    size_t begin = source_text_skip(source, statement.begin), end = identifier_end(source, begin);
    size_t equals = source_text_skip(source, end);
    struct source_stretch value = {equals + 1, statement.end};
    value = equals < statement.end ? source_quiet_trimmed(source, value) : (struct source_stretch){0};
    return end - begin == strlen(a) && !memcmp(source->text + begin, a, end - begin) &&
           source_quiet_byte(source, equals) == '=' && value.end - value.begin == strlen(b) &&
           !memcmp(source->text + value.begin, b, strlen(b));
}

/* Where the statement that ends before `end` begins. */
static size_t statement_begin(const struct source *source, size_t end)
{
    while (end > 0 && !strchr(";{}", source->text[end - 1]))
        end--;
    return end;
}

static bool begins_with(const struct source *source, struct source_stretch statement, const char *name)
{
    return identifier_at(source, source_text_skip(source, statement.begin), name);
}

/* Whether one of the statements before has made both the same. */
static bool was_set(const struct source *source, const struct difference *found, struct arena *arena,
                    struct source_running_stale *out)
{
    const char *a = text_of(source, found->a, arena), *b = text_of(source, found->b, arena);
    size_t end = statement_begin(source, found->call);
    enum { STATEMENTS_BACK = 3 };
    for (int i = 0; i < STATEMENTS_BACK && end > 0 && source->text[end - 1] == ';'; i++) {
        struct source_stretch statement = {statement_begin(source, end - 1), end - 1};
        bool sets_a = sets(source, statement, a, b), sets_b = sets(source, statement, b, a);
        if (sets_a || sets_b) {
            out->set_line = source_quiet_line(source, source_text_skip(source, statement.begin));
            out->variable = sets_a ? a : b;
            return true;
        }
        if (begins_with(source, statement, a) || begins_with(source, statement, b))
            return false;
        end = statement.begin;
    }
    return false;
}

/* `m - m`, where m has changed before. */
static bool is_of_itself(const struct source *source, const struct difference *found, struct arena *arena,
                         struct source_running_stale *out)
{
    const char *a = text_of(source, found->a, arena);
    if (strcmp(a, text_of(source, found->b, arena)) != 0 || identifier_end(source, found->a.begin) != found->a.end)
        return false;
    struct source_stretch part = {0, found->call};
    for (size_t at; (at = source_text_find_name(source, part, a)) < part.end; part.begin = at + 1) {
        size_t equals = source_text_skip(source, at + strlen(a));
        if (source_quiet_byte(source, equals) == '=' && source_quiet_byte(source, equals + 1) != '=')
            out->set_line = source_quiet_line(source, at);
    }
    out->variable = a;
    return out->set_line > 0;
}

struct source_running_stale source_running_stale(const struct source *source, struct arena *arena)
{
    struct difference found;
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        struct source_running_stale stale = {0};
        if (!read_difference(source, at, &found) || !is_factor(source, &found))
            continue;
        if (!is_of_itself(source, &found, arena, &stale) && !was_set(source, &found, arena, &stale))
            continue;
        stale.line = source_quiet_line(source, at);
        stale.difference = text_of(source, found.whole, arena);
        return stale;
    }
    return (struct source_running_stale){0};
}
