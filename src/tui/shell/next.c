/* Finds the place after an exercise or a lesson. */
#include "tui/shell/next.h"

#include <string.h>

#include "base/i18n.h"
#include "tui/draw/markdown.h"
#include "tui/shell/shell.h"

static bool is_of_step(const struct step *step, const struct exercise *exercise)
{
    if (step->kind != STEP_EXERCISE)
        return false;
    return step->exercise == exercise ||
           (exercise->variant_of && strcmp(step->exercise->id, exercise->variant_of) == 0);
}

static bool is_open(struct shell *shell, const struct lesson *lesson, size_t index)
{
    const struct step *step = &lesson->steps[index];
    bool done = false, right = false;
    if (step->kind != STEP_EXERCISE)
        return store_get_step(shell->app->store, lesson->id, (int)index, &done, &right, NULL) && !done;
    const struct overview_exercise *row = shell_overview_exercise(shell, step->exercise);
    return row && (row->progress.state == EXERCISE_NEW || row->progress.state == EXERCISE_TRIED);
}

/* The first open step after the exercise's own, else the first one before; -1: none. */
static int open_step(struct shell *shell, const struct exercise *exercise)
{
    const struct lesson *lesson = exercise->lesson;
    bool is_after = false;
    int before = -1;
    for (size_t i = 0; lesson && i < lesson->step_count; i++) {
        bool is_own = is_of_step(&lesson->steps[i], exercise);
        if (!is_own && is_open(shell, lesson, i) && is_after)
            return (int)i;
        if (!is_own && before < 0 && !is_after && is_open(shell, lesson, i))
            before = (int)i;
        is_after = is_after || is_own;
    }
    return before;
}

/* The next lesson of the course that is not done; NULL: none. A placement check is optional. */
static const struct lesson *open_lesson_after(const struct shell *shell, const struct lesson *lesson)
{
    const struct overview *overview = &shell->overview;
    bool is_after = false;
    for (size_t i = 0; i < overview->lesson_count; i++) {
        const struct overview_lesson *row = &overview->lessons[i];
        if (is_after && !row->done && row->lesson->kind != LESSON_PLACEMENT)
            return row->lesson;
        is_after = is_after || row->lesson == lesson;
    }
    return overview->next_lesson != lesson ? overview->next_lesson : NULL;
}

static struct next next_lesson_or_home(const struct shell *shell, const struct lesson *lesson, struct arena *arena)
{
    bool is_placement = lesson && lesson->kind == LESSON_PLACEMENT; /* its answers say where to begin */
    const struct lesson *after = is_placement ? shell->overview.next_lesson : open_lesson_after(shell, lesson);
    if (after)
        return (struct next){{.screen = SCREEN_LESSON, .lesson = after, .step = -1},
                             arena_printf(arena, _("next lesson: %s"), after->title)};
    return (struct next){{.screen = SCREEN_HOME}, _("back to the map")};
}

struct next next_after(struct shell *shell, const struct exercise *exercise, struct arena *arena)
{
    if (exercise_is_of_pool(exercise))
        return (struct next){{.screen = SCREEN_ASSESSMENT, .lesson = exercise->lesson}, _("back to the assessment")};
    int step = open_step(shell, exercise);
    if (step < 0)
        return next_lesson_or_home(shell, exercise->lesson, arena);
    const struct lesson *lesson = exercise->lesson;
    return (struct next){{.screen = SCREEN_LESSON, .lesson = lesson, .step = step},
                         arena_printf(arena, _("back to the lesson, step %d of %zu"), step + 1, lesson->step_count)};
}

struct next next_after_lesson(struct shell *shell, const struct lesson *lesson, struct arena *arena)
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        if (step->kind == STEP_EXERCISE && is_open(shell, lesson, i))
            return (struct next){{.screen = SCREEN_EXERCISE, .exercise = step->exercise},
                                 arena_printf(arena, _("the exercise %s is still to do"), step->exercise->id)};
    }
    return next_lesson_or_home(shell, lesson, arena);
}

void next_describe(const struct next *next, struct page *page)
{
    const struct place *place = &next->place;
    const struct exercise *exercise = place->screen == SCREEN_EXERCISE ? place->exercise : NULL;
    const struct lesson *lesson = exercise ? NULL : place->lesson;
    if (!exercise && !lesson)
        return;
    page_blank(page);
    page_text(page, STYLE_DIM, _("What comes next"));
    page_end(page);
    page_text(page, STYLE_TITLE, exercise ? shell_exercise_title(exercise) : lesson->title);
    page_end(page);
    if (exercise && exercise->task)
        markdown_render(exercise->task, page);
    for (size_t i = 0; lesson && i < lesson->objective_count; i++)
        markdown_item(lesson->objectives[i].say, page);
}

void next_open(struct shell *shell, const struct place *place)
{
    struct place wanted = *place;
    if (wanted.screen == SCREEN_HOME) {
        shell_go_home(shell);
        return;
    }
    while (shell->screen_count > 2) {
        enum screen_id below = shell->screens[shell->screen_count - 2].id;
        if (below != SCREEN_LESSON && below != SCREEN_EXERCISE)
            break;
        shell_back(shell);
    }
    shell_replace(shell, &wanted);
}
