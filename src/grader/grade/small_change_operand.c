/* Lists calls, squares, quotients and assignments that a source lacks: see small_change.h. */
#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum {
    SHOWN_BYTES_MAX = 40,
    CALLS_MOST = 20,
    SQUARES_MOST = 10,
    QUOTIENTS_MOST = 10,
    ASSIGNMENTS_MOST = 3,
    DIVISORS_MOST = 4
};

static const char *text_of(const struct small_changes *list, size_t begin, size_t end)
{
    return arena_strndup(list->arena, list->source->text + begin, end - begin);
}

/* --- operands --------------------------------------------------------------------------------- */

/* The byte before a place, without the blanks between. */
static char byte_before(const struct source *source, size_t at)
{
    while (at > 0 && strchr(" \t\n", source->text[at - 1]))
        at--;
    return at > 0 ? source->text[at - 1] : '\0';
}

static bool is_after_return(const struct source *source, size_t at)
{
    while (at > 0 && source->text[at - 1] == ' ')
        at--;
    return identifier_at(source, source_quiet_word_begin(source, at), "return");
}

/* The end of a variable, element, call or bracket whose value is used; `at`: there is none. */
static size_t value_end(const struct source *source, size_t at)
{
    char byte = source->text[at];
    bool is_name = identifier_has(byte) && !isdigit((unsigned char)byte) && !identifier_has(source->text[at - 1]);
    bool begins = is_name || byte == '(';
    bool follows = begins && (strchr("+-*/=(,?:", byte_before(source, at)) || is_after_return(source, at));
    size_t end = follows ? small_change_operand_end(source, at) : at, next = source_text_skip(source, end);
    bool is_assigned = source_quiet_byte(source, next + 1) == '=', is_type = source_quiet_begins(source, next, "*)");
    bool is_used = strchr("+-*/,;)?:", source_quiet_byte(source, next)) && !is_assigned && !is_type;
    return is_used && end - at <= SHOWN_BYTES_MAX ? end : at;
}

typedef void add_value(struct small_changes *list, size_t begin, size_t end, const char *name);

static void add_of_statement(struct small_changes *list, const struct source *plain, struct source_stretch statement,
                             add_value *add, const char *name)
{
    for (size_t at = statement.begin + 1; at < statement.end; at++) {
        size_t end = plain->text[at] == ' ' ? at : value_end(list->source, at);
        if (end > at)
            add(list, at, end, name);
    }
}

enum part { ALL, SUMS, OTHERS };

/* Adds a change for each value in a part of the statements, the last ones first. */
static void add_values(struct small_changes *list, enum part part, add_value *add, const char *name)
{
    const struct source plain = small_change_plain(list);
    struct source_stretch statement;
    for (size_t last = plain.size_bytes; small_change_next_statement(&plain, &last, &statement);) {
        bool is_sum = source_text_has(&plain, statement, "+="),
             is_shuffle = source_text_has(&plain, statement, "__shfl");
        if (!is_shuffle && (part == ALL || is_sum == (part == SUMS)))
            add_of_statement(list, &plain, statement, add, name);
    }
}

/* Other kinds of changes need room, too. */
static void limited(struct small_changes *list, void (*add)(struct small_changes *list), size_t most)
{
    size_t all = list->most;
    list->most = list->count + most < all ? list->count + most : all;
    add(list);
    list->most = all;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* rsqrtf() counts as a root, too. */
static bool calls(const struct source *source, const char *name)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source_stretch whole = source_text_whole(source);
    return source_text_has(source, whole, arena_printf(arena, "%s(", name)) ||
           source_text_has(source, whole, arena_printf(arena, "%sf(", name));
}

static void add_call(struct small_changes *list, size_t begin, size_t end, const char *name)
{
    const char *written = text_of(list, begin, end);
    bool is_in_brackets = *written == '(' && source_text_after_close(list->source, begin) == end;
    const char *right = arena_printf(list->arena, is_in_brackets ? "%sf%s" : "%sf(%s)", name, written);
    small_change_add(list, (struct small_change){
                               .written = written, .right = right, .at = begin, .length = end - begin, .put = right});
}

/* --- squares ---------------------------------------------------------------------------------- */

/* Whether some value stands on both sides of a `*`. */
static bool squares(const struct source *source)
{
    for (size_t at = 1; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t end = source_text_is_code(source, at) && !identifier_has(source->text[at - 1])
                         ? small_change_operand_end(source, at)
                         : at;
        size_t sign = source_text_skip(source, end), other = source_text_skip(source, sign + 1), length = end - at;
        if (length && source_quiet_byte(source, sign) == '*' && other + length <= source->size_bytes &&
            !memcmp(source->text + at, source->text + other, length))
            return true;
    }
    return false;
}

static void add_square(struct small_changes *list, size_t begin, size_t end, const char *name)
{
    (void)name;
    const char *written = text_of(list, begin, end), *right = arena_printf(list->arena, "%s * %s", written, written);
    bool is_divisor = byte_before(list->source, begin) == '/';
    const char *put = is_divisor ? arena_printf(list->arena, "(%s)", right) : right;
    small_change_add(
        list, (struct small_change){.written = written, .right = put, .at = begin, .length = end - begin, .put = put});
}

/* A variable that the course multiplies by itself comes before other values. */
static void add_square_of_course(struct small_changes *list, size_t begin, size_t end, const char *name)
{
    const char *value = text_of(list, begin, end);
    if (source_text_has(list->reference, source_text_whole(list->reference),
                        arena_printf(list->arena, "%s * %s", value, value)))
        add_square(list, begin, end, name);
}

static void add_calls(struct small_changes *list)
{
    static const char *const names[] = {"sqrt", "exp", "log", "fabs", "tanh"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (calls(list->reference, names[i]) && !calls(list->source, names[i]))
            add_values(list, ALL, add_call, names[i]);
}

void small_change_add_calls(struct small_changes *list)
{
    limited(list, add_calls, CALLS_MOST);
}

/* Sums of squares are the most frequent ones. */
static void add_squares(struct small_changes *list)
{
    if (!squares(list->reference))
        return;
    add_values(list, SUMS, add_square, NULL);
    add_values(list, OTHERS, add_square_of_course, NULL);
    add_values(list, OTHERS, add_square, NULL);
}

void small_change_add_squares(struct small_changes *list)
{
    limited(list, add_squares, SQUARES_MOST);
}

/* --- quotients -------------------------------------------------------------------------------- */

/* After the last bracket that closes a function before the place. */
static size_t function_begin(const struct source *source, size_t at)
{
    while (at > 1 && !(source->text[at - 1] == '}' && source->text[at - 2] == '\n'))
        at--;
    return at;
}

/* A value at the end of its product, in a function that has the divisor. */
static void add_quotient(struct small_changes *list, size_t begin, size_t end, const char *name)
{
    const struct source *source = list->source;
    const char *written = text_of(list, begin, end), *right = arena_printf(list->arena, "%s / %s", written, name);
    bool is_visible = source_text_has_name(source, (struct source_stretch){function_begin(source, begin), begin}, name);
    bool is_last = strchr("+-,;):}", source_quiet_byte(source, source_text_skip(source, end)));
    bool is_divided = byte_before(source, begin) == '/' || !strcmp(written, name);
    if (is_last && is_visible && !is_divided)
        small_change_add(list,
                         (struct small_change){
                             .written = written, .right = right, .at = begin, .length = end - begin, .put = right});
}

static bool is_listed(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* The variables that a source divides by in one of its formulas, and that the learner's has. */
static size_t list_divisors(struct small_changes *list, const struct source *source, const char **names, size_t count)
{
    const struct small_changes other = {.source = source, .arena = list->arena};
    const struct source plain = small_change_plain(&other);
    struct source_stretch statement, whole = source_text_whole(list->source);
    for (size_t last = plain.size_bytes; small_change_next_statement(&plain, &last, &statement);)
        for (size_t at = statement.begin; at < statement.end; at++) {
            size_t begin = plain.text[at] == '/' ? source_text_skip(source, at + 1) : at, end = begin;
            if (begin > at && !isdigit((unsigned char)source_quiet_byte(source, begin)))
                end = identifier_end(source, begin);
            const char *name = arena_strndup(list->arena, source->text + begin, end - begin);
            bool is_variable = end > begin && !strchr(".([", source_quiet_byte(source, end));
            if (is_variable && count < DIVISORS_MOST && !is_listed(names, count, name) &&
                source_text_has_name(list->source, whole, name))
                names[count++] = name;
        }
    return count;
}

void small_change_add_quotients(struct small_changes *list)
{
    const char *names[DIVISORS_MOST];
    size_t count = list_divisors(list, list->source, names, 0), all = list->most;
    count = list_divisors(list, list->reference, names, count);
    for (size_t i = 0; i < count; i++) {
        size_t most = list->count + QUOTIENTS_MOST / count;
        list->most = most < all ? most : all;
        add_values(list, ALL, add_quotient, names[i]);
    }
    list->most = all;
}

/* --- assignments ------------------------------------------------------------------------------ */

/* Whether the value is computed with one of the operators, and not only copied. */
static bool computes(const struct source *source, size_t at, const char *operators)
{
    char found = source_quiet_byte(source, source_text_find(source, at, source->size_bytes, operators));
    return found && found != ';' && strchr(operators, found);
}

/* `name = a * b`, or `name += a * b`, of a variable that is not declared there. */
static void add_assignment(struct small_changes *list, struct source_stretch statement)
{
    const struct source *source = list->source;
    size_t begin = source_text_skip(source, statement.begin), end = small_change_operand_end(source, begin);
    size_t sign = source_text_skip(source, end);
    bool adds = source_quiet_begins(source, sign, "+="), sets = source_quiet_begins(source, sign, "=");
    if (end == begin || end - begin > SHOWN_BYTES_MAX || (!adds && !sets) ||
        !computes(source, sign + 2, adds ? "+-*/;" : "*;"))
        return;
    const char *name = text_of(list, begin, end), *put = adds ? "=" : "+=";
    small_change_add(list, (struct small_change){.written = arena_printf(list->arena, "%s %s", name, adds ? "+=" : "="),
                                                 .right = arena_printf(list->arena, "%s %s", name, put),
                                                 .at = sign,
                                                 .length = strlen(adds ? "+=" : "="),
                                                 .put = put});
}

static void add_assignments(struct small_changes *list)
{
    const struct source plain = small_change_plain(list);
    struct source_stretch statement;
    for (size_t end = plain.size_bytes; small_change_next_statement(&plain, &end, &statement);)
        add_assignment(list, statement);
}

void small_change_add_assignments(struct small_changes *list)
{
    limited(list, add_assignments, ASSIGNMENTS_MOST);
}
