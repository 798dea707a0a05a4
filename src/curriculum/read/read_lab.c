/* Values of the steps that run kernels: names with texts, a range, quantities, row numbers. */
#include <ctype.h>
#include <string.h>

#include "curriculum/lab.h"
#include "curriculum/read/lesson_file.h"
#include "curriculum/read/numbers.h"

static bool wrong_count(struct lesson_file *file, const struct field *field, const struct yaml_node *node, size_t count)
{
    return ((double)count >= field->low && (double)count <= field->high) ||
           lesson_error(file, node->location, "`%s` has %zu entries; %g to %g are allowed", field->key, count,
                        field->low, field->high);
}

bool read_named_text(struct lesson_file *file, struct named_texts *texts, struct yaml_node *node)
{
    if (node->kind != YAML_KIND_SCALAR)
        return lesson_error(file, node->location, "'%.64s': expected a text, found %s", node->key->text,
                            yaml_kind_words(node));
    struct named_text *item = &texts->items[texts->count++];
    *item = (struct named_text){.name = node->key->text, .text = yaml_trimmed(file->arena, node)};
    lesson_places_add(file->places, &item->name, node->key);
    lesson_places_add(file->places, &item->text, node);
    return true;
}

bool read_named_texts(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct named_texts *texts = member;
    if (node->kind != YAML_KIND_MAPPING)
        return read_wrong_type(file, field, node);
    if (!wrong_count(file, field, node, node->child_count))
        return false;
    texts->items = ARENA_ARRAY(file->arena, node->child_count, struct named_text);
    bool good = true;
    for (struct yaml_node *child = node->first; child; child = child->next)
        good &= read_named_text(file, texts, child);
    return good;
}

/* range = "{" name ":" "[" number {"," number} "]" "}" */
bool read_range(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct lab_range *range = member;
    const struct yaml_node *list = node->kind == YAML_KIND_MAPPING ? node->first : NULL;
    if (!list || node->child_count != 1 || list->kind != YAML_KIND_SEQUENCE)
        return read_wrong_type(file, field, node);
    if (!wrong_count(file, field, list, list->child_count))
        return false;
    lesson_places_add(file->places, &range->name, list->key);
    range->values = ARENA_ARRAY(file->arena, list->child_count, struct value);
    bool good = true;
    for (struct yaml_node *child = list->first; child; child = child->next) {
        if (child->kind != YAML_KIND_SCALAR) {
            good = lesson_error(file, child->location, "a value is a number, found %s", yaml_kind_words(child));
            continue;
        }
        lesson_places_add(file->places, &range->values[range->count], child);
        good &= read_value(file, child, &range->values[range->count++]);
    }
    range->name = list->key->text;
    return good;
}

static bool is_quantity(const char *text)
{
    return islower((unsigned char)*text) && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")];
}

static bool read_quantity(struct lesson_file *file, const struct field *field, struct yaml_node *node,
                          const char **out_name)
{
    *out_name = "";
    lesson_places_add(file->places, out_name, node);
    if (node->kind != YAML_KIND_SCALAR)
        return read_wrong_type(file, field, node);
    if (!is_quantity(node->text))
        return lesson_error(file, node->location, "`%s`: '%.64s' is no name of a quantity", field->key, node->text);
    *out_name = node->text;
    return true;
}

bool read_quantities(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct text_list *list = member;
    if (node->kind == YAML_KIND_MAPPING)
        return read_wrong_type(file, field, node);
    size_t count = node->kind == YAML_KIND_SCALAR ? 1 : node->child_count;
    if (!wrong_count(file, field, node, count))
        return false;
    const char **items = ARENA_ARRAY(file->arena, count, const char *);
    *list = (struct text_list){items, count};
    if (node->kind == YAML_KIND_SCALAR)
        return read_quantity(file, field, node, &items[0]);
    bool good = true;
    for (struct yaml_node *child = node->first; child; child = child->next)
        good &= read_quantity(file, field, child, items++);
    return good;
}

bool read_integers(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct integer_list *list = member;
    if (node->kind != YAML_KIND_SEQUENCE)
        return read_wrong_type(file, field, node);
    if (!wrong_count(file, field, node, node->child_count))
        return false;
    list->items = ARENA_ARRAY(file->arena, node->child_count, int);
    for (struct yaml_node *child = node->first; child; child = child->next) {
        int64_t value;
        if (child->kind != YAML_KIND_SCALAR || !number_parse_integer(child->text, &value) || value < 1 || value > 100)
            return lesson_error(file, child->location, "`%s`: expected a number from 1", field->key);
        lesson_places_add(file->places, &list->items[list->count], child);
        list->items[list->count++] = (int)value;
    }
    return true;
}
