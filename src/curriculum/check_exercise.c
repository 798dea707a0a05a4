/* Checks of one exercise: what its kind needs, parameters, expressions, cases, gates, targets. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "curriculum/lesson_file_internal.h"

/* More than any device of the course has; a larger case is a slip of the pen. */
static const int64_t buffer_max_bytes = INT64_C(1) << 36;

static const struct {
    enum exercise_kind kind;
    const char *key;
} kind_needs[] = {
    {EXERCISE_KERNEL, "starter"}, {EXERCISE_KERNEL, "params"}, {EXERCISE_KERNEL, "cases"},
    {EXERCISE_PLAN, "starter"},   {EXERCISE_PLAN, "params"},   {EXERCISE_PLAN, "cases"},
    {EXERCISE_TESTS, "starter"},  {EXERCISE_TESTS, "params"},  {EXERCISE_COMMAND, "starter"},
};

static bool is_scalar(const struct parameter *parameter)
{
    return parameter->role == PARAMETER_SCALAR;
}

static const struct parameter *find_parameter(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].name && strcmp(exercise->parameters[i].name, name) == 0)
            return &exercise->parameters[i];
    return NULL;
}

/* Names that shapes, bytes and flops may use beside the scalars. */
static bool is_context_name(const char *name)
{
    return strcmp(name, "rank") == 0 || strcmp(name, "ranks") == 0;
}

static const char *nearest_parameter(const struct exercise *exercise, const char *name, bool scalars)
{
    enum { PARAMETERS_MAX = 64 };
    const char *candidates[PARAMETERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < exercise->parameter_count && count < PARAMETERS_MAX; i++)
        if (exercise->parameters[i].name && is_scalar(&exercise->parameters[i]) == scalars)
            candidates[count++] = exercise->parameters[i].name;
    return diagnostics_nearest(name, candidates, count);
}

struct name_check {
    struct lesson_file *file;
    const struct exercise *exercise;
    struct location place;
};

static void check_name(void *context, const char *name)
{
    struct name_check *check = context;
    const struct parameter *parameter = find_parameter(check->exercise, name);
    if ((parameter && is_scalar(parameter)) || is_context_name(name))
        return;
    if (parameter) {
        lesson_error(check->file, check->place, "'%.64s' is a buffer; an expression uses scalars", name);
        return;
    }
    const char *nearest = nearest_parameter(check->exercise, name, true);
    lesson_error(check->file, check->place, "unknown name '%.64s'%s%s%s", name, nearest ? " (did you mean '" : "",
                 nearest ? nearest : "", nearest ? "'?)" : "");
}

static void check_expression(struct lesson_file *file, const struct exercise *exercise,
                             const struct expression *const *member)
{
    if (!*member)
        return;
    struct name_check check = {file, exercise, lesson_place(file, member, exercise->location)};
    expression_visit_names(*member, check_name, &check);
}

static void check_parameter(struct lesson_file *file, const struct exercise *exercise, struct parameter *parameter)
{
    struct location place = lesson_place(file, parameter, exercise->location);
    bool has_role = places_find(file->places, &parameter->role) != NULL;
    if (parameter->rank == 0 && has_role)
        lesson_error(file, place, "a buffer needs a `shape`; a scalar has no `role`");
    if (parameter->rank > 0 && !has_role)
        lesson_error(file, place, "a buffer needs a `role`: in, out or inout");
    bool is_read = parameter->role == PARAMETER_IN || parameter->role == PARAMETER_INOUT;
    if ((parameter->init || parameter->init_kernel) && !is_read)
        lesson_error(file, lesson_place(file, &parameter->init, place),
                     "only a buffer of role in or inout has an `init`");
    for (int i = 0; i < parameter->rank; i++)
        check_expression(file, exercise, &parameter->shape[i]);
}

static void check_parameters(struct lesson_file *file, struct exercise *exercise)
{
    bool has_output = false;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        struct parameter *parameter = &exercise->parameters[i];
        check_parameter(file, exercise, parameter);
        has_output |= parameter->role == PARAMETER_OUT || parameter->role == PARAMETER_INOUT;
        if (!parameter->name)
            continue;
        struct location place = lesson_place(file, &parameter->name, exercise->location);
        if (find_parameter(exercise, parameter->name) != parameter)
            lesson_error(file, place, "there are two parameters named '%s'", parameter->name);
        if (is_context_name(parameter->name) || field_find(MAPPING_case, parameter->name))
            lesson_error(file, place, "'%s' is taken: choose another name", parameter->name);
    }
    if (exercise->parameter_count && !has_output && exercise->kind == EXERCISE_KERNEL && !exercise->expect_trap)
        lesson_error(file, lesson_place(file, &exercise->parameters, exercise->location),
                     "no parameter has the role out or inout: there is nothing to judge");
}

static const struct case_value *find_value(const struct exercise_case *one, const char *name)
{
    for (size_t i = 0; i < one->value_count; i++)
        if (strcmp(one->values[i].name, name) == 0)
            return &one->values[i];
    return NULL;
}

/* Whether an integer scalar of `dtype` can hold the value; floats take any. */
static bool value_fits(enum dtype dtype, const struct value *value)
{
    enum dtype_kind kind = dtype_kind(dtype);
    if (kind == DTYPE_KIND_FLOAT)
        return true;
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

static void check_case_shapes(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one)
{
    struct expression_environment environment = {.lookup = lookup_case, .context = one};
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
    struct expression_environment environment = {.lookup = lookup_case, .context = one};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct value value;
        struct error error = {0};
        if (figures[i].expression && !expression_evaluate(figures[i].expression, &environment, &value, &error))
            lesson_error(file, one->location, "`%s` fails for this case: %s", figures[i].key, error.message);
    }
}

static bool check_case_names(struct lesson_file *file, const struct exercise *exercise, const struct exercise_case *one)
{
    size_t errors = file->error_count;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (parameter->name && is_scalar(parameter) && !find_value(one, parameter->name))
            lesson_error(file, one->location, "the case gives no value for '%s'", parameter->name);
    }
    for (size_t i = 0; i < one->value_count; i++) {
        const struct case_value *value = &one->values[i];
        struct location place = lesson_place(file, value, one->location);
        const struct parameter *parameter = find_parameter(exercise, value->name);
        const char *nearest = nearest_parameter(exercise, value->name, true);
        if (!parameter || !is_scalar(parameter))
            lesson_error(file, place, "'%.64s' is no scalar of this exercise%s%s%s", value->name,
                         nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
        else if (!value_fits(parameter->dtype, &value->value))
            lesson_error(file, lesson_place(file, &value->value, place), "'%s' is %s and cannot hold this value",
                         value->name, dtype_name(parameter->dtype));
    }
    for (size_t i = 0; i < one->init_count; i++) {
        const struct parameter *parameter = find_parameter(exercise, one->inits[i].parameter);
        if (!parameter || (parameter->role != PARAMETER_IN && parameter->role != PARAMETER_INOUT))
            lesson_error(file, lesson_place(file, &one->inits[i].parameter, one->location),
                         "'%.64s' is no buffer of role in or inout", one->inits[i].parameter);
    }
    return file->error_count == errors;
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
    one->name = arena_strdup(file->arena, name.size_bytes ? buffer_text(&name) : "the only case");
}

static void check_case(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one,
                       bool has_good_parameters)
{
    if (!one)
        return;
    name_case(file, one);
    if (!has_good_parameters || !check_case_names(file, exercise, one))
        return;
    check_case_shapes(file, exercise, one);
    check_case_figures(file, exercise, one);
}

static void check_cases(struct lesson_file *file, struct exercise *exercise, bool has_good_parameters)
{
    for (size_t i = 0; i < exercise->case_count; i++)
        check_case(file, exercise, &exercise->cases[i], has_good_parameters);
    check_case(file, exercise, exercise->gate_case, has_good_parameters);
    check_case(file, exercise, exercise->bench, has_good_parameters);
}

static void check_gates(struct lesson_file *file, const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const struct gate *gate = &exercise->gates[i];
        if (!gate->has_max && !gate->has_min)
            lesson_error(file, gate->location, "a gate needs `max`, `min` or both");
        if (gate->has_max && gate->has_min && gate->min > gate->max)
            lesson_error(file, gate->location, "`min` is above `max`");
        const struct parameter *parameter = gate->parameter ? find_parameter(exercise, gate->parameter) : NULL;
        if (gate->parameter && (!parameter || is_scalar(parameter)))
            lesson_error(file, lesson_place(file, &gate->parameter, gate->location),
                         "'%.64s' is no buffer of this exercise", gate->parameter);
    }
}

static void check_targets(struct lesson_file *file, const struct exercise *exercise)
{
    const struct targets *targets = &exercise->targets;
    if (!targets->of)
        return;
    struct location place = lesson_place(file, targets, exercise->location);
    if (targets->bronze > targets->silver || targets->silver > targets->gold)
        lesson_error(file, place, "targets must not fall: bronze <= silver <= gold");
    if (!exercise->bench)
        lesson_error(file, place, "targets need a `bench` case");
}

static bool has_key(const struct exercise *exercise, const char *key)
{
    if (strcmp(key, "starter") == 0)
        return exercise->starter != NULL;
    if (strcmp(key, "params") == 0)
        return exercise->parameter_count > 0;
    return exercise->case_count > 0;
}

static void check_kind(struct lesson_file *file, const struct exercise *exercise)
{
    const struct yaml_node *node = places_find(file->places, exercise);
    for (size_t i = 0; i < sizeof kind_needs / sizeof kind_needs[0]; i++) {
        bool written = node && yaml_child(node, kind_needs[i].key);
        if (kind_needs[i].kind == exercise->kind && !written && !has_key(exercise, kind_needs[i].key))
            lesson_error(file, exercise->location, "an exercise of kind %s needs `%s`",
                         exercise_kind_name(exercise->kind), kind_needs[i].key);
    }
    bool is_judged =
        exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN || exercise->kind == EXERCISE_TESTS;
    if (is_judged && !exercise->reference && !exercise->checker && !exercise->expect_trap)
        lesson_error(file, exercise->location, "an exercise needs a `reference`, a `checker` or `expect: trap`");
}

static bool is_inherited(const struct lesson_file *file, const struct exercise *exercise, const void *list)
{
    for (size_t i = 0; i < file->exercise_count; i++) {
        const struct exercise *other = file->exercises[i];
        if (other == exercise)
            return false;
        if (exercise->variant_of && other->id && strcmp(other->id, exercise->variant_of) == 0 &&
            (list == other->parameters || list == other->gates))
            return list != NULL;
    }
    return false;
}

void check_exercise_alone(struct lesson_file *file, struct exercise *exercise)
{
    if (!exercise->solution)
        exercise->solution = exercise->starter;
    check_kind(file, exercise);
    size_t errors = file->error_count;
    if (!is_inherited(file, exercise, exercise->parameters))
        check_parameters(file, exercise);
    check_expression(file, exercise, &exercise->bytes);
    check_expression(file, exercise, &exercise->flops);
    check_expression(file, exercise, &exercise->reduction_length);
    check_cases(file, exercise, file->error_count == errors);
    if (!is_inherited(file, exercise, exercise->gates))
        check_gates(file, exercise);
    check_targets(file, exercise);
}
