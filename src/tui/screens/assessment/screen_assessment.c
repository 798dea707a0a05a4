/*
 * An assessment: its clock, its items, and afterwards its result. Questions have choices, as in a
 * lesson. An answer is given once, so a choice is marked first, and Enter gives it.
 */
#include <stdio.h>
#include <string.h>

#include "app/prediction.h"
#include "base/i18n.h"
#include "tui/screens/assessment/sitting.h"

/* On a wide screen, the items have a pane of their own beside the question. */
enum { PAGE_COLUMNS = 100, TWO_PANES_FROM = 110, ITEMS_COLUMNS = 61, CLOCK_BAR_COLUMNS = 20, CLOCK_BAR_FROM = 60 };
#define NANOSECONDS INT64_C(1000000000)

static void look(struct shell *shell, struct sitting *sitting)
{
    struct error error = {0};
    bool was_running = sitting->running;
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
    if (sitting->running && sitting->assessment.pool)
        sitting->pool = sitting->assessment.pool; /* any pool leads to the assessment that runs */
    if (sitting->running != was_running)          /* another page, which is read from its top */
        sitting->scroller.scroll = 0;
    shell->clock_runs = sitting->running;
    shell->clock_end_ns = shell->now_ns + sitting->assessment.remaining_ns;
}

static void mark_item(struct sitting *sitting, int item)
{
    sitting->selected = item;
    sitting->choice = -1;
    sitting->ticked = 0;
    sitting->scroller.scroll = 0; /* beside the items, a question is read from its top */
    sitting->follow = true;
}

static bool open_sitting(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct sitting *sitting = state;
    if (!place->lesson || place->lesson->kind != LESSON_ASSESSMENT)
        return error_set(error, ERROR_INTERNAL, "no assessment was named");
    sitting->pool = place->lesson;
    sitting->choice = -1;
    look(shell, sitting);
    if (sitting->running && sitting->assessment.record.items[0].state != ASSESSMENT_OPEN &&
        sitting_next_open(sitting) > 0)
        mark_item(sitting, sitting_next_open(sitting));
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

static void draw_clock_bar(struct shell *shell, const struct sitting *sitting, int x, int y)
{
    double share = (double)seconds_left(shell, sitting) / sitting->assessment.record.limit_seconds;
    int full = (int)(share * CLOCK_BAR_COLUMNS + 0.5);
    canvas_repeat(shell->canvas, x, y, full, STYLE_WARNING, MARK_BAR_FULL);
    canvas_repeat(shell->canvas, x + full, y, CLOCK_BAR_COLUMNS - full, STYLE_DIM, MARK_BAR_EMPTY);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    struct sitting *sitting = state;
    char clock[32] = "";
    if (sitting->running && seconds_left(shell, sitting) == 0) {
        look(shell, sitting);
        if (!sitting->running)
            shell_say(shell, STYLE_WARNING, "%s", _("The time is up, and the assessment has ended"));
    }
    if (sitting->running) {
        int left = (int)seconds_left(shell, sitting);
        snprintf(clock, sizeof clock, "%d:%02d", left / 60, left % 60);
    }
    int columns = (int)strlen(clock), end = line.x + line.width;
    canvas_text(shell->canvas, end - columns, line.y, STYLE_WARNING, clock);
    if (sitting->running && line.width >= CLOCK_BAR_FROM) {
        columns += CLOCK_BAR_COLUMNS + 1;
        draw_clock_bar(shell, sitting, end - columns, line.y);
    }
    canvas_cut(shell->canvas, line.x, line.y, line.width - columns - 1, STYLE_BAR, sitting->pool->title);
}

static int marked_tag(const struct sitting *sitting)
{
    return sitting->choice >= 0 ? SITTING_CHOICE_TAG + sitting->choice : sitting->selected;
}

/* A page as drawn: the lines of items and choices take clicks, and the marked one the cursor. */
struct drawn {
    const struct page *page;
    struct rect text;
    int scroll;
};

static void add_choice_targets(struct shell *shell, const struct sitting *sitting, const struct drawn *drawn)
{
    const struct quiz *quiz = sitting_quiz(sitting);
    int first, last;
    for (int i = 0; quiz && i < (int)quiz->choice_count; i++) {
        if (!page_find_tag(drawn->page, SITTING_CHOICE_TAG + i, &first, &last))
            continue;
        struct rect rows = {drawn->text.x, drawn->text.y + first - drawn->scroll, drawn->text.width, last - first + 1};
        shell_add_target(shell, rect_cut(rows, drawn->text), SITTING_CHOICE_TAG + i);
    }
}

static void draw_focus(struct shell *shell, const struct sitting *sitting, const struct drawn *drawn)
{
    int first, last;
    shell_add_page_targets(shell, drawn->page, (int)sitting->assessment.record.item_count, drawn->text, drawn->scroll);
    add_choice_targets(shell, sitting, drawn);
    if (page_find_tag(drawn->page, marked_tag(sitting), &first, &last) && first >= drawn->scroll &&
        first < drawn->scroll + drawn->text.height)
        canvas_cursor(shell->canvas, drawn->text.x, drawn->text.y + first - drawn->scroll, false);
}

/* The lines of the marked choice, or of the marked item with its question. */
static bool find_marked(const struct sitting *sitting, const struct page *page, int *out_first, int *out_last)
{
    int next, next_last;
    if (!page_find_tag(page, marked_tag(sitting), out_first, out_last))
        return false;
    if (sitting->choice < 0)
        *out_last = page_find_tag(page, sitting->selected + 1, &next, &next_last) ? next - 1 : (int)page->count - 1;
    return true;
}

static void draw_question(struct shell *shell, struct sitting *sitting, const struct page *page, struct rect text)
{
    int first, last;
    if (sitting->follow && find_marked(sitting, page, &first, &last))
        sitting->scroller.scroll = page_scroll_to(page, sitting->scroller.scroll, text.height, first, last);
    sitting->follow = false;
    scroller_draw(&sitting->scroller, page, shell->canvas, text);
    draw_focus(shell, sitting, &(struct drawn){page, text, sitting->scroller.scroll});
}

static void draw_items(struct shell *shell, const struct sitting *sitting, struct rect text)
{
    CLEANUP(page_done) struct page page = {0};
    int first = 0, last = 0;
    page_init(&page, shell->frame, text.width, canvas_is_ascii(shell->canvas));
    sitting_build_items(shell, sitting, false, &page);
    page_find_tag(&page, sitting->selected, &first, &last);
    int scroll = page_scroll_to(&page, 0, text.height, first, last);
    page_draw(&page, shell->canvas, text, scroll);
    for (int y = text.y; y < text.y + text.height; y++)
        canvas_mark(shell->canvas, text.x + text.width, y, STYLE_DIM, MARK_WALL);
    draw_focus(shell, sitting, &(struct drawn){&page, text, scroll});
}

static void draw_running(struct shell *shell, struct sitting *sitting, struct rect text)
{
    CLEANUP(page_done) struct page page = {0};
    bool is_wide = text.width >= TWO_PANES_FROM;
    if (text.width != sitting->width || text.height != sitting->height) { /* perhaps another page */
        sitting->scroller.scroll = 0;
        sitting->follow = true;
    }
    sitting->width = text.width;
    sitting->height = text.height;
    struct rect items = {text.x, text.y, ITEMS_COLUMNS, text.height};
    if (is_wide) {
        text.x += ITEMS_COLUMNS + 2;
        text.width -= ITEMS_COLUMNS + 2;
    }
    page_init(&page, shell->frame, text.width - 1 < PAGE_COLUMNS ? text.width - 1 : PAGE_COLUMNS,
              canvas_is_ascii(shell->canvas));
    if (is_wide)
        sitting_build_question(shell, sitting, &page);
    else
        sitting_build_items(shell, sitting, true, &page);
    draw_question(shell, sitting, &page, text);
    if (is_wide)
        draw_items(shell, sitting, items);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct sitting *sitting = state;
    if (sitting->running)
        draw_running(shell, sitting, (struct rect){area.x + 1, area.y, area.width - 2, area.height});
    else
        sitting_draw_stopped(shell, sitting, area);
}

static void mark_choice(struct sitting *sitting, int choice)
{
    sitting->choice = choice;
    sitting->follow = true;
}

/*
 * A click marks an item or a choice. A click on the marked one opens or answers it. Afterwards a
 * click opens a lesson to read again.
 */
static void click(struct shell *shell, void *state, int target)
{
    struct sitting *sitting = state;
    if (!sitting->running)
        sitting_read_again(shell, sitting, target);
    if (!sitting->running || sitting->guess[0])
        return;
    if (target == marked_tag(sitting))
        shell_act(shell, ACTION_OPEN);
    else if (target >= SITTING_CHOICE_TAG)
        mark_choice(sitting, target - SITTING_CHOICE_TAG);
    else
        mark_item(sitting, target);
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
    mark_item(sitting, 0);
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
    open_exercise_report_badges(shell);
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

static void take_number(struct shell *shell, const char *text, bool done)
{
    struct sitting *sitting = sitting_on_top(shell);
    const struct assessment_item *item = sitting ? sitting_item(sitting) : NULL;
    double number;
    if (!item || !done || !*text || item->kind != ASSESSMENT_PREDICT)
        return;
    if (predict_parse(text, &number)) {
        measure(shell, sitting, item, text);
        return;
    }
    shell_say(shell, STYLE_WARNING, _("'%s' is not a number"), text);
    prompt_again(shell);
}

/* A prediction is about the learner's own kernel, so that has to pass first. */
static void ask_number(struct shell *shell, struct sitting *sitting, const struct assessment_item *item)
{
    struct source source;
    if (assessment_predict_source(shell->app, &sitting->assessment, item, shell->frame, &source, NULL))
        prompt_text(shell, _("Your number: "), false, take_number);
    else
        shell_say(shell, STYLE_DIM, "%s", _("This is about your kernel above, and opens when that has passed."));
}

/* Gives the marked choice, or the ticked ones: "2", "1,3". */
static void give_choices(struct shell *shell, struct sitting *sitting, const struct quiz *quiz)
{
    struct error error = {0};
    char text[128] = "";
    size_t used = 0;
    unsigned given = quiz->many ? sitting->ticked : 1U << sitting->choice;
    if (given == 0) {
        shell_say(shell, STYLE_DIM, "%s", _("Space ticks a choice"));
        return;
    }
    for (size_t i = 0; i < quiz->choice_count && used < sizeof text; i++)
        if (given & 1U << i)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu", used ? "," : "", i + 1);
    if (!assessment_answer_quiz(shell->app, &sitting->assessment, sitting_item(sitting)->number, text, &error))
        shell_say_error(shell, &error);
    mark_item(sitting, sitting->selected);
    look(shell, sitting);
}

static void take_measure(struct shell *shell, struct sitting *sitting)
{
    const struct assessment_item *item = sitting_item(sitting);
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

/* Enter after an answer. */
static void go_on(struct shell *shell, struct sitting *sitting)
{
    int item = sitting_next_open(sitting);
    if (item >= 0)
        mark_item(sitting, item);
    else
        shell_say(shell, STYLE_DIM, "%s", _("Everything is answered. F finishes."));
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    struct sitting *sitting = state;
    const struct assessment_item *item = sitting_item(sitting);
    (void)action;
    if (!sitting->running) {
        prompt_confirm(shell, _("The clock runs until you finish, even if you close the shell. Start?"), start);
    } else if (item && item->kind == ASSESSMENT_EXERCISE && item->state == ASSESSMENT_OPEN) {
        struct place place = {.screen = SCREEN_EXERCISE, .exercise = assessment_exercise(&sitting->assessment, item)};
        shell_open(shell, &place);
    } else if (item && item->state != ASSESSMENT_OPEN) {
        go_on(shell, sitting);
    } else if (sitting_quiz(sitting)) {
        if (sitting->choice < 0)
            mark_choice(sitting, 0);
        else
            give_choices(shell, sitting, sitting_quiz(sitting));
    } else if (item && !sitting->guess[0]) {
        ask_number(shell, sitting, item);
    }
}

/* A digit marks a choice, Space ticks it. A digit begins the number of a prediction. */
static bool key(struct shell *shell, void *state, int32_t key)
{
    struct sitting *sitting = state;
    const struct assessment_item *item = sitting_item(sitting);
    const struct quiz *quiz = sitting_quiz(sitting);
    bool is_digit = key >= '0' && key <= '9';
    if (!sitting->running)
        return key > '0' && key <= '0' + SITTING_DIGITS && sitting_read_again(shell, sitting, (int)(key - '1'));
    if (quiz) {
        if (is_digit && key > '0' && key - '1' < (int32_t)quiz->choice_count)
            mark_choice(sitting, (int)(key - '1'));
        else if (!(key == ' ' && sitting->choice >= 0))
            return is_digit;
        if (quiz->many)
            sitting->ticked ^= 1U << sitting->choice;
        return true;
    }
    bool takes = item && item->kind == ASSESSMENT_PREDICT && item->state == ASSESSMENT_OPEN && !sitting->guess[0];
    if (!takes || !is_digit)
        return false;
    act_open(shell, sitting, ACTION_OPEN);
    if (shell->prompt.kind == PROMPT_TEXT)
        prompt_key(shell, key);
    return true;
}

static void act_finish(struct shell *shell, void *state, enum action action)
{
    struct sitting *sitting = state;
    (void)action;
    if (sitting->running)
        look(shell, sitting); /* another terminal can have answered */
    if (sitting->running)
        prompt_confirm(shell, assessment_ask_to_finish(&sitting->assessment, shell->frame), finish);
    else
        shell_say(shell, STYLE_DIM, "%s", _("No assessment runs"));
}

/* Enter gives a marked choice for good, so no choice is marked on the way to another item. */
static void act_move(struct shell *shell, void *state, enum action action)
{
    struct sitting *sitting = state;
    (void)shell;
    bool moves = sitting->running && !sitting->guess[0] && (action == ACTION_UP || action == ACTION_DOWN);
    if (!moves) {
        scroller_act(&sitting->scroller, action);
        return;
    }
    const struct quiz *quiz = sitting_quiz(sitting);
    int step = action == ACTION_DOWN ? 1 : -1, choice = sitting->choice + step;
    if (quiz && sitting->choice >= 0 && choice < (int)quiz->choice_count) {
        mark_choice(sitting, choice);
        return;
    }
    int last = (int)sitting->assessment.record.item_count - 1, to = sitting->selected + step;
    if (to >= 0 && to <= last)
        mark_item(sitting, to);
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

static const char *label(const void *state, enum action action)
{
    const struct sitting *sitting = state;
    const struct assessment_item *item = sitting_item(sitting);
    if (action != ACTION_OPEN)
        return action == ACTION_FINISH && !sitting->running ? "" : NULL;
    if (!sitting->running)
        return N_("start");
    if (item && item->state == ASSESSMENT_OPEN)
        return item->kind == ASSESSMENT_EXERCISE ? N_("open") : N_("answer");
    return item && sitting_next_open(sitting) >= 0 ? N_("go on") : "";
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open},       {ACTION_FINISH, act_finish},  {ACTION_UP, act_move},  {ACTION_DOWN, act_move},
    {ACTION_PAGE_UP, act_move},    {ACTION_PAGE_DOWN, act_move}, {ACTION_TOP, act_move}, {ACTION_BOTTOM, act_move},
    {ACTION_BACK, shell_act_back}, {ACTION_NONE, NULL},
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
    .label = label,
    .handlers = handlers,
};
