/* Finds conditions and indices that rarely mean what they say: see the header. */
#include "grader/source/source_guard.h"

#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"
#include "grader/source/source_slip.h"

typedef bool (*stretch_test)(const struct source *source, struct source_stretch inside);

static size_t after_blanks(const struct source *source, size_t at)
{
    while (isspace((unsigned char)source_quiet_byte(source, at)))
        at++;
    return at;
}

/* The bytes between the bracket after a keyword and the bracket that closes it. */
static bool brackets_after(const struct source *source, size_t at, struct source_stretch *out_inside)
{
    int depth = 0;
    size_t open = after_blanks(source, at);
    if (source_quiet_byte(source, open) != '(')
        return false;
    for (size_t i = open; i < source->size_bytes; i++) {
        depth += source->text[i] == '(' ? 1 : source->text[i] == ')' ? -1 : 0;
        *out_inside = (struct source_stretch){open + 1, i};
        if (depth == 0)
            return true;
    }
    return false;
}

/* The next keyword from `from` on whose brackets pass the test. False: there is none. */
static bool find_brackets(const struct source *source, const char *keyword, stretch_test test,
                          struct source_stretch *out_inside)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && identifier_at(source, at, keyword) &&
            brackets_after(source, at + strlen(keyword), out_inside) && test(source, *out_inside))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

static size_t count_of(const struct source *source, struct source_stretch inside, const char *text)
{
    size_t count = 0;
    for (size_t at = inside.begin; at + strlen(text) <= inside.end; at++)
        count += source_quiet_begins(source, at, text);
    return count;
}

/* --- assignments ------------------------------------------------------------------------------ */

/* A name, then one `=`: not `==`, and not the declaration of a variable. */
static bool is_assignment(const struct source *source, struct source_stretch inside)
{
    size_t at = after_blanks(source, inside.begin);
    size_t name = at;
    while (at < inside.end && identifier_has(source_quiet_byte(source, at)))
        at++;
    bool has_name = at > name;
    at = after_blanks(source, at);
    return has_name && at < inside.end && source_quiet_byte(source, at) == '=' &&
           source_quiet_byte(source, at + 1) != '=';
}

int source_guard_assignment(const struct source *source)
{
    struct source_stretch inside;
    bool is_found =
        find_brackets(source, "if", is_assignment, &inside) || find_brackets(source, "while", is_assignment, &inside);
    return is_found ? source_quiet_line(source, inside.begin) : 0;
}

/* --- loops that count down -------------------------------------------------------------------- */

static const char *const unsigned_words[] = {"unsigned", "size_t", "uint32_t", "uint64_t"};

/* The name before the first `=` of the brackets. */
static struct source_stretch counter_name(const struct source *source, struct source_stretch inside)
{
    size_t end = inside.begin;
    while (end < inside.end && source->text[end] != '=')
        end++;
    while (end > inside.begin && isspace((unsigned char)source->text[end - 1]))
        end--;
    size_t begin = source_quiet_word_begin(source, end);
    return (struct source_stretch){begin, end};
}

/* `i >= 0` in the second part. */
static bool waits_for_below_zero(const struct source *source, struct source_stretch inside)
{
    struct source_stretch name = counter_name(source, inside);
    size_t length = name.end - name.begin, at = inside.begin;
    while (at < inside.end && source->text[at] != ';')
        at++;
    at = after_blanks(source, at + 1);
    if (!length || at + length > inside.end || memcmp(source->text + at, source->text + name.begin, length) != 0)
        return false;
    at = after_blanks(source, at + length);
    if (!source_quiet_begins(source, at, ">="))
        return false;
    at = after_blanks(source, at + strlen(">="));
    return source_quiet_byte(source, at) == '0' && source_quiet_byte(source, after_blanks(source, at + 1)) == ';';
}

/* Whether the third part has `i /= 2` or `i >>= 1`. */
static bool is_halved(const struct source *source, struct source_stretch inside)
{
    size_t step = inside.end;
    while (step > inside.begin && source->text[step - 1] != ';')
        step--;
    size_t length = inside.end - step;
    return memmem(source->text + step, length, "/=", 2) || memmem(source->text + step, length, ">>=", 3);
}

static bool is_endless(const struct source *source, struct source_stretch inside)
{
    size_t begin = after_blanks(source, inside.begin);
    for (size_t i = 0; i < sizeof unsigned_words / sizeof *unsigned_words; i++)
        if (identifier_at(source, begin, unsigned_words[i]))
            return waits_for_below_zero(source, inside);
    return is_halved(source, inside) && waits_for_below_zero(source, inside);
}

struct source_guard_loop source_guard_endless_loop(const struct source *source, struct arena *arena)
{
    struct source_stretch inside;
    if (!find_brackets(source, "for", is_endless, &inside))
        return (struct source_guard_loop){0};
    struct source_stretch name = counter_name(source, inside);
    return (struct source_guard_loop){source_quiet_line(source, inside.begin),
                                      arena_strndup(arena, source->text + name.begin, name.end - name.begin),
                                      is_halved(source, inside)};
}

/* --- two conditions --------------------------------------------------------------------------- */

static bool leaves(const struct source *source, struct source_stretch inside)
{
    size_t at = after_blanks(source, inside.end + 1);
    if (source_quiet_byte(source, at) == '{')
        at = after_blanks(source, at + 1);
    return identifier_at(source, at, "return") || identifier_at(source, at, "continue");
}

/* `if (row >= m && col >= n) return;` */
static bool stops_too_few(const struct source *source, struct source_stretch inside)
{
    return leaves(source, inside) && count_of(source, inside, "&&") == 1 && count_of(source, inside, ">=") == 2 &&
           !count_of(source, inside, "||");
}

/* `if (row < m || col < n) c[..] = ..;` */
static bool lets_too_many(const struct source *source, struct source_stretch inside)
{
    return !leaves(source, inside) && count_of(source, inside, "||") == 1 && count_of(source, inside, "<") == 2 &&
           !count_of(source, inside, "<<") && !count_of(source, inside, "&&");
}

struct source_guard_joined source_guard_joined(const struct source *source)
{
    struct source_stretch inside;
    if (find_brackets(source, "if", stops_too_few, &inside))
        return (struct source_guard_joined){source_quiet_line(source, inside.begin), "&&", "||"};
    if (find_brackets(source, "if", lets_too_many, &inside))
        return (struct source_guard_joined){source_quiet_line(source, inside.begin), "||", "&&"};
    return (struct source_guard_joined){0};
}

/* --- bounds ----------------------------------------------------------------------------------- */

/* Operators from long to short. A guard that leaves, as `if (i >= n) return;`, keeps out. */
static const struct {
    const char *written, *right;
    bool leaves, is_reversed;
} bounds[] = {
    {">=", "<", false, true}, {"<=", "<", false, false}, {">", "<", false, true},
    {"<=", ">=", true, true}, {">", ">=", true, false},  {"<", ">=", true, true},
};

static const char *trimmed(const struct source *source, size_t begin, size_t end, struct arena *arena)
{
    struct source_stretch part = source_quiet_trimmed(source, (struct source_stretch){begin, end});
    return arena_strndup(arena, source->text + part.begin, part.end - part.begin);
}

/* The line on which the statement after the brackets ends. */
static int last_line(const struct source *source, struct source_stretch inside)
{
    int depth = 0;
    for (size_t at = inside.end + 1; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        char byte = source->text[at];
        depth += end > at ? 0 : (byte == '{' || byte == '(') - (byte == '}' || byte == ')');
        if (end == at && depth == 0 && strchr(";}", byte))
            return source_quiet_line(source, at);
        at = end > at ? end : at + 1;
    }
    return 0;
}

static bool is_length(const char *text, const char *const *lengths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(text, lengths[i]))
            return true;
    return false;
}

static bool is_word(const char *text)
{
    while (identifier_has(*text))
        text++;
    return !*text;
}

/* Reads the comparison of a stretch. False: it is none that bounds wrongly. */
static bool read_bound(const struct source *source, struct source_stretch part, bool leaves, const char *const *lengths,
                       size_t length_count, struct arena *arena, struct source_guard_bound *out)
{
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        size_t at = part.begin, size = strlen(bounds[i].written);
        while (at < part.end && !source_quiet_begins(source, at, bounds[i].written))
            at++;
        bool is_whole = at < part.end && (size == 2 || source_quiet_byte(source, at + 1) != '=');
        if (bounds[i].leaves != leaves || !is_whole)
            continue;
        const char *left = trimmed(source, part.begin, at, arena);
        const char *right = trimmed(source, at + size, part.end, arena);
        if (!*left || !is_word(left) || !is_length(right, lengths, length_count))
            return false;
        out->line = source_quiet_line(source, at);
        out->right = arena_printf(arena, "%s %s %s", left, bounds[i].right, right);
        out->is_reversed = bounds[i].is_reversed;
        return true;
    }
    return false;
}

/* What is between the two `;` of a `for`. False: it has no condition. */
static bool for_condition(const struct source *source, struct source_stretch inside, struct source_stretch *out)
{
    size_t first = inside.begin;
    while (first < inside.end && source->text[first] != ';')
        first++;
    size_t second = first + 1;
    while (second < inside.end && source->text[second] != ';')
        second++;
    *out = source_quiet_trimmed(source, (struct source_stretch){first + 1, second});
    return second < inside.end && out->begin < out->end;
}

/* The condition of a `for` that begins with 0 or a thread; the whole brackets of an `if`. */
static struct source_stretch condition_of(const struct source *source, const char *keyword,
                                          struct source_stretch inside)
{
    struct source_stretch condition;
    if (strcmp(keyword, "for") != 0)
        return inside;
    if (!for_condition(source, inside, &condition))
        return (struct source_stretch){0, 0};
    size_t first = condition.begin;
    while (source->text[first] != ';')
        first--;
    bool begins_at_one = source->text[first - 1] == '1' && strchr("= ", source->text[first - 2]);
    return begins_at_one ? (struct source_stretch){0, 0} : condition;
}

/* Tries each part of a condition. A reversed one must be the whole condition. */
static bool find_bound(const struct source *source, struct source_stretch condition, bool leaves,
                       const char *const *lengths, size_t length_count, struct arena *arena,
                       struct source_guard_bound *out)
{
    const char *joint = leaves ? "||" : "&&";
    bool is_whole = !count_of(source, condition, "||") && !count_of(source, condition, "&&");
    for (size_t begin = condition.begin, at = begin; at <= condition.end; at++) {
        bool is_joint = at < condition.end && source_quiet_begins(source, at, joint);
        struct source_guard_bound found = {0};
        if (!is_joint && at < condition.end)
            continue;
        if (read_bound(source, (struct source_stretch){begin, at}, leaves, lengths, length_count, arena, &found) &&
            (is_whole || !found.is_reversed)) {
            *out = found;
            return true;
        }
        begin = at + strlen(joint);
    }
    return false;
}

/* A condition that decides whether a line runs. */
struct guard {
    struct source_stretch inside; /* its brackets */
    const char *keyword;
    bool leaves; /* where it is true, the line does not run */
};

static bool read_guard(const struct source *source, size_t at, const char *keyword, int line, struct guard *out)
{
    *out = (struct guard){.keyword = keyword};
    if (!identifier_at(source, at, keyword) || !brackets_after(source, at + strlen(keyword), &out->inside))
        return false;
    out->leaves = !strcmp(keyword, "if") && leaves(source, out->inside);
    int first = source_quiet_line(source, out->inside.end);
    return out->leaves ? first < line : first <= line && line <= last_line(source, out->inside);
}

/* The next guard of the line from `*at` on, which moves past its keyword. */
static bool next_guard(const struct source *source, int line, size_t *at, struct guard *out)
{
    while (*at < source->size_bytes) {
        size_t begin = *at, end = source_quiet_end(source, begin);
        *at = end > begin ? end : begin + 1;
        if (end == begin && (read_guard(source, begin, "if", line, out) || read_guard(source, begin, "for", line, out)))
            return true;
    }
    return false;
}

struct source_guard_bound source_guard_bound(const struct source *source, int line, const char *const *lengths,
                                             size_t length_count, struct arena *arena)
{
    struct source_guard_bound last = {0}, found = {0};
    struct guard guard;
    for (size_t at = 0; next_guard(source, line, &at, &guard);) {
        struct source_stretch condition = condition_of(source, guard.keyword, guard.inside);
        if (find_bound(source, condition, guard.leaves, lengths, length_count, arena, &found) &&
            (!strcmp(guard.keyword, "if") || !found.is_reversed))
            last = found;
    }
    return last;
}

/* `for (int k = 0; k < 8; k++)` runs once at least. */
static bool always_begins(const struct source *source, struct source_stretch condition)
{
    size_t first = condition.begin, at = condition.end;
    while (source->text[first] != ';')
        first--;
    while (at > condition.begin && isdigit((unsigned char)source->text[at - 1]))
        at--;
    at -= at > condition.begin && source->text[at - 1] == ' ';
    return source->text[first - 1] == '0' && source->text[first - 2] == ' ' && source->text[at - 1] == '<';
}

struct source_guard_only source_guard_only(const struct source *source, int line, struct arena *arena)
{
    static const char *const others[] = {"while", "else", "switch", "goto"};
    struct source_guard_only only = {0};
    struct guard guard;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (source_slip_has_word(source, others[i]))
            return only;
    for (size_t at = 0; next_guard(source, line, &at, &guard);) {
        struct source_stretch condition = guard.inside;
        bool is_loop = !strcmp(guard.keyword, "for");
        if (is_loop && for_condition(source, guard.inside, &condition) && always_begins(source, condition))
            continue;
        if (only.line || condition.begin == condition.end)
            return (struct source_guard_only){0};
        only = (struct source_guard_only){source_quiet_line(source, condition.begin),
                                          trimmed(source, condition.begin, condition.end, arena), guard.leaves};
    }
    return only;
}

/* --- what a variable stays below -------------------------------------------------------------- */

/* The end of a name, or of a product of names, from `at` on. */
static size_t product_end(const struct source *source, size_t at)
{
    for (;;) {
        while (identifier_has(source_quiet_byte(source, at)))
            at++;
        size_t star = after_blanks(source, at), next = after_blanks(source, star + 1);
        if (source_quiet_byte(source, star) != '*' || !identifier_has(source_quiet_byte(source, next)))
            return at;
        at = next;
    }
}

/* The bound of `i < bound`; in a guard that leaves, of `i >= bound`. NULL: there is none here. */
static const char *bound_at(const struct source *source, size_t at, const char *variable, const struct guard *guard,
                            struct arena *arena)
{
    const char *operator= guard->leaves ? ">=" : "<";
    size_t next = after_blanks(source, at + strlen(variable));
    bool is_compared = (at == 0 || !identifier_has(source->text[at - 1])) &&
                       source_quiet_begins(source, at, variable) && source_quiet_begins(source, next, operator);
    if (!is_compared || (!guard->leaves && strchr("=<", source_quiet_byte(source, next + 1))))
        return NULL;
    size_t begin = after_blanks(source, next + strlen(operator)), end = product_end(source, begin);
    size_t after = after_blanks(source, end);
    return end > begin && strchr(");&|?", source_quiet_byte(source, after)) ? trimmed(source, begin, end, arena) : NULL;
}

/* `i < n ? a[i] : 0` */
static struct source_guard_reach reach_on_line(const struct source *source, int line, const char *variable,
                                               struct arena *arena)
{
    static const struct guard choice = {.leaves = false};
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        const char *bound = end == at ? bound_at(source, at, variable, &choice, arena) : NULL;
        if (bound && source_quiet_line(source, at) == line)
            return (struct source_guard_reach){line, bound};
        at = end > at ? end : at + 1;
    }
    return (struct source_guard_reach){0};
}

struct source_guard_reach source_guard_reach(const struct source *source, int line, const char *variable,
                                             struct arena *arena)
{
    struct source_guard_reach last = {0};
    struct guard guard;
    for (size_t at = 0; next_guard(source, line, &at, &guard);)
        for (size_t i = guard.inside.begin; i < guard.inside.end; i++) {
            const char *bound = bound_at(source, i, variable, &guard, arena);
            if (bound)
                last = (struct source_guard_reach){source_quiet_line(source, i), bound};
        }
    return last.line ? last : reach_on_line(source, line, variable, arena);
}

/* The variable of `variable < bound` with the operator at `at`; NULL: another comparison. */
static const char *kept_at(const struct source *source, size_t at, const char *bound, const struct guard *guard,
                           struct arena *arena)
{
    size_t stop = at;
    while (stop > 0 && isspace((unsigned char)source->text[stop - 1]))
        stop--;
    size_t begin = stop;
    while (begin > 0 && (identifier_has(source->text[begin - 1]) || source->text[begin - 1] == '.'))
        begin--;
    const char *variable = arena_strndup(arena, source->text + begin, stop - begin);
    const char *found = *variable ? bound_at(source, begin, variable, guard, arena) : NULL;
    size_t before = begin;
    while (before > 0 && isspace((unsigned char)source->text[before - 1]))
        before--;
    bool is_whole = before > 0 && strchr("(;&|", source->text[before - 1]);
    return is_whole && found && !strcmp(found, bound) ? variable : NULL;
}

struct source_guard_kept source_guard_kept(const struct source *source, int line, const char *bound,
                                           struct arena *arena)
{
    struct source_guard_kept last = {0};
    struct guard guard;
    for (size_t at = 0; next_guard(source, line, &at, &guard);)
        for (size_t i = guard.inside.begin; i < guard.inside.end; i++) {
            bool is_operator = source->text[i] == '<' || source->text[i] == '>';
            const char *variable = is_operator ? kept_at(source, i, bound, &guard, arena) : NULL;
            if (variable)
                last = (struct source_guard_kept){source_quiet_line(source, i), variable};
        }
    return last;
}

bool source_guard_has_closed(const struct source *source)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        char before = at ? source->text[at - 1] : ' ', next = source_quiet_byte(source, at + 1);
        bool is_alone = !strchr("->", before) && !strchr("=>", next); /* not ->, >=, >> */
        bool is_closed = source->text[at] == '<' ? next == '=' : source->text[at] == '>' && is_alone;
        if (end == at && is_closed)
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}
