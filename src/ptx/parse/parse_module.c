/* Parses the directives of a module. */
#include <stdlib.h>
#include <string.h>

#include "base/told.h"
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
    if (!parser_at(parser, PTX_TOKEN_DOUBLE))
        return parser_fail(parser, "expected a version such as 9.0");
    const char *text = parser->lexer.text + parser->token.offset;
    char *after = NULL;
    parser->program->version_major = (uint32_t)strtoul(text, &after, 10);
    if (*after == '.')
        parser->program->version_minor = (uint32_t)strtoul(after + 1, NULL, 10);
    parser_next(parser);
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
        if (!parser_expect(parser, PTX_TOKEN_NAME, TOLD_TEXT("a target such as sm_90")))
            return false;
        take_target(parser, name);
    } while (parser_accept(parser, ','));
    return true;
}

static bool parse_address_size(struct ptx_parser *parser)
{
    uint64_t bits;
    struct location where = lexer_token_location(&parser->token);
    if (!parse_integer(parser, 64, "an address size", &bits))
        return false;
    if (bits != 32 && bits != 64)
        return parser_fail_at(parser, where, "an address has 32 or 64 bits");
    parser->program->address_bits = (uint32_t)bits;
    return true;
}

/* index string ["," timestamp "," size]; after .file */
bool parse_file(struct ptx_parser *parser)
{
    uint64_t index, ignored;
    if (!parse_integer(parser, PTX_FILES_MAX - 1, "a file index", &index))
        return false;
    struct ptx_token token = parser->token;
    if (!parser_expect(parser, PTX_TOKEN_STRING, TOLD_TEXT("a file name")))
        return false;
    while (!parser->is_source && parser->files.count <= index)
        PTX_VECTOR_PUSH(&parser->files, const char *);
    if (!parser->is_source)
        *PTX_VECTOR_AT(&parser->files, const char *, index) =
            arena_strndup(parser->arena, parser->source->text + token.offset, token.length);
    while (parser_accept(parser, ','))
        if (!parse_integer(parser, UINT64_MAX, "a time stamp or size", &ignored))
            return false;
    return true;
}

/*
 * "used_bytes_mask 4095": the compiler made the next load wider than the bytes that the program
 * uses. Bit b stands for byte b. Other pragmas change nothing here.
 */
static void take_pragma(struct ptx_parser *parser)
{
    static const char name[] = "used_bytes_mask ";
    const char *text = parser->source->text + parser->token.offset;
    if (parser_at(parser, PTX_TOKEN_STRING) && strncmp(text, name, sizeof name - 1) == 0)
        parser->builder.used_bytes_mask = (uint32_t)strtoul(text + sizeof name - 1, NULL, 0);
}

/* string {"," string} ";"; after .pragma */
bool parse_pragma(struct ptx_parser *parser)
{
    do {
        take_pragma(parser);
        if (!parser_expect(parser, PTX_TOKEN_STRING, TOLD_TEXT("a string")))
            return false;
    } while (parser_accept(parser, ','));
    return parser_expect(parser, ';', "';'");
}

/* name "{" ... "}"; after .section. Execution needs no debug data. */
bool parse_section(struct ptx_parser *parser)
{
    while (parser_at(parser, PTX_TOKEN_DIRECTIVE) || parser_at(parser, PTX_TOKEN_NAME))
        parser_next(parser);
    if (!parser_at(parser, '{'))
        return parser_fail(parser, "expected '{'");
    if (!lexer_skip_block(&parser->lexer))
        return parser_fail(parser, "the section does not end");
    parser_next(parser);
    return true;
}

/* name "," name ";": the first stands for the second. After .alias */
static bool parse_alias(struct ptx_parser *parser)
{
    struct ptx_token names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = parser->token;
        if (!parser_expect(parser, PTX_TOKEN_NAME, TOLD_TEXT("the name of a function")) ||
            !parser_expect(parser, i == 0 ? ',' : ';', i == 0 ? "','" : "';'"))
            return false;
        if (!names[i].name->binding || names[i].name->binding->kind != PTX_BINDING_FUNCTION)
            return parser_fail_at(parser, lexer_token_location(&names[i]), "'%.100s' is no function",
                                  names[i].name->text);
    }
    struct ptx_function *alias = parse_function_of(parser, names[0].name);
    const struct ptx_function *original = parse_function_of(parser, names[1].name);
    if (alias->has_body || alias == original)
        return parser_fail_at(parser, lexer_token_location(&names[0]), "'%.100s' has a body of its own", alias->name);
    if (!original->has_body)
        return parser_fail_at(parser, lexer_token_location(&names[1]), "'%.100s' has no body", original->name);
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
        if (parser_accept_directive(parser, "extern"))
            linkage.is_extern = true;
        else if (parser_accept_directive(parser, "visible"))
            linkage.is_visible = true;
        else if (parser_accept_directive(parser, "weak"))
            linkage.is_weak = true;
        else if (parser_accept_directive(parser, "common"))
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
    if (!legacy_is_before(parser, 3, 0))
        return parser_fail(parser, "no variable of this space can stand outside of a function");
    while (!parser_at(parser, ';') && !parser_at(parser, PTX_TOKEN_END))
        parser_next(parser);
    return parser_expect(parser, ';', "';'");
}

static bool parse_declaration(struct ptx_parser *parser)
{
    char buffer[80];
    struct ptx_linkage linkage = parse_linkage(parser);
    if (parser_at_directive(parser, "entry") || parser_at_directive(parser, "func"))
        return parse_function(parser, linkage);
    enum ptx_space space;
    if (parser_at(parser, PTX_TOKEN_DIRECTIVE) &&
        ptx_space_find(parser->token.name->text, parser->token.name->length, &space)) {
        if (space == PTX_SPACE_REGISTER)
            return skip_registers(parser);
        bool fits = space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONSTANT || space == PTX_SPACE_SHARED;
        return fits ? parse_variables(parser, linkage)
                    : parser_fail(parser, "no variable of this space can stand outside of a function");
    }
    return parser_fail(parser, "expected a directive, not %s", parser_token_text(parser, buffer, sizeof buffer));
}

static bool parse_directive(struct ptx_parser *parser)
{
    static const struct {
        const char *word;
        bool (*parse)(struct ptx_parser *parser);
    } directives[] = {{"version", parse_version}, {"target", parse_target},   {"address_size", parse_address_size},
                      {"file", parse_file},       {"section", parse_section}, {"pragma", parse_pragma},
                      {"alias", parse_alias},     {"loc", parse_location}};
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (parser_accept_directive(parser, directives[i].word))
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
    while (!parser_at(parser, PTX_TOKEN_END)) {
        bool ends = depth <= 0 && parser_at(parser, ';');
        depth += parser_at(parser, '{') - parser_at(parser, '}');
        ends = ends || (depth <= 0 && parser_at(parser, '}'));
        parser_next(parser);
        if (ends)
            return;
        if (depth <= 0 && (parser_at_directive(parser, "visible") || parser_at_directive(parser, "entry")))
            return;
    }
}

void parse_module(struct ptx_parser *parser)
{
    if (!parser_at_directive(parser, "version"))
        parser_fail(parser, "a module begins with .version");
    while (!parser_at(parser, PTX_TOKEN_END) && !parser->gave_up) {
        if (parser_accept(parser, ';'))
            continue;
        if (parser->names.count > PTX_NAMES_MAX || parser->functions.count > PTX_FUNCTIONS_MAX)
            parser_give_up(parser, "the module has too many names or functions");
        if (!parser->gave_up && !parse_directive(parser) && !parser->gave_up)
            skip_declaration(parser);
    }
    if (!parser->program->target)
        parser->program->target = "";
}
