/* Checks of the cases of an exercise: names and values. Evaluates every shape and figure. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "curriculum/check/check_exercise.h"

/* More than any device of the course has. A larger case is a typing mistake. */
static const int64_t buffer_max_bytes = INT64_C(1) << 36;

bool check_is_scalar(const struct parameter *parameter)
{
    return parameter->role == PARAMETER_SCALAR;
}

const struct parameter *check_find_parameter(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].name && strcmp(exercise->parameters[i].name, name) == 0)
            return &exercise->parameters[i];
    return NULL;
}

const char *check_nearest_scalar(const struct exercise *exercise, const char *name)
{
    enum { PARAMETERS_MAX = 64 };
    const char *candidates[PARAMETERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < exercise->parameter_count && count < PARAMETERS_MAX; i++)
        if (exercise->parameters[i].name && check_is_scalar(&exercise->parameters[i]))
            candidates[count++] = exercise->parameters[i].name;
    return diagnostics_nearest(name, candidates, count);
}

static const struct case_value *find_value(const struct exercise_case *one, const char *name)
{
    for (size_t i = 0; i < one->value_count; i++)
        if (strcmp(one->values[i].name, name) == 0)
            return &one->values[i];
    return NULL;
}

/* bf16 has about the range of f32. */
static bool float_fits(enum dtype dtype, double value)
{
    double largest = dtype == DTYPE_F16    ? 65504
                     : dtype == DTYPE_F64  ? DBL_MAX
                     : dtype == DTYPE_E4M3 ? 448
                     : dtype == DTYPE_E5M2 ? 57344
                                           : (double)FLT_MAX;
    return fabs(value) <= largest;
}

/* Whether a scalar of `dtype` can hold the value. A float rounds it. */
static bool value_fits(enum dtype dtype, const struct value *value)
{
    enum dtype_kind kind = dtype_kind(dtype);
    if (kind == DTYPE_KIND_FLOAT)
        return float_fits(dtype, value->real);
    if (value->is_real)
        return false;
    int64_t integer = value->integer;
    if (kind == DTYPE_KIND_BOOL)
        return integer == 0 || integer == 1;
    size_t bits = 8 * dtype_bytes(dtype);
    if (kind == DTYPE_KIND_UNSIGNED)
        return integer >= 0 && (bits == 64 || integer < INT64_C(1) << bits);
    return bits == 64 || (integer >= -(INT64_C(1) << (bits - 1)) && integer < INT64_C(1) << (bits - 1));
}

static bool lookup_case(void *context, const char *name, struct value *out_value)
{
    const struct exercise_case *one = context;
    const struct case_value *value = find_value(one, name);
    if (value)
        *out_value = value->value;
    else if (strcmp(name, "ranks") == 0 || strcmp(name, "rank") == 0)
        *out_value = (struct value){.integer = name[4] == 's', .real = name[4] == 's'};
    else
        return false;
    return true;
}

struct expression_environment check_case_environment(const struct exercise_case *one)
{
    return (struct expression_environment){.lookup = lookup_case, .context = (void *)one};
}

static void check_case_shapes(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one)
{
    struct expression_environment environment = check_case_environment(one);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        int64_t size_bytes = (int64_t)dtype_bytes(parameter->dtype);
        for (int axis = 0; axis < parameter->rank; axis++) {
            struct error error = {0};
            int64_t extent = 0;
            if (!parameter->shape[axis])
                return;
            if (!expression_evaluate_integer(parameter->shape[axis], &environment, &extent, &error))
                lesson_error(file, one->location, "the shape of '%s' fails here: %s", parameter->name, error.message);
            else if (extent < 0)
                lesson_error(file, one->location, "the shape of '%s' is negative here: %lld", parameter->name,
                             (long long)extent);
            if (error.code || extent < 0)
                return;
            if (__builtin_mul_overflow(size_bytes, extent, &size_bytes) || size_bytes > buffer_max_bytes) {
                lesson_error(file, one->location, "'%s' would take over 64 GiB here", parameter->name);
                return;
            }
        }
    }
}

static void check_case_figures(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one)
{
    const struct {
        const char *key;
        const struct expression *expression;
    } figures[] = {
        {"bytes", exercise->bytes}, {"flops", exercise->flops}, {"reduction_length", exercise->reduction_length}};
    struct expression_environment environment = check_case_environment(one);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct value value;
        struct error error = {0};
        if (!figures[i].expression)
            continue;
        if (!expression_evaluate(figures[i].expression, &environment, &value, &error))
            lesson_error(file, one->location, "`%s` fails for this case: %s", figures[i].key, error.message);
        else if (value.real < 0)
            lesson_error(file, one->location, "`%s` is negative for this case: %g", figures[i].key, value.real);
        else if (value.real == 0 && one == exercise->bench && figures[i].expression == exercise->bytes)
            lesson_error(file, one->location, "`bytes` is 0 for this case, which is timed");
    }
}

/* Counts the keys of a case that are no scalars. */
static size_t other_keys(const struct yaml_node *node)
{
    size_t count = 0;
    for (const struct yaml_node *child = node->first; child; child = child->next)
        count += field_find(MAPPING_case, child->key->text) != NULL;
    return count;
}

static void unknown_scalar(struct lesson_file *file, const struct exercise *exercise, const char *name,
                           struct location place)
{
    const char *nearest = check_nearest_scalar(exercise, name);
    lesson_error(file, place, "'%.64s' is no scalar of this exercise%s%s%s", name, nearest ? " (did you mean '" : "",
                 nearest ? nearest : "", nearest ? "'?)" : "");
}

/* Also false if a value could not be read, which has been reported. */
static bool check_case_names(struct lesson_file *file, const struct exercise *exercise, const struct exercise_case *one)
{
    size_t errors = file->error_count;
    const struct yaml_node *node = lesson_places_find(file->wholes, one);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        bool written = node && parameter->name && yaml_child(node, parameter->name);
        if (parameter->name && check_is_scalar(parameter) && !written && !find_value(one, parameter->name))
            lesson_error(file, one->location, "the case gives no value for '%s'", parameter->name);
    }
    for (size_t i = 0; i < one->value_count; i++) {
        const struct case_value *value = &one->values[i];
        struct location place = lesson_whole_place(file, value, one->location);
        const struct parameter *parameter = check_find_parameter(exercise, value->name);
        if (!parameter || !check_is_scalar(parameter))
            unknown_scalar(file, exercise, value->name, place);
        else if (!value_fits(parameter->dtype, &value->value))
            lesson_error(file, lesson_place(file, &value->value, place), "'%s' is %s and cannot hold this value",
                         value->name, dtype_name(parameter->dtype));
    }
    for (size_t i = 0; i < one->init_count; i++) {
        const struct parameter *parameter = check_find_parameter(exercise, one->inits[i].parameter);
        if (!parameter || (parameter->role != PARAMETER_IN && parameter->role != PARAMETER_INOUT))
            lesson_error(file, lesson_place(file, &one->inits[i].parameter, one->location),
                         "'%.64s' is no buffer of role in or inout", one->inits[i].parameter);
    }
    return file->error_count == errors && (!node || one->value_count + other_keys(node) == node->child_count);
}

static void name_case(struct lesson_file *file, struct exercise_case *one)
{
    if (one->name)
        return;
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    for (size_t i = 0; i < one->value_count; i++) {
        const struct value *value = &one->values[i].value;
        buffer_printf(&name, "%s%s=", i ? " " : "", one->values[i].name);
        if (value->is_real)
            buffer_printf(&name, "%g", value->real);
        else
            buffer_printf(&name, "%lld", (long long)value->integer);
    }
    for (size_t i = 0; i < one->init_count; i++)
        buffer_printf(&name, "%s%s=%s", name.size_bytes ? " " : "", one->inits[i].parameter, one->inits[i].init);
    if (one->devices)
        buffer_printf(&name, "%sranks=%d", name.size_bytes ? " " : "", one->devices);
    one->name = arena_strdup(file->arena, name.size_bytes ? buffer_text(&name) : "the only case");
}

void check_case(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one,
                enum case_depth depth)
{
    if (!one || !lesson_places_find(file->wholes, one))
        return;
    name_case(file, one);
    if (depth == CASE_NAMED || !check_case_names(file, exercise, one) || depth == CASE_COMPARED)
        return;
    check_case_shapes(file, exercise, one);
    check_case_figures(file, exercise, one);
}
