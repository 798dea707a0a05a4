/* The lexer. */
#include "ptx/lex/lexer.h"

#include <stdlib.h>
#include <string.h>

#include "base/told.h"

enum { WORD = 1, DIGIT = 2, SPACE = 4, START = 8, HEX = 16 };

/* One bit for each class of bytes. */
static const uint8_t classes[256] = {
    ['0' ... '9'] = WORD | DIGIT | HEX,
    ['a' ... 'f'] = WORD | START | HEX,
    ['g' ... 'z'] = WORD | START,
    ['A' ... 'F'] = WORD | START | HEX,
    ['G' ... 'Z'] = WORD | START,
    ['_'] = WORD | START,
    ['$'] = WORD | START,
    ['%'] = START,
    [' '] = SPACE,
    ['\t'] = SPACE,
    ['\r'] = SPACE,
    ['\v'] = SPACE,
    ['\f'] = SPACE,
};

static bool is_class(char character, int class)
{
    return (classes[(unsigned char)character] & class) != 0;
}

void lexer_init(struct ptx_lexer *lexer, const char *text, size_t size_bytes, struct ptx_names *names,
                const struct source *source, struct diagnostics *diagnostics)
{
    *lexer = (struct ptx_lexer){.text = text,
                                .end = text + size_bytes,
                                .next = text,
                                .line_start = text,
                                .line = 1,
                                .plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0),
                                .names = names,
                                .source = source,
                                .diagnostics = diagnostics};
}

void lexer_done(struct ptx_lexer *lexer)
{
    if (lexer->plain_locale)
        freelocale(lexer->plain_locale);
}

struct location lexer_token_location(const struct ptx_token *token)
{
    return (struct location){token->line, token->column, token->length > 0 ? (int)token->length : 1};
}

static void bad(struct ptx_lexer *lexer, struct ptx_token *token, const char *message)
{
    token->kind = PTX_TOKEN_BAD;
    diagnostics_add(lexer->diagnostics, DIAGNOSTIC_ERROR, lexer->source, lexer_token_location(token), "%s", message);
}

static void newline(struct ptx_lexer *lexer)
{
    lexer->line++;
    lexer->line_start = ++lexer->next;
}

/* Starts after the opening. False if the comment does not end. */
static bool skip_block_comment(struct ptx_lexer *lexer)
{
    lexer->comment = lexer->next;
    lexer->comment_line = lexer->line;
    lexer->comment_column = (int)(lexer->next - lexer->line_start) + 1;
    for (lexer->next += 2; lexer->next < lexer->end;) {
        if (*lexer->next == '\n') {
            newline(lexer);
        } else if (lexer->next[0] == '*' && lexer->next[1] == '/') {
            lexer->next += 2;
            return true;
        } else {
            lexer->next++;
        }
    }
    return false;
}

static void skip_line_comment(struct ptx_lexer *lexer)
{
    const char *found = memchr(lexer->next, '\n', (size_t)(lexer->end - lexer->next));
    lexer->next = found ? found : lexer->end;
}

/* '#' n '"', first on its line: a preprocessor's line marker. ptxas skips it, too. */
static bool at_line_marker(const struct ptx_lexer *lexer)
{
    const char *next = lexer->next;
    if (*next != '#')
        return false;
    for (const char *before = lexer->line_start; before < next; before++)
        if (!is_class(*before, SPACE))
            return false;
    for (next++; is_class(*next, SPACE);)
        next++;
    bool has_number = false;
    for (; *next >= '0' && *next <= '9'; next++)
        has_number = true;
    while (is_class(*next, SPACE))
        next++;
    return has_number && *next == '"';
}

/* False at an unterminated comment. The lexer is then at the end of the text. */
static bool skip_space(struct ptx_lexer *lexer)
{
    for (;;) {
        while (is_class(*lexer->next, SPACE))
            lexer->next++;
        if (*lexer->next == '\n')
            newline(lexer);
        else if ((lexer->next[0] == '/' && lexer->next[1] == '/') || at_line_marker(lexer))
            skip_line_comment(lexer);
        else if (lexer->next[0] != '/' || lexer->next[1] != '*')
            return true;
        else if (!skip_block_comment(lexer))
            return false;
    }
}

char lexer_peek(struct ptx_lexer *lexer)
{
    return skip_space(lexer) ? *lexer->next : '\0';
}

/* Takes letters, digits, _ and $. Returns the updated hash. */
static uint32_t scan_word(struct ptx_lexer *lexer, uint32_t hash)
{
    const char *next = lexer->next;
    while (is_class(*next, WORD))
        hash = names_hash_step(hash, (unsigned char)*next++);
    lexer->next = next;
    return hash;
}

static bool at_double_colon(const struct ptx_lexer *lexer)
{
    return lexer->next[0] == ':' && lexer->next[1] == ':' && is_class(lexer->next[2], WORD);
}

static uint32_t scan_double_colons(struct ptx_lexer *lexer, uint32_t hash)
{
    while (at_double_colon(lexer)) {
        hash = names_hash_step(names_hash_step(hash, ':'), ':');
        lexer->next += 2;
        hash = scan_word(lexer, hash);
    }
    return hash;
}

/* name = start {word} {("." | "::") word} */
static void lex_name(struct ptx_lexer *lexer, struct ptx_token *token)
{
    const char *start = lexer->next;
    uint32_t hash = names_hash_step(lexer->names->seed, (unsigned char)*lexer->next++);
    hash = scan_word(lexer, hash);
    hash = scan_double_colons(lexer, hash);
    while (lexer->next[0] == '.' && is_class(lexer->next[1], WORD)) {
        hash = names_hash_step(hash, '.');
        lexer->next++;
        hash = scan_word(lexer, hash);
        hash = scan_double_colons(lexer, hash);
    }
    token->kind = PTX_TOKEN_NAME;
    token->length = (uint32_t)(lexer->next - start);
    token->name = names_intern(lexer->names, start, token->length, hash);
}

/* directive = "." word {"::" word} */
static void lex_directive(struct ptx_lexer *lexer, struct ptx_token *token)
{
    const char *start = ++lexer->next;
    uint32_t hash = scan_word(lexer, lexer->names->seed);
    hash = scan_double_colons(lexer, hash);
    token->kind = PTX_TOKEN_DIRECTIVE;
    token->length = (uint32_t)(lexer->next - start) + 1;
    token->name = names_intern(lexer->names, start, token->length - 1, hash);
}

static int digit_value(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return (character | 0x20) - 'a' + 10;
}

/* Reads digits of `base` into token->bits. False on overflow or a foreign digit. */
static bool scan_digits(struct ptx_lexer *lexer, struct ptx_token *token, uint64_t base)
{
    const char *start = lexer->next;
    uint64_t value = 0;
    for (; is_class(*lexer->next, HEX) || *lexer->next == '_'; lexer->next++) {
        uint64_t digit = *lexer->next == '_' ? base : (uint64_t)digit_value(*lexer->next);
        if (digit >= base)
            return false;
        if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value))
            return false;
    }
    token->bits = value;
    return lexer->next > start;
}

static void finish_number(struct ptx_lexer *lexer, struct ptx_token *token, bool valid, const char *message)
{
    while (is_class(*lexer->next, WORD)) {
        lexer->next++;
        valid = false;
    }
    token->length = (uint32_t)(lexer->next - lexer->text) - token->offset;
    if (!valid)
        bad(lexer, token, message);
}

/* "0f" or "0d" and exactly `digits` hexadecimal digits */
static void lex_bits(struct ptx_lexer *lexer, struct ptx_token *token, int kind, int digits)
{
    lexer->next += 2;
    const char *start = lexer->next;
    bool valid = scan_digits(lexer, token, 16) && lexer->next - start == digits;
    token->kind = kind;
    finish_number(lexer, token, valid,
                  kind == PTX_TOKEN_FLOAT ? "0f needs eight hexadecimal digits"
                                          : "0d needs sixteen hexadecimal digits");
}

static void lex_decimal_real(struct ptx_lexer *lexer, struct ptx_token *token)
{
    char *after = NULL;
    double value = lexer->plain_locale ? strtod_l(lexer->next, &after, lexer->plain_locale) : 0;
    bool valid = after > lexer->next;
    lexer->next = valid ? after : lexer->next + 1;
    memcpy(&token->bits, &value, sizeof value);
    token->kind = PTX_TOKEN_DOUBLE;
    finish_number(lexer, token, valid, TOLD_TEXT("malformed number"));
}

/* Whether a fraction or an exponent follows the digits. */
static bool is_real(const struct ptx_lexer *lexer)
{
    const char *next = lexer->next;
    while (is_class(*next, DIGIT))
        next++;
    if (*next == '.')
        return true;
    return (*next == 'e' || *next == 'E') && (is_class(next[1], DIGIT) || next[1] == '-' || next[1] == '+');
}

static void lex_integer(struct ptx_lexer *lexer, struct ptx_token *token)
{
    uint64_t base = 10;
    char second = lexer->next[0] == '0' ? (char)(lexer->next[1] | 0x20) : '\0';
    if (second == 'x' || second == 'b') {
        base = second == 'x' ? 16 : 2;
        lexer->next += 2;
    } else if (lexer->next[0] == '0') {
        base = 8;
    }
    token->kind = PTX_TOKEN_INTEGER;
    bool valid = scan_digits(lexer, token, base);
    token->is_unsigned = token->bits > INT64_MAX;
    if (valid && *lexer->next == 'U') {
        token->is_unsigned = true;
        lexer->next++;
    }
    finish_number(lexer, token, valid, TOLD_TEXT("malformed integer, or one that does not fit into 64 bits"));
}

static void lex_number(struct ptx_lexer *lexer, struct ptx_token *token)
{
    char second = lexer->next[0] == '0' ? (char)(lexer->next[1] | 0x20) : '\0';
    if (second == 'f')
        lex_bits(lexer, token, PTX_TOKEN_FLOAT, 8);
    else if (second == 'd')
        lex_bits(lexer, token, PTX_TOKEN_DOUBLE, 16);
    else if (second != 'x' && second != 'b' && is_real(lexer))
        lex_decimal_real(lexer, token);
    else
        lex_integer(lexer, token);
}

static void lex_string(struct ptx_lexer *lexer, struct ptx_token *token)
{
    const char *start = ++lexer->next;
    while (lexer->next < lexer->end && *lexer->next != '"' && *lexer->next != '\n')
        lexer->next += lexer->next[0] == '\\' && lexer->next[1] == '"' ? 2 : 1;
    token->length = (uint32_t)(lexer->next - start);
    if (*lexer->next != '"') {
        bad(lexer, token, TOLD_TEXT("string without an end"));
        return;
    }
    lexer->next++;
    token->kind = PTX_TOKEN_STRING;
    token->offset++;
}

static void lex_punctuation(struct ptx_lexer *lexer, struct ptx_token *token)
{
    static const struct {
        char text[3];
        int kind;
    } pairs[] = {{"<<", PTX_TOKEN_SHIFT_LEFT},    {">>", PTX_TOKEN_SHIFT_RIGHT}, {"<=", PTX_TOKEN_LESS_EQUAL},
                 {">=", PTX_TOKEN_GREATER_EQUAL}, {"==", PTX_TOKEN_EQUAL},       {"!=", PTX_TOKEN_NOT_EQUAL},
                 {"&&", PTX_TOKEN_AND},           {"||", PTX_TOKEN_OR}};
    token->length = 2;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (lexer->next[0] == pairs[i].text[0] && lexer->next[1] == pairs[i].text[1]) {
            lexer->next += 2;
            token->kind = pairs[i].kind;
            return;
        }
    }
    token->length = 1;
    token->kind = *lexer->next++;
    if (!strchr("+-*/%!~&|^<>=?:()[]{},;@", token->kind) || token->kind == 0)
        bad(lexer, token, TOLD_TEXT("this character has no place in PTX"));
}

static void unfinished_comment(struct ptx_lexer *lexer, struct ptx_token *token)
{
    token->line = lexer->comment_line;
    token->column = lexer->comment_column;
    token->offset = (uint32_t)(lexer->comment - lexer->text);
    token->length = 2;
    bad(lexer, token, TOLD_TEXT("comment without an end"));
}

void lexer_next(struct ptx_lexer *lexer, struct ptx_token *token)
{
    bool complete = skip_space(lexer);
    const char *start = lexer->next;
    *token = (struct ptx_token){
        .line = lexer->line, .column = (int)(start - lexer->line_start) + 1, .offset = (uint32_t)(start - lexer->text)};
    if (!complete)
        unfinished_comment(lexer, token);
    else if (start >= lexer->end)
        token->kind = PTX_TOKEN_END;
    else if (is_class(*start, START) && (*start != '%' || is_class(start[1], WORD)))
        lex_name(lexer, token);
    else if (is_class(*start, DIGIT))
        lex_number(lexer, token);
    else if (*start == '.' && is_class(start[1], DIGIT))
        lex_decimal_real(lexer, token);
    else if (*start == '.' && is_class(start[1], WORD))
        lex_directive(lexer, token);
    else if (*start == '"')
        lex_string(lexer, token);
    else
        lex_punctuation(lexer, token);
}

bool lexer_skip_block(struct ptx_lexer *lexer)
{
    while (skip_space(lexer) && lexer->next < lexer->end) {
        char character = *lexer->next++;
        if (character == '}')
            return true;
        while (character == '"' && lexer->next < lexer->end && *lexer->next != '"' && *lexer->next != '\n')
            lexer->next++;
        if (character == '"' && *lexer->next == '"')
            lexer->next++;
    }
    return false;
}
