/* Compares a learner's number with the device's. */
#include "app/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/workspace.h"
#include "base/file.h"

static const struct exercise *exercise_of(const struct app *app, const struct lesson *lesson,
                                          const struct predict *predict)
{
    if (predict->exercise)
        return curriculum_find_exercise(app->curriculum, predict->exercise);
    for (size_t i = 0; i < lesson->step_count; i++)
        if (lesson->steps[i].kind == STEP_EXERCISE)
            return lesson->steps[i].exercise;
    return NULL;
}

uint64_t predict_start(struct app *app, struct grading *grading, const struct lesson *lesson,
                       const struct predict *predict, struct error *error)
{
    const struct exercise *exercise = exercise_of(app, lesson, predict);
    if (!exercise) {
        error_set(error, ERROR_NOT_FOUND, "there is no exercise to measure %s on", predict->counter);
        return 0;
    }
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = workspace_solution_path(app, exercise, arena);
    if (predict->kernel_file)
        path = path_join(arena, path_join(arena, lesson->folder ? lesson->folder : app->curriculum->root, "kernels"),
                         predict->kernel_file);
    struct source source;
    if (!workspace_read(path, path_leaf(path), arena, &source, error))
        return 0;
    return grading_measure(grading, exercise, &source, predict->counter);
}

bool predict_is_right(const struct predict *predict, double guess, double value)
{
    double allowed = predict->within > 1e-9 ? predict->within : 1e-9;
    return fabs(guess - value) <= allowed * fabs(value);
}

bool predict_parse(const char *text, double *out_value)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text)
        return false;
    if (*end == '/') {
        const char *divisor_text = end + 1;
        double divisor = strtod(divisor_text, &end);
        if (end == divisor_text || divisor == 0)
            return false;
        value /= divisor;
    }
    end += strspn(end, " ");
    if (*end == '%') {
        value /= 100;
        end++;
    }
    end += strspn(end, " ");
    if (*end != '\0' || !isfinite(value))
        return false;
    *out_value = value;
    return true;
}
