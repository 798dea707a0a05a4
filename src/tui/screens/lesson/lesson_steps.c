/* A step of a lesson as one line: done or not, its number, its title, a note. */
#include <string.h>

#include "base/i18n.h"
#include "tui/draw/markdown.h"
#include "tui/screens/lesson/lesson.h"

/* The first heading of a text, else its first line that is no row of a table. */
static const char *heading_of(const char *text, struct arena *arena)
{
    const char *at = text[0] == '#' ? text : strstr(text, "\n#");
    if (!at)
        at = text;
    at += strspn(at, "\n# ");
    while (*at == '|') {
        at += strcspn(at, "\n");
        at += strspn(at, "\n");
    }
    return arena_strndup(arena, at, strcspn(at, "\n"));
}

static const char *title_of(const struct step *step, struct arena *arena)
{
    switch (step->kind) {
    case STEP_TEXT:
        return heading_of(step->text, arena);
    case STEP_QUIZ:
        return arena_printf(arena, _("Question: %s"), step->quiz.ask);
    case STEP_PREDICT:
        return arena_printf(arena, _("Predict: %s"), step->predict.ask);
    case STEP_EXERCISE:
        return arena_printf(arena, _("Exercise: %s"), shell_exercise_title(step->exercise));
    default: /* a lab */
        return arena_printf(arena, _("Question: %s"), step->lab->ask ? step->lab->ask : step->lab->id);
    }
}

/* One line: the Markdown of a title, cut to the width. */
static void draw_title(struct shell *shell, const struct step *step, struct rect line)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, line.width, canvas_is_ascii(shell->canvas));
    markdown_inline(title_of(step, shell->frame), step->kind == STEP_EXERCISE ? STYLE_STRONG : STYLE_NORMAL, &page);
    page_end_unwrapped(&page);
    page_draw(&page, shell->canvas, line, 0);
}

bool lesson_steps_is_done(struct shell *shell, const struct lesson_state *lesson, size_t index)
{
    const struct step *step = &lesson->lesson->steps[index];
    if (step->kind != STEP_EXERCISE)
        return lesson->steps[index].is_done;
    const struct overview_exercise *row = shell_overview_exercise(shell, step->exercise);
    return row && row->progress.state == EXERCISE_PASSED;
}

void lesson_steps_draw_mark(struct shell *shell, const struct lesson_state *lesson, int index, int x, int y)
{
    bool done = lesson_steps_is_done(shell, lesson, (size_t)index);
    bool wrong = done && lesson->lesson->steps[index].kind != STEP_EXERCISE && !lesson->steps[index].is_right;
    canvas_mark(shell->canvas, x, y,
                wrong  ? STYLE_WARNING
                : done ? STYLE_GOOD
                       : STYLE_DIM,
                wrong  ? MARK_PARTLY
                : done ? MARK_PASSED
                       : MARK_OPEN);
}

void lesson_steps_draw(struct shell *shell, const struct lesson_state *lesson, int index, struct rect line)
{
    const struct step *step = &lesson->lesson->steps[index];
    lesson_steps_draw_mark(shell, lesson, index, line.x + 1, line.y);
    canvas_printf(shell->canvas, line.x + 3, line.y, STYLE_DIM, "%2d", index + 1);
    draw_title(shell, step, (struct rect){line.x + 6, line.y, line.width - 7, 1});
    if (notes_on_step(shell, lesson->lesson, index))
        canvas_mark(shell->canvas, line.x, line.y, STYLE_ACCENT, MARK_NOTE);
}

void lesson_steps_draw_beside(struct shell *shell, const struct lesson_state *lesson, int target, struct rect area)
{
    int count = (int)lesson->lesson->step_count, first = lesson->step - area.height / 2;
    first = first > count - area.height ? count - area.height : first;
    first = first < 0 ? 0 : first;
    for (int y = 0; y < area.height; y++)
        canvas_mark(shell->canvas, area.x, area.y + y, STYLE_DIM, MARK_WALL);
    for (int y = 0; y < area.height && first + y < count; y++) {
        struct rect line = {area.x + 4, area.y + y, area.width - 4, 1};
        lesson_steps_draw(shell, lesson, first + y, line);
        if (first + y == lesson->step)
            canvas_mark(shell->canvas, area.x + 2, line.y, STYLE_ACCENT, MARK_CURSOR);
        shell_add_target(shell, line, target + first + y);
    }
}
