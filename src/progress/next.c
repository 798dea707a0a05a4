/* Chooses the next step. */
#include "progress/next.h"

#include <stdlib.h>
#include <string.h>

#include "progress/assessments.h"

/* The recorded results, read once, sorted by name. */
struct record {
    struct exercise_progress *exercises;
    size_t exercise_count;
    struct step_progress *steps;
    size_t step_count;
    bool assessment_passed[LEVEL_COUNT];
};

static int compare_exercise(const void *key, const void *row)
{
    return strcmp(key, ((const struct exercise_progress *)row)->exercise);
}

struct step_key {
    const char *lesson;
    int step;
};

static int compare_step(const void *key, const void *row)
{
    const struct step_key *wanted = key;
    const struct step_progress *step = row;
    int order = strcmp(wanted->lesson, step->lesson);
    return order ? order : (wanted->step > step->step) - (wanted->step < step->step);
}

static bool read_record(struct store *store, struct arena *arena, struct record *out_record, struct error *error)
{
    for (int level = 0; level < LEVEL_COUNT; level++)
        if (!assessments_passed(store, level_name((enum level)level), &out_record->assessment_passed[level], error))
            return false;
    return store_list_exercises(store, arena, &out_record->exercises, &out_record->exercise_count, error) &&
           store_list_steps(store, arena, &out_record->steps, &out_record->step_count, error);
}

static enum exercise_state exercise_state(const struct record *record, const char *exercise)
{
    const struct exercise_progress *found = NULL;
    if (record->exercise_count)
        found =
            bsearch(exercise, record->exercises, record->exercise_count, sizeof *record->exercises, compare_exercise);
    return found ? found->state : EXERCISE_NEW;
}

static bool step_is_done(const struct record *record, const char *lesson, int step)
{
    struct step_key key = {lesson, step};
    return record->step_count && bsearch(&key, record->steps, record->step_count, sizeof *record->steps, compare_step);
}

/* An assessment is one thing to do, done when passed. A placement is never suggested. */
static struct lesson_progress measure_special(const struct record *record, const struct lesson *lesson)
{
    bool is_assessment = lesson->kind == LESSON_ASSESSMENT;
    bool done = !is_assessment || record->assessment_passed[lesson->level];
    return (struct lesson_progress){.lesson = lesson,
                                    .total = is_assessment,
                                    .done = is_assessment && done,
                                    .first_open = done ? -1 : 0,
                                    .complete = done};
}

static struct lesson_progress measure(const struct record *record, const struct lesson *lesson)
{
    if (lesson->kind != LESSON_ORDINARY)
        return measure_special(record, lesson);
    struct lesson_progress progress = {.lesson = lesson, .total = lesson->step_count, .first_open = -1};
    for (size_t i = 0; i < lesson->step_count; i++) {
        bool is_exercise = lesson->steps[i].kind == STEP_EXERCISE, is_parked = false, is_done;
        if (is_exercise && lesson->steps[i].exercise->locked) {
            progress.total--;
            continue;
        }
        if (is_exercise) {
            enum exercise_state state = exercise_state(record, lesson->steps[i].exercise->id);
            is_done = state == EXERCISE_PASSED;
            is_parked = state == EXERCISE_PARKED;
        } else {
            is_done = step_is_done(record, lesson->id, (int)i);
        }
        progress.exercises += is_exercise;
        progress.exercises_passed += is_exercise && is_done;
        progress.done += is_done;
        progress.parked += is_parked;
        if (!is_done && !is_parked && progress.first_open < 0)
            progress.first_open = (int)i;
    }
    progress.complete = progress.done == progress.total;
    return progress;
}

bool progress_list_lessons(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                           struct lesson_progress **out_lessons, struct error *error)
{
    struct record record;
    if (!read_record(store, arena, &record, error))
        return false;
    struct lesson_progress *lessons = ARENA_ARRAY(arena, curriculum->lesson_count, struct lesson_progress);
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        lessons[i] = measure(&record, curriculum->lessons[i]);
    *out_lessons = lessons;
    return true;
}

/* The first lesson by the placement; 0 without one. */
static size_t placed_at(struct store *store, const struct lesson_progress *lessons, size_t count, struct arena *arena)
{
    const char *id = store_get_setting(store, PROGRESS_PLACEMENT, arena);
    for (size_t i = 0; id && i < count; i++)
        if (strcmp(lessons[i].lesson->id, id) == 0)
            return i;
    return 0;
}

/*
 * The order: from the placed lesson on, then the lessons before it. Cores come before stretch in
 * each part.
 */
static const struct lesson *first_open(struct store *store, const struct lesson_progress *lessons, size_t count,
                                       struct arena *arena)
{
    size_t placed = placed_at(store, lessons, count, arena);
    for (int turn = 0; turn < 4; turn++) {
        bool before = turn & 2, stretch = turn & 1;
        for (size_t i = before ? 0 : placed; i < (before ? placed : count); i++)
            if (lessons[i].first_open >= 0 && lessons[i].lesson->core == !stretch)
                return lessons[i].lesson;
    }
    return NULL;
}

bool progress_next(struct store *store, const struct curriculum *curriculum, struct arena *arena,
                   const struct lesson **out_next, struct error *error)
{
    struct lesson_progress *lessons;
    if (!progress_list_lessons(store, curriculum, arena, &lessons, error))
        return false;
    *out_next = first_open(store, lessons, curriculum->lesson_count, arena);
    return true;
}
