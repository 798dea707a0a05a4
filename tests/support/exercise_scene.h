/* Exercises built without YAML: vector_add with cases, a gate case and one gate. */
#ifndef TESTS_SUPPORT_EXERCISE_SCENE_H
#define TESTS_SUPPORT_EXERCISE_SCENE_H

#include <stdio.h>
#include <stdlib.h>

#include "curriculum/model.h"

static inline const struct expression *scene_expression(struct arena *arena, const char *text)
{
    struct error error = {0};
    const struct expression *expression = expression_parse_text(arena, text, &error);
    if (!expression) {
        fprintf(stderr, "%s: %s\n", text, error.message);
        abort();
    }
    return expression;
}

static inline struct parameter scene_buffer(struct arena *arena, const char *name, enum parameter_role role,
                                            const char *shape)
{
    struct parameter parameter = {.name = name, .dtype = DTYPE_F32, .role = role, .rank = 1};
    parameter.shape[0] = scene_expression(arena, shape);
    return parameter;
}

static inline struct case_value *scene_value(struct arena *arena, const char *name, int64_t value)
{
    struct case_value *values = ARENA_ARRAY(arena, 1, struct case_value);
    values[0] = (struct case_value){name, {.integer = value, .real = (double)value}};
    return values;
}

static inline struct exercise_case scene_case(struct arena *arena, int64_t n)
{
    return (struct exercise_case){
        .name = arena_printf(arena, "n=%lld", (long long)n), .values = scene_value(arena, "n", n), .value_count = 1};
}

static inline struct exercise *scene_vector_add(struct arena *arena)
{
    static const int64_t sizes[] = {1, 31, 33, 257, 1009};
    struct exercise *exercise = ARENA_NEW(arena, struct exercise);
    exercise->id = "vector_add";
    exercise->title = "";
    exercise->devices = 1;
    exercise->parameter_count = 4;
    exercise->parameters = ARENA_ARRAY(arena, 4, struct parameter);
    exercise->parameters[0] = scene_buffer(arena, "a", PARAMETER_IN, "n");
    exercise->parameters[1] = scene_buffer(arena, "b", PARAMETER_IN, "n");
    exercise->parameters[2] = scene_buffer(arena, "c", PARAMETER_OUT, "n");
    exercise->parameters[3] = (struct parameter){.name = "n", .dtype = DTYPE_I32, .role = PARAMETER_SCALAR};
    exercise->case_count = sizeof sizes / sizeof *sizes;
    exercise->cases = ARENA_ARRAY(arena, exercise->case_count, struct exercise_case);
    for (size_t i = 0; i < exercise->case_count; i++)
        exercise->cases[i] = scene_case(arena, sizes[i]);
    exercise->gate_case = ARENA_NEW(arena, struct exercise_case);
    *exercise->gate_case = scene_case(arena, 4096);
    exercise->bytes = scene_expression(arena, "12*n");
    exercise->gate_count = 1;
    exercise->gates = ARENA_NEW(arena, struct gate);
    exercise->gates[0] =
        (struct gate){.counter = "excess_store_sectors", .has_max = true, .max = 1.1, .lesson = "w01-x"};
    return exercise;
}

#endif
