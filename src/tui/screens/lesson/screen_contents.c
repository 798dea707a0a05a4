/* The steps of a lesson, to choose one. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "tui/draw/markdown.h"
#include "tui/screens/lesson/lesson.h"

struct contents {
    const struct lesson *lesson;
    struct lesson_state answers; /* the done steps */
    struct scroller rows;        /* scroll: the marked step */
    struct scroller_list list;
};

static bool open_contents(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct contents *contents = state;
    contents->lesson = contents->answers.lesson = place->lesson;
    contents->answers.arena = arena_new();
    contents->answers.steps = ARENA_ARRAY(contents->answers.arena, place->lesson->step_count + 1, struct step_state);
    contents->rows = (struct scroller){.scroll = place->step, .height = 1, .count = (int)place->lesson->step_count};
    return lesson_answers_load(shell, &contents->answers, error);
}

static void close_contents(void *state)
{
    struct contents *contents = state;
    arena_free(contents->answers.arena);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct contents *contents = state;
    canvas_cut(shell->canvas, line.x, line.y, line.width, STYLE_BAR, contents->lesson->title);
}

/* The first heading of a text, else its first line. */
static const char *heading_of(const char *text, struct arena *arena)
{
    const char *at = text[0] == '#' ? text : strstr(text, "\n#");
    if (!at)
        at = text;
    at += strspn(at, "\n# ");
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

static void draw_step(struct shell *shell, const struct contents *contents, int index, struct rect line)
{
    const struct step *step = &contents->lesson->steps[index];
    const struct overview_exercise *row =
        step->kind == STEP_EXERCISE ? shell_overview_exercise(shell, step->exercise) : NULL;
    bool done = row ? row->progress.state == EXERCISE_PASSED : contents->answers.steps[index].is_done;
    canvas_mark(shell->canvas, line.x + 1, line.y, done ? STYLE_GOOD : STYLE_DIM, done ? MARK_PASSED : MARK_OPEN);
    canvas_printf(shell->canvas, line.x + 3, line.y, STYLE_DIM, "%2d", index + 1);
    draw_title(shell, step, (struct rect){line.x + 6, line.y, line.width - 7, 1});
    if (notes_on_step(shell, contents->lesson, index))
        canvas_mark(shell->canvas, line.x, line.y, STYLE_ACCENT, MARK_NOTE);
    if (index == contents->rows.scroll)
        canvas_select(shell->canvas, line);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct contents *contents = state;
    int first = scroller_list_first(&contents->list, contents->rows.scroll, contents->rows.count, area.height);
    for (int i = 0; i < area.height && first + i < contents->rows.count; i++)
        draw_step(shell, contents, first + i, (struct rect){area.x, area.y + i, area.width, 1});
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct contents *contents = state;
    (void)shell;
    scroller_act(&contents->rows, action);
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    struct contents *contents = state;
    (void)action;
    struct place place = {.screen = SCREEN_LESSON, .lesson = contents->lesson, .step = contents->rows.scroll};
    shell_back(shell); /* also closes the lesson below; `state` is gone from here on */
    shell_replace(shell, &place);
}

static void act_back(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell_back(shell);
}

static void place(const void *state, struct place *out_place)
{
    const struct contents *contents = state;
    *out_place = (struct place){.screen = SCREEN_LESSON, .lesson = contents->lesson, .step = contents->rows.scroll};
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open}, {ACTION_BACK, act_back},   {ACTION_UP, act_move}, {ACTION_DOWN, act_move},
    {ACTION_TOP, act_move},  {ACTION_BOTTOM, act_move}, {ACTION_NONE, NULL},
};

const struct screen_class screen_contents = {
    .context = CONTEXT_CONTENTS,
    .state_bytes = sizeof(struct contents),
    .open = open_contents,
    .close = close_contents,
    .status = status,
    .draw = draw,
    .place = place,
    .handlers = handlers,
};
