/* Lists changes of operators and signs: see small_change.h. */
#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { SHOWN_BYTES_MAX = 40 };

/* --- the operand after an operator ------------------------------------------------------------ */

size_t small_change_operand_end(const struct source *source, size_t at)
{
    if (source_quiet_byte(source, at) == '-')
        at++;
    size_t end = at;
    while (end < source->size_bytes) {
        char byte = source->text[end];
        bool is_exponent = end > at && strchr("+-", byte) && strchr("eE", source->text[end - 1]) &&
                           isdigit((unsigned char)source->text[at]);
        if (identifier_has(byte) || byte == '.' || is_exponent)
            end++;
        else if (byte == '[' || byte == '(')
            end = source_text_after_close(source, end);
        else
            break;
    }
    return end;
}

static const char *text_of(const struct small_changes *list, size_t begin, size_t end)
{
    return arena_strndup(list->arena, list->source->text + begin, end - begin);
}

/* --- statements ------------------------------------------------------------------------------- */

/* Whether the statement computes an index, or whole numbers. */
static bool is_of_integers(const struct source *source, struct source_stretch statement)
{
    static const char *const words[] = {"int",      "unsigned",  "size_t",  "long", "bool",  "short",    "blockIdx",
                                        "blockDim", "threadIdx", "gridDim", "char", "uint4", "template", "__shared__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (source_text_has_name(source, statement, words[i]))
            return true;
    return source_text_has(source, statement, "#");
}

/* A sign of the exponent in 1e-5f has a digit before its letter. */
static bool is_in_number(const struct source *source, size_t at)
{
    size_t begin = source_quiet_word_begin(source, at);
    return begin < at && isdigit((unsigned char)source->text[begin]) && strchr("eE", source->text[at - 1]);
}

/* With blanks on both sides, or on none: `float *x` has one. */
static bool is_binary(const struct source *source, size_t at)
{
    if (at < 2 || !strchr("+-*/", source->text[at]))
        return false;
    bool has_blanks = source->text[at - 1] == ' ';
    char before = source->text[at - 1 - has_blanks], after = source_quiet_byte(source, at + 1);
    return has_blanks == (after == ' ') && (identifier_has(before) || strchr(")]", before)) &&
           !strchr("+-*/=>", after) && !is_in_number(source, at);
}

enum kind { TERMS, FACTORS, SUMS_AND_PRODUCTS };

/* The sign that is taken for this one; 0: none of this kind is. */
static char other_sign(char sign, enum kind kind)
{
    static const char from[] = "+-*/";
    static const char *const to[] = {[TERMS] = "-+", [FACTORS] = "  /*", [SUMS_AND_PRODUCTS] = "* +"};
    size_t place = (size_t)(strchr(from, sign) - from);
    char other = place < strlen(to[kind]) ? to[kind][place] : ' ';
    return other == ' ' ? '\0' : other;
}

/* Whole numbers belong to sizes and indices. A 1 can be too much, as in a variance. */
static bool is_whole_number(const struct source *source, size_t begin, size_t end)
{
    if (end == begin + 1 && source->text[begin] == '1')
        return false;
    while (begin < end && isdigit((unsigned char)source->text[begin]))
        begin++;
    return begin == end;
}

/* `a + b * c` without `+ b` would be `a * c`. */
static bool is_whole_term(const struct source *source, char sign, size_t end)
{
    char next = source_quiet_byte(source, source_text_skip(source, end));
    return strchr("*/", sign) || !strchr("*/", next);
}

static void add_at(struct small_changes *list, size_t at, enum kind kind)
{
    size_t operand = source_text_skip(list->source, at + 1), end = small_change_operand_end(list->source, operand);
    char sign = list->source->text[at], other = other_sign(sign, kind);
    if (end == operand || end - at > SHOWN_BYTES_MAX || is_whole_number(list->source, operand, end))
        return;
    const char *put = arena_printf(list->arena, "%c", other);
    const char *written = text_of(list, at, end);
    if (other)
        small_change_add(list, (struct small_change){.written = written,
                                                     .right = arena_printf(list->arena, "%s%s", put, written + 1),
                                                     .at = at,
                                                     .length = 1,
                                                     .put = put});
    if (kind == FACTORS && is_whole_term(list->source, sign, end))
        small_change_add(list, (struct small_change){.written = written, .at = at, .length = end - at, .put = ""});
}

/* --- the sign of an argument ------------------------------------------------------------------ */

/* expf(a - b) -> expf(b - a) */
static void add_turned(struct small_changes *list, size_t begin, size_t open, size_t close)
{
    const struct source *source = list->source;
    size_t minus = source_text_find(source, open + 1, close - 1, "+-*/,?<>");
    bool is_difference = source_quiet_byte(source, minus) == '-' && minus > open + 1 && minus < close - 1 &&
                         source_text_find(source, minus + 1, close - 1, "+-*/,?<>") == close - 1;
    if (!is_difference || close - begin > SHOWN_BYTES_MAX)
        return;
    struct source_stretch first = source_quiet_trimmed(source, (struct source_stretch){open + 1, minus}),
                          second = source_quiet_trimmed(source, (struct source_stretch){minus + 1, close - 1});
    const char *put = arena_printf(list->arena, "%s(%s - %s)", text_of(list, begin, open),
                                   text_of(list, second.begin, second.end), text_of(list, first.begin, first.end));
    small_change_add(
        list,
        (struct small_change){
            .written = text_of(list, begin, close), .right = put, .at = begin, .length = close - begin, .put = put});
}

static bool has_top_operator(const struct source *source, size_t at, size_t end)
{
    size_t found = source_text_find(source, at, end, "+-,?<>");
    return found < end;
}

static void add_sign(struct small_changes *list, size_t begin, size_t open)
{
    size_t close = source_text_after_close(list->source, open), first = open + 1;
    bool is_negative = source_quiet_byte(list->source, first) == '-';
    if (close - begin > SHOWN_BYTES_MAX || has_top_operator(list->source, first + is_negative, close - 1))
        return;
    const char *name = text_of(list, begin, open), *rest = text_of(list, first + is_negative, close);
    small_change_add(
        list, (struct small_change){.written = text_of(list, begin, close),
                                    .right = arena_printf(list->arena, "%s(%s%s", name, is_negative ? "" : "-", rest),
                                    .at = open,
                                    .length = is_negative ? strlen("(-") : strlen("("),
                                    .put = is_negative ? "(" : "(-"});
}

void small_change_add_signs(struct small_changes *list)
{
    static const char *const names[] = {"expf", "__expf", "exp2f", "erfcf", "normcdff"};
    struct source_stretch whole = source_text_whole(list->source);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t at = 0; at < whole.end; at++) {
            at = source_text_find_name(list->source, (struct source_stretch){at, whole.end}, names[i]);
            size_t open = at + strlen(names[i]);
            if (source_quiet_byte(list->source, open) != '(')
                continue;
            add_sign(list, at, open);
            add_turned(list, at, open, source_text_after_close(list->source, open));
        }
}

/* --- the whole -------------------------------------------------------------------------------- */

struct source small_change_plain(const struct small_changes *list)
{
    static const char *const words[] = {"for", "while", "if"};
    const struct source *source = list->source;
    char *text = arena_strndup(list->arena, source->text, source->size_bytes);
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t open = at;
        for (size_t i = 0; i < sizeof words / sizeof *words && open == at; i++)
            if (identifier_at(source, at, words[i]))
                open = source_text_skip(source, at + strlen(words[i]));
        bool is_head = source_quiet_byte(source, open) == (open > at ? '(' : '[');
        if (!source_text_is_code(source, at))
            memset(text + at, ' ', source_text_step(source, at) - at);
        else if (is_head)
            memset(text + open, ' ', source_text_after_close(source, open) - open);
    }
    return (struct source){.name = source->name, .text = text, .size_bytes = source->size_bytes};
}

bool small_change_next_statement(const struct source *plain, size_t *end, struct source_stretch *out)
{
    while (*end > 0) {
        size_t begin = *end;
        while (begin > 0 && !strchr(";{}", plain->text[begin - 1]))
            begin--;
        *out = (struct source_stretch){begin, *end};
        *end = begin ? begin - 1 : 0;
        if (!is_of_integers(plain, *out))
            return true;
    }
    return false;
}

static void add_all(struct small_changes *list, enum kind kind)
{
    const struct source plain = small_change_plain(list);
    struct source_stretch statement;
    for (size_t end = plain.size_bytes; small_change_next_statement(&plain, &end, &statement);)
        for (size_t at = statement.begin; at < statement.end; at++)
            if (plain.text[at] != ' ' && is_binary(list->source, at))
                add_at(list, at, kind);
}

void small_change_add_terms(struct small_changes *list)
{
    add_all(list, TERMS);
}

void small_change_add_factors(struct small_changes *list)
{
    add_all(list, FACTORS);
}

void small_change_add_products(struct small_changes *list)
{
    add_all(list, SUMS_AND_PRODUCTS);
}
