/* Finds a compensated sum with a wrong sign: see the header. */
#include "grader/source/source_compensation.h"

#include <stdio.h>
#include <string.h>

#include "grader/source/source_quiet.h"

enum { STATEMENT_BYTES_MAX = 160, STATEMENTS_MAX = 400, NAME_BYTES_MAX = 40 };

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

struct source_compensation source_compensation(const struct source *source, struct arena *arena)
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
                return (struct source_compensation){all.items[j].line, arena_strdup(arena, all.items[i].name),
                                                    !is_excess};
        }
    }
    return (struct source_compensation){0};
}
