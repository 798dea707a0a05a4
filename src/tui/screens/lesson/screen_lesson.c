/* The lesson reader: one step after another. Only a key moves to the next step. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "tui/screens/lesson/lesson_lab.h"
#include "tui/shell/next.h"

enum {
    MEASURE_COLUMNS = 84, /* longer lines are hard to read; figures can need this much */
    STEPS_COLUMNS_LEAST = 44
};
/* click target of the first step's mark; choices have lower numbers */
enum { STEP_TARGET = 1000 };

static int first_open_step(const struct lesson_state *lesson)
{
    for (size_t i = 0; i < lesson->lesson->step_count; i++)
        if (!lesson->steps[i].is_done && lesson->lesson->steps[i].kind != STEP_EXERCISE)
            return (int)i;
    return 0;
}

static int step_to_open(struct shell *shell, const struct lesson_state *lesson, const struct place *place)
{
    if (place->step >= 0)
        return place->step <= (int)lesson->lesson->step_count ? place->step : 0;
    int step;
    bool was_here = store_get_position(shell->app->store, lesson->lesson->id, &step, NULL);
    return was_here && step >= 0 && step < (int)lesson->lesson->step_count ? step : first_open_step(lesson);
}

static bool open_lesson(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct lesson_state *lesson = state;
    if (!place->lesson)
        return error_set(error, ERROR_INTERNAL, "no lesson was named");
    lesson->arena = arena_new();
    lesson->lesson = place->lesson;
    lesson->steps = ARENA_ARRAY(lesson->arena, place->lesson->step_count + 1, struct step_state);
    if (!lesson_answers_load(shell, lesson, error))
        return false;
    lesson->step = step_to_open(shell, lesson, place);
    lesson->scroller.scroll = place->step >= 0 ? place->scroll : 0;
    lesson_step_seen(shell, lesson);
    lesson_lab_enter(shell, lesson);
    return true;
}

static void close_lesson(void *state)
{
    struct lesson_state *lesson = state;
    if (lesson->steps)
        lesson_labs_close(lesson);
    arena_free(lesson->arena);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    struct lesson_state *lesson = state;
    int count = (int)lesson->lesson->step_count;
    int right = line.x + line.width;
    bool is_end = lesson->step >= count;
    char number[32];
    snprintf(number, sizeof number, "%d/%d", is_end ? count : lesson->step + 1, count);
    right -= (int)strlen(number);
    canvas_text(shell->canvas, right, line.y, STYLE_DIM, number);
    right -= count + 1;
    bool has_marks = right > line.x + line.width / 2;
    for (int i = 0; has_marks && i < count; i++) {
        lesson_steps_draw_mark(shell, lesson, i, right + i, line.y);
        if (i == lesson->step)
            canvas_select(shell->canvas, (struct rect){right + i, line.y, 1, 1});
        shell_add_target(shell, (struct rect){right + i, line.y, 1, 1}, STEP_TARGET + i);
    }
    int columns = (has_marks ? right : line.x + line.width - (int)strlen(number)) - line.x - 1;
    canvas_cut(shell->canvas, line.x, line.y, columns, STYLE_BAR, lesson->lesson->title);
}

/* Scrolls to the marked choice if wanted, and records whether it is visible. */
static void follow(struct lesson_state *lesson, const struct page *page, int height)
{
    int first, last;
    const struct step *step = lesson_current(lesson);
    bool has_cursor =
        step && step->kind == STEP_QUIZ && page_find_tag(page, lesson->steps[lesson->step].cursor, &first, &last);
    if (has_cursor && lesson->follow_cursor)
        lesson->scroller.scroll = page_scroll_to(page, lesson->scroller.scroll, height, first, last);
    lesson->cursor_shown = !has_cursor || first < lesson->scroller.scroll + height;
    lesson->follow_cursor = false;
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct lesson_state *lesson = state;
    struct rect text = area;
    int margin = area.width > MEASURE_COLUMNS + 4 ? 2 : area.width >= 40 ? 1 : 0;
    text.x += margin;
    text.width = area.width - 2 * margin < MEASURE_COLUMNS ? area.width - 2 * margin : MEASURE_COLUMNS;
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, text.width - 1, canvas_is_ascii(shell->canvas));
    lesson_page_build(shell, lesson, &page);
    follow(lesson, &page, text.height);
    scroller_draw(&lesson->scroller, &page, shell->canvas, text);
    lesson_draw_focus(shell, lesson, &page, text);
    shell->is_cut = lesson->scroller.is_cut;
    int beside = text.x + text.width + 2;
    if (area.x + area.width - beside >= STEPS_COLUMNS_LEAST && !shell->is_plain)
        lesson_steps_draw_beside(shell, lesson, STEP_TARGET,
                                 (struct rect){beside, area.y, area.x + area.width - beside, area.height});
}

static void go_to_step(struct shell *shell, struct lesson_state *lesson, int step)
{
    int last = (int)lesson->lesson->step_count;
    lesson->step = step < 0 ? 0 : step > last ? last : step;
    lesson->scroller.scroll = lesson->scroller.pan = 0;
    lesson->follow_cursor = false;
    lesson_step_seen(shell, lesson);
    lesson_lab_enter(shell, lesson);
    place_save(shell);
}

static void open_neighbour(struct shell *shell, const struct lesson *lesson, int delta)
{
    const struct curriculum *curriculum = shell->app->curriculum;
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        if (curriculum->lessons[i] != lesson)
            continue;
        bool exists = delta > 0 ? i + 1 < curriculum->lesson_count : i > 0;
        if (!exists)
            break;
        struct place place = {
            .screen = SCREEN_LESSON, .lesson = curriculum->lessons[delta > 0 ? i + 1 : i - 1], .step = -1};
        shell_replace(shell, &place);
        return;
    }
    shell_say(shell, STYLE_DIM, "%s", delta > 0 ? _("This is the last lesson") : _("This is the first lesson"));
}

static void take_guess(struct shell *shell, const char *text, bool done)
{
    struct screen *top = shell_top(shell);
    struct lesson_state *lesson = top->state;
    const struct step *step = top->id == SCREEN_LESSON ? lesson_current(lesson) : NULL;
    if (!done || !step || step->kind != STEP_PREDICT)
        return;
    if (*text) {
        lesson_answer_predict(shell, lesson, text);
        return;
    }
    lesson_lab_say_empty(shell);
    prompt_again(shell);
}

static void ask_number(struct shell *shell)
{
    prompt_text(shell, _("Your number: "), false, take_guess);
}

static void continue_quiz(struct shell *shell, struct lesson_state *lesson)
{
    if (lesson->steps[lesson->step].is_solved) {
        go_to_step(shell, lesson, lesson->step + 1);
        return;
    }
    if (!lesson->cursor_shown) /* an invisible choice is not answered */
        lesson->follow_cursor = true;
    else if (lesson_marks_a_tried_choice(lesson))
        shell_say(shell, STYLE_DIM, "%s", _("Try another choice, or press Space to skip the question"));
    else
        lesson_answer_quiz(shell, lesson);
    lesson->follow_cursor = true;
}

static void continue_end(struct shell *shell, struct lesson_state *lesson)
{
    struct place place = next_after_lesson(shell, lesson->lesson, shell->frame).place;
    if (place.screen == SCREEN_HOME)
        shell_go_home(shell);
    else if (place.screen == SCREEN_EXERCISE)
        shell_open(shell, &place);
    else
        shell_replace(shell, &place);
}

/* The key that continues does not open a passed exercise again. */
static void continue_exercise(struct shell *shell, struct lesson_state *lesson, const struct exercise *exercise)
{
    if (exercise->locked || lesson_steps_is_done(shell, lesson, (size_t)lesson->step)) {
        go_to_step(shell, lesson, lesson->step + 1);
        return;
    }
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = exercise};
    shell_open(shell, &place);
}

static void act_continue(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    const struct step *step = lesson_current(lesson);
    (void)action;
    if ((!step || step->kind == STEP_TEXT) && !scroller_at_end(&lesson->scroller)) {
        scroller_act(&lesson->scroller, ACTION_PAGE_DOWN);
        return;
    }
    if (!step) {
        continue_end(shell, lesson);
        return;
    }
    switch (step->kind) {
    case STEP_TEXT:
        lesson_step_done(shell, lesson, NULL, true);
        go_to_step(shell, lesson, lesson->step + 1);
        break;
    case STEP_QUIZ:
        continue_quiz(shell, lesson);
        break;
    case STEP_PREDICT:
        if (lesson->steps[lesson->step].is_solved)
            go_to_step(shell, lesson, lesson->step + 1);
        else if (!lesson->steps[lesson->step].is_waiting)
            ask_number(shell);
        break;
    case STEP_EXERCISE:
        continue_exercise(shell, lesson, step->exercise);
        break;
    default: /* a lab */
        if (!lesson_lab_continue(shell, lesson))
            go_to_step(shell, lesson, lesson->step + 1);
        break;
    }
}

static bool is_open_question(const struct lesson_state *lesson)
{
    const struct step *step = lesson_current(lesson);
    const struct lesson_lab *lab = step && step_is_lab(step) ? lesson->steps[lesson->step].lab : NULL;
    return lesson_awaits_answer(lesson) || (lab && !lab->is_revealed);
}

/* A skipped question is not recorded as wrong. */
static void act_skip(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    if (lesson_lab_skip(shell, lesson))
        return;
    if (is_open_question(lesson))
        go_to_step(shell, lesson, lesson->step + 1);
    else
        act_continue(shell, state, action);
}

static void act_rate(struct shell *shell, void *state, enum action action)
{
    const struct lesson_state *lesson = state;
    (void)action;
    lesson_remark_ask(shell, lesson->lesson);
}

static void act_note(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    (void)action;
    if (lesson_current(lesson))
        notes_ask_step(shell, lesson->lesson, lesson->step);
    else
        shell_say(shell, STYLE_DIM, "%s", _("A note belongs to a step: go back one"));
}

static void act_step(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    int before = lesson->step;
    go_to_step(shell, lesson, before + (action == ACTION_STEP_NEXT ? 1 : -1));
    if (lesson->step == before)
        shell_say(shell, STYLE_DIM, "%s", before > 0 ? _("The lesson ends here") : _("This is the first step"));
}

static void act_scroll(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    const struct step *step = lesson_current(lesson);
    bool chooses = step && step->kind == STEP_QUIZ && !lesson->steps[lesson->step].is_solved &&
                   (action == ACTION_UP || action == ACTION_DOWN);
    bool moves = action == ACTION_UP || action == ACTION_DOWN;
    if (moves && lesson_lab_scroll(shell, lesson, action == ACTION_UP))
        return;
    if (!chooses) {
        shell_scroll(shell, &lesson->scroller, action);
        return;
    }
    int *cursor = &lesson->steps[lesson->step].cursor;
    int last = (int)step->quiz.choice_count - 1;
    if (action == ACTION_UP && *cursor == 0)
        lesson->scroller.scroll = 0;
    *cursor += action == ACTION_UP ? (*cursor > 0 ? -1 : 0) : (*cursor < last ? 1 : 0);
    lesson->follow_cursor = *cursor > 0;
}

/* The last exercise up to the step that is shown, else the first. NULL: the lesson has none. */
static const struct exercise *nearest_exercise(const struct lesson_state *lesson)
{
    const struct exercise *exercise = NULL;
    for (size_t i = 0; i < lesson->lesson->step_count; i++) {
        if (lesson->lesson->steps[i].kind != STEP_EXERCISE)
            continue;
        if (!exercise || (int)i <= lesson->step)
            exercise = lesson->lesson->steps[i].exercise;
    }
    return exercise;
}

static void act_switch(struct shell *shell, void *state, enum action action)
{
    const struct exercise *exercise = nearest_exercise(state);
    const struct screen *below = &shell->screens[shell->screen_count - 2];
    (void)action;
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = exercise}, under;
    below->class->place(below->state, &under);
    const struct exercise *other = exercise && below->id == SCREEN_EXERCISE ? under.exercise : NULL;
    if (other && (other == exercise || (other->variant_of && strcmp(other->variant_of, exercise->id) == 0)))
        shell_back(shell);
    else if (exercise)
        shell_open(shell, &place);
    else
        shell_say(shell, STYLE_DIM, "%s", _("This lesson has no exercise"));
}

static void act_edit(struct shell *shell, void *state, enum action action)
{
    act_switch(shell, state, action);
    if (shell_top(shell)->id == SCREEN_EXERCISE)
        shell_act(shell, ACTION_EDIT);
}

static void act_contents(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    int last = (int)lesson->lesson->step_count - 1;
    (void)action;
    struct place place = {.screen = SCREEN_CONTENTS, .lesson = lesson->lesson};
    place.step = lesson->step > last ? last : lesson->step;
    if (last >= 0)
        shell_open(shell, &place);
}

static void act_neighbour(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *lesson = state;
    open_neighbour(shell, lesson->lesson, action == ACTION_NEXT_LESSON ? 1 : -1);
}

/* A digit begins the number of a prediction. */
static bool begin_number(struct shell *shell, const struct lesson_state *lesson, int32_t key)
{
    const struct step *step = lesson_current(lesson);
    const struct step_state *answer = &lesson->steps[lesson->step];
    bool takes = step && step->kind == STEP_PREDICT && !answer->is_solved && !answer->is_waiting;
    if (!takes || key < '0' || key > '9')
        return false;
    ask_number(shell);
    prompt_key(shell, key);
    return true;
}

/* A digit chooses and answers at once. A space ticks if several are right. */
static bool key(struct shell *shell, void *state, int32_t key)
{
    struct lesson_state *lesson = state;
    const struct step *step = lesson_current(lesson);
    if (lesson_lab_key(shell, lesson, key) || begin_number(shell, lesson, key))
        return true;
    if (!step || step->kind != STEP_QUIZ || lesson->steps[lesson->step].is_solved)
        return false;
    struct step_state *answer = &lesson->steps[lesson->step];
    bool is_digit = key >= '1' && key <= '9' && key - '1' < (int32_t)step->quiz.choice_count;
    if (!is_digit && !(step->quiz.many && key == ' '))
        return false;
    if (is_digit)
        answer->cursor = (int)(key - '1');
    if (step->quiz.many)
        answer->ticked ^= 1U << answer->cursor;
    else
        lesson_answer_quiz(shell, lesson);
    lesson->follow_cursor = true;
    return true;
}

/* A click marks a choice. A click on the marked one answers, or ticks if several are right. */
static void click(struct shell *shell, void *state, int target)
{
    struct lesson_state *lesson = state;
    if (target >= STEP_TARGET)
        go_to_step(shell, lesson, target - STEP_TARGET);
    else if (lesson_current(lesson) && step_is_lab(lesson_current(lesson)))
        lesson_lab_click(shell, lesson, target);
    else
        lesson_click_choice(shell, lesson, target);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    if (change == SCREEN_MEASURED)
        lesson_take_measure(shell, state);
    if (change == SCREEN_SHOWN)
        lesson_lab_return(shell, state);
    else if (change == SCREEN_LAB && !shell->labs)
        lesson_lab_enter(shell, state);
    else if (change == SCREEN_LAB)
        lesson_lab_take(shell, state);
}

static void place(const void *state, struct place *out_place)
{
    const struct lesson_state *lesson = state;
    *out_place = (struct place){
        .screen = SCREEN_LESSON, .lesson = lesson->lesson, .step = lesson->step, .scroll = lesson->scroller.scroll};
}

/* Whether the step is a question with several right choices, which Space ticks. */
static bool has_ticks(const struct lesson_state *lesson)
{
    const struct step *step = lesson_current(lesson);
    return step && step->kind == STEP_QUIZ && step->quiz.many;
}

static const char *label(const void *state, enum action action)
{
    const struct lesson_state *lesson = state;
    if (action == ACTION_CONTINUE && lesson_awaits_answer(lesson))
        return lesson_marks_a_tried_choice(lesson) ? "" : N_("answer");
    if (action == ACTION_SKIP && (has_ticks(lesson) || !is_open_question(lesson)))
        return "";
    if ((action == ACTION_SWITCH && !nearest_exercise(lesson)) || (action == ACTION_STEP_BACK && lesson->step == 0))
        return "";
    return lesson_lab_label(lesson, action);
}

static void act_lab(struct shell *shell, void *state, enum action action)
{
    const struct step *step = lesson_current(state);
    if (action == ACTION_HINT && step && step->kind == STEP_EXERCISE)
        shell_say(shell, STYLE_DIM, "%s", _("The exercise has hints of its own: Tab, then H"));
    else if (action == ACTION_HINT && !(step && step_is_lab(step)))
        shell_say(shell, STYLE_DIM, "%s", _("This step has no hints"));
    else if (action == ACTION_SHOW_ANSWER && !(step && step->kind == STEP_FILL))
        shell_say(shell, STYLE_DIM, "%s", _("There is no blank to complete here"));
    else if (action == ACTION_HINT)
        lesson_lab_hint(shell, state);
    else if (action == ACTION_SHOW_ANSWER)
        lesson_lab_show_answer(shell, state);
    else if (action == ACTION_MICROSCOPE)
        lesson_lab_microscope(shell, state);
    else
        lesson_lab_table(shell, state);
}

static const struct action_handler handlers[] = {
    {ACTION_CONTINUE, act_continue},
    {ACTION_SKIP, act_skip},
    {ACTION_STEP_BACK, act_step},
    {ACTION_STEP_NEXT, act_step},
    {ACTION_SWITCH, act_switch},
    {ACTION_EDIT, act_edit},
    {ACTION_NEXT_LESSON, act_neighbour},
    {ACTION_PREVIOUS_LESSON, act_neighbour},
    {ACTION_BACK, shell_act_back},
    {ACTION_UP, act_scroll},
    {ACTION_DOWN, act_scroll},
    {ACTION_PAGE_UP, act_scroll},
    {ACTION_PAGE_DOWN, act_scroll},
    {ACTION_TOP, act_scroll},
    {ACTION_BOTTOM, act_scroll},
    {ACTION_PAN_LEFT, act_scroll},
    {ACTION_PAN_RIGHT, act_scroll},
    {ACTION_HINT, act_lab},
    {ACTION_SHOW_ANSWER, act_lab},
    {ACTION_TABLE, act_lab},
    {ACTION_MICROSCOPE, act_lab},
    {ACTION_CONTENTS, act_contents},
    {ACTION_RATE, act_rate},
    {ACTION_NOTE, act_note},
    {ACTION_NONE, NULL},
};

const struct screen_class screen_lesson = {
    .context = CONTEXT_LESSON,
    .state_bytes = sizeof(struct lesson_state),
    .open = open_lesson,
    .close = close_lesson,
    .status = status,
    .draw = draw,
    .key = key,
    .click = click,
    .changed = changed,
    .place = place,
    .label = label,
    .handlers = handlers,
};
