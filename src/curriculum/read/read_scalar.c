/* Values of one scalar, and lists of scalars. */
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/identifier.h"
#include "curriculum/read/lesson_file.h"
#include "curriculum/read/numbers.h"

bool read_wrong_type(struct lesson_file *file, const struct field *field, const struct yaml_node *node)
{
    return lesson_error(file, node->location, "`%s`: expected %s, found %s", field->key, field_type_words(field->type),
                        yaml_kind_words(node));
}

static bool wrong_value(struct lesson_file *file, const struct field *field, const struct yaml_node *node)
{
    return lesson_error(file, node->location, "`%s`: expected %s, found '%.64s'", field->key,
                        field_type_words(field->type), node->text);
}

static bool is_id(const char *text)
{
    if (!islower((unsigned char)text[0]))
        return false;
    for (; *text; text++)
        if (!islower((unsigned char)*text) && !isdigit((unsigned char)*text) && *text != '-' && *text != '_')
            return false;
    return true;
}

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        return false;
    for (; *text; text++)
        if (!identifier_has(*text))
            return false;
    return true;
}

static bool is_line(const char *text)
{
    return !strpbrk(text, "\n\t");
}

static bool is_any(const char *text)
{
    (void)text;
    return true;
}

/* The rule for the texts of a type. Lists apply it to each element. */
static bool (*const text_rules[FIELD_TYPE_COUNT])(const char *) = {
    [FIELD_ID] = is_id,     [FIELD_IDS] = is_id,          [FIELD_NAME] = is_name,
    [FIELD_LINE] = is_line, [FIELD_LINES] = is_any,       [FIELD_TEXT] = is_any,
    [FIELD_CODE] = is_any,  [FIELD_PATH] = path_is_plain, [FIELD_PATHS] = path_is_plain,
};

static bool read_text(struct lesson_file *file, const struct field *field, struct yaml_node *node,
                      const char **out_text, double low, double high)
{
    const char *text = yaml_trimmed(file->arena, node);
    size_t length = strlen(text);
    if ((double)length < low)
        return lesson_error(file, node->location, "`%s` is empty", field->key);
    if ((double)length > high)
        return lesson_error(file, node->location, "`%s` has %zu bytes; at most %g are allowed", field->key, length,
                            high);
    if (!text_rules[field->type](text))
        return wrong_value(file, field, node);
    *out_text = text;
    if (field->type == FIELD_LINE || field->type == FIELD_LINES || field->type == FIELD_TEXT) {
        node->slot = out_text;
        node->slot_is_line = field->type == FIELD_LINE;
        node->slot_max_bytes = (uint32_t)high;
    }
    return true;
}

static bool check_range(struct lesson_file *file, const struct field *field, const struct yaml_node *node, double value)
{
    if (value >= field->low && value <= field->high)
        return true;
    return lesson_error(file, node->location, "`%s` must lie from %g to %g", field->key, field->low, field->high);
}

static bool read_integer(struct lesson_file *file, const struct field *field, const struct yaml_node *node, int *out)
{
    int64_t value;
    if (!node->is_plain || !number_parse_integer(node->text, &value))
        return wrong_value(file, field, node);
    if (!check_range(file, field, node, (double)value))
        return false;
    *out = (int)value;
    return true;
}

static bool read_number(struct lesson_file *file, const struct field *field, const struct yaml_node *node, double *out)
{
    double value;
    if (!node->is_plain || !number_parse_real(node->text, &value))
        return wrong_value(file, field, node);
    if (!check_range(file, field, node, value))
        return false;
    *out = value;
    return true;
}

static bool read_bool(struct lesson_file *file, const struct field *field, const struct yaml_node *node, bool *out)
{
    bool is_true = strcmp(node->text, "true") == 0;
    if (!node->is_plain || (!is_true && strcmp(node->text, "false") != 0))
        return wrong_value(file, field, node);
    *out = is_true;
    return true;
}

bool read_scalar(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    if (node->kind != YAML_KIND_SCALAR)
        return read_wrong_type(file, field, node);
    switch (field->type) {
    case FIELD_INTEGER:
        return read_integer(file, field, node, member);
    case FIELD_NUMBER:
        return read_number(file, field, node, member);
    case FIELD_BOOL:
        return read_bool(file, field, node, member);
    default:
        return read_text(file, field, node, member, field->low, field->high);
    }
}

enum { LIST_TEXT_MAX_BYTES = 1000 };

static void read_entry(struct lesson_file *file, const struct field *field, struct yaml_node *node,
                       const char **out_text)
{
    if (node->kind == YAML_KIND_SCALAR) {
        read_text(file, field, node, out_text, 1, LIST_TEXT_MAX_BYTES);
        return;
    }
    lesson_error(file, node->location, "`%s`: an entry must be a text, found %s", field->key, yaml_kind_words(node));
    if (node->kind == YAML_KIND_MAPPING)
        lesson_colon_hint(file);
}

bool read_texts(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    if (node->kind != YAML_KIND_SEQUENCE)
        return read_wrong_type(file, field, node);
    size_t count = node->child_count;
    if ((double)count < field->low || (double)count > field->high)
        return lesson_error(file, node->location, "`%s` has %zu entries; %g to %g are allowed", field->key, count,
                            field->low, field->high);
    struct text_list *list = member;
    const char **items = ARENA_ARRAY(file->arena, count, const char *);
    size_t index = 0;
    for (struct yaml_node *child = node->first; child; child = child->next, index++) {
        items[index] = "";
        lesson_places_add(file->places, &items[index], child);
        read_entry(file, field, child, &items[index]);
    }
    *list = (struct text_list){items, count};
    return true;
}

struct expression *lesson_expression(struct lesson_file *file, const struct yaml_node *node)
{
    /*
     * Quotes are no part of the expression. With escapes, the text differs from the file's and has
     * no places.
     */
    size_t length = strlen(node->text);
    size_t start = node->start_bytes + (node->is_plain ? 0 : 1);
    struct error error = {0};
    struct expression *expression;
    if (start + length <= file->source->size_bytes && memcmp(file->source->text + start, node->text, length) == 0) {
        expression = expression_parse(file->arena, file->source, start, length, file->diagnostics, &error);
        file->error_count += !expression;
        return expression;
    }
    expression = expression_parse_text(file->arena, node->text, &error);
    if (!expression)
        lesson_error(file, node->location, "%s", error.message);
    return expression;
}

bool read_expression(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    if (node->kind != YAML_KIND_SCALAR)
        return read_wrong_type(file, field, node);
    struct expression *expression = lesson_expression(file, node);
    if (expression)
        *(const struct expression **)member = expression;
    return expression != NULL;
}
