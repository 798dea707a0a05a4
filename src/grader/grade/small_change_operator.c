/* Lists changes of operators and signs: see small_change.h. */
#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { SHOWN_BYTES_MAX = 40 };

/* --- the operand after an operator ------------------------------------------------------------ */

/* The end of `expf(-x)`, `row[i]`, `h.rate`, `(a + b)` or `-2.0f`; `at` itself: there is none. */
static size_t operand_end(const struct source *source, size_t at)
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
    static const char *const words[] = {"int",      "unsigned", "size_t",    "long",      "bool", "short",
                                        "blockIdx", "blockDim", "threadIdx", "gridDim",   "char", "for",
                                        "while",    "uint4",    "template",  "__shared__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (source_text_has_name(source, statement, words[i]))
            return true;
    return source_text_has(source, statement, "#");
}

static bool is_binary(const struct source *source, size_t at)
{
    return at > 1 && strchr("+-*/", source->text[at]) && source->text[at - 1] == ' ' &&
           source_quiet_byte(source, at + 1) == ' ' &&
           (identifier_has(source->text[at - 2]) || strchr(")]", source->text[at - 2]));
}

static char opposite(char operator)
{
    static const char from[] = "+-*/", to[] = "-+/*";
    return to[strchr(from, operator) - from];
}

/* A whole number in a product is a size more often than a factor. */
static bool is_size(const struct source *source, char operator, size_t begin, size_t end)
{
    size_t digits = begin;
    while (digits < end && isdigit((unsigned char)source->text[digits]))
        digits++;
    return strchr("*/", operator) && digits == end;
}

/* `a + b * c` without `+ b` would be `a * c`. */
static bool is_whole_term(const struct source *source, char operator, size_t end)
{
    char next = source_quiet_byte(source, source_text_skip(source, end));
    return strchr("*/", operator) || !strchr("*/", next);
}

static void add_at(struct small_changes *list, size_t at)
{
    size_t operand = at + 2, end = operand_end(list->source, operand);
    char operator= list->source->text[at];
    if (end == operand || end - at > SHOWN_BYTES_MAX || is_size(list->source, operator, operand, end))
        return;
    const char *put = arena_printf(list->arena, "%c", opposite(operator));
    const char *written = text_of(list, at, end);
    small_change_add(list, (struct small_change){.written = written,
                                                 .right = arena_printf(list->arena, "%s%s", put, written + 1),
                                                 .at = at,
                                                 .length = 1,
                                                 .put = put});
    if (is_whole_term(list->source, operator, end))
        small_change_add(list, (struct small_change){.written = written, .at = at, .length = end - at, .put = ""});
}

/* Indices are left alone. */
static void add_in_statement(struct small_changes *list, struct source_stretch statement)
{
    const struct source *source = list->source;
    for (size_t at = statement.begin; at < statement.end;) {
        if (source->text[at] == '[' && source_text_is_code(source, at)) {
            at = source_text_after_close(source, at);
            continue;
        }
        if (source_text_is_code(source, at) && is_binary(source, at))
            add_at(list, at);
        at = source_text_step(source, at);
    }
}

/* --- the sign of an argument ------------------------------------------------------------------ */

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
            if (source_quiet_byte(list->source, open) == '(')
                add_sign(list, at, open);
        }
}

void small_change_add_operators(struct small_changes *list)
{
    const struct source *source = list->source;
    size_t end = source->size_bytes;
    while (end > 0) {
        size_t begin = end;
        while (begin > 0 && !strchr(";{}", source->text[begin - 1]))
            begin--;
        struct source_stretch statement = {source_text_skip(source, begin), end};
        if (statement.begin < end && !is_of_integers(source, statement))
            add_in_statement(list, statement);
        end = begin ? begin - 1 : 0;
    }
}
