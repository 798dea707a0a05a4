/*
 * The shared part of the parse_*.c files: the words, the parser's position, and the small steps.
 *
 * Functions that parse return false after they have reported an error. The parser then skips the
 * statement and continues, so one pass shows every mistake.
 */
#ifndef PLAN_PARSE_PARSER_H
#define PLAN_PARSE_PARSER_H

#include "plan/parse/lines.h"
#include "plan/statement/statement.h"

struct parser {
    struct arena *arena;
    const struct source *source;
    struct diagnostics *diagnostics;
    const struct plan_token *tokens;
    size_t token_count;
    size_t at;
    struct plan *plan;
    size_t statement_count;
    int depth; /* of blocks */
    bool in_graph;
    bool in_sizes; /* of grid, block or cluster: a name before = is the next option */
    bool given_up; /* the text after the last error cannot be read */
};

/* words.c */
const struct plan_token *word_at(const struct parser *parser, size_t ahead);
bool word_is(const struct parser *parser, const char *text); /* the next word is exactly this */
bool word_is_kind(const struct parser *parser, enum plan_token_kind kind);
bool word_token_is(const struct parser *parser, const struct plan_token *token, const char *text);
void word_advance(struct parser *parser);
bool word_accept(struct parser *parser, const char *text);
bool word_expect(struct parser *parser, const char *text, const char *where);
bool word_expect_name(struct parser *parser, const char *what, struct plan_word *out_word);
void word_skip_newlines(struct parser *parser);
bool word_accept_comma(struct parser *parser);              /* a list can go on in the line after it */
struct location word_location(const struct parser *parser); /* of the next word */
struct location word_token_location(const struct plan_token *token);
char *word_token_text(const struct parser *parser, const struct plan_token *token);
/* The next word for a message: "'}'", "the end of the line", "the end of the plan". */
const char *word_describe(const struct parser *parser);
bool word_error(struct parser *parser, struct location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* parse_term.c */
bool parse_term(struct parser *parser, struct plan_term *out_term);
bool parse_term_operand(struct parser *parser, struct plan_operand *out_operand);
bool parse_term_operands(struct parser *parser, struct plan_launch *launch); /* "(" ... ")" */
bool parse_term_list(struct parser *parser, const char *closing, struct plan_term *out_terms, int capacity,
                     int *out_count, const char *what);

/* parse_options.c */
enum { OPTIONS_OF_LAUNCH = 1, OPTIONS_OF_COPY = 2 };
bool parse_options_has(const struct parser *parser, const struct plan_token *token); /* the name of an option */
bool parse_options(struct parser *parser, unsigned owner, struct plan_statement *statement);

/* parse_launch.c */
bool parse_launch(struct parser *parser, struct plan_statement *statement);

#endif
