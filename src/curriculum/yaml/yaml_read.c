/*
 * libyaml's events -> nodes, with an explicit stack. No function recurses, and every limit is
 * checked as events arrive.
 */
#include "curriculum/yaml/yaml.h"

#include <string.h>
#include <yaml.h>

#include "base/text.h"
#include "curriculum/yaml/yaml_text.h"

struct builder {
    struct arena *arena;
    const struct source *source;
    struct diagnostics *diagnostics;
    size_t *line_starts; /* byte offsets */
    bool *line_is_ascii;
    size_t line_count;
    struct yaml_node *stack[YAML_DEPTH_MAX];
    struct yaml_node *pending_key[YAML_DEPTH_MAX];
    int depth;
    size_t node_count;
    struct yaml_node *root;
    int document_count;
    bool failed;
};

/* The newline that ends the line at `offset_bytes`, or the end of the text. */
static size_t line_end(const struct source *source, size_t offset_bytes)
{
    const char *start = source->text + offset_bytes;
    const char *newline = memchr(start, '\n', source->size_bytes - offset_bytes);
    return newline ? (size_t)(newline - source->text) : source->size_bytes;
}

static bool is_ascii(const char *text, size_t size_bytes)
{
    unsigned char bits = 0;
    for (size_t i = 0; i < size_bytes; i++)
        bits |= (unsigned char)text[i];
    return bits < 0x80;
}

static void index_lines(struct builder *builder)
{
    const struct source *source = builder->source;
    size_t lines = 1;
    for (size_t end = line_end(source, 0); end < source->size_bytes; end = line_end(source, end + 1))
        lines++;
    builder->line_starts = ARENA_ARRAY(builder->arena, lines, size_t);
    builder->line_is_ascii = ARENA_ARRAY(builder->arena, lines, bool);
    builder->line_count = lines;
    for (size_t line = 0, start = 0; line < lines; line++) {
        size_t end = line_end(source, start);
        builder->line_starts[line] = start;
        builder->line_is_ascii[line] = is_ascii(source->text + start, end - start);
        start = end + 1;
    }
}

/* libyaml counts characters, this program bytes. */
static size_t mark_offset(const struct builder *builder, const yaml_mark_t *mark)
{
    const struct source *source = builder->source;
    if (mark->line >= builder->line_count)
        return source->size_bytes;
    size_t offset = builder->line_starts[mark->line];
    if (builder->line_is_ascii[mark->line])
        return offset + mark->column < source->size_bytes ? offset + mark->column : source->size_bytes;
    for (size_t column = 0; column < mark->column && offset < source->size_bytes; column++) {
        int32_t codepoint;
        offset += text_step(source->text + offset, source->size_bytes - offset, &codepoint);
    }
    return offset;
}

static struct location span_location(const struct builder *builder, const yaml_mark_t *mark, size_t start_bytes,
                                     size_t end_bytes)
{
    const struct source *source = builder->source;
    size_t line = mark->line < builder->line_count ? mark->line : builder->line_count - 1;
    size_t line_start = builder->line_starts[line];
    size_t line_end = line + 1 < builder->line_count ? builder->line_starts[line + 1] - 1 : source->size_bytes;
    if (end_bytes > line_end)
        end_bytes = line_end;
    int length = end_bytes > start_bytes ? (int)(end_bytes - start_bytes) : 1;
    return (struct location){.line = (int)line + 1, .column = (int)(start_bytes - line_start) + 1, .length = length};
}

static bool fail_at(struct builder *builder, struct location location, const char *why)
{
    builder->failed = true;
    return diagnostics_add(builder->diagnostics, DIAGNOSTIC_ERROR, builder->source, location, "%s", why);
}

static bool fail_event(struct builder *builder, const yaml_event_t *event, const char *why)
{
    size_t start = mark_offset(builder, &event->start_mark), end = mark_offset(builder, &event->end_mark);
    return fail_at(builder, span_location(builder, &event->start_mark, start, end), why);
}

static struct yaml_node *node_new(struct builder *builder, const yaml_event_t *event, enum yaml_kind kind)
{
    if (++builder->node_count > YAML_NODES_MAX) {
        fail_event(builder, event, "a lesson file may have at most 20000 values");
        return NULL;
    }
    struct yaml_node *node = ARENA_NEW(builder->arena, struct yaml_node);
    node->kind = kind;
    node->start_bytes = mark_offset(builder, &event->start_mark);
    node->end_bytes = mark_offset(builder, &event->end_mark);
    node->location = span_location(builder, &event->start_mark, node->start_bytes, node->end_bytes);
    return node;
}

static bool key_fits(struct builder *builder, const struct yaml_node *mapping, const struct yaml_node *key)
{
    if (key->kind != YAML_KIND_SCALAR)
        return fail_at(builder, key->location, "a key must be a word");
    if (mapping->child_count >= YAML_KEYS_MAX)
        return fail_at(builder, key->location, "a mapping may have at most 200 keys");
    if (strchr(key->text, ')')) /* a piece of a call: yaml_join_split_calls() reports it better */
        return true;
    for (const struct yaml_node *child = mapping->first; child; child = child->next) {
        if (strcmp(child->key->text, key->text) != 0)
            continue;
        builder->failed = true;
        return diagnostics_add(builder->diagnostics, DIAGNOSTIC_ERROR, builder->source, key->location,
                               "the key '%.64s' is here twice, first in line %d", key->text, child->key->location.line);
    }
    return true;
}

static void append(struct yaml_node *parent, struct yaml_node *node)
{
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
    parent->child_count++;
}

/* Adds a finished scalar or an opened collection to its parent. */
static bool attach(struct builder *builder, struct yaml_node *node)
{
    if (builder->depth == 0) {
        builder->root = node;
        return true;
    }
    struct yaml_node *parent = builder->stack[builder->depth - 1];
    struct yaml_node **pending = &builder->pending_key[builder->depth - 1];
    if (parent->kind == YAML_KIND_MAPPING && !*pending) {
        if (!key_fits(builder, parent, node))
            return false;
        *pending = node;
        return true;
    }
    node->key = *pending;
    *pending = NULL;
    append(parent, node);
    return true;
}

static bool open_collection(struct builder *builder, const yaml_event_t *event, enum yaml_kind kind, bool is_flow)
{
    if (builder->depth >= YAML_DEPTH_MAX)
        return fail_event(builder, event, "nested too deeply");
    struct yaml_node *node = node_new(builder, event, kind);
    if (!node || !attach(builder, node))
        return false;
    node->is_flow = is_flow;
    builder->stack[builder->depth] = node;
    builder->pending_key[builder->depth] = NULL;
    builder->depth++;
    return true;
}

static bool close_collection(struct builder *builder, const yaml_event_t *event)
{
    struct yaml_node *node = builder->stack[--builder->depth];
    node->end_bytes = mark_offset(builder, &event->end_mark);
    return true;
}

/* Escapes in double quotes can make characters that the text must not hold: "\0", "\e[31m". */
static const char *escape_problem(const char *value, size_t length)
{
    for (size_t offset = 0; offset < length;) {
        int32_t codepoint;
        if (yaml_is_ordinary(value[offset])) {
            offset++;
            continue;
        }
        size_t step = text_step(value + offset, length - offset, &codepoint);
        const char *problem = yaml_codepoint_problem(codepoint, offset + 1 < length ? value[offset + 1] : 0);
        if (problem)
            return problem;
        offset += step;
    }
    return NULL;
}

static bool add_scalar(struct builder *builder, const yaml_event_t *event)
{
    size_t length = event->data.scalar.length;
    const char *value = (const char *)event->data.scalar.value;
    bool has_escapes = event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    const char *problem = has_escapes ? escape_problem(value, length) : NULL;
    if (problem)
        return fail_event(builder, event, problem);
    struct yaml_node *node = node_new(builder, event, YAML_KIND_SCALAR);
    if (!node)
        return false;
    node->text = arena_strndup(builder->arena, value, length);
    node->is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return attach(builder, node);
}

static bool has_property(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor || event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor || event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor || event->data.mapping_start.tag;
    default:
        return false;
    }
}

static bool take_event(struct builder *builder, const yaml_event_t *event)
{
    if (has_property(event))
        return fail_event(builder, event, "anchors (&name) and tags (!name) are not used in lessons");
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return ++builder->document_count == 1 || fail_event(builder, event, "one file holds one document");
    case YAML_ALIAS_EVENT:
        return fail_event(builder, event, "aliases (*name) are not used in lessons");
    case YAML_SCALAR_EVENT:
        return add_scalar(builder, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_collection(builder, event, YAML_KIND_SEQUENCE,
                               event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
    case YAML_MAPPING_START_EVENT:
        return open_collection(builder, event, YAML_KIND_MAPPING,
                               event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return close_collection(builder, event);
    default:
        return true;
    }
}

/* A message of libyaml, and the author's most likely mistake. */
static const struct {
    const char *problem, *hint;
} problem_hints[] = {
    {"mapping values are not allowed in this context",
     "': ' inside a plain text begins a mapping: quote the text, or write it below with '|'"},
    {"did not find expected ',' or '}'", "quote texts that hold any of , [ ] { } inside braces"},
    {"did not find expected ',' or ']'", "quote texts that hold any of , [ ] { } inside brackets"},
    {"found character that cannot start any token", "indent with spaces, and quote texts that begin with @ ` or %"},
    {"did not find expected key", "check the indentation, and quote texts that end with a quotation mark"},
    {"could not find expected ':'", "check the indentation, or quote the text"},
};

static bool fail_syntax(struct builder *builder, const yaml_parser_t *parser)
{
    size_t offset = mark_offset(builder, &parser->problem_mark);
    struct location location = span_location(builder, &parser->problem_mark, offset, offset + 1);
    const char *problem = parser->problem ? parser->problem : "not YAML";
    builder->failed = true;
    if (parser->context)
        diagnostics_add(builder->diagnostics, DIAGNOSTIC_ERROR, builder->source, location, "%s (%s in line %zu)",
                        problem, parser->context, parser->context_mark.line + 1);
    else
        diagnostics_add(builder->diagnostics, DIAGNOSTIC_ERROR, builder->source, location, "%s", problem);
    for (size_t i = 0; i < sizeof problem_hints / sizeof problem_hints[0]; i++)
        if (strcmp(problem, problem_hints[i].problem) == 0)
            diagnostics_hint(builder->diagnostics, "%s", problem_hints[i].hint);
    return false;
}

static bool take_events(struct builder *builder, yaml_parser_t *parser)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return fail_syntax(builder, parser);
        bool good = take_event(builder, &event);
        bool ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (!good || ended)
            return good;
    }
}

struct yaml_node *yaml_read(struct arena *arena, const struct source *source, struct diagnostics *diagnostics)
{
    if (!yaml_text_check(source, diagnostics))
        return NULL;
    struct builder builder = {.arena = arena, .source = source, .diagnostics = diagnostics};
    index_lines(&builder);
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        fail_at(&builder, (struct location){0}, "no memory for a YAML parser");
        return NULL;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)source->text, source->size_bytes);
    take_events(&builder, &parser);
    yaml_parser_delete(&parser);
    if (!builder.failed && !builder.root)
        fail_at(&builder, (struct location){0}, "the file is empty");
    return builder.failed ? NULL : builder.root;
}

const char *yaml_trimmed(struct arena *arena, const struct yaml_node *scalar)
{
    size_t length = strlen(scalar->text);
    while (length && scalar->text[length - 1] == '\n')
        length--;
    return scalar->text[length] ? arena_strndup(arena, scalar->text, length) : scalar->text;
}

struct yaml_node *yaml_child(const struct yaml_node *mapping, const char *key)
{
    if (mapping->kind != YAML_KIND_MAPPING)
        return NULL;
    for (struct yaml_node *child = mapping->first; child; child = child->next)
        if (strcmp(child->key->text, key) == 0)
            return child;
    return NULL;
}

const char *yaml_kind_words(const struct yaml_node *node)
{
    static const char *const words[] = {
        [YAML_KIND_SCALAR] = "a text", [YAML_KIND_SEQUENCE] = "a list", [YAML_KIND_MAPPING] = "a mapping"};
    if (node->kind == YAML_KIND_SCALAR && node->is_plain && !node->text[0])
        return "nothing";
    return words[node->kind];
}
