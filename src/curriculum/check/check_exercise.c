/* Checks of one exercise: the needs of its kind, parameters, expressions, cases, gates, targets. */
#include <string.h>

#include "base/identifier.h"

#include "curriculum/check/check_exercise.h"
#include "curriculum/check/loading.h"

static const struct {
    enum exercise_kind kind;
    const char *key;
} kind_needs[] = {
    {EXERCISE_KERNEL, "starter"}, {EXERCISE_KERNEL, "params"}, {EXERCISE_KERNEL, "cases"},
    {EXERCISE_PLAN, "starter"},   {EXERCISE_PLAN, "params"},   {EXERCISE_PLAN, "cases"},
    {EXERCISE_TESTS, "starter"},  {EXERCISE_TESTS, "params"},  {EXERCISE_PROGRAM, "starter"},
    {EXERCISE_PROGRAM, "params"}, {EXERCISE_PROGRAM, "cases"},
};

/* Names that shapes, bytes and flops can use beside the scalars. */
static bool is_context_name(const char *name)
{
    return strcmp(name, "rank") == 0 || strcmp(name, "ranks") == 0;
}

struct name_check {
    struct lesson_file *file;
    const struct exercise *exercise;
    const struct yaml_node *node; /* of the expression; NULL if unknown */
};

/* The location of the name in its expression. If the expression has escapes, its whole location. */
static struct location name_place(const struct name_check *check, const char *name)
{
    if (!check->node)
        return check->exercise->location;
    const struct source *source = check->file->source;
    size_t length = strlen(name);
    for (size_t at = check->node->start_bytes; at + length <= check->node->end_bytes; at++)
        if (identifier_at(source, at, name))
            return source_location(source, at, length);
    return check->node->location;
}

static void check_name(void *context, const char *name)
{
    struct name_check *check = context;
    const struct parameter *parameter = check_find_parameter(check->exercise, name);
    if ((parameter && check_is_scalar(parameter)) || is_context_name(name))
        return;
    struct location place = name_place(check, name);
    if (parameter) {
        lesson_error(check->file, place, "'%.64s' is a buffer; an expression uses scalars", name);
        return;
    }
    const char *nearest = check_nearest_scalar(check->exercise, name);
    lesson_error(check->file, place, "unknown name '%.64s'%s%s%s", name, nearest ? " (did you mean '" : "",
                 nearest ? nearest : "", nearest ? "'?)" : "");
}

static void check_expression(struct lesson_file *file, const struct exercise *exercise,
                             const struct expression *const *member)
{
    if (!*member)
        return;
    struct name_check check = {file, exercise, lesson_places_find(file->places, member)};
    expression_visit_names(*member, check_name, &check);
}

static void check_parameter(struct lesson_file *file, const struct exercise *exercise, struct parameter *parameter)
{
    struct location place = lesson_whole_place(file, parameter, exercise->location);
    const struct yaml_node *node = lesson_places_find(file->wholes, parameter);
    bool has_role = node && yaml_child(node, "role"), has_shape = node && yaml_child(node, "shape");
    if (!has_shape && has_role)
        lesson_error(file, place, "a buffer needs a `shape`; a scalar has no `role`");
    if (parameter->rank > 0 && !has_role)
        lesson_error(file, place, "a buffer needs a `role`: in, out or inout");
    bool is_read = parameter_is_input(parameter);
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
        bool has_unread_role =
            parameter->role == PARAMETER_SCALAR && lesson_places_find(file->places, &parameter->role);
        has_output |= parameter_is_output(parameter) || has_unread_role;
        if (!parameter->name)
            continue;
        struct location place = lesson_place(file, &parameter->name, exercise->location);
        if (check_find_parameter(exercise, parameter->name) != parameter)
            lesson_error(file, place, "there are two parameters named '%s'", parameter->name);
        if (is_context_name(parameter->name) || field_find(MAPPING_case, parameter->name))
            lesson_error(file, place, "'%s' is taken: choose another name", parameter->name);
    }
    if (exercise->parameter_count && !has_output && exercise->kind == EXERCISE_KERNEL && !exercise->expect_trap)
        lesson_error(file, lesson_place(file, &exercise->parameters, exercise->location),
                     "no parameter has the role out or inout: there is nothing to judge");
}

static void check_cases(struct lesson_file *file, struct exercise *exercise, enum case_depth depth)
{
    for (size_t i = 0; i < exercise->case_count; i++)
        check_case(file, exercise, &exercise->cases[i], depth);
    check_case(file, exercise, exercise->gate_case, depth);
    check_case(file, exercise, exercise->bench, depth);
    for (size_t i = 0; i < exercise->bench_count; i++)
        check_case(file, exercise, &exercise->benches[i], depth);
    check_case(file, exercise, exercise->full, depth);
}

/* Whether the gate is on the modelled run of `bench`. */
static bool is_of_time(const struct gate *gate)
{
    static const char share[] = "share_";
    return gate->counter &&
           (strcmp(gate->counter, GATE_TIME_RATIO) == 0 || strcmp(gate->counter, GATE_CONFIGURATIONS) == 0 ||
            strcmp(gate->counter, "link_bytes") == 0 || strncmp(gate->counter, share, sizeof share - 1) == 0);
}

static void check_gates(struct lesson_file *file, const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const struct gate *gate = &exercise->gates[i];
        if (!gate->has_max && !gate->has_min)
            lesson_error(file, gate->location, "a gate needs `max`, `min` or both");
        bool is_ratio = gate->counter && strcmp(gate->counter, GATE_TIME_RATIO) == 0;
        if (is_ratio != (gate->to != NULL))
            lesson_error(file, gate->location, "a gate on `time_ratio`, and no other, says `to` which kernel");
        if (is_of_time(gate) && !exercise->bench)
            lesson_error(file, gate->location, "a gate on the modelled time needs a `bench` case");
        if (gate->has_max && gate->has_min && gate->min > gate->max)
            lesson_error(file, gate->location, "`min` is above `max`");
        const struct parameter *parameter = gate->parameter ? check_find_parameter(exercise, gate->parameter) : NULL;
        if (gate->parameter && (!parameter || check_is_scalar(parameter)))
            lesson_error(file, lesson_place(file, &gate->parameter, gate->location),
                         "'%.64s' is no buffer of this exercise", gate->parameter);
    }
}

static void check_targets(struct lesson_file *file, const struct exercise *exercise)
{
    const struct targets *targets = &exercise->targets;
    if (!targets->of)
        return;
    struct location place = lesson_whole_place(file, targets, exercise->location);
    if (targets->bronze > targets->silver || targets->silver > targets->gold)
        lesson_error(file, place, "targets must not fall: bronze <= silver <= gold");
    if (!exercise->bench)
        lesson_error(file, place, "targets need a `bench` case");
    if (exercise->bench_count && !exercise->bench)
        lesson_error(file, place, "`benches` need a `bench` case");
    if (exercise->full && !exercise->bench)
        lesson_error(file, place, "`full` needs a `bench` case");
}

/* The last rung: one hint at the end of the list, for every verdict. */
static void check_hints(struct lesson_file *file, const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->hint_count; i++) {
        const struct hint *hint = &exercise->hints[i];
        struct location place = lesson_place(file, &hint->is_last, exercise->location);
        if (hint->is_last && i + 1 < exercise->hint_count)
            lesson_error(file, place, "only the last hint of the list can be the last rung");
        if (hint->is_last && hint->when)
            lesson_error(file, place, "the last rung is for every verdict: it has no `when`");
    }
}

/* Slips are changes of the reference, and explain a learner's wrong values. */
static void check_slips(struct lesson_file *file, const struct exercise *exercise)
{
    bool is_own = exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN;
    if (exercise->slip_count && (!is_own || !exercise->reference || exercise->checker))
        lesson_error(file, lesson_place(file, &exercise->slips, exercise->location),
                     "`slips` belong to exercises of kind kernel or plan that a `reference` judges");
    for (size_t i = 0; i < exercise->slip_count; i++) {
        const struct slip *slip = &exercise->slips[i];
        if (slip->find && slip->put && strcmp(slip->find, slip->put) == 0)
            lesson_error(file, lesson_place(file, &slip->put, slip->location), "`put` is the same text as `find`");
    }
}

/* The findings of learners' kernels. The other kinds run kernels of the course. */
static void check_strict_kind(struct lesson_file *file, const struct exercise *exercise)
{
    bool is_own = exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN;
    if (exercise->strict.count && !is_own)
        lesson_error(file, lesson_place(file, &exercise->strict, exercise->location),
                     "`strict` belongs to exercises of kind kernel or plan");
}

static bool has_key(const struct exercise *exercise, const char *key)
{
    if (strcmp(key, "starter") == 0)
        return exercise->starter != NULL;
    if (strcmp(key, "params") == 0)
        return exercise->parameter_count > 0;
    return exercise->case_count > 0;
}

static void check_locked(struct lesson_file *file, const struct exercise *exercise)
{
    if (!exercise->task)
        lesson_error(file, exercise->location, "a locked exercise needs a `task`: it is all that is seen of it");
    if (!exercise->starter)
        lesson_error(file, exercise->location,
                     "a locked exercise needs a `starter`, if only one that says when it opens");
}

static void check_kind(struct lesson_file *file, const struct exercise *exercise)
{
    if (exercise->locked) {
        check_locked(file, exercise);
        return;
    }
    const struct yaml_node *node = lesson_places_find(file->wholes, exercise);
    const struct yaml_node *kind = node ? yaml_child(node, "kind") : NULL;
    if (kind && (kind->kind != YAML_KIND_SCALAR || strcmp(kind->text, exercise_kind_name(exercise->kind)) != 0))
        return;
    for (size_t i = 0; i < sizeof kind_needs / sizeof kind_needs[0]; i++) {
        bool written = node && yaml_child(node, kind_needs[i].key);
        if (kind_needs[i].kind == exercise->kind && !written && !has_key(exercise, kind_needs[i].key))
            lesson_error(file, exercise->location, "an exercise of kind %s needs `%s`",
                         exercise_kind_name(exercise->kind), kind_needs[i].key);
    }
    bool is_judged =
        exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN || exercise->kind == EXERCISE_TESTS;
    bool written = node && (yaml_child(node, "reference") || yaml_child(node, "checker"));
    if (is_judged && !written && !exercise->reference && !exercise->checker && !exercise->expect_trap)
        lesson_error(file, exercise->location, "an exercise needs a `reference`, a `checker` or `expect: trap`");
}

/* The exercise that a variant inherits from. NULL for others. */
static const struct exercise *base_of(const struct lesson_file *file, const struct exercise *exercise)
{
    for (size_t i = 0; exercise->variant_of && i < file->exercise_count; i++) {
        const struct exercise *other = file->exercises[i];
        if (other->id && !other->variant_of && strcmp(other->id, exercise->variant_of) == 0)
            return other;
    }
    return NULL;
}

/* Whether all parameters could be read, so the cases can be checked against them. */
static bool has_readable_parameters(const struct lesson_file *file, const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        const struct yaml_node *node = lesson_places_find(file->wholes, parameter);
        bool is_buffer = node && (yaml_child(node, "role") || yaml_child(node, "shape"));
        if (!parameter->name || (is_buffer && (parameter->role == PARAMETER_SCALAR || parameter->rank == 0)))
            return false;
    }
    return true;
}

static bool same_figures(const struct exercise *a, const struct exercise *b)
{
    return a->bytes == b->bytes && a->flops == b->flops && a->reduction_length == b->reduction_length;
}

static bool same_cases(const struct exercise *a, const struct exercise *b)
{
    return a->cases == b->cases && a->gate_case == b->gate_case && a->bench == b->bench && a->benches == b->benches &&
           a->full == b->full;
}

static bool same_targets(const struct targets *a, const struct targets *b)
{
    return a->of == b->of && a->bronze == b->bronze && a->silver == b->silver && a->gold == b->gold;
}

static void check_figures(struct lesson_file *file, const struct exercise *exercise, const struct exercise *base)
{
    if (!base || base->bytes != exercise->bytes)
        check_expression(file, exercise, &exercise->bytes);
    if (!base || base->flops != exercise->flops)
        check_expression(file, exercise, &exercise->flops);
    if (!base || base->reduction_length != exercise->reduction_length)
        check_expression(file, exercise, &exercise->reduction_length);
}

/* The inherited keys of a variant were already checked with its base. */
void check_exercise_alone(struct lesson_file *file, struct exercise *exercise)
{
    if (!exercise->solution)
        exercise->solution = exercise->starter;
    const struct exercise *base = base_of(file, exercise);
    bool shares_parameters = base && base->parameters == exercise->parameters;
    bool shares_figures = shares_parameters && same_figures(base, exercise);
    check_kind(file, exercise);
    if (!base || base->hints != exercise->hints)
        check_hints(file, exercise);
    check_strict_kind(file, exercise);
    check_slips(file, exercise);
    size_t errors = file->error_count;
    if (!shares_parameters)
        check_parameters(file, exercise);
    check_figures(file, exercise, shares_parameters ? base : NULL);
    enum case_depth depth = has_readable_parameters(file, exercise) ? CASE_COMPARED : CASE_NAMED;
    if (depth == CASE_COMPARED && file->error_count == errors)
        depth = CASE_TRIED;
    if (!shares_figures || !same_cases(base, exercise))
        check_cases(file, exercise, depth);
    if (!shares_parameters || base->gates != exercise->gates)
        check_gates(file, exercise);
    if (!base || base->bench != exercise->bench || !same_targets(&base->targets, &exercise->targets))
        check_targets(file, exercise);
}

void check_kernel_head(struct lesson_file *file, struct exercise *exercise)
{
    check_parameters(file, exercise);
    check_figures(file, exercise, NULL);
}
