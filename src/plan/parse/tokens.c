/* Splits plan lines into words. */
#include <ctype.h>
#include <string.h>

#include "base/identifier.h"

#include "plan/parse/lines.h"
#include "plan/plan.h"

struct lexer {
    const struct source *source;
    struct diagnostics *diagnostics;
    struct plan_token *tokens;
    size_t count;
    const struct plan_line *line;
    size_t at, end; /* offsets of the rest of the line */
    bool failed;
};

static const char *const two_character_marks[] = {"..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "::"};

static char peek(const struct lexer *lexer, size_t ahead)
{
    return lexer->at + ahead < lexer->end ? lexer->source->text[lexer->at + ahead] : '\0';
}

static void add(struct lexer *lexer, enum plan_token_kind kind, size_t size)
{
    const struct plan_line *line = lexer->line;
    lexer->tokens[lexer->count++] = (struct plan_token){
        .kind = kind,
        .offset_bytes = lexer->at,
        .size_bytes = (int)size,
        .line = line ? line->line : 0,
        .column = line ? line->column + (int)(lexer->at - line->offset_bytes) : 0,
    };
    lexer->at += size;
}

static void bad_character(struct lexer *lexer)
{
    unsigned char c = (unsigned char)peek(lexer, 0);
    const struct plan_line *line = lexer->line;
    struct location location = {line->line, line->column + (int)(lexer->at - line->offset_bytes), 1};
    if (c > 32 && c < 127)
        diagnostics_add(lexer->diagnostics, DIAGNOSTIC_ERROR, lexer->source, location,
                        "'%c' has no meaning in a launch plan", c);
    else if (c > 127)
        diagnostics_add(lexer->diagnostics, DIAGNOSTIC_ERROR, lexer->source, location,
                        "this character has no meaning in a launch plan; often it is a dash, a blank or a full-width "
                        "sign from a web page");
    else
        diagnostics_add(lexer->diagnostics, DIAGNOSTIC_ERROR, lexer->source, location,
                        "byte 0x%02x has no meaning in a launch plan", c);
    lexer->failed = true;
    lexer->at = lexer->end;
}

/*
 * number = digit {word character} [ "." {word character} ] [ ("+"|"-") digits, after a final e ]
 * "0..n" is 0, then "..".
 */
static size_t number_size(const struct lexer *lexer)
{
    bool is_hex = peek(lexer, 0) == '0' && (peek(lexer, 1) | 32) == 'x';
    bool has_point = false;
    size_t size = 0;
    for (;; size++) {
        char c = peek(lexer, size);
        char next = peek(lexer, size + 1);
        bool is_point = c == '.' && next != '.' && !has_point;
        bool is_sign = (c == '+' || c == '-') && size > 1 && !is_hex && (peek(lexer, size - 1) | 32) == 'e' &&
                       isdigit((unsigned char)next);
        if (!identifier_has(c) && !is_point && !is_sign)
            return size;
        has_point |= is_point;
    }
}

static size_t mark_size(const struct lexer *lexer)
{
    char c = peek(lexer, 0);
    for (size_t i = 0; i < sizeof two_character_marks / sizeof *two_character_marks; i++)
        if (c == two_character_marks[i][0] && peek(lexer, 1) == two_character_marks[i][1])
            return 2;
    return c && strchr("()[]{},;:?=+-*/%<>!&", c) ? 1 : 0;
}

static void lex_one(struct lexer *lexer)
{
    char c = peek(lexer, 0);
    size_t size = 0;
    if (isdigit((unsigned char)c)) {
        add(lexer, PLAN_TOKEN_NUMBER, number_size(lexer));
    } else if (identifier_has(c)) {
        while (identifier_has(peek(lexer, size)))
            size++;
        add(lexer, PLAN_TOKEN_NAME, size);
    } else if ((size = mark_size(lexer)) > 0) {
        add(lexer, PLAN_TOKEN_MARK, size);
    } else {
        bad_character(lexer);
    }
}

/* A comment or a final backslash ends the line's words. The backslash also hides the newline. */
static void lex_line(struct lexer *lexer, const struct plan_line *line)
{
    lexer->line = line;
    lexer->at = line->offset_bytes;
    lexer->end = line->offset_bytes + line->size_bytes;
    while (lexer->at < lexer->end) {
        char c = peek(lexer, 0);
        if (c == ' ' || c == '\t')
            lexer->at++;
        else if (c == '/' && peek(lexer, 1) == '/')
            lexer->at = lexer->end;
        else if (c == '\\' && lexer->at + 1 == lexer->end)
            return;
        else
            lex_one(lexer);
    }
    add(lexer, PLAN_TOKEN_NEWLINE, 0);
}

static bool fits(const struct source *source, const struct plan_line *lines, size_t count,
                 struct diagnostics *diagnostics)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        struct location place = {lines[i].line, 1, 3};
        total += lines[i].size_bytes + 1;
        if (total > PLAN_TEXT_BYTES_MAX)
            return diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, place,
                                   "the launch plan is longer than %d bytes", (int)PLAN_TEXT_BYTES_MAX);
    }
    return true;
}

bool tokens_read(struct arena *arena, const struct source *source, struct diagnostics *diagnostics,
                 const struct plan_token **out_tokens, size_t *out_count)
{
    const struct plan_line *lines = NULL;
    size_t line_count = lines_find(arena, source, &lines);
    if (!fits(source, lines, line_count, diagnostics))
        return false;
    size_t capacity = 1;
    for (size_t i = 0; i < line_count; i++)
        capacity += lines[i].size_bytes + 1;
    struct lexer lexer = {
        .source = source, .diagnostics = diagnostics, .tokens = ARENA_ARRAY(arena, capacity, struct plan_token)};
    for (size_t i = 0; i < line_count; i++)
        lex_line(&lexer, &lines[i]);
    add(&lexer, PLAN_TOKEN_END, 0);
    *out_tokens = lexer.tokens;
    *out_count = lexer.count;
    return !lexer.failed;
}
