/* The steps of a lesson, to choose one. */

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

static void draw_step(struct shell *shell, const struct contents *contents, int index, struct rect line)
{
    lesson_steps_draw(shell, &contents->answers, index, line);
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

static void place(const void *state, struct place *out_place)
{
    const struct contents *contents = state;
    *out_place = (struct place){.screen = SCREEN_LESSON, .lesson = contents->lesson, .step = contents->rows.scroll};
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open}, {ACTION_BACK, shell_act_back}, {ACTION_UP, act_move}, {ACTION_DOWN, act_move},
    {ACTION_TOP, act_move},  {ACTION_BOTTOM, act_move},     {ACTION_NONE, NULL},
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
