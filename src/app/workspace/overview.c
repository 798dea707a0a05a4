/* Makes the overview of lessons and exercises. */
#include "app/overview.h"
#include "base/i18n.h"

#include <string.h>

#include "app/placement.h"
#include "progress/next.h"

static const char *const state_names[] = {[EXERCISE_NEW] = N_("new"),
                                          [EXERCISE_TRIED] = N_("tried"),
                                          [EXERCISE_PASSED] = N_("passed"),
                                          [EXERCISE_PARKED] = N_("parked")};

const char *overview_state_name(enum exercise_state state)
{
    return state_names[state];
}

const char *overview_week_name(const struct overview_week *week, struct arena *arena)
{
    return week->title ? arena_printf(arena, _("Week %d: %s"), week->week, week->title)
                       : arena_printf(arena, _("Week %d"), week->week);
}

static struct exercise_progress progress_of(const struct exercise_progress *recorded, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(recorded[i].exercise, id) == 0)
            return recorded[i];
    return (struct exercise_progress){.exercise = id, .state = EXERCISE_NEW};
}

static void add_exercises(struct overview *overview, struct overview_lesson *row,
                          const struct exercise_progress *recorded, size_t recorded_count)
{
    row->first_exercise = overview->exercise_count;
    bool is_pool = row->lesson->kind == LESSON_ASSESSMENT; /* no learner must solve all of it */
    for (size_t i = 0; !is_pool && i < row->lesson->step_count; i++) {
        const struct step *step = &row->lesson->steps[i];
        if (step->kind != STEP_EXERCISE || step->exercise->locked)
            continue;
        overview->exercises[overview->exercise_count++] = (struct overview_exercise){
            .exercise = step->exercise,
            .progress = progress_of(recorded, recorded_count, step->exercise->id),
        };
    }
    row->exercise_count = overview->exercise_count - row->first_exercise;
}

static size_t count_passed(const struct overview *overview, const struct overview_lesson *row)
{
    size_t passed = 0;
    for (size_t i = 0; i < row->exercise_count; i++)
        passed += overview->exercises[row->first_exercise + i].progress.state == EXERCISE_PASSED;
    return passed;
}

/* A placement check is optional, but it is done only when it was answered. */
static bool look_at_placement(struct app *app, struct overview *overview, struct error *error)
{
    struct placement placement;
    if (!placement_read(app, &placement, error))
        return false;
    for (size_t i = 0; placement.check && i < overview->lesson_count; i++) {
        struct overview_lesson *row = &overview->lessons[i];
        if (row->lesson == placement.check)
            row->read = row->done = placement.answered == placement.questions;
    }
    return true;
}

static struct overview_week *week_of(struct overview *overview, const struct lesson *lesson, size_t lesson_index)
{
    struct overview_week *last = overview->week_count ? &overview->weeks[overview->week_count - 1] : NULL;
    if (last && last->week == lesson->week)
        return last;
    struct overview_week *week = &overview->weeks[overview->week_count++];
    *week = (struct overview_week){.week = lesson->week, .level = lesson->level, .first_lesson = lesson_index};
    return week;
}

/* A lesson is done when it has its badge, also if some of its text was not read. */
static void count_badges(struct overview *overview)
{
    for (size_t i = 0; i < overview->badges.count; i++) {
        const struct badge *badge = &overview->badges.items[i];
        for (size_t j = 0; badge->kind == BADGE_LESSON && badge->earned && j < overview->lesson_count; j++)
            if (strcmp(overview->lessons[j].lesson->id, badge->subject) == 0)
                overview->lessons[j].done = true;
    }
}

/* The lesson itself, or the first one after it that is not done. */
static const struct lesson *first_not_done(const struct overview *overview, const struct lesson *from)
{
    bool is_after = false;
    for (size_t i = 0; i < overview->lesson_count; i++) {
        const struct overview_lesson *row = &overview->lessons[i];
        is_after = is_after || row->lesson == from;
        if (is_after && !row->done && (row->lesson == from || row->lesson->kind != LESSON_PLACEMENT))
            return row->lesson;
    }
    return NULL;
}

/* The lesson of the next step, and its first exercise that is neither passed nor parked. */
static void choose_next(struct overview *overview, const struct lesson *next)
{
    overview->next_lesson = first_not_done(overview, next);
    for (size_t i = 0; i < overview->lesson_count; i++) {
        const struct overview_lesson *row = &overview->lessons[i];
        for (size_t j = 0; row->lesson == overview->next_lesson && j < row->exercise_count; j++) {
            const struct overview_exercise *exercise = &overview->exercises[row->first_exercise + j];
            bool is_open = exercise->progress.state == EXERCISE_NEW || exercise->progress.state == EXERCISE_TRIED;
            if (is_open && !overview->next_exercise)
                overview->next_exercise = exercise->exercise;
        }
    }
}

/* Badges and certificates. */
static bool judge(struct app *app, struct arena *arena, struct overview *overview, struct error *error)
{
    struct earned earned;
    if (!earned_read(app->curriculum, app->store, arena, &earned, error) ||
        !badges_update(&earned, app->store, arena, &overview->badges, error))
        return false;
    for (int i = 0; i < CERTIFICATE_COUNT; i++)
        certificate_evaluate((enum certificate)i, &earned, arena, &overview->certificates[i]);
    return true;
}

bool overview_make(struct app *app, struct arena *arena, struct overview *out_overview, struct error *error)
{
    const struct curriculum *curriculum = app->curriculum;
    struct exercise_progress *recorded;
    size_t recorded_count;
    struct lesson_progress *measured;
    const struct lesson *next;
    if (!store_list_exercises(app->store, arena, &recorded, &recorded_count, error) ||
        !progress_list_lessons(app->store, curriculum, arena, &measured, error) ||
        !progress_next(app->store, curriculum, arena, &next, error))
        return false;
    struct overview overview = {
        .weeks = ARENA_ARRAY(arena, curriculum->lesson_count + 1, struct overview_week),
        .lessons = ARENA_ARRAY(arena, curriculum->lesson_count + 1, struct overview_lesson),
        .exercises = ARENA_ARRAY(arena, curriculum->exercise_count + 1, struct overview_exercise),
    };
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        struct overview_lesson *row = &overview.lessons[i];
        row->lesson = curriculum->lessons[i];
        add_exercises(&overview, row, recorded, recorded_count);
        size_t passed = count_passed(&overview, row);
        row->read = measured[i].done - measured[i].exercises_passed == measured[i].total - measured[i].exercises;
        row->done = measured[i].complete;
        struct overview_week *week = week_of(&overview, row->lesson, i);
        week->lesson_count++;
        week->title = week->title ? week->title : row->lesson->week_title;
        week->exercises_passed += passed;
        week->exercises_total += row->exercise_count;
        overview.exercises_passed += passed;
        overview.lesson_count++;
    }
    if (!look_at_placement(app, &overview, error) || !judge(app, arena, &overview, error))
        return false;
    count_badges(&overview);
    choose_next(&overview, next);
    *out_overview = overview;
    return true;
}
