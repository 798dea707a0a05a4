/* Compares a learner's number with the device's. */
#include "app/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/attempts.h"
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

static bool comes_before(const struct lesson *lesson, const struct predict *predict, const struct exercise *exercise)
{
    bool is_after = false;
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (step->kind == STEP_EXERCISE && step->exercise == exercise)
            return is_after;
        is_after = is_after || (step->kind == STEP_PREDICT && &step->predict == predict);
    }
    return false;
}

static const char *shipped_path(const struct app *app, const struct lesson *lesson, const struct predict *predict,
                                const struct exercise *exercise, struct arena *arena)
{
    const char *folder = lesson->folder ? lesson->folder : app->curriculum->root;
    return predict->kernel_file ? path_join(arena, path_join(arena, folder, "kernels"), predict->kernel_file)
                                : workspace_solution_path(app, exercise, arena);
}

bool predict_source(const struct app *app, const struct lesson *lesson, const struct predict *predict,
                    struct arena *arena, struct source *out_source, bool *out_is_own, struct error *error)
{
    const struct exercise *exercise = exercise_of(app, lesson, predict);
    if (!exercise)
        return error_set(error, ERROR_NOT_FOUND, "there is no exercise to measure %s on", predict->counter);
    *out_is_own = !predict->kernel_file && !comes_before(lesson, predict, exercise) &&
                  attempts_best_source(app, exercise->id, arena, out_source, NULL);
    if (*out_is_own)
        return true;
    const char *path = shipped_path(app, lesson, predict, exercise, arena);
    return workspace_read(path, path_leaf(path), arena, out_source, error);
}

uint64_t predict_start(struct app *app, struct grading *grading, const struct lesson *lesson,
                       const struct predict *predict, bool *out_is_own, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source source;
    if (!predict_source(app, lesson, predict, arena, &source, out_is_own, error))
        return 0;
    return grading_measure(grading, exercise_of(app, lesson, predict), &source, predict->counter);
}

bool predict_is_right(const struct predict *predict, double guess, double value)
{
    double allowed = predict->within > 1e-9 ? predict->within : 1e-9;
    return fabs(guess - value) <= allowed * fabs(value);
}

/* A number, also with spaces between groups of three digits: "32 768". False: none. */
static bool take_number(const char **text, double *out_value)
{
    char *end;
    *out_value = strtod(*text, &end);
    bool found = end != *text;
    while (found && *end == ' ' && strspn(end + 1, "0123456789") == 3)
        *out_value = *out_value * 1000 + (double)strtol(end + 1, &end, 10);
    *text = end + strspn(end, " ");
    return found;
}

bool predict_parse(const char *text, double *out_value)
{
    double value, factor;
    if (!take_number(&text, &value))
        return false;
    while (*text == '*' || *text == '/') {
        bool divides = *text++ == '/';
        if (!take_number(&text, &factor))
            return false;
        value = divides ? value / factor : value * factor;
    }
    if (*text == '%') {
        value /= 100;
        text++;
    }
    text += strspn(text, " ");
    if (*text != '\0' || !isfinite(value))
        return false;
    *out_value = value;
    return true;
}
