/* Parses the options of launches and copies. */
#include <stddef.h>
#include <string.h>

#include "base/i18n.h"
#include "plan/parse/parser.h"

/* One row per option: its owner, its field and its reader. */
struct option {
    const char *name;
    unsigned owners;
    bool (*parse)(struct parser *parser, struct plan_statement *statement, const struct option *option);
    size_t offset; /* of the field that it fills, in struct plan_statement */
};

static bool parse_dimensions(struct parser *parser, struct plan_statement *statement, const struct option *option);
static bool parse_single(struct parser *parser, struct plan_statement *statement, const struct option *option);
static bool parse_device(struct parser *parser, struct plan_statement *statement, const struct option *option);
static bool parse_after(struct parser *parser, struct plan_statement *statement, const struct option *option);
static bool parse_label_option(struct parser *parser, struct plan_statement *statement, const struct option *option);

#define BOTH (OPTIONS_OF_LAUNCH | OPTIONS_OF_COPY)
static const struct option options[] = {
    {"grid", OPTIONS_OF_LAUNCH, parse_dimensions, offsetof(struct plan_statement, launch.grid)},
    {"block", OPTIONS_OF_LAUNCH, parse_dimensions, offsetof(struct plan_statement, launch.block)},
    {"cluster", OPTIONS_OF_LAUNCH, parse_dimensions, offsetof(struct plan_statement, launch.cluster)},
    {"shared", OPTIONS_OF_LAUNCH, parse_single, offsetof(struct plan_statement, launch.shared)},
    {"count", OPTIONS_OF_COPY, parse_single, offsetof(struct plan_statement, options.count)},
    {"device", BOTH, parse_device, offsetof(struct plan_statement, options.device)},
    {"stream", BOTH, parse_single, offsetof(struct plan_statement, options.stream)},
    {"when", BOTH, parse_single, offsetof(struct plan_statement, options.when)},
    {"as", BOTH, parse_label_option, offsetof(struct plan_statement, options.label)},
    {"after", BOTH, parse_after, offsetof(struct plan_statement, options.after)},
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

static void *option_field(struct plan_statement *statement, const struct option *option)
{
    return (char *)statement + option->offset;
}

/* expression */
static bool parse_single(struct parser *parser, struct plan_statement *statement, const struct option *option)
{
    return parse_term(parser, option_field(statement, option));
}

/* expression ["," expression ["," expression]] ; x, y, z */
static bool parse_dimensions(struct parser *parser, struct plan_statement *statement, const struct option *option)
{
    int count = 0;
    parser->in_sizes = true;
    bool is_parsed = parse_term_list(parser, NULL, option_field(statement, option), 3, &count, option->name);
    parser->in_sizes = false;
    return is_parsed;
}

/* "all" | expression */
static bool parse_device(struct parser *parser, struct plan_statement *statement, const struct option *option)
{
    return word_accept(parser, "all") || parse_single(parser, statement, option);
}

/* label = name ["[" expression {"," expression} "]"] */
static bool parse_label(struct parser *parser, struct plan_label *out_label)
{
    int count = 0;
    if (!word_expect_name(parser, "the name that a launch gets with as=", &out_label->name))
        return false;
    if (word_accept(parser, "[") &&
        !parse_term_list(parser, "]", out_label->indices, PLAN_INDICES_MAX, &count, _("indices of a name")))
        return false;
    out_label->index_count = (size_t)count;
    if (count && word_is(parser, "["))
        return word_error(parser, word_location(parser),
                          "write all indices of a name in one pair of brackets, as in "
                          "%.64s[b, d - 1]",
                          out_label->name.text);
    return true;
}

static bool parse_label_option(struct parser *parser, struct plan_statement *statement, const struct option *option)
{
    return parse_label(parser, option_field(statement, option));
}

/* label {"," label} */
static bool parse_after(struct parser *parser, struct plan_statement *statement, const struct option *option)
{
    struct plan_label labels[PLAN_AFTER_MAX] = {0};
    size_t count = 0;
    do {
        if (count == PLAN_AFTER_MAX)
            return word_error(parser, word_location(parser), "%s: at most %d names", option->name, (int)PLAN_AFTER_MAX);
        if (!parse_label(parser, &labels[count]))
            return false;
        count++;
    } while (word_accept_comma(parser));
    statement->options.after = arena_memdup(parser->arena, labels, count * sizeof *labels);
    statement->options.after_count = count;
    return true;
}

static const struct option *find_option(const struct parser *parser, const struct plan_token *token, unsigned owner)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if ((options[i].owners & owner) && word_token_is(parser, token, options[i].name))
            return &options[i];
    return NULL;
}

bool parse_options_has(const struct parser *parser, const struct plan_token *token)
{
    return find_option(parser, token, BOTH);
}

static bool unknown_option(struct parser *parser, unsigned owner)
{
    const char *names[OPTION_COUNT + 1];
    char list[256] = "";
    size_t count = 0;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!(options[i].owners & owner))
            continue;
        strcat(strcat(list, count ? ", " : ""), options[i].name);
        names[count++] = options[i].name;
    }
    if (owner == OPTIONS_OF_LAUNCH)
        names[count++] = "cooperative";
    char *text = word_token_text(parser, word_at(parser, 0));
    const char *nearest = diagnostics_nearest(text, names, count);
    word_error(parser, word_location(parser), "unknown option '%.64s'; options are %s%s", text, list,
               owner == OPTIONS_OF_LAUNCH ? ", cooperative" : "");
    if (nearest)
        diagnostics_hint(parser->diagnostics, "did you mean '%s'?", nearest);
    return false;
}

/* Whether the words after the newlines continue the options. No statement begins with `name =`. */
static bool continues_on_next_line(const struct parser *parser)
{
    size_t ahead = 0;
    while (word_at(parser, ahead)->kind == PLAN_TOKEN_NEWLINE)
        ahead++;
    const struct plan_token *token = word_at(parser, ahead);
    return ahead > 0 && token->kind == PLAN_TOKEN_NAME &&
           (word_token_is(parser, token, "cooperative") || word_token_is(parser, word_at(parser, ahead + 1), "="));
}

static bool parse_option(struct parser *parser, unsigned owner, struct plan_statement *statement, unsigned *seen)
{
    if (owner == OPTIONS_OF_LAUNCH && word_accept(parser, "cooperative")) {
        statement->launch.cooperative = true;
        return true;
    }
    const struct option *option = find_option(parser, word_at(parser, 0), owner);
    if (!option)
        return unknown_option(parser, owner);
    unsigned bit = 1u << (option - options);
    if (*seen & bit)
        return word_error(parser, word_location(parser), "%s= is given twice", option->name);
    *seen |= bit;
    word_advance(parser);
    if (word_expect(parser, "=", "after the name of an option"))
        return option->parse(parser, statement, option);
    if (!word_is(parser, ":") && !word_is(parser, "=="))
        diagnostics_hint(parser->diagnostics, "the form is: %s=...", option->name);
    return false;
}

/*
 * options = {"cooperative" | name "=" value} ; a line that begins with `name =` continues them
 */
bool parse_options(struct parser *parser, unsigned owner, struct plan_statement *statement)
{
    unsigned seen = 0;
    for (;;) {
        if (continues_on_next_line(parser))
            word_skip_newlines(parser);
        if (!word_is_kind(parser, PLAN_TOKEN_NAME))
            return true;
        if (!parse_option(parser, owner, statement, &seen))
            return false;
    }
}
