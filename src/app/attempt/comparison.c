/* Ranks kernels of one exercise by speed. */
#include "app/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "app/submission.h"
#include "app/workspace.h"
#include "base/file.h"

enum { COMPARE_SEED = 1 };

static bool prepare_attempt(struct compare *compare, int64_t number, struct submission *out_submission,
                            struct error *error)
{
    struct attempt attempt;
    int64_t id;
    struct store *store = compare->app->store;
    if (!store_find_attempt(store, compare->exercise->id, number, &id, error) ||
        !store_get_attempt(store, id, compare->arena, &attempt, error))
        return false;
    if (!attempt.source)
        return error_set(error, ERROR_NOT_FOUND, "attempt %lld was recorded without its source", (long long)number);
    *out_submission = (struct submission){.exercise = compare->exercise,
                                          .source = {.name = path_leaf(compare->exercise->starter),
                                                     .text = attempt.source,
                                                     .size_bytes = strlen(attempt.source)}};
    return true;
}

static const char *kernel_path(const struct compare *compare, const char *name)
{
    if (strcmp(name, "solution") == 0)
        return workspace_solution_path(compare->app, compare->exercise, compare->arena);
    if (strcmp(name, "best") == 0 && compare->exercise->best.kernel)
        return workspace_best_path(compare->app, compare->exercise, compare->arena);
    return name;
}

/* A file with that name comes before an attempt with that number. */
static bool prepare(struct compare *compare, const char *name, struct submission *out_submission, struct error *error)
{
    bool is_number = *name && strspn(name, "0123456789") == strlen(name) && strlen(name) < 18;
    if (is_number && !file_exists(name))
        return prepare_attempt(compare, strtoll(name, NULL, 10), out_submission, error);
    const char *path = kernel_path(compare, name);
    return submission_prepare(compare->app, compare->exercise, path, compare->arena, out_submission, error);
}

static bool judge(struct compare *compare, const char *name, struct error *error)
{
    struct submission submission;
    struct compare_entry *entry = &compare->entries[compare->count];
    if (!prepare(compare, name, &submission, error))
        return false;
    submission.device = compare->device;
    submission.seed = compare->seed ? compare->seed : COMPARE_SEED;
    *entry = (struct compare_entry){.name = name};
    if (!submission_grade(compare->app, compare->grader, &submission, &entry->verdict, error))
        return error_add_context(error, "%s", name);
    compare->count++;
    return true;
}

static bool is_slower(const struct verdict *left, const struct verdict *right)
{
    if (left->time.available != right->time.available)
        return right->time.available;
    return left->time.available && left->time.microseconds > right->time.microseconds;
}

/* Insertion sort: equal ones keep their order. */
static void rank(struct compare *compare)
{
    for (size_t i = 1; i < compare->count; i++) {
        struct compare_entry moved = compare->entries[i];
        size_t at = i;
        for (; at > 0 && is_slower(compare->entries[at - 1].verdict, moved.verdict); at--)
            compare->entries[at] = compare->entries[at - 1];
        compare->entries[at] = moved;
    }
}

void compare_done(struct compare *compare)
{
    for (size_t i = 0; i < compare->count; i++)
        verdict_free(compare->entries[i].verdict);
    compare->count = 0;
}

bool compare_run(struct compare *compare, const char *const *names, size_t count, struct error *error)
{
    compare->count = 0;
    if (count > COMPARE_MOST)
        return error_set(error, ERROR_RANGE, "at most %d kernels can be compared", COMPARE_MOST);
    for (size_t i = 0; i < count; i++)
        if (!judge(compare, names[i], error)) {
            compare_done(compare);
            return false;
        }
    rank(compare);
    return true;
}
