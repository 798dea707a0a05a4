/* Parts of sentences: numbers, cases and lines of the learner's file as text. */
#include "grader/value/phrase.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "grader/value/number.h"
#include "grader/value/sentence.h"

const char *phrase_integer(struct arena *arena, int64_t value)
{
    return arena_printf(arena, "%" PRId64, value);
}

const char *phrase_count(struct arena *arena, uint64_t value)
{
    return arena_printf(arena, "%" PRIu64, value);
}

const char *phrase_number(struct arena *arena, double value, int digits)
{
    return isnan(value) ? "NaN" : arena_printf(arena, "%.*g", digits, value);
}

const char *phrase_factor(struct arena *arena, double value)
{
    char text[TEXT_FACTOR_BYTES];
    return arena_strdup(arena, text_format_factor(value, text));
}

const char *phrase_stored(struct arena *arena, enum dtype dtype, uint64_t bits)
{
    enum { FEW_DIGITS = 6, ALL_DIGITS = 17 };
    double value = number_decode(dtype, bits);
    for (int digits = FEW_DIGITS; digits < ALL_DIGITS; digits++) {
        const char *text = phrase_number(arena, value, digits);
        if (isnan(value) || number_encode(dtype, strtod(text, NULL)) == bits)
            return text;
    }
    return phrase_number(arena, value, ALL_DIGITS);
}

const char *phrase_case(struct arena *arena, const char *name)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    int depth = 0; /* of the brackets of an init, which stays as it is */
    for (const char *at = name ? name : ""; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == '=')
            buffer_append_text(&text, " = ");
        else if (*at == ' ' && !depth)
            buffer_append_text(&text, ", ");
        else
            buffer_append_char(&text, *at);
    }
    return arena_strdup(arena, buffer_text(&text));
}

/* Not a name in the code, which keeps its case: `threadIdx`, `block_sum`. */
static bool is_of_plain_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '\'' || (unsigned char)byte >= 0x80;
}

/* Spanish questions begin with a mark. */
static size_t opening_bytes(const char *text)
{
    static const char mark[] = "\u00bf";
    return strncmp(text, mark, sizeof mark - 1) ? 0 : sizeof mark - 1;
}

const char *phrase_capitalised(struct arena *arena, const char *text)
{
    char *copy = arena_strdup(arena, text);
    size_t length = opening_bytes(text);
    char *first = copy + length;
    while (is_of_plain_word(text[length]))
        length++;
    if (*first >= 'a' && *first <= 'z' && (!text[length] || strchr(" ,;:", text[length])))
        *first = (char)(*first - 'a' + 'A');
    return copy;
}

static bool is_ended(const char *text)
{
    size_t length = strlen(text);
    return length && (strchr(".?!", text[length - 1]) || !*text_gap_after(text));
}

/* A character is one that Chinese is written in, U+4000 to U+9FFF. The last one can be Latin. */
static bool is_chinese(const char *text)
{
    return strpbrk(text, "\xe4\xe5\xe6\xe7\xe8\xe9") != NULL;
}

const char *phrase_ended(struct arena *arena, const char *text)
{
    return is_ended(text) ? text : arena_printf(arena, "%s%s", text, is_chinese(text) ? "\u3002" : ".");
}

const char *phrase_joined(struct arena *arena, const char *text, const char *more)
{
    const char *ended = phrase_ended(arena, text);
    return arena_printf(arena, "%s%s%s", ended, text_gap_after(ended), more);
}

const char *phrase_first(struct arena *arena, const char *text)
{
    const char *stop = strstr(text, ". "), *wide = strstr(text, "\u3002");
    if (wide)
        return arena_strndup(arena, text, (size_t)(wide - text) + strlen("\u3002"));
    return stop ? arena_strndup(arena, text, (size_t)(stop - text) + 1) : text;
}

const char *phrase_of_rank(struct arena *arena, int rank, const char *buffer)
{
    return sentence_text(arena, SENTENCE_OF_RANK, FIELDS({"rank", phrase_integer(arena, rank)}, {"buffer", buffer}));
}

const char *phrase_source_line(struct arena *arena, const struct source *source, int line)
{
    const char *at = source ? source->text : NULL, *end = at ? at + source->size_bytes : NULL;
    for (int i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || line < 1)
        return "";
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return arena_strndup(arena, at, (size_t)((newline ? newline : end) - at));
}

const char *phrase_diagnostic(struct arena *arena, const struct diagnostic *diagnostic)
{
    const char *list = strstr(diagnostic->message, "; function \"");
    size_t length = list ? (size_t)(list - diagnostic->message) : strlen(diagnostic->message);
    if (length && diagnostic->message[length - 1] == ':')
        length--;
    return arena_strndup(arena, diagnostic->message, length);
}

const char *phrase_distinct(struct arena *arena, double value, double other, int digits)
{
    enum { MORE_DIGITS = 6, ALL_DIGITS_F32 = 9, WHOLE_DIGITS_MAX = 15 };
    if (value == nearbyint(value) && other == nearbyint(other) && fabs(value) < 1e15 && fabs(other) < 1e15)
        return phrase_number(arena, value, WHOLE_DIGITS_MAX);
    for (; digits <= MORE_DIGITS; digits += MORE_DIGITS / 2)
        if (strcmp(phrase_number(arena, value, digits), phrase_number(arena, other, digits)) != 0)
            return phrase_number(arena, value, digits);
    return phrase_number(arena, value, ALL_DIGITS_F32);
}
