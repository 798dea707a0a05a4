/* Holds each lesson against the demands of doc/authoring.md. */
#include "app/author/author_demands.h"

#include <string.h>

#include "app/author/author_minutes.h"
#include "base/file.h"
#include "curriculum/lab.h"

enum {
    WORDS_MOST = 600,
    QUESTIONS_LEAST = 2,
    WRONG_LEAST = 2,
    HINTS_BEFORE_LAST = 2,
    RIGHT_LEAST = 3,
    RIGHT_MOST = 64,
    WEEK_MINUTES_MOST = 480,
    WEEKS = 53,
};

/* The written minutes can be so much below the estimate, as a share. */
#define MINUTES_LEAST 0.8

/* The check of one lesson. */
struct demanding {
    const struct app *app;
    const struct lesson *lesson;
    struct arena *arena;
};

/* --- what a lesson consists of ---------------------------------------------------------------- */

static const struct exercise *open_exercise(const struct step *step)
{
    return step->kind == STEP_EXERCISE && !step->exercise->locked ? step->exercise : NULL;
}

/* The index of the first exercise to solve, or the number of steps. */
static size_t first_exercise(const struct lesson *lesson)
{
    size_t i = 0;
    while (i < lesson->step_count && !open_exercise(&lesson->steps[i]))
        i++;
    return i;
}

/* Whether the learner hands in kernels. `exercise` can be NULL. */
static bool is_own_kernel(const struct exercise *exercise)
{
    return exercise && (exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN);
}

static bool is_question(const struct step *step)
{
    return step->kind != STEP_TEXT && step->kind != STEP_EXERCISE;
}

static bool is_about_mine(const struct step *step)
{
    if (step->kind == STEP_PREDICT)
        return !step->predict.kernel_file;
    if (!step_is_lab(step))
        return false;
    if (step->lab->mine)
        return true;
    for (size_t i = 0; i < step->lab->row_count; i++)
        if (step->lab->rows[i].mine)
            return true;
    return false;
}

static bool has_picture(const struct step *step)
{
    return step->kind == STEP_TEXT   ? strstr(step->text, "```diagram") != NULL
           : step->kind == STEP_RUN  ? step->lab->mark != NULL
           : step->kind == STEP_PLOT ? true
                                     : false;
}

/* --- the demands: NULL, or what is missing ---------------------------------------------------- */

static const char *lacks_objectives(const struct demanding *given)
{
    for (size_t i = 0; i < given->lesson->objective_count; i++)
        if (!given->lesson->objectives[i].id)
            return arena_printf(given->arena, "the objective \"%s\" needs an `id`", given->lesson->objectives[i].say);
    return NULL;
}

/* Whether a lesson comes after `own` in the course. */
static bool is_further_on(const struct demanding *given, const char *id)
{
    const struct curriculum *curriculum = given->app->curriculum;
    for (size_t i = 0; id && i < curriculum->lesson_count; i++) {
        if (strcmp(curriculum->lessons[i]->id, id) == 0)
            return false;
        if (curriculum->lessons[i] == given->lesson)
            return curriculum_find_lesson(curriculum, id) != NULL;
    }
    return false;
}

static const char *exercise_points_on(const struct demanding *given, const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (is_further_on(given, exercise->gates[i].lesson))
            return exercise->gates[i].lesson;
    return is_further_on(given, exercise->read) ? exercise->read : NULL;
}

static const char *step_points_on(const struct demanding *given, const struct step *step)
{
    const char *read = step->kind == STEP_QUIZ      ? step->quiz.read
                       : step->kind == STEP_PREDICT ? step->predict.read
                                                    : NULL;
    if (step->kind == STEP_EXERCISE)
        return exercise_points_on(given, step->exercise);
    return is_further_on(given, read) ? read : NULL;
}

/* A placement's questions name the lesson to begin with, which comes after it. */
static const char *points_on(const struct demanding *given)
{
    const struct lesson *lesson = given->lesson;
    const struct curriculum *curriculum = given->app->curriculum;
    const char *found = NULL;
    for (size_t i = 0; i < lesson->step_count && !found; i++)
        found = step_points_on(given, &lesson->steps[i]);
    for (size_t i = 0; i < curriculum->exercise_count && !found; i++)
        if (curriculum->exercises[i]->lesson == lesson)
            found = exercise_points_on(given, curriculum->exercises[i]);
    if (!found || lesson->kind == LESSON_PLACEMENT)
        return NULL;
    return arena_printf(given->arena, "a gate or a question sends the learner on to %s, which comes later", found);
}

static const char *has_many_words(const struct demanding *given)
{
    size_t words = author_minutes_lesson_words(given->lesson);
    if (words <= WORDS_MOST)
        return NULL;
    return arena_printf(given->arena, "its texts have %zu words, at most %d are allowed", words, WORDS_MOST);
}

static const char *lacks_runs(const struct demanding *given)
{
    for (size_t i = 0; i < given->lesson->step_count; i++)
        if (step_is_lab(&given->lesson->steps[i]) && given->lesson->steps[i].kind != STEP_FILL)
            return NULL;
    return "nothing is run before the learner's eyes: add a `run`, `compare` or `plot`";
}

static const char *lacks_questions(const struct demanding *given)
{
    size_t count = 0, end = first_exercise(given->lesson);
    for (size_t i = 0; i < end; i++)
        count += is_question(&given->lesson->steps[i]);
    if (count >= QUESTIONS_LEAST)
        return NULL;
    return arena_printf(given->arena, "%zu micro-exercises come before the exercise, at least %d are asked for", count,
                        QUESTIONS_LEAST);
}

static const char *lacks_wrong_answers(const struct demanding *given)
{
    for (size_t i = 0; i < given->lesson->step_count; i++) {
        const struct step *step = &given->lesson->steps[i];
        size_t wrong = 0;
        for (size_t k = 0; step->kind == STEP_QUIZ && k < step->quiz.choice_count; k++)
            wrong += !step->quiz.choices[k].right;
        if (step->kind == STEP_QUIZ && wrong < WRONG_LEAST)
            return arena_printf(given->arena, "the quiz at line %d has %zu wrong answers, at least %d are asked for",
                                step->location.line, wrong, WRONG_LEAST);
    }
    return NULL;
}

static const char *lacks_a_figure(const struct demanding *given)
{
    for (size_t i = 0; i < given->lesson->step_count; i++)
        if (has_picture(&given->lesson->steps[i]))
            return NULL;
    return "there is no figure: a fenced `diagram`, a marked line of a `run`, or a `plot`";
}

static const char *lacks_a_prediction(const struct demanding *given)
{
    const struct lesson *lesson = given->lesson;
    bool is_kernel = false, is_asked = false;
    for (size_t i = 0; i < lesson->step_count; i++) {
        is_asked |= is_kernel && is_about_mine(&lesson->steps[i]);
        is_kernel |= is_own_kernel(open_exercise(&lesson->steps[i]));
    }
    return is_kernel && !is_asked ? "no question after the exercise is about the learner's own kernel" : NULL;
}

static const char *lacks_hints(const struct demanding *given)
{
    for (size_t i = 0; i < given->lesson->step_count; i++) {
        const struct exercise *exercise = open_exercise(&given->lesson->steps[i]);
        bool is_complete = !exercise || (exercise->hint_count > HINTS_BEFORE_LAST &&
                                         exercise->hints[exercise->hint_count - 1].is_last);
        if (!is_complete)
            return arena_printf(given->arena, "%s needs at least %d hints and then the pseudocode with `rung: last`",
                                exercise->id, HINTS_BEFORE_LAST);
    }
    return NULL;
}

static const char *lacks_a_variant(const struct demanding *given)
{
    for (size_t i = 0; given->lesson->core && i < given->lesson->step_count; i++) {
        const struct exercise *exercise = open_exercise(&given->lesson->steps[i]);
        if (exercise && !exercise->variant)
            return arena_printf(given->arena, "%s needs a variant, for the unaided pass", exercise->id);
    }
    return NULL;
}

static size_t right_kernels(const struct demanding *given, const struct exercise *exercise)
{
    const char *const *names;
    size_t count = 0;
    const char *root = curriculum_folder(given->app->curriculum, exercise);
    const char *folder = arena_printf(given->arena, "%s/tests/curriculum/right/%s", root, exercise->id);
    if (file_is_folder(folder) && !file_list_folder(given->arena, folder, RIGHT_MOST, &names, &count, NULL))
        return 0;
    return count;
}

static const char *lacks_right_kernels(const struct demanding *given)
{
    for (size_t i = 0; i < given->lesson->step_count; i++) {
        const struct exercise *exercise = open_exercise(&given->lesson->steps[i]);
        if (is_own_kernel(exercise) && right_kernels(given, exercise) < RIGHT_LEAST)
            return arena_printf(given->arena, "tests/curriculum/right/%s has %zu kernels, at least %d are asked for",
                                exercise->id, right_kernels(given, exercise), RIGHT_LEAST);
    }
    return NULL;
}

static const char *lacks_minutes(const struct demanding *given)
{
    double minutes = author_minutes_of(given->app, given->lesson);
    if (given->lesson->minutes >= MINUTES_LEAST * minutes)
        return NULL;
    return arena_printf(given->arena, "it takes about %.0f minutes by the formula, and `minutes` says %d", minutes,
                        given->lesson->minutes);
}

static const struct {
    const char *name;
    const char *(*lacks)(const struct demanding *given);
    bool is_for_all; /* else for lessons that teach */
} demands[] = {
    {"objectives", lacks_objectives, true}, {"read", points_on, true},
    {"words", has_many_words, false},       {"runs", lacks_runs, false},
    {"questions", lacks_questions, false},  {"answers", lacks_wrong_answers, false},
    {"figure", lacks_a_figure, false},      {"prediction", lacks_a_prediction, false},
    {"hints", lacks_hints, false},          {"variant", lacks_a_variant, false},
    {"right", lacks_right_kernels, false},  {"minutes", lacks_minutes, false},
};
enum { DEMAND_COUNT = sizeof demands / sizeof demands[0] };

/* --- reports ---------------------------------------------------------------------------------- */

static void report(struct author_check *check, struct author_result result)
{
    result.message = result.message ? result.message : "";
    result.speed = result.speed ? result.speed : "";
    check->checked++;
    check->failed += !result.good;
    check->result(check->context, &result);
}

static void report_lack(struct author_check *check, struct author_result lack, const char *subject, const char *demand)
{
    if (!lack.message)
        return;
    lack.exercise = subject;
    lack.subject = demand;
    report(check, lack);
}

static void check_lesson(const struct demanding *given, struct author_check *check)
{
    const struct lesson *lesson = given->lesson;
    struct author_result result = {
        .exercise = lesson->id, .subject = "demands", .file = lesson->source->name, .line = lesson->location.line};
    for (size_t i = 0; i < DEMAND_COUNT; i++) {
        bool applies = demands[i].is_for_all || lesson_is_taught(lesson);
        result.message = applies ? demands[i].lacks(given) : NULL;
        report_lack(check, result, lesson->id, demands[i].name);
    }
    result.good = true;
    result.message = NULL;
    if (lesson_is_taught(lesson))
        result.speed = arena_printf(given->arena, "about %.0f minutes by the formula, %d are written",
                                    author_minutes_of(given->app, lesson), lesson->minutes);
    report(check, result);
}

/* A week's core by the formula. */
static void check_week(const struct app *app, struct author_check *check, int week)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct lesson *last = NULL;
    double minutes = 0;
    for (size_t i = 0; i < app->curriculum->lesson_count; i++) {
        const struct lesson *lesson = app->curriculum->lessons[i];
        if (lesson->week != week || !lesson->core || lesson->pack || !lesson_is_taught(lesson))
            continue;
        minutes += author_minutes_of(app, lesson);
        last = lesson;
    }
    if (!last)
        return;
    const char *subject = arena_printf(arena, "week-%d", week);
    struct author_result result = {.file = last->source->name, .line = last->location.line};
    if (minutes > WEEK_MINUTES_MOST)
        result.message = arena_printf(arena, "its core takes about %.0f minutes by the formula, at most %d are allowed",
                                      minutes, WEEK_MINUTES_MOST);
    report_lack(check, result, subject, "minutes");
}

static bool is_wanted(const struct author_check *check, const struct lesson *lesson)
{
    for (size_t i = 0; i < check->only_count; i++)
        if (strcmp(check->only[i], lesson->id) == 0)
            return true;
    return check->only_count == 0;
}

void author_demands_check(const struct app *app, struct author_check *check)
{
    const struct curriculum *curriculum = app->curriculum;
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        const struct lesson *lesson = curriculum->lessons[i];
        struct demanding given = {.app = app, .lesson = lesson, .arena = arena};
        if (is_wanted(check, lesson))
            check_lesson(&given, check);
    }
    for (int week = 0; week < WEEKS && !check->only_count; week++)
        check_week(app, check, week);
}
