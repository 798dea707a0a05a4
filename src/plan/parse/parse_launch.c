/* Parses launches. */
#include <string.h>

#include "plan/parse/parser.h"

enum { TYPE_WORDS_MAX = 64, KERNEL_BYTES_MAX = 256 };

/* types = "<" {word} ">" ; nested <> are counted, ">>" closes two */
static bool parse_types(struct parser *parser, struct plan_launch *launch)
{
    struct plan_word words[TYPE_WORDS_MAX];
    size_t count = 0;
    int depth = 1;
    for (;;) {
        const struct plan_token *token = word_at(parser, 0);
        if (token->kind >= PLAN_TOKEN_NEWLINE)
            return word_error(parser, launch->kernel.location, "the '<' after %s is never closed", launch->kernel.text);
        depth += word_is(parser, "<") ? 1 : word_is(parser, ">") ? -1 : word_is(parser, ">>") ? -2 : 0;
        word_advance(parser);
        if (depth <= 0)
            break;
        if (count == TYPE_WORDS_MAX)
            return word_error(parser, word_token_location(token), "more than %d words between < and >",
                              (int)TYPE_WORDS_MAX);
        words[count++] = (struct plan_word){word_token_text(parser, token), word_token_location(token)};
    }
    if (depth < 0 || count == 0)
        return word_error(parser, launch->kernel.location, "%s: between < and > there must be types or numbers",
                          launch->kernel.text);
    launch->types = arena_memdup(parser->arena, words, count * sizeof *words);
    launch->type_count = count;
    return true;
}

/* Whether a part of the line is a comment: `grid=(n+255)//256 block=256`. */
static bool has_comment(const struct parser *parser, struct location place)
{
    const char *text = parser->source->text, *end = text + parser->source->size_bytes;
    for (int line = 1; line < place.line && text; line++) {
        text = memchr(text, '\n', (size_t)(end - text));
        text = text ? text + 1 : NULL;
    }
    const char *newline = text ? memchr(text, '\n', (size_t)(end - text)) : NULL;
    const char *begin = text ? text + place.column : NULL, *stop = newline ? newline : end;
    return begin && begin < stop && memmem(begin, (size_t)(stop - begin), "//", strlen("//"));
}

static bool demand_dimensions(struct parser *parser, const struct plan_launch *launch)
{
    const char *missing = !launch->grid[0].expression ? "grid" : !launch->block[0].expression ? "block" : NULL;
    if (!missing)
        return true;
    word_error(parser, launch->kernel.location, "the launch of %s has no %s=", launch->kernel.text, missing);
    if (has_comment(parser, launch->kernel.location))
        diagnostics_hint(parser->diagnostics,
                         "// begins a comment here; / divides whole numbers: grid=(n+255)/256 block=256");
    else
        diagnostics_hint(parser->diagnostics, "for one thread per element: grid=(n+255)/256 block=256");
    return false;
}

/* kernel = name { "::" name } */
static bool parse_kernel(struct parser *parser, struct plan_word *out_kernel)
{
    struct plan_word kernel, part;
    if (!word_expect_name(parser, "the name of a kernel", &kernel))
        return false;
    while (word_accept(parser, "::")) {
        if (!word_expect_name(parser, "the name of a kernel after '::'", &part))
            return false;
        kernel.text = arena_printf(parser->arena, "%s::%s", kernel.text, part.text);
        if (strlen(kernel.text) > KERNEL_BYTES_MAX)
            return word_error(parser, part.location, "this name is longer than %d bytes with its namespaces",
                              (int)KERNEL_BYTES_MAX);
        if (part.location.line == kernel.location.line)
            kernel.location.length = part.location.column + part.location.length - kernel.location.column;
    }
    *out_kernel = kernel;
    return true;
}

/* The launch of CUDA C++, or commas between the options. */
static bool refuse_other_form(struct parser *parser, const struct plan_launch *launch, const char *found)
{
    if (!word_is(parser, found))
        return true;
    word_error(parser, word_location(parser), "a launch line has no '%s' here", found);
    diagnostics_hint(parser->diagnostics, "the form is: launch %s(...) grid=... block=...", launch->kernel.text);
    return false;
}

/* launch = "launch" kernel [types] operands options */
bool parse_launch(struct parser *parser, struct plan_statement *statement)
{
    struct plan_launch *launch = &statement->launch;
    if (!parse_kernel(parser, &launch->kernel) || !refuse_other_form(parser, launch, "<<"))
        return false;
    if (word_accept(parser, "<") && !parse_types(parser, launch))
        return false;
    if (!parse_term_operands(parser, launch) || !refuse_other_form(parser, launch, ",") ||
        !parse_options(parser, OPTIONS_OF_LAUNCH, statement))
        return false;
    parser->plan->launch_count++;
    return demand_dimensions(parser, launch);
}
