/* Lists small changes of a source: see the header. */
#include "grader/grade/small_change.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

/* Functions that are taken for one another. */
enum { FAMILY_MAX = 7 };
static const char *const families[][FAMILY_MAX] = {
    {"exp", "exp2", "exp10", "expm1"},
    {"log", "log2", "log10", "log1p"},
    {"sqrt", "rsqrt", "cbrt"},
    {"erf", "erfc", "normcdf"},
    {"sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "tan"},
    {"rint", "round", "floor", "ceil", "trunc"},
    {"fmax", "fmin"},
    {"max", "min"},
    {"atomicAdd", "atomicMax", "atomicMin", "atomicExch", "atomicSub"},
    {"__hmax", "__hmin"},
    {"__hmax2", "__hmin2"},
    {"__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync"},
};
enum { FAMILY_COUNT = sizeof families / sizeof *families };

void small_change_add(struct small_changes *list, struct small_change change)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].everywhere && change.everywhere && !strcmp(list->items[i].written, change.written) &&
            !strcmp(list->items[i].put, change.put))
            return;
    if (list->count == list->most)
        return;
    change.line = source_quiet_line(list->source, change.at);
    list->items[list->count++] = change;
}

/* --- words ------------------------------------------------------------------------------------ */

static bool begins_word(const struct source *source, size_t at)
{
    return source_text_is_code(source, at) && identifier_has(source->text[at]) &&
           (at == 0 || (!identifier_has(source->text[at - 1]) && source->text[at - 1] != '.'));
}

/* The end of the name or number that begins here. */
static size_t word_end(const struct source *source, size_t at)
{
    bool is_number = isdigit((unsigned char)source->text[at]);
    size_t end = at;
    while (identifier_has(source_quiet_byte(source, end)) || (is_number && source_quiet_byte(source, end) == '.') ||
           (is_number && end > at && strchr("+-", source_quiet_byte(source, end)) &&
            strchr("eE", source->text[end - 1]) && end < source->size_bytes))
        end++;
    return end;
}

/* The next word from `*at` on, which moves past it; NULL: there is none. */
static const char *next_word(const struct source *source, size_t *at, struct arena *arena, size_t *out_begin)
{
    while (*at < source->size_bytes && !begins_word(source, *at))
        *at = source_text_step(source, *at);
    if (*at >= source->size_bytes)
        return NULL;
    *out_begin = *at;
    *at = word_end(source, *at);
    return arena_strndup(arena, source->text + *out_begin, *at - *out_begin);
}

/* --- functions -------------------------------------------------------------------------------- */

/* The family and the place in it; false: the function has none. "__logf" is "log". */
static bool find_family(const char *name, size_t *out_family, size_t *out_member)
{
    const char *plain = name + (strncmp(name, "__", strlen("__")) ? 0 : strlen("__"));
    for (size_t i = 0; i < FAMILY_COUNT * FAMILY_MAX; i++) {
        const char *member = families[i / FAMILY_MAX][i % FAMILY_MAX];
        const char *spelled = member && *member == '_' ? name : plain;
        if (!member || strncmp(spelled, member, strlen(member)) != 0)
            continue;
        const char *rest = spelled + strlen(member);
        if (*rest && strcmp(rest, "f") != 0)
            continue;
        *out_family = i / FAMILY_MAX;
        *out_member = i % FAMILY_MAX;
        return true;
    }
    return false;
}

/* Which members of each family the source calls, one bit each. */
struct calls {
    unsigned members[FAMILY_COUNT];
};

static struct calls calls_of(const struct source *source, struct arena *arena)
{
    struct calls calls = {0};
    size_t begin, family, member;
    const char *word;
    for (size_t at = 0; (word = next_word(source, &at, arena, &begin));)
        if (find_family(word, &family, &member))
            calls.members[family] |= 1u << member;
    return calls;
}

/* A root and its inverse are both right beside a reference that divides by a root. */
static bool is_inverse(size_t family, size_t member, size_t other)
{
    return !strcmp(families[family][0], "sqrt") && member < 2 && other < 2;
}

static void add_other_members(struct small_changes *list, const struct calls *calls, const char *word, size_t at)
{
    size_t family, member;
    if (!find_family(word, &family, &member))
        return;
    unsigned called = calls->members[family];
    bool is_single = word[strlen(word) - 1] == 'f';
    for (size_t other = 0; other < FAMILY_MAX && families[family][other]; other++) {
        bool is_likely = (called >> other & 1) && !(called >> member & 1);
        if (other == member || !(is_likely || (called && is_inverse(family, member, other))))
            continue;
        const char *put = arena_printf(list->arena, "%s%s", families[family][other], is_single ? "f" : "");
        small_change_add(
            list, (struct small_change){
                      .written = word, .right = put, .at = at, .length = strlen(word), .put = put, .everywhere = true});
    }
}

static void add_functions(struct small_changes *list)
{
    struct calls calls = calls_of(list->reference, list->arena);
    const char *word;
    size_t begin;
    for (size_t at = 0; (word = next_word(list->source, &at, list->arena, &begin));)
        if (source_quiet_byte(list->source, source_text_skip(list->source, at)) == '(')
            add_other_members(list, &calls, word, begin);
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Whether the word is a number with a point, an exponent or a suffix. */
static bool is_real(const char *word, double *out_value)
{
    char *end;
    if (!strcmp(word, "INFINITY")) {
        *out_value = HUGE_VAL;
        return true;
    }
    *out_value = strtod(word, &end);
    bool is_hexadecimal = word[0] == '0' && strchr("xX", word[1]) && word[1];
    return isdigit((unsigned char)*word) && !is_hexadecimal && strpbrk(word, ".eEfF") && (!*end || strchr("fF", *end));
}

static bool is_near(double a, double b)
{
    return a == b || (isfinite(a) && fabs(a - b) <= 1e-6 * fabs(a));
}

static bool has_number(const struct source *source, double value)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    const char *word;
    size_t begin;
    for (size_t at = 0; (word = next_word(source, &at, arena, &begin));) {
        double other;
        if (is_real(word, &other) ? is_near(value, other)
                                  : isdigit((unsigned char)*word) && is_near(value, strtod(word, NULL)))
            return true;
    }
    return false;
}

/* The reference's number, as the source would write it. */
static const char *spelled_as(const char *number, const char *word, struct arena *arena)
{
    size_t length = strlen(number);
    bool is_single = strchr("fF", word[strlen(word) - 1]) && strcmp(number, "INFINITY") != 0;
    bool has_suffix = length && strchr("fF", number[length - 1]);
    return is_single && !has_suffix ? arena_printf(arena, "%sf", number) : number;
}

enum { NUMBERS_MAX = 64 };

/* The reference's numbers that the source lacks. Returns how many. */
static size_t list_missing(const struct small_changes *list, const char *out_numbers[NUMBERS_MAX])
{
    const char *number;
    size_t begin, count = 0;
    for (size_t at = 0; count < NUMBERS_MAX && (number = next_word(list->reference, &at, list->arena, &begin));) {
        double value;
        if (is_real(number, &value) && !has_number(list->source, value))
            out_numbers[count++] = number;
    }
    return count;
}

static void add_numbers(struct small_changes *list)
{
    const char *missing[NUMBERS_MAX], *word;
    size_t begin, count = list_missing(list, missing);
    double value;
    for (size_t at = 0; list->count < list->most && (word = next_word(list->source, &at, list->arena, &begin));) {
        if (!is_real(word, &value) || has_number(list->reference, value))
            continue;
        for (size_t i = 0; i < count; i++) {
            const char *put = spelled_as(missing[i], word, list->arena);
            small_change_add(list, (struct small_change){.written = word,
                                                         .right = put,
                                                         .at = begin,
                                                         .length = strlen(word),
                                                         .put = put,
                                                         .everywhere = true});
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

size_t small_change_list(const struct source *source, const struct source *reference, struct small_change *out,
                         size_t most, struct arena *arena)
{
    struct small_changes list = {source, reference, out, 0, most, arena};
    if (source->size_bytes > SMALL_CHANGE_SOURCE_BYTES_MAX)
        return 0;
    add_functions(&list);
    add_numbers(&list);
    small_change_add_members(&list);
    small_change_add_comparisons(&list);
    small_change_add_mirrors(&list);
    small_change_add_calls(&list);
    small_change_add_signs(&list);
    small_change_add_terms(&list);
    small_change_add_merges(&list);
    small_change_add_recomputed(&list);
    small_change_add_products(&list);
    small_change_add_quotients(&list);
    small_change_add_assignments(&list);
    small_change_add_squares(&list);
    small_change_add_factors(&list);
    return list.count;
}

static bool is_same_word(const struct source *source, size_t at, const struct small_change *change)
{
    return begins_word(source, at) && word_end(source, at) - at == change->length &&
           !memcmp(source->text + at, change->written, change->length);
}

struct source small_change_apply(const struct source *source, const struct small_change *change, struct arena *arena)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    for (size_t at = 0; at < source->size_bytes;) {
        bool is_changed = at == change->at || (change->everywhere && is_same_word(source, at, change));
        size_t end = is_changed ? at + change->length : source_text_step(source, at);
        if (is_changed)
            buffer_append_text(&text, change->put);
        else
            buffer_append(&text, source->text + at, end - at);
        at = end;
    }
    return (struct source){.name = source->name,
                           .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
                           .size_bytes = text.size_bytes};
}
