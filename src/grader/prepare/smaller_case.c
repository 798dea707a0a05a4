/* Finds a small case with a property of the timed one. */
#include "grader/prepare/smaller_case.h"

#include "grader/prepare/drawn_case.h"
#include "grader/value/scope.h"

enum { ORDINARY_ELEMENTS = 1024 };

struct search {
    const struct exercise *exercise;
    const struct job_case *timed;
    const struct exercise_case *ordinary; /* has the small numbers */
    smaller_case_test *test;
    void *context;
    struct arena *arena;
    struct case_value *values; /* the smallest so far */
    struct planned_case found;
};

static uint64_t elements_of(const struct exercise *exercise, const struct exercise_case *given)
{
    struct scope scope = {given->values, given->value_count, given->devices ? given->devices : exercise->devices};
    uint64_t elements = 0;
    bool is_known = scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, NULL);
    return is_known ? elements : 0;
}

/* The smallest case with enough elements; the largest one, if none has. */
static const struct exercise_case *find_ordinary(const struct exercise *exercise)
{
    const struct exercise_case *found = &exercise->cases[0];
    uint64_t least = elements_of(exercise, found);
    for (size_t i = 1; i < exercise->case_count; i++) {
        uint64_t elements = elements_of(exercise, &exercise->cases[i]);
        bool is_better =
            least < ORDINARY_ELEMENTS ? elements > least : elements >= ORDINARY_ELEMENTS && elements < least;
        if (is_better) {
            found = &exercise->cases[i];
            least = elements;
        }
    }
    return found;
}

static int64_t ordinary_number(const struct search *search, size_t index)
{
    const struct case_value *timed = &search->timed->values[index];
    struct scope scope = {.values = search->ordinary->values, .value_count = search->ordinary->value_count};
    struct value value;
    bool is_there = scope_find(&scope, timed->name, &value) && !value.is_real;
    return is_there && value.integer < timed->value.integer ? value.integer : timed->value.integer;
}

/* Whether two sizes are equal in every case. */
static bool is_tied(const struct search *search, size_t one, size_t other)
{
    const char *left = search->timed->values[one].name, *right = search->timed->values[other].name;
    return one == other || (drawn_case_is_size(search->exercise, left) && drawn_case_is_size(search->exercise, right) &&
                            drawn_case_always_equal(search->exercise, left, right));
}

static bool is_first_of_ties(const struct search *search, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_tied(search, i, index))
            return false;
    return true;
}

/* Tries the number, also for sizes that equal it. */
static bool try_number(struct search *search, size_t index, int64_t number)
{
    size_t count = search->timed->value_count;
    struct case_value *values = arena_memdup(search->arena, search->values, count * sizeof *values);
    struct planned_case planned;
    for (size_t i = 0; i < count; i++)
        if (is_tied(search, i, index))
            values[i].value = (struct value){.integer = number, .real = (double)number};
    struct exercise_case given = {.values = values, .value_count = count, .devices = search->timed->devices};
    if (!cases_plan_smaller(search->exercise, &given, search->arena, &planned, NULL) ||
        !search->test(search->context, &planned.job))
        return false;
    search->values = values;
    search->found = planned;
    return true;
}

static int64_t halved(const struct search *search, size_t index, int times)
{
    int64_t step = drawn_case_step(search->exercise, search->timed->values[index].name);
    int64_t number = search->timed->values[index].value.integer >> times;
    return step ? number - number % step : 0;
}

/* Halves a size as often as possible, by a binary search for the number of times. */
static void halve(struct search *search, size_t index, int64_t ordinary)
{
    int most = 0, least = 0;
    while (halved(search, index, most + 1) > ordinary)
        most++;
    while (least < most) {
        int middle = (least + most + 1) / 2;
        if (try_number(search, index, halved(search, index, middle)))
            least = middle;
        else
            most = middle - 1;
    }
}

bool smaller_case_find(const struct exercise *exercise, const struct job_case *timed, smaller_case_test *test,
                       void *context, struct arena *arena, struct planned_case *out_case)
{
    struct search search = {.exercise = exercise,
                            .timed = timed,
                            .ordinary = find_ordinary(exercise),
                            .test = test,
                            .context = context,
                            .arena = arena,
                            .values = timed->values};
    for (size_t i = 0; i < timed->value_count; i++) {
        int64_t ordinary = ordinary_number(&search, i);
        bool is_varied = !timed->values[i].value.is_real && ordinary < timed->values[i].value.integer;
        if (is_varied && is_first_of_ties(&search, i) && !try_number(&search, i, ordinary) &&
            drawn_case_is_size(exercise, timed->values[i].name))
            halve(&search, i, ordinary);
    }
    *out_case = search.found;
    return search.values != timed->values;
}
