/* Values with a form of their own: days, shapes, inits, case values, variants. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/identifier.h"
#include "curriculum/read/lesson_file.h"
#include "curriculum/read/numbers.h"

/* The struct that holds `member`. */
static void *owner_of(const struct field *field, void *member)
{
    return (char *)member - field->offset;
}

static bool read_day(struct lesson_file *file, const struct field *field, const struct yaml_node *node, int *out_day)
{
    int64_t day;
    if (node->kind != YAML_KIND_SCALAR || !number_parse_integer(node->text, &day) || day < (int64_t)field->low ||
        day > (int64_t)field->high)
        return lesson_error(file, node->location, "`%s`: expected %s, with days from %g to %g", field->key,
                            field_type_words(field->type), field->low, field->high);
    *out_day = (int)day;
    return true;
}

/* days = day | "[" day "," day "]" */
bool read_days(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct lesson *lesson = owner_of(field, member);
    if (node->kind == YAML_KIND_SCALAR) {
        bool good = read_day(file, field, node, &lesson->first_day);
        lesson->last_day = lesson->first_day;
        return good;
    }
    if (node->kind != YAML_KIND_SEQUENCE || node->child_count != 2)
        return lesson_error(file, node->location, "`days`: expected %s", field_type_words(field->type));
    if (!read_day(file, field, node->first, &lesson->first_day) ||
        !read_day(file, field, node->last, &lesson->last_day))
        return false;
    if (lesson->first_day > lesson->last_day)
        return lesson_error(file, node->location, "`days`: the first day comes after the last");
    return true;
}

bool read_shape(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct parameter *parameter = owner_of(field, member);
    if (node->kind != YAML_KIND_SEQUENCE)
        return read_wrong_type(file, field, node);
    if (node->child_count < 1 || node->child_count > SHAPE_RANK_MAX)
        return lesson_error(file, node->location, "`shape` has %zu dimensions; 1 to %d are allowed",
                            (size_t)node->child_count, SHAPE_RANK_MAX);
    int rank = 0;
    bool good = true;
    for (struct yaml_node *child = node->first; child; child = child->next, rank++) {
        if (child->kind != YAML_KIND_SCALAR) {
            good =
                lesson_error(file, child->location, "a dimension is an expression, found %s", yaml_kind_words(child));
            continue;
        }
        parameter->shape[rank] = lesson_expression(file, child);
        lesson_places_add(file->places, &parameter->shape[rank], child);
        good &= parameter->shape[rank] != NULL;
    }
    parameter->rank = rank;
    return good;
}

/*
 * init = name [ "(" arguments ")" ], with balanced brackets. The grader knows the names.
 */
static bool is_init(const char *text)
{
    if (!isalpha((unsigned char)*text))
        return false;
    while (identifier_has(*text))
        text++;
    if (!*text)
        return true;
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        if (depth < 0 || (depth == 0 && text[1]))
            return false;
    }
    return depth == 0 && text[-1] == ')';
}

static bool read_init_text(struct lesson_file *file, const struct yaml_node *node, const char **out_init)
{
    enum { INIT_MAX_BYTES = 120 };
    if (strlen(node->text) > INIT_MAX_BYTES || !is_init(node->text))
        return lesson_error(file, node->location, "'%.120s' is no init; expected a call such as \"uniform(-1, 1)\"",
                            node->text);
    *out_init = node->text;
    return true;
}

/* `init: "uniform(-1, 1)"` or `init: {kernel: generate.cu}` */
bool read_init(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct parameter *parameter = owner_of(field, member);
    if (node->kind == YAML_KIND_SCALAR)
        return read_init_text(file, node, &parameter->init);
    const struct yaml_node *kernel = yaml_child(node, "kernel");
    if (!kernel || kernel->kind != YAML_KIND_SCALAR || node->child_count != 1)
        return read_wrong_type(file, field, node);
    lesson_places_add(file->places, &parameter->init_kernel, kernel);
    if (!path_is_plain(kernel->text))
        return lesson_error(file, kernel->location, "`kernel`: expected a path inside kernels/");
    parameter->init_kernel = kernel->text;
    return true;
}

bool read_inits(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct exercise_case *one = owner_of(field, member);
    if (node->kind != YAML_KIND_MAPPING)
        return read_wrong_type(file, field, node);
    one->inits = ARENA_ARRAY(file->arena, node->child_count, struct case_init);
    bool good = true;
    for (struct yaml_node *child = node->first; child; child = child->next) {
        struct case_init *init = &one->inits[one->init_count];
        if (child->kind != YAML_KIND_SCALAR) {
            good = lesson_error(file, child->location, "expected a call such as \"uniform(-1, 1)\", found %s",
                                yaml_kind_words(child));
            continue;
        }
        init->parameter = child->key->text;
        lesson_places_add(file->places, &init->parameter, child->key);
        good &= read_init_text(file, child, &init->init);
        one->init_count++;
    }
    return good;
}

static bool no_names(void *context, const char *name, struct value *out_value)
{
    (void)context;
    (void)name;
    (void)out_value;
    return false;
}

bool read_value(struct lesson_file *file, const struct yaml_node *node, struct value *out_value)
{
    int64_t integer;
    double real;
    if (number_parse_integer(node->text, &integer)) {
        *out_value = (struct value){.integer = integer, .real = (double)integer};
        return true;
    }
    if (number_parse_real(node->text, &real)) {
        *out_value = (struct value){.is_real = true, .real = real};
        return true;
    }
    struct expression *expression = lesson_expression(file, node);
    if (!expression)
        return false;
    struct expression_environment environment = {.lookup = no_names};
    struct error error = {0};
    if (!expression_evaluate(expression, &environment, out_value, &error))
        return lesson_error(file, node->location, "a case's values are numbers: %s", error.message);
    if (out_value->is_real && !isfinite(out_value->real))
        return lesson_error(file, node->location, "a case's values are finite");
    return true;
}

bool read_case_value(struct lesson_file *file, struct exercise_case *target, struct yaml_node *node)
{
    if (node->kind != YAML_KIND_SCALAR)
        return lesson_error(file, node->location, "a case's values are numbers, found %s", yaml_kind_words(node));
    struct case_value *value = &target->values[target->value_count];
    if (!read_value(file, node, &value->value))
        return false;
    value->name = node->key->text;
    lesson_places_add(file->wholes, value, node->key);
    lesson_places_add(file->places, &value->value, node);
    target->value_count++;
    return true;
}

/*
 * Only checks the form here. The enclosing exercise gives the omitted keys, so it must be complete
 * first.
 */
bool read_variant(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    struct exercise *exercise = owner_of(field, member);
    if (node->kind != YAML_KIND_MAPPING)
        return read_wrong_type(file, field, node);
    if (exercise->variant_of)
        return lesson_error(file, node->key->location, "a variant has no variant");
    return true;
}

bool read_exercise_variant(struct lesson_file *file, const struct yaml_node *exercise_node, struct exercise *exercise)
{
    const struct yaml_node *node = yaml_child(exercise_node, "variant");
    if (!node || node->kind != YAML_KIND_MAPPING || exercise->variant_of)
        return true;
    struct exercise *variant = arena_memdup(file->arena, exercise, sizeof *exercise);
    variant->variant_of = exercise->id ? exercise->id : "";
    variant->id = NULL;
    variant->title = "";
    variant->solution = NULL;
    variant->starter_half = NULL;
    variant->table = NULL;
    variant->best = (struct best_kernel){0};
    variant->terms = NULL; /* of another formula, as the slips are */
    variant->slips = NULL;
    variant->slip_count = 0;
    bool good = walk_mapping(file, MAPPING_exercise, node, variant, true);
    if (!yaml_child(node, "id"))
        return lesson_error(file, node->location, "a variant needs an `id`");
    exercise->variant = variant->id;
    return good;
}
