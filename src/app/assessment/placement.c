/* Places a learner by answered questions. */
#include "app/placement.h"

#include <string.h>

#include "progress/next.h"

static const struct lesson *find_check(const struct curriculum *curriculum)
{
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        if (curriculum->lessons[i]->kind == LESSON_PLACEMENT)
            return curriculum->lessons[i];
    return NULL;
}

static size_t position_of(const struct curriculum *curriculum, const char *id)
{
    size_t at = 0;
    while (at < curriculum->lesson_count && strcmp(curriculum->lessons[at]->id, id) != 0)
        at++;
    return at;
}

static const char *read_of(const struct step *step)
{
    return step->kind == STEP_QUIZ ? step->quiz.read : step->predict.read;
}

/* The next teaching lesson after the last one that a question names. */
static const struct lesson *behind(const struct curriculum *curriculum, size_t last)
{
    for (size_t i = last + 1; i < curriculum->lesson_count; i++)
        if (curriculum->lessons[i]->kind == LESSON_ORDINARY && curriculum->lessons[i]->core)
            return curriculum->lessons[i];
    return curriculum->lessons[last];
}

bool placement_read(struct app *app, struct placement *out_placement, struct error *error)
{
    const struct curriculum *curriculum = app->curriculum;
    struct placement placement = {.check = find_check(curriculum)};
    size_t first_gap = curriculum->lesson_count, last = 0;
    for (size_t i = 0; placement.check && i < placement.check->step_count; i++) {
        const struct step *step = &placement.check->steps[i];
        bool done, right;
        if (step->kind == STEP_TEXT)
            continue;
        if (!store_get_step(app->store, placement.check->id, (int)i, &done, &right, error))
            return false;
        size_t named = position_of(curriculum, read_of(step));
        placement.questions++;
        placement.answered += done;
        placement.right += done && right;
        last = named > last && named < curriculum->lesson_count ? named : last;
        if (done && !right && named < first_gap)
            first_gap = named;
    }
    if (placement.answered > 0)
        placement.begin =
            first_gap < curriculum->lesson_count ? curriculum->lessons[first_gap] : behind(curriculum, last);
    *out_placement = placement;
    return true;
}

bool placement_apply(struct app *app, const struct placement *placement, struct error *error)
{
    if (placement->questions == 0 || placement->answered < placement->questions || !placement->begin)
        return true;
    return store_set_setting(app->store, PROGRESS_PLACEMENT, placement->begin->id, error);
}

bool placement_forget(struct app *app, struct error *error)
{
    return store_set_setting(app->store, PROGRESS_PLACEMENT, NULL, error);
}
