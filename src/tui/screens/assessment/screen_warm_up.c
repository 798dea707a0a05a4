/* A few questions of earlier lessons, offered on the first start of a day. Esc skips them. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/i18n.h"
#include "tui/screens/lesson/lesson.h"
#include "tui/screens/page/reader.h"

#define DAY_KEY "shell.day"

enum { QUESTIONS_MAX = 3 }; /* about a minute each */

struct warm_up {
    struct arena *arena;
    struct lesson_state questions[QUESTIONS_MAX]; /* as if not answered yet */
    int count, at;                                /* at == count: all were asked */
};

static struct lesson_state *current(struct warm_up *warm_up)
{
    return warm_up->at < warm_up->count ? &warm_up->questions[warm_up->at] : NULL;
}

static bool open_warm_up(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct warm_up *warm_up = state;
    struct review_item *items;
    size_t count;
    (void)place;
    warm_up->arena = arena_new();
    if (!review_list(shell->app->store, shell->app->curriculum, NULL, warm_up->arena, &items, &count, error))
        return false;
    for (size_t i = 0; i < count && warm_up->count < QUESTIONS_MAX; i++) {
        if (items[i].exercise || items[i].lesson->steps[items[i].step].kind != STEP_QUIZ)
            continue; /* a step that runs kernels has the lesson's screen */
        struct lesson_state *question = &warm_up->questions[warm_up->count++];
        question->lesson = items[i].lesson;
        question->step = items[i].step;
        question->steps = ARENA_ARRAY(warm_up->arena, items[i].lesson->step_count, struct step_state);
    }
    return true;
}

static void close_warm_up(void *state)
{
    struct warm_up *warm_up = state;
    arena_free(warm_up->arena);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    struct warm_up *warm_up = state;
    char text[64];
    int number = warm_up->at < warm_up->count ? warm_up->at + 1 : warm_up->count;
    snprintf(text, sizeof text, "%s  %d/%d", _("Warm-up"), number, warm_up->count);
    reader_status(shell, text, line);
}

static void add_end(const struct warm_up *warm_up, struct page *page)
{
    int right = 0;
    for (int i = 0; i < warm_up->count; i++)
        right += warm_up->questions[i].steps[warm_up->questions[i].step].is_right;
    page_printf(page, STYLE_STRONG, _("%d of %d right."), right, warm_up->count);
    page_text(page, STYLE_NORMAL, _("  Enter continues where you were."));
    page_end(page);
}

static void add_question(struct shell *shell, const struct warm_up *warm_up, struct lesson_state *question,
                         struct page *page)
{
    if (warm_up->at == 0) {
        page_text(page, STYLE_NORMAL,
                  _("A short warm-up, with questions that you have answered before. Esc skips it."));
        page_end(page);
        page_blank(page);
    }
    page_printf(page, STYLE_DIM, _("From \"%s\""), question->lesson->title);
    page_end(page);
    lesson_page_build(shell, question, page);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct warm_up *warm_up = state;
    struct lesson_state *question = current(warm_up);
    struct scroller none = {0};
    CLEANUP(page_done) struct page page = {0};
    struct rect text = {area.x + 1, area.y, area.width - 2, area.height};
    reader_begin(shell, area, &page);
    if (!question) {
        add_end(warm_up, &page);
        scroller_draw(&none, &page, shell->canvas, text);
        return;
    }
    lesson_step_seen(shell, question);
    add_question(shell, warm_up, question, &page);
    int first, last;
    bool has_cursor = page_find_tag(&page, question->steps[question->step].cursor, &first, &last);
    if (has_cursor && question->follow_cursor)
        question->scroller.scroll = page_scroll_to(&page, question->scroller.scroll, area.height, first, last);
    question->cursor_shown = !has_cursor || first < question->scroller.scroll + area.height;
    question->follow_cursor = false;
    scroller_draw(&question->scroller, &page, shell->canvas, text);
    lesson_draw_focus(shell, question, &page, text);
}

static void click(struct shell *shell, void *state, int target)
{
    struct lesson_state *question = current(state);
    if (question)
        lesson_click_choice(shell, question, target);
}

static void act_next(struct shell *shell, void *state, enum action action)
{
    struct warm_up *warm_up = state;
    (void)action;
    if (warm_up->at >= warm_up->count)
        shell_back(shell);
    else
        warm_up->at++;
}

static void act_continue(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *question = current(state);
    if (!question || question->steps[question->step].is_solved) {
        act_next(shell, state, action);
        return;
    }
    bool was_tried = lesson_marks_a_tried_choice(question);
    question->follow_cursor = true;
    if (was_tried)
        shell_say(shell, STYLE_DIM, "%s", _("Try another choice, or press Space to skip the question"));
    else if (question->cursor_shown) /* an invisible choice is not answered */
        lesson_answer_quiz(shell, question);
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct lesson_state *question = current(state);
    (void)shell;
    if (!question)
        return;
    struct step_state *step = &question->steps[question->step];
    bool chooses = !step->is_solved && (action == ACTION_UP || action == ACTION_DOWN);
    if (!chooses) {
        scroller_act(&question->scroller, action);
        return;
    }
    int last = (int)lesson_current(question)->quiz.choice_count - 1;
    int to = step->cursor + (action == ACTION_UP ? -1 : 1);
    if (to < 0)
        /* moving up from the first choice shows the question again */
        question->scroller.scroll = 0;
    step->cursor = to < 0 ? 0 : to > last ? last : to;
    question->follow_cursor = to > 0;
}

/* A digit chooses and answers at once. A space ticks if several are right. */
static bool key(struct shell *shell, void *state, int32_t key)
{
    struct lesson_state *question = current(state);
    if (!question || question->steps[question->step].is_solved)
        return false;
    const struct quiz *quiz = &lesson_current(question)->quiz;
    struct step_state *step = &question->steps[question->step];
    bool is_digit = key >= '1' && key <= '9' && key - '1' < (int32_t)quiz->choice_count;
    if (!is_digit && !(quiz->many && key == ' '))
        return false;
    if (is_digit)
        step->cursor = (int)(key - '1');
    if (quiz->many)
        step->ticked ^= 1U << step->cursor;
    else
        lesson_answer_quiz(shell, question);
    question->follow_cursor = true;
    return true;
}

static void place(const void *state, struct place *out_place)
{
    (void)state;
    *out_place = (struct place){.screen = SCREEN_WARM_UP};
}

static bool open_if_any(struct shell *shell)
{
    struct place warm_up = {.screen = SCREEN_WARM_UP};
    shell_open(shell, &warm_up);
    struct screen *top = shell_top(shell);
    if (top->id != SCREEN_WARM_UP) /* it could not be opened, which was reported */
        return true;
    bool has_questions = ((struct warm_up *)top->state)->count > 0;
    if (!has_questions)
        shell_back(shell);
    return has_questions;
}

/* Once a day: true on another day than that of the last start. */
static bool is_due(struct shell *shell)
{
    char today[16];
    struct tm parts;
    time_t now = time(NULL);
    if (shell->clock_runs || !localtime_r(&now, &parts) || strftime(today, sizeof today, "%Y-%m-%d", &parts) == 0)
        return false;
    const char *before = store_get_setting(shell->app->store, DAY_KEY, shell->frame);
    bool is_another = before && strcmp(before, today) != 0;
    if (!before || is_another)
        /* if this fails, the question is asked again */
        store_set_setting(shell->app->store, DAY_KEY, today, NULL);
    return is_another;
}

static bool offer(struct shell *shell, bool at_start)
{
    return (!at_start || is_due(shell)) && open_if_any(shell);
}

static const char *label(const void *state, enum action action)
{
    const struct warm_up *warm_up = state;
    const struct lesson_state *question = warm_up->at < warm_up->count ? &warm_up->questions[warm_up->at] : NULL;
    bool ticks = question && lesson_current(question)->quiz.many; /* Space does */
    if (action == ACTION_STEP_NEXT && (ticks || !question))
        return "";
    if (action == ACTION_BACK && !question)
        return N_("back");
    if (!question || action != ACTION_CONTINUE || !lesson_awaits_answer(question))
        return NULL;
    return lesson_marks_a_tried_choice(question) ? "" : N_("answer");
}

static const struct action_handler handlers[] = {
    {ACTION_CONTINUE, act_continue}, {ACTION_BACK, shell_act_back}, {ACTION_STEP_NEXT, act_next}, {ACTION_UP, act_move},
    {ACTION_DOWN, act_move},         {ACTION_PAGE_UP, act_move},    {ACTION_PAGE_DOWN, act_move}, {ACTION_NONE, NULL},
};

const struct screen_class screen_warm_up = {
    .context = CONTEXT_WARM_UP,
    .state_bytes = sizeof(struct warm_up),
    .open = open_warm_up,
    .close = close_warm_up,
    .status = status,
    .draw = draw,
    .key = key,
    .click = click,
    .place = place,
    .label = label,
    .handlers = handlers,
    .offer = offer,
};
