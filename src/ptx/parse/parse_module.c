/* Parses the directives of a module. */
#include <stdlib.h>
#include <string.h>

#include "ptx/parse/parser.h"

/*
 *     module    = {directive}                                                        (PTX ISA 11)
 *     directive = ".version" n "." n | ".target" word {"," word} | ".address_size" n | ".file" ...
 *               | ".section" ... | ".pragma" string ";" | ".alias" name "," name ";"
 *               | {linkage} (function | variables)
 *     linkage   = ".extern" | ".visible" | ".weak" | ".common"
 */

static bool parse_version(struct ptx_parser *parser)
{
    if (!ptx_at(parser, PTX_TOKEN_DOUBLE))
        return ptx_fail(parser, "expected a version such as 9.0");
    const char *text = parser->lexer.text + parser->token.offset;
    char *after = NULL;
    parser->program->version_major = (uint32_t)strtoul(text, &after, 10);
    if (*after == '.')
        parser->program->version_minor = (uint32_t)strtoul(after + 1, NULL, 10);
    ptx_next(parser);
    return true;
}

static void take_target(struct ptx_parser *parser, const struct ptx_name *name)
{
    struct ptx_program *program = parser->program;
    if (strcmp(name->text, "debug") == 0)
        program->target_debug = true;
    if (strncmp(name->text, "sm_", 3) != 0)
        return;
    program->target = name->text;
    program->target_sm = (uint32_t)strtoul(name->text + 3, NULL, 10);
}

static bool parse_target(struct ptx_parser *parser)
{
    do {
        struct ptx_name *name = parser->token.name;
        if (!ptx_expect(parser, PTX_TOKEN_NAME, "a target such as sm_90"))
            return false;
        take_target(parser, name);
    } while (ptx_accept(parser, ','));
    return true;
}

static bool parse_address_size(struct ptx_parser *parser)
{
    uint64_t bits;
    struct location where = ptx_token_location(&parser->token);
    if (!ptx_parse_integer(parser, 64, "an address size", &bits))
        return false;
    if (bits != 32 && bits != 64)
        return ptx_fail_at(parser, where, "an address has 32 or 64 bits");
    parser->program->address_bits = (uint32_t)bits;
    return true;
}

/* index string ["," timestamp "," size]; after .file */
bool ptx_parse_file(struct ptx_parser *parser)
{
    uint64_t index, ignored;
    if (!ptx_parse_integer(parser, PTX_FILES_MAX - 1, "a file index", &index))
        return false;
    struct ptx_token token = parser->token;
    if (!ptx_expect(parser, PTX_TOKEN_STRING, "a file name"))
        return false;
    while (!parser->is_source && parser->files.count <= index)
        PTX_VECTOR_PUSH(&parser->files, const char *);
    if (!parser->is_source)
        *PTX_VECTOR_AT(&parser->files, const char *, index) =
            arena_strndup(parser->arena, parser->source->text + token.offset, token.length);
    while (ptx_accept(parser, ','))
        if (!ptx_parse_integer(parser, UINT64_MAX, "a time stamp or size", &ignored))
            return false;
    return true;
}

/* string {"," string} ";"; after .pragma */
bool ptx_parse_pragma(struct ptx_parser *parser)
{
    do {
        if (!ptx_expect(parser, PTX_TOKEN_STRING, "a string"))
            return false;
    } while (ptx_accept(parser, ','));
    return ptx_expect(parser, ';', "';'");
}

/* name "{" ... "}"; after .section. Execution needs no debug data. */
bool ptx_parse_section(struct ptx_parser *parser)
{
    while (ptx_at(parser, PTX_TOKEN_DIRECTIVE) || ptx_at(parser, PTX_TOKEN_NAME))
        ptx_next(parser);
    if (!ptx_at(parser, '{'))
        return ptx_fail(parser, "expected '{'");
    if (!ptx_lexer_skip_block(&parser->lexer))
        return ptx_fail(parser, "the section does not end");
    ptx_next(parser);
    return true;
}

/* name "," name ";": the first stands for the second. After .alias */
static bool parse_alias(struct ptx_parser *parser)
{
    struct ptx_token names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = parser->token;
        if (!ptx_expect(parser, PTX_TOKEN_NAME, "the name of a function") ||
            !ptx_expect(parser, i == 0 ? ',' : ';', i == 0 ? "','" : "';'"))
            return false;
        if (!names[i].name->binding || names[i].name->binding->kind != PTX_BINDING_FUNCTION)
            return ptx_fail_at(parser, ptx_token_location(&names[i]), "'%.100s' is no function", names[i].name->text);
    }
    struct ptx_function *alias = ptx_function_of(parser, names[0].name);
    const struct ptx_function *original = ptx_function_of(parser, names[1].name);
    if (alias->has_body || alias == original)
        return ptx_fail_at(parser, ptx_token_location(&names[0]), "'%.100s' has a body of its own", alias->name);
    if (!original->has_body)
        return ptx_fail_at(parser, ptx_token_location(&names[1]), "'%.100s' has no body", original->name);
    struct ptx_function copy = *original;
    copy.name = alias->name;
    copy.index = alias->index;
    copy.is_visible = alias->is_visible;
    copy.is_weak = alias->is_weak;
    copy.is_called = alias->is_called;
    copy.alias_of = original->name;
    *alias = copy;
    return true;
}

static struct ptx_linkage parse_linkage(struct ptx_parser *parser)
{
    struct ptx_linkage linkage = {0};
    for (;;) {
        if (ptx_accept_directive(parser, "extern"))
            linkage.is_extern = true;
        else if (ptx_accept_directive(parser, "visible"))
            linkage.is_visible = true;
        else if (ptx_accept_directive(parser, "weak"))
            linkage.is_weak = true;
        else if (ptx_accept_directive(parser, "common"))
            linkage.is_common = true;
        else
            return linkage;
    }
}

/*
 * ".reg" ... ";" outside of a function: allowed before PTX 3.0. Old compilers declare such
 * registers and never use them.
 */
static bool skip_registers(struct ptx_parser *parser)
{
    if (!ptx_is_before(parser, 3, 0))
        return ptx_fail(parser, "no variable of this space can stand outside of a function");
    while (!ptx_at(parser, ';') && !ptx_at(parser, PTX_TOKEN_END))
        ptx_next(parser);
    return ptx_expect(parser, ';', "';'");
}

static bool parse_declaration(struct ptx_parser *parser)
{
    char buffer[80];
    struct ptx_linkage linkage = parse_linkage(parser);
    if (ptx_at_directive(parser, "entry") || ptx_at_directive(parser, "func"))
        return ptx_parse_function(parser, linkage);
    enum ptx_space space;
    if (ptx_at(parser, PTX_TOKEN_DIRECTIVE) &&
        ptx_space_find(parser->token.name->text, parser->token.name->length, &space)) {
        if (space == PTX_SPACE_REGISTER)
            return skip_registers(parser);
        bool fits = space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONSTANT || space == PTX_SPACE_SHARED;
        return fits ? ptx_parse_variables(parser, linkage)
                    : ptx_fail(parser, "no variable of this space can stand outside of a function");
    }
    return ptx_fail(parser, "expected a directive, not %s", ptx_token_text(parser, buffer, sizeof buffer));
}

static bool parse_directive(struct ptx_parser *parser)
{
    static const struct {
        const char *word;
        bool (*parse)(struct ptx_parser *parser);
    } directives[] = {{"version", parse_version}, {"target", parse_target},       {"address_size", parse_address_size},
                      {"file", ptx_parse_file},   {"section", ptx_parse_section}, {"pragma", ptx_parse_pragma},
                      {"alias", parse_alias},     {"loc", ptx_parse_location}};
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (ptx_accept_directive(parser, directives[i].word))
            return directives[i].parse(parser);
    return parse_declaration(parser);
}

/*
 * After an error, skips to the next directive that must be outside a function, or past a ';' or
 * '}'.
 */
static void skip_declaration(struct ptx_parser *parser)
{
    int depth = 0;
    while (!ptx_at(parser, PTX_TOKEN_END)) {
        bool ends = depth <= 0 && ptx_at(parser, ';');
        depth += ptx_at(parser, '{') - ptx_at(parser, '}');
        ends = ends || (depth <= 0 && ptx_at(parser, '}'));
        ptx_next(parser);
        if (ends)
            return;
        if (depth <= 0 && (ptx_at_directive(parser, "visible") || ptx_at_directive(parser, "entry")))
            return;
    }
}

void ptx_parse_module(struct ptx_parser *parser)
{
    if (!ptx_at_directive(parser, "version"))
        ptx_fail(parser, "a module begins with .version");
    while (!ptx_at(parser, PTX_TOKEN_END) && !parser->gave_up) {
        if (ptx_accept(parser, ';'))
            continue;
        if (parser->names.count > PTX_NAMES_MAX || parser->functions.count > PTX_FUNCTIONS_MAX)
            ptx_give_up(parser, "the module has too many names or functions");
        if (!parser->gave_up && !parse_directive(parser) && !parser->gave_up)
            skip_declaration(parser);
    }
    if (!parser->program->target)
        parser->program->target = "";
}
