/* Counts earned exercises, questions and assessments. */
#include "certificate/earned.h"

#include <stdlib.h>
#include <string.h>

#include "progress/assessments.h"

/* The recorded results, sorted by name, as the store gives them. */
struct record {
    struct store *store;
    struct exercise_progress *exercises;
    size_t exercise_count;
    struct step_progress *steps;
    size_t step_count;
};

static int compare_exercise(const void *key, const void *row)
{
    return strcmp(key, ((const struct exercise_progress *)row)->exercise);
}

/* Only an exercise passed with help needs a query of its own. */
static bool is_earned(const struct record *record, const struct exercise *exercise, bool *out_earned,
                      struct error *error)
{
    const struct exercise_progress *found = NULL;
    if (record->exercise_count > 0)
        found = bsearch(exercise->id, record->exercises, record->exercise_count, sizeof *found, compare_exercise);
    *out_earned = found && found->passed_at && !found->assisted;
    if (!found || !found->passed_at || !found->assisted)
        return true;
    return store_is_earned(record->store, exercise->id, exercise->variant, out_earned, error);
}

static bool is_answered(const struct record *record, const struct lesson *lesson, int step)
{
    for (size_t i = 0; i < record->step_count; i++)
        if (record->steps[i].step == step && record->steps[i].right && strcmp(record->steps[i].lesson, lesson->id) == 0)
            return true;
    return false;
}

static void add_gap(struct earned *earned, const struct lesson *lesson, const struct exercise *exercise,
                    struct tally questions)
{
    earned->gaps[earned->gap_count++] =
        (struct earned_gap){.lesson = lesson, .exercise = exercise, .questions = questions};
}

/*
 * A question can be answered until it is right. The guess before a run cannot be given again once
 * its numbers are shown, so it is none.
 */
static bool is_question(const struct step *step)
{
    return step->kind == STEP_QUIZ || step->kind == STEP_PREDICT || step->kind == STEP_FILL;
}

/* Counts the exercises of a lesson. If it has none, its questions together count as one. */
static bool tally_lesson(const struct record *record, struct earned *earned, const struct lesson *lesson,
                         struct tally *out_tally, struct error *error)
{
    struct tally exercises = {0}, questions = {0};
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        bool is_good = false;
        if (step->kind == STEP_EXERCISE) {
            if (!is_earned(record, step->exercise, &is_good, error))
                return false;
            exercises.total++;
            exercises.passed += is_good;
            if (!is_good)
                add_gap(earned, lesson, step->exercise, (struct tally){0});
        } else if (is_question(step)) {
            questions.total++;
            questions.passed += is_answered(record, lesson, (int)i);
        }
    }
    *out_tally = exercises;
    if (exercises.total > 0 || questions.total == 0)
        return true;
    *out_tally = (struct tally){.passed = questions.passed == questions.total, .total = 1};
    if (out_tally->passed == 0)
        add_gap(earned, lesson, NULL, questions);
    return true;
}

static bool read_levels(struct store *store, struct earned *earned, struct error *error)
{
    for (int level = 0; level < LEVEL_COUNT; level++) {
        const char *name = level_name((enum level)level);
        if (!assessments_passed(store, name, &earned->assessment_passed[level], error) ||
            !assessments_taken(store, name, &earned->assessment_taken[level], error))
            return false;
    }
    return true;
}

/* A gap for each step at most, and one for each assessment. */
static size_t gaps_most(const struct curriculum *curriculum)
{
    size_t most = 0;
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        most += curriculum->lessons[i]->step_count + 1;
    return most;
}

static bool tally_one(const struct record *record, struct earned *earned, const struct lesson *lesson,
                      struct tally *out_tally, struct error *error)
{
    if (lesson->kind != LESSON_ASSESSMENT)
        return tally_lesson(record, earned, lesson, out_tally, error);
    *out_tally = (struct tally){.passed = earned->assessment_passed[lesson->level], .total = 1};
    if (out_tally->passed == 0)
        add_gap(earned, lesson, NULL, (struct tally){0});
    return true;
}

bool earned_read(const struct curriculum *curriculum, struct store *store, struct arena *arena,
                 struct earned *out_earned, struct error *error)
{
    struct earned earned = {.curriculum = curriculum,
                            .lessons = ARENA_ARRAY(arena, curriculum->lesson_count, struct tally),
                            .gaps = ARENA_ARRAY(arena, gaps_most(curriculum), struct earned_gap)};
    struct record record = {.store = store};
    if (!store_list_exercises(store, arena, &record.exercises, &record.exercise_count, error) ||
        !store_list_steps(store, arena, &record.steps, &record.step_count, error) ||
        !read_levels(store, &earned, error))
        return false;
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        if (!tally_one(&record, &earned, curriculum->lessons[i], &earned.lessons[i], error))
            return false;
    *out_earned = earned;
    return true;
}
