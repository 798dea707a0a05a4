/* Parses and fills the arguments of a kernel. */
#include "app/kernel_argument.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/identifier.h"
#include "base/text.h"
#include "grader/input.h"

enum { KERNEL_FIELDS_MAX = 64, FIELDS_DEPTH_MAX = 8 };

static const struct {
    const char *name;
    enum dtype dtype;
} other_names[] = {
    {"s8", DTYPE_I8},
    {"s16", DTYPE_I16},
    {"s32", DTYPE_I32},
    {"s64", DTYPE_I64},
    {"b8", DTYPE_U8},
    {"b16", DTYPE_U16},
    {"b32", DTYPE_U32},
    {"b64", DTYPE_U64},
    {"float", DTYPE_F32},
    {"double", DTYPE_F64},
    {"half", DTYPE_F16},
    {"__half", DTYPE_F16},
    {"__nv_bfloat16", DTYPE_BF16},
    {"char", DTYPE_I8},
    {"short", DTYPE_I16},
    {"int", DTYPE_I32},
    {"unsigned", DTYPE_U32},
    {"uint", DTYPE_U32},
    {"size_t", DTYPE_U64},
    {"int8_t", DTYPE_I8},
    {"int16_t", DTYPE_I16},
    {"int32_t", DTYPE_I32},
    {"int64_t", DTYPE_I64},
    {"uint8_t", DTYPE_U8},
    {"uint16_t", DTYPE_U16},
    {"uint32_t", DTYPE_U32},
    {"uint64_t", DTYPE_U64},
};

/* type = letter { letter | digit | "_" } */
static bool parse_type(const char **text, struct arena *arena, enum dtype *out_dtype, struct error *error)
{
    size_t length = 0;
    while (identifier_has((*text)[length]))
        length++;
    const char *name = arena_strndup(arena, *text, length);
    *text += length;
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++)
        if (strcmp(name, other_names[i].name) == 0) {
            *out_dtype = other_names[i].dtype;
            return true;
        }
    if (length > 0 && dtype_parse(name, out_dtype))
        return true;
    error_set(error, ERROR_SYNTAX, "'%s' is not an element type", name);
    return error_add_hint(error, "f32 f64 f16 bf16 i8 i16 i32 i64 u8 u16 u32 u64 bool, also s32, b32, float, int32_t");
}

/* 0f and 0d come before the bits of an f32 or f64, as in PTX. */
static bool parse_float_bits(const char *text, enum dtype dtype, uint64_t *out_bits)
{
    bool is_f32 = text_begins(text, "0f") && dtype == DTYPE_F32;
    bool is_f64 = text_begins(text, "0d") && dtype == DTYPE_F64;
    size_t digits = is_f32 ? 8 : 16;
    if ((!is_f32 && !is_f64) || strlen(text) != 2 + digits || strspn(text + 2, "0123456789abcdefABCDEF") != digits)
        return false;
    *out_bits = strtoull(text + 2, NULL, 16);
    return true;
}

static bool parse_integer(const char *text, enum dtype dtype, uint64_t *out_bits, struct error *error)
{
    bool negative = text[0] == '-';
    char *end;
    errno = 0;
    uint64_t magnitude = strtoull(text + negative, &end, 0);
    if (end == text + negative || *end || errno || !isdigit((unsigned char)text[negative]))
        return error_set(error, ERROR_SYNTAX, "'%s' is not a whole number that fits into 64 bits", text);
    unsigned bits = 8 * (unsigned)dtype_bytes(dtype);
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t limit = negative ? (UINT64_C(1) << (bits - 1)) : mask;
    if (magnitude > limit)
        return error_set(error, ERROR_RANGE, "%s does not fit into %s", text, dtype_name(dtype));
    *out_bits = (negative ? 0 - magnitude : magnitude) & mask;
    return true;
}

static bool parse_scalar(const char *text, enum dtype dtype, uint64_t *out_bits, struct error *error)
{
    bool is_true = strcmp(text, "true") == 0;
    if (dtype == DTYPE_BOOL && (is_true || strcmp(text, "false") == 0)) {
        *out_bits = is_true;
        return true;
    }
    if (dtype_kind(dtype) != DTYPE_KIND_FLOAT)
        return parse_integer(text, dtype, out_bits, error);
    if (parse_float_bits(text, dtype, out_bits))
        return true;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end)
        return error_set(error, ERROR_SYNTAX, "'%s' is not a number", text);
    struct input_recipe recipe = {.distribution = DISTRIBUTION_CONSTANT,
                                  .arguments = {value},
                                  .argument_count = 1,
                                  .dtype = dtype,
                                  .element_count = 1};
    *out_bits = input_element(&recipe, 0);
    return true;
}

/* count = expression "]" */
static bool parse_count(const char **text, struct arena *arena, enum dtype dtype, uint64_t *out_count,
                        struct error *error)
{
    const char *close = strchr(*text, ']');
    if (!close)
        return error_set(error, ERROR_SYNTAX, "'[' has no ']'");
    const char *inside = arena_strndup(arena, *text, (size_t)(close - *text));
    const struct expression *expression = expression_parse_text(arena, inside, error);
    int64_t count;
    if (!expression || !expression_evaluate_integer(expression, &(struct expression_environment){0}, &count, error))
        return false;
    if (count < 0 || (uint64_t)count > (UINT64_C(1) << KERNEL_BUFFER_BYTES_MAX_LOG2) / dtype_bytes(dtype))
        return error_set(error, ERROR_RANGE, "a buffer cannot have %" PRId64 " elements", count);
    *out_count = (uint64_t)count;
    *text = close + 1;
    return true;
}

static bool parse_content(const char *text, struct arena *arena, struct kernel_argument *argument, struct error *error)
{
    argument->kind = KERNEL_ARGUMENT_BUFFER;
    if (text[0] == '@' && text[1]) {
        argument->from_file = arena_strdup(arena, text + 1);
        return true;
    }
    if (text[0] != '=' || !text[1])
        return error_set(error, ERROR_SYNTAX, "after TYPE[COUNT] comes =FILL or @FILE");
    if (strcmp(text + 1, "poison") == 0)
        return true;
    argument->fill = arena_strdup(arena, text + 1);
    struct input_recipe recipe;
    return input_prepare(argument->fill, argument->dtype, argument->element_count, 1,
                         &(struct expression_environment){0}, &recipe, error);
}

/*
 * same = index [ "+" elements ]; after "&"
 */
static bool parse_same(const char *text, uint32_t index, struct kernel_argument *argument, struct error *error)
{
    char *end;
    unsigned long other = strtoul(text, &end, 10);
    bool is_number = end > text && isdigit((unsigned char)text[0]);
    if (is_number && *end == '+' && isdigit((unsigned char)end[1]))
        argument->element_count = strtoull(end + 1, &end, 10);
    if (!is_number || *end || other >= index)
        return error_set(error, ERROR_RANGE, "&%s must name an argument before this one; the first one is &0", text);
    argument->kind = KERNEL_ARGUMENT_SAME;
    argument->same_as = (uint32_t)other;
    return true;
}

/* The end of the text before `stop`, outside of all brackets. NULL: a bracket is not closed. */
static char *find_end(char *text, char stop)
{
    int depth = 0;
    for (; *text && (depth || *text != stop); text++) {
        depth += strchr("({[", *text) != NULL;
        depth -= strchr(")}]", *text) != NULL;
        if (depth < 0)
            return NULL;
    }
    return depth ? NULL : text;
}

/* ">" file at the end. A fill holds no '>', and fields in braces have outputs of their own. */
static const char *split_output(char *text)
{
    char *braces = strchr(text, '{') && strchr("*{:", *text) ? strrchr(text, '}') : NULL;
    char *arrow = strrchr(braces ? braces : text, '>');
    if (!arrow)
        return NULL;
    *arrow = '\0';
    return arrow + 1;
}

struct reading {
    struct arena *arena;
    uint32_t index; /* &K names an earlier one */
    int depth;
};

static bool parse_one(struct reading *reading, char *text, bool is_field, struct kernel_argument *out_argument,
                      struct error *error);

/*
 * fields = field { "," field } "}"; `text` begins after the opening brace.
 */
static bool parse_fields(struct reading *reading, char *text, struct kernel_argument *argument, struct error *error)
{
    struct kernel_argument *fields = ARENA_ARRAY(reading->arena, KERNEL_FIELDS_MAX, struct kernel_argument);
    char *close = find_end(text, '}');
    uint32_t count = 0;
    if (!close || *close != '}' || close[1])
        return error_set(error, ERROR_SYNTAX, "'{' needs a '}' at the end");
    if (++reading->depth > FIELDS_DEPTH_MAX)
        return error_set(error, ERROR_RANGE, "braces are nested more than %d deep", FIELDS_DEPTH_MAX);
    *close = '\0';
    for (bool is_last = false; !is_last; count++) {
        char *end = find_end(text, ',');
        if (!end || count == KERNEL_FIELDS_MAX)
            return error_set(error, ERROR_RANGE, "braces hold 1 to %d fields", KERNEL_FIELDS_MAX);
        is_last = *end == '\0';
        *end = '\0';
        text += strspn(text, " ");
        if (!parse_one(reading, text, true, &fields[count], error))
            return error_add_context(error, "field %u, '%s'", count, text);
        text = end + 1;
    }
    reading->depth--;
    argument->kind = KERNEL_ARGUMENT_FIELDS;
    argument->fields = fields;
    argument->field_count = count;
    return true;
}

/* ( type "=" value | type "[" count "]" content ) */
static bool parse_typed(struct reading *reading, const char *at, struct kernel_argument *argument, struct error *error)
{
    if (!parse_type(&at, reading->arena, &argument->dtype, error))
        return false;
    if (*at == '=')
        return parse_scalar(at + 1, argument->dtype, &argument->bits, error);
    if (*at++ != '[')
        return error_set(error, ERROR_SYNTAX, "after the type comes =VALUE or [COUNT]");
    return parse_count(&at, reading->arena, argument->dtype, &argument->element_count, error) &&
           parse_content(at, reading->arena, argument, error);
}

/* Whether an output file has a buffer, and content is given where needed. */
static bool check_content(const struct kernel_argument *argument, struct error *error)
{
    bool is_buffer = argument->kind != KERNEL_ARGUMENT_SCALAR && !argument->is_in_place &&
                     (argument->kind != KERNEL_ARGUMENT_FIELDS || argument->is_pointed);
    if (argument->to_file && !*argument->to_file)
        return error_set(error, ERROR_SYNTAX, "'>' needs a file");
    if (argument->to_file && !is_buffer)
        return error_set(error, ERROR_SYNTAX, "only buffers can be written to a file");
    if (argument->is_in_place && !argument->fill && !argument->from_file)
        return error_set(error, ERROR_SYNTAX, "an argument passed by value needs content: add =FILL or @FILE");
    return true;
}

/* argument, or field; modifies `text` */
static bool parse_one(struct reading *reading, char *text, bool is_field, struct kernel_argument *out_argument,
                      struct error *error)
{
    struct kernel_argument argument = {.to_file = split_output(text)};
    bool parsed;
    argument.is_pointed = text[0] == '*' && text[1] == '{';
    argument.is_in_place = is_field && text[0] == ':';
    if (*text == '&')
        parsed = parse_same(text + 1, reading->index, &argument, error);
    else if (*text == '{' || argument.is_pointed)
        parsed = parse_fields(reading, text + 1 + argument.is_pointed, &argument, error);
    else
        parsed = parse_typed(reading, text + argument.is_in_place, &argument, error);
    if (parsed && argument.is_in_place && argument.kind != KERNEL_ARGUMENT_BUFFER)
        parsed = error_set(error, ERROR_SYNTAX, "':' comes before TYPE[COUNT]");
    if (!parsed || !check_content(&argument, error))
        return false;
    *out_argument = argument;
    return true;
}

bool kernel_argument_parse(const char *text, uint32_t index, struct arena *arena, struct kernel_argument *out_argument,
                           struct error *error)
{
    struct reading reading = {.arena = arena, .index = index};
    if (!parse_one(&reading, arena_strdup(arena, text), false, out_argument, error))
        return error_add_context(error, "argument %u, '%s'", index, text);
    return true;
}

/*
 * name = the text before "=", "@" or ">", with the arguments of a template
 */
static size_t symbol_name_length(const char *text)
{
    size_t length = strcspn(text, "=@><");
    int depth = 0;
    if (text[length] != '<')
        return length;
    do {
        depth += (text[length] == '<') - (text[length] == '>');
        length++;
    } while (text[length] && depth);
    return length;
}

bool kernel_symbol_parse(const char *text, uint32_t argument_count, struct arena *arena,
                         struct kernel_symbol *out_symbol, struct error *error)
{
    struct reading reading = {.arena = arena, .index = argument_count};
    size_t length = symbol_name_length(text);
    char *rest = arena_strdup(arena, text + length);
    struct kernel_symbol symbol = {.name = arena_strndup(arena, text, length)};
    char *content = rest + (*rest != '\0');
    char first = *rest;
    bool parsed = length > 0 && first;
    symbol.to_file = first == '>' ? content : split_output(content);
    symbol.has_content = first != '>';
    symbol.is_whole = first == '@';
    if (!parsed || (symbol.to_file && !*symbol.to_file) || (first == '@' && !*content))
        parsed = error_set(error, ERROR_SYNTAX, "a symbol is NAME=ARG, NAME@FILE or NAME>FILE");
    else if (symbol.is_whole)
        symbol.content =
            (struct kernel_argument){.kind = KERNEL_ARGUMENT_BUFFER, .dtype = DTYPE_U8, .from_file = content};
    else if (symbol.has_content)
        parsed = parse_one(&reading, content, false, &symbol.content, error);
    if (!parsed)
        return error_add_context(error, "symbol '%s'", text);
    symbol.content.is_in_place = symbol.content.kind == KERNEL_ARGUMENT_BUFFER;
    *out_symbol = symbol;
    return true;
}

static bool read_elements(const struct kernel_argument *argument, void *bytes, size_t size_bytes, struct error *error)
{
    CLEANUP(buffer_done) struct buffer content = BUFFER_INIT;
    struct error unread = {0};
    if (!file_read(argument->from_file, size_bytes + 1, &content, &unread)) {
        if (unread.code == ERROR_MEMORY)
            return error_set(error, ERROR_RANGE, "%s holds more than the %zu bytes that are needed",
                             argument->from_file, size_bytes);
        *error = unread;
        return false;
    }
    if (content.size_bytes != size_bytes)
        return error_set(error, ERROR_RANGE, "%s holds %zu bytes, and %zu are needed", argument->from_file,
                         content.size_bytes, size_bytes);
    memcpy(bytes, content.data, size_bytes);
    return true;
}

bool kernel_argument_fill(const struct kernel_argument *argument, const char *name, uint64_t seed, void **out_bytes,
                          struct error *error)
{
    size_t size_bytes = (size_t)argument->element_count * dtype_bytes(argument->dtype);
    void *bytes = malloc(size_bytes + 1);
    if (!bytes)
        return error_set(error, ERROR_MEMORY, "there is no memory for a buffer of %zu bytes", size_bytes);
    struct input_recipe recipe;
    bool filled = argument->from_file
                      ? read_elements(argument, bytes, size_bytes, error)
                      : input_prepare(argument->fill, argument->dtype, argument->element_count,
                                      input_key(seed, name, 0), &(struct expression_environment){0}, &recipe, error);
    if (filled && !argument->from_file)
        input_fill(&recipe, bytes);
    if (!filled) {
        free(bytes);
        return false;
    }
    *out_bytes = bytes;
    return true;
}
