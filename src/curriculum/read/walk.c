/*
 * Nodes -> structs by the field tables. The bounded depth of tables and nodes bounds the recursion.
 */
#include "curriculum/lab.h"
#include "curriculum/read/lesson_file.h"

#include <stdint.h>

static bool walk_list(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *target);
static bool walk_nested(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member);
static bool walk_pointed(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member);

static field_reader *const readers[FIELD_TYPE_COUNT] = {
    [FIELD_ID] = read_scalar,          [FIELD_NAME] = read_scalar,
    [FIELD_LINE] = read_scalar,        [FIELD_TEXT] = read_scalar,
    [FIELD_PATH] = read_scalar,        [FIELD_INTEGER] = read_scalar,
    [FIELD_NUMBER] = read_scalar,      [FIELD_BOOL] = read_scalar,
    [FIELD_IDS] = read_texts,          [FIELD_LINES] = read_texts,
    [FIELD_PATHS] = read_texts,        [FIELD_LEVEL] = read_choice,
    [FIELD_LESSON_KIND] = read_choice, [FIELD_KIND] = read_choice,
    [FIELD_ROLE] = read_choice,        [FIELD_BASELINE] = read_choice,
    [FIELD_EXPECT] = read_choice,      [FIELD_DTYPE] = read_choice,
    [FIELD_AUDIENCE] = read_audience,  [FIELD_EXPRESSION] = read_expression,
    [FIELD_DAYS] = read_days,          [FIELD_SHAPE] = read_shape,
    [FIELD_INIT] = read_init,          [FIELD_INITS] = read_inits,
    [FIELD_VARIANT] = read_variant,    [FIELD_NESTED] = walk_nested,
    [FIELD_POINTED] = walk_pointed,    [FIELD_STRIP] = read_choice,
    [FIELD_SCALE] = read_choice,       [FIELD_QUANTITIES] = read_quantities,
    [FIELD_NAMED] = read_named_texts,  [FIELD_RANGE] = read_range,
    [FIELD_INTEGERS] = read_integers,  [FIELD_RUNG] = read_choice,
    [FIELD_CODE] = read_scalar,
};

static bool walk_value(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *target)
{
    char *member = (char *)target + field->offset;
    lesson_places_add(file->places, member, node);
    if (node->kind == YAML_KIND_SCALAR && node->is_plain && !node->text[0])
        return lesson_error(file, node->key ? node->key->location : node->location, "`%s` has no value; expected %s",
                            field->key, field_type_words(field->type));
    if (field->type == FIELD_LIST)
        return walk_list(file, field, node, target);
    if (!readers[field->type](file, field, node, member))
        return false;
    if (field->second_offset != SIZE_MAX)
        *(bool *)((char *)target + field->second_offset) = true;
    return true;
}

static bool walk_list(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *target)
{
    if (node->kind != YAML_KIND_SEQUENCE)
        return read_wrong_type(file, field, node);
    size_t count = node->child_count;
    if ((double)count < field->low || (double)count > field->high)
        return lesson_error(file, node->location, "`%s` has %zu entries; %g to %g are allowed", field->key, count,
                            field->low, field->high);
    const struct mapping *element = mapping_get(field->element);
    char *items = arena_alloc_array(file->arena, count, element->size_bytes);
    bool good = true;
    size_t index = 0;
    for (struct yaml_node *child = node->first; child; child = child->next, index++)
        good &= walk_mapping(file, field->element, child, items + index * element->size_bytes, false);
    *(void **)((char *)target + field->offset) = items;
    *(size_t *)((char *)target + field->second_offset) = count;
    return good;
}

static bool walk_nested(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    return walk_mapping(file, field->element, node, member, false);
}

static bool walk_pointed(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    void *target = arena_alloc(file->arena, mapping_get(field->element)->size_bytes);
    bool good = walk_mapping(file, field->element, node, target, false);
    *(void **)member = target; /* with mistakes too, so that the checks can find more of them */
    return good;
}

/*
 * The plain text before `value` inside braces, if a comma seems to have cut `value` off from it.
 * Else NULL.
 */
static const struct yaml_node *cut_text(const struct yaml_node *parent, const struct yaml_node *value)
{
    const struct yaml_node *previous = NULL;
    for (const struct yaml_node *child = parent->first; child != value; child = child->next)
        previous = child;
    bool is_empty = value->kind == YAML_KIND_SCALAR && value->is_plain && !value->text[0];
    bool is_text = previous && previous->kind == YAML_KIND_SCALAR && previous->is_plain && previous->text[0];
    return parent->is_flow && is_empty && is_text ? previous : NULL;
}

static bool unknown_key(struct lesson_file *file, enum mapping_id mapping, const struct yaml_node *parent,
                        const struct yaml_node *value)
{
    const struct yaml_node *key = value->key, *cut = cut_text(parent, value);
    const char *nearest = cut ? NULL : field_nearest(mapping, key->text);
    lesson_error(file, key->location, "%s has no key '%.64s'%s%s%s", mapping_get(mapping)->words, key->text,
                 nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
    if (cut)
        diagnostics_hint(file->diagnostics, "inside braces a comma ends a plain text; quote it: %s: \"%.60s, %.60s\"",
                         cut->key->text, cut->text, key->text);
    else if (!nearest && mapping_get(mapping)->shorthand[0] && parent->child_count == 1)
        lesson_colon_hint(file);
    return false;
}

static bool walk_key(struct lesson_file *file, enum mapping_id mapping, const struct yaml_node *parent,
                     struct yaml_node *value, void *target)
{
    const struct field *field = field_find(mapping, value->key->text);
    if (field)
        return walk_value(file, field, value, target);
    if (mapping == MAPPING_wrong)
        return read_named_text(file, &((struct lab_wrong *)target)->blanks, value);
    if (mapping_get(mapping)->is_open)
        return read_case_value(file, target, value);
    return unknown_key(file, mapping, parent, value);
}

static bool check_required(struct lesson_file *file, enum mapping_id mapping, const struct yaml_node *node)
{
    size_t count;
    const struct field *fields = field_rows(mapping, &count);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (!fields[i].is_required || yaml_child(node, fields[i].key))
            continue;
        good = lesson_error(file, node->location, "%s needs `%s`: %s", mapping_get(mapping)->words, fields[i].key,
                            field_type_words(fields[i].type));
    }
    return good;
}

static bool begin_step(struct lesson_file *file, const struct yaml_node *node, struct step *step)
{
    if (node->child_count != 1)
        return lesson_error(file, node->location,
                            "a step is exactly one of text, quiz, predict, exercise, run, fill, compare or plot");
    for (int kind = STEP_TEXT; kind < STEP_KIND_COUNT; kind++)
        if (yaml_child(node, step_kind_name((enum step_kind)kind)))
            step->kind = (enum step_kind)kind;
    return true;
}

/* Sets the values that each struct has beside the written ones. */
static bool begin_mapping(struct lesson_file *file, enum mapping_id mapping, const struct yaml_node *node, void *target,
                          bool inherit)
{
    const struct mapping *row = mapping_get(mapping);
    if (row->location_offset != SIZE_MAX)
        *(struct location *)((char *)target + row->location_offset) = node->location;
    if (mapping == MAPPING_exercise) {
        struct exercise *exercise = target;
        exercise->lesson = file->lesson;
        exercise->source = file->source;
        if (!inherit) {
            exercise->title = "";
            exercise->devices = 1;
        }
        lesson_file_add_exercise(file, exercise);
    }
    if (mapping == MAPPING_case) {
        struct exercise_case *one = target;
        one->values = ARENA_ARRAY(file->arena, node->child_count, struct case_value);
    }
    if (mapping == MAPPING_wrong)
        ((struct lab_wrong *)target)->blanks.items = ARENA_ARRAY(file->arena, node->child_count, struct named_text);
    return mapping != MAPPING_step || begin_step(file, node, target);
}

static bool walk_shorthand(struct lesson_file *file, enum mapping_id mapping, struct yaml_node *node, void *target)
{
    lesson_places_add(file->wholes, target, node);
    return walk_value(file, field_find(mapping, mapping_get(mapping)->shorthand), node, target);
}

bool walk_mapping(struct lesson_file *file, enum mapping_id mapping, const struct yaml_node *node, void *target,
                  bool inherit)
{
    const struct mapping *row = mapping_get(mapping);
    if (node->kind == YAML_KIND_SCALAR && row->shorthand[0])
        return walk_shorthand(file, mapping, (struct yaml_node *)node, target);
    if (node->kind != YAML_KIND_MAPPING)
        return lesson_error(file, node->location, "expected %s with its keys, found %s", row->words,
                            yaml_kind_words(node));
    lesson_places_add(file->wholes, target, node);
    if (!begin_mapping(file, mapping, node, target, inherit))
        return false;
    bool good = true;
    for (struct yaml_node *child = node->first; child; child = child->next)
        good &= walk_key(file, mapping, node, child, target);
    if (!inherit)
        good &= check_required(file, mapping, node);
    if (mapping == MAPPING_exercise)
        good &= read_exercise_variant(file, node, target);
    return good;
}
