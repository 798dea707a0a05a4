/*
 * An assessment: its clock, its items, and afterwards its result. Each answer is typed and given
 * once.
 */
#include <stdio.h>
#include <string.h>

#include "app/assessment.h"
#include "app/assessment_result.h"
#include "base/i18n.h"
#include "tui/draw/markdown.h"
#include "tui/shell/shell.h"

enum { PAGE_COLUMNS = 100 };
#define NANOSECONDS INT64_C(1000000000)

struct sitting {
    struct arena *arena;       /* of the last look */
    const struct lesson *pool; /* the pool that this screen was opened for */
    struct assessment assessment;
    bool running, has_last;
    int64_t looked_ns;
    int selected;
    struct scroller scroller;
    char guess[64]; /* the guess whose value the device counts; "" none */
};

static void look(struct shell *shell, struct sitting *sitting)
{
    struct error error = {0};
    arena_free(sitting->arena);
    sitting->arena = arena_new();
    sitting->looked_ns = shell->now_ns;
    bool good = assessment_look(shell->app, NULL, sitting->arena, &sitting->running, &sitting->assessment, &error);
    if (good && !sitting->running)
        good = assessment_last(shell->app, level_name(sitting->pool->level), sitting->arena, &sitting->has_last,
                               &sitting->assessment, &error);
    if (!good) {
        sitting->running = sitting->has_last = false;
        shell_say_error(shell, &error);
    }
    shell->clock_runs = sitting->running;
    shell->clock_end_ns = shell->now_ns + sitting->assessment.remaining_ns;
}

static bool open_sitting(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct sitting *sitting = state;
    if (!place->lesson || place->lesson->kind != LESSON_ASSESSMENT)
        return error_set(error, ERROR_INTERNAL, "no assessment was named");
    sitting->pool = place->lesson;
    look(shell, sitting);
    return true;
}

static void close_sitting(void *state)
{
    struct sitting *sitting = state;
    arena_free(sitting->arena);
}

static int64_t seconds_left(const struct shell *shell, const struct sitting *sitting)
{
    int64_t left = sitting->assessment.remaining_ns - (shell->now_ns - sitting->looked_ns);
    return left > 0 ? (left + NANOSECONDS - 1) / NANOSECONDS : 0;
}

static void status(struct shell *shell, void *state, struct rect line)
{
    struct sitting *sitting = state;
    char clock[32] = "";
    if (sitting->running && seconds_left(shell, sitting) == 0)
        look(shell, sitting);
    if (sitting->running) {
        int left = (int)seconds_left(shell, sitting);
        snprintf(clock, sizeof clock, "%d:%02d", left / 60, left % 60);
    }
    int columns = (int)strlen(clock);
    canvas_cut(shell->canvas, line.x, line.y, line.width - columns - 1, STYLE_BAR, sitting->pool->title);
    canvas_text(shell->canvas, line.x + line.width - columns, line.y, STYLE_WARNING, clock);
}

static const struct assessment_item *selected_item(const struct sitting *sitting)
{
    bool is_item =
        sitting->running && sitting->selected >= 0 && (size_t)sitting->selected < sitting->assessment.record.item_count;
    return is_item ? &sitting->assessment.record.items[sitting->selected] : NULL;
}

static void add_lines(struct page *page, enum style style, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        page_bytes(page, style, text, length);
        page_end(page);
        text += length + (text[length] == '\n');
    }
}

static void add_question(struct shell *shell, const struct sitting *sitting, const struct assessment_item *item,
                         struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    struct source source;
    page_blank(page);
    if (item->kind == ASSESSMENT_QUIZ) {
        const struct quiz *quiz = assessment_quiz(assessment, item);
        markdown_render(quiz->ask, page);
        for (size_t i = 0; i < quiz->choice_count; i++) {
            page_printf(page, STYLE_NORMAL, "  %zu. ", i + 1);
            markdown_inline(quiz->choices[i].say, STYLE_NORMAL, page);
            page_end(page);
        }
    } else if (item->kind == ASSESSMENT_EXERCISE) {
        markdown_render(assessment_exercise(assessment, item)->task ? assessment_exercise(assessment, item)->task : "",
                        page);
    } else if (assessment_predict_source(shell->app, assessment, item, shell->frame, &source, NULL)) {
        markdown_render(assessment_ask(assessment, item, &source, shell->frame), page);
        page_text(page, STYLE_DIM, _("It is about your kernel as it passed first:"));
        page_end(page);
        add_lines(page, STYLE_NORMAL, source.text);
    } else {
        page_text(page, STYLE_DIM, _("This is about your kernel above, and opens when that has passed."));
        page_end(page);
    }
}

static void add_items(struct shell *shell, const struct sitting *sitting, struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    for (size_t i = 0; i < assessment->record.item_count; i++) {
        CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
        bool is_selected = (int)i == sitting->selected;
        assessment_item_line(assessment, &assessment->record.items[i], &line);
        page->tag = (int)i;
        page_text(page, STYLE_KEY, is_selected ? "> " : "  ");
        page_text(page, is_selected ? STYLE_STRONG : STYLE_NORMAL, buffer_text(&line));
        page_end(page);
        page->tag = PAGE_NO_TAG;
        if (is_selected)
            add_question(shell, sitting, &assessment->record.items[i], page);
        if (is_selected)
            page_blank(page);
    }
}

static void add_result(struct shell *shell, const struct sitting *sitting, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < sitting->pool->step_count; i++)
        if (sitting->pool->steps[i].kind == STEP_TEXT)
            markdown_render(sitting->pool->steps[i].text, page);
    page_blank(page);
    page_text(page, STYLE_NORMAL, _("Enter starts it (asks first)."));
    page_end(page);
    if (!sitting->has_last)
        return;
    page_blank(page);
    assessment_result_text(&sitting->assessment, shell->app->curriculum, &text);
    add_lines(page, STYLE_NORMAL, buffer_text(&text));
}

/* The cursor goes to the marked item, and items take clicks. */
static void draw_focus(struct shell *shell, const struct sitting *sitting, const struct page *page, struct rect text)
{
    int first, last, scroll = sitting->scroller.scroll;
    shell_add_page_targets(shell, page, (int)sitting->assessment.record.item_count, text, scroll);
    if (page_find_tag(page, sitting->selected, &first, &last) && first >= scroll && first < scroll + text.height)
        canvas_cursor(shell->canvas, text.x, text.y + first - scroll, false);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct sitting *sitting = state;
    CLEANUP(page_done) struct page page = {0};
    struct rect text = {area.x + 1, area.y, area.width - 2, area.height};
    int columns = text.width - 1 < PAGE_COLUMNS ? text.width - 1 : PAGE_COLUMNS;
    page_init(&page, shell->frame, columns, canvas_is_ascii(shell->canvas));
    if (sitting->running)
        add_items(shell, sitting, &page);
    else
        add_result(shell, sitting, &page);
    scroller_draw(&sitting->scroller, &page, shell->canvas, text);
    if (sitting->running)
        draw_focus(shell, sitting, &page, text);
}

/* A click marks an item. A click on the marked item opens it. */
static void click(struct shell *shell, void *state, int target)
{
    struct sitting *sitting = state;
    if (!sitting->running || sitting->guess[0])
        return;
    if (sitting->selected == target)
        shell_act(shell, ACTION_OPEN);
    else
        sitting->selected = target;
}

static struct sitting *sitting_on_top(struct shell *shell)
{
    struct screen *top = shell_top(shell);
    return top->id == SCREEN_ASSESSMENT ? top->state : NULL;
}

static void start(struct shell *shell, const char *text, bool done)
{
    struct sitting *sitting = sitting_on_top(shell);
    struct error error = {0};
    (void)text, (void)done;
    if (!sitting)
        return;
    if (!assessment_start(shell->app, sitting->pool, 0, NULL, &error))
        shell_say_error(shell, &error);
    sitting->selected = 0;
    look(shell, sitting);
}

static void finish(struct shell *shell, const char *text, bool done)
{
    struct sitting *sitting = sitting_on_top(shell);
    struct error error = {0};
    (void)text, (void)done;
    if (!sitting || !sitting->running)
        return;
    if (!assessment_finish(shell->app, &sitting->assessment, &error))
        shell_say_error(shell, &error);
    look(shell, sitting);
    shell_refresh(shell);
}

/* Asks the device about the learner's own kernel. The answer comes as SCREEN_MEASURED. */
static void measure(struct shell *shell, struct sitting *sitting, const struct assessment_item *item, const char *text)
{
    const struct assessment *assessment = &sitting->assessment;
    struct source source;
    struct error error = {0};
    if (!shell->grading) {
        shell_say(shell, STYLE_WARNING, "%s", _("The device is still starting: answer again in a moment"));
        return;
    }
    if (!assessment_predict_source(shell->app, assessment, item, shell->frame, &source, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    snprintf(sitting->guess, sizeof sitting->guess, "%s", text);
    shell->measure_ticket = grading_measure(shell->grading, assessment_exercise(assessment, item), &source,
                                            assessment_predict_about(assessment, item, &source)->counter);
    if (shell->measure_ticket == 0)
        sitting->guess[0] = '\0';
}

static void take_answer(struct shell *shell, const char *text, bool done)
{
    struct sitting *sitting = sitting_on_top(shell);
    const struct assessment_item *item = sitting ? selected_item(sitting) : NULL;
    struct error error = {0};
    if (!item || !done || !*text)
        return;
    if (item->kind == ASSESSMENT_PREDICT) {
        measure(shell, sitting, item, text);
        return;
    }
    if (!assessment_answer_quiz(shell->app, &sitting->assessment, item->number, text, &error))
        shell_say_error(shell, &error);
    look(shell, sitting);
}

static void take_measure(struct shell *shell, struct sitting *sitting)
{
    const struct assessment_item *item = selected_item(sitting);
    struct error error = {0};
    if (!item || !sitting->guess[0])
        return;
    if (!shell->measured_good)
        shell_say_error(shell, &shell->measure_error);
    else if (!assessment_answer_predict(shell->app, &sitting->assessment, item->number, sitting->guess, shell->measured,
                                        &error))
        shell_say_error(shell, &error);
    sitting->guess[0] = '\0';
    look(shell, sitting);
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    struct sitting *sitting = state;
    const struct assessment_item *item = selected_item(sitting);
    (void)action;
    if (!sitting->running) {
        prompt_confirm(shell, _("The clock runs until you finish, whatever you close. Start?"), start);
    } else if (item && item->kind == ASSESSMENT_EXERCISE) {
        struct place place = {.screen = SCREEN_EXERCISE, .exercise = assessment_exercise(&sitting->assessment, item)};
        shell_open(shell, &place);
    } else if (item && item->state != ASSESSMENT_OPEN) {
        shell_say(shell, STYLE_DIM, "%s", _("This is answered: an answer is given once"));
    } else if (item && !sitting->guess[0]) {
        bool is_quiz = item->kind == ASSESSMENT_QUIZ;
        prompt_text(shell, is_quiz ? _("Your answer (2, or 1,3): ") : _("Your number: "), false, take_answer);
    }
}

/* A digit begins the answer, as in a lesson. Enter gives it, since an answer is given once. */
static bool key(struct shell *shell, void *state, int32_t key)
{
    struct sitting *sitting = state;
    const struct assessment_item *item = selected_item(sitting);
    bool takes = item && item->kind != ASSESSMENT_EXERCISE && item->state == ASSESSMENT_OPEN && !sitting->guess[0];
    if (!takes || key < '0' || key > '9')
        return false;
    act_open(shell, sitting, ACTION_OPEN);
    prompt_key(shell, key);
    return true;
}

static void act_finish(struct shell *shell, void *state, enum action action)
{
    struct sitting *sitting = state;
    (void)action;
    if (sitting->running)
        prompt_confirm(shell, _("What is open counts as wrong. Finish?"), finish);
    else
        shell_say(shell, STYLE_DIM, "%s", _("No assessment runs"));
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct sitting *sitting = state;
    (void)shell;
    bool moves = sitting->running && !sitting->guess[0] && (action == ACTION_UP || action == ACTION_DOWN);
    if (!moves) {
        scroller_act(&sitting->scroller, action);
        return;
    }
    int last = (int)sitting->assessment.record.item_count - 1;
    int to = sitting->selected + (action == ACTION_DOWN ? 1 : -1);
    sitting->selected = to < 0 ? 0 : to > last ? last : to;
    sitting->scroller.scroll = sitting->selected > 3 ? sitting->selected - 3 : 0;
}

static void act_back(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell_back(shell);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    if (change == SCREEN_MEASURED)
        take_measure(shell, state);
    else if (change == SCREEN_SHOWN || change == SCREEN_VERDICT)
        look(shell, state);
}

static void place(const void *state, struct place *out_place)
{
    const struct sitting *sitting = state;
    *out_place = (struct place){.screen = SCREEN_ASSESSMENT, .lesson = sitting->pool};
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open},    {ACTION_FINISH, act_finish},  {ACTION_UP, act_move},  {ACTION_DOWN, act_move},
    {ACTION_PAGE_UP, act_move}, {ACTION_PAGE_DOWN, act_move}, {ACTION_TOP, act_move}, {ACTION_BOTTOM, act_move},
    {ACTION_BACK, act_back},    {ACTION_NONE, NULL},
};

const struct screen_class screen_assessment = {
    .context = CONTEXT_ASSESSMENT,
    .state_bytes = sizeof(struct sitting),
    .open = open_sitting,
    .close = close_sitting,
    .status = status,
    .draw = draw,
    .key = key,
    .click = click,
    .changed = changed,
    .place = place,
    .handlers = handlers,
};
