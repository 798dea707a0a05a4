/*
 * A case to look at (app/trials.h): its elements as a grid, or its counters and time beside those
 * of a change. A change is another size, other inputs or another number of threads. It opens with
 * the smallest failing case of the newest verdict.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/assessment.h"
#include "app/workspace.h"
#include "base/file.h"
#include "base/i18n.h"
#include "tui/screens/trial/trial.h"

enum { BLOCK_LEAST = 32, BLOCK_MOST = 1024 };

const struct trial *trial_shown(const struct trial_screen *screen)
{
    return screen->now.trial ? screen->now.trial : screen->before.trial;
}

/* --- asking ----------------------------------------------------------------------------------- */

static void forget(struct trial_answer *answer)
{
    trial_free(answer->trial);
    *answer = (struct trial_answer){0};
}

static void ask(struct trial_screen *screen, enum trial_slot slot, const char *changes)
{
    struct trial_question question = {.exercise = screen->exercise,
                                      .source = &screen->source,
                                      .seed = screen->seed,
                                      .case_name = screen->case_name,
                                      .changes = changes,
                                      .models_time = true};
    *(slot == TRIAL_AS_IT_IS ? &screen->waits_before : &screen->waits_now) = true;
    screen->began_ns = screen->shell->now_ns;
    if (screen->trials)
        trials_ask(screen->trials, slot, &question);
}

/* Asks with another block, on the same case. So counters of both can be compared. */
static void ask_changed(struct trial_screen *screen)
{
    char changes[sizeof screen->changes + 32];
    snprintf(changes, sizeof changes, "%s block=%u", screen->changes, screen->block);
    ask(screen, TRIAL_CHANGED, changes);
}

static bool read_source(struct shell *shell, struct trial_screen *screen, struct error *error)
{
    const char *path = workspace_path(shell->app, screen->exercise, screen->arena);
    return workspace_read(path, path_leaf(screen->exercise->starter), screen->arena, &screen->source, error);
}

static bool open_trial(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct trial_screen *screen = state;
    screen->shell = shell;
    screen->exercise = place->exercise;
    screen->arena = arena_new();
    if (!place->exercise)
        return error_set(error, ERROR_INTERNAL, "no exercise was named");
    if (!assessment_allows(shell->app, _("looking at a case"), error) || !read_source(shell, screen, error))
        return false;
    const struct verdict *verdict = shell->open.exercise == place->exercise ? shell->open.verdict : NULL;
    screen->seed = verdict ? verdict->seed : 0;
    if (verdict && verdict->smallest_failing)
        screen->case_name = arena_strdup(screen->arena, verdict->smallest_failing->name);
    else if (verdict && verdict->unsafe_case)
        screen->case_name = arena_strdup(screen->arena, verdict->unsafe_case);
    if (shell->grading) /* else a shell without services: a test supplies the answer */
        shell->trials = screen->trials = trials_new(shell->app, error);
    if (shell->grading && !screen->trials)
        return false;
    ask(screen, TRIAL_AS_IT_IS, NULL);
    return true;
}

static void close_trial(void *state)
{
    struct trial_screen *screen = state;
    if (screen->trials && screen->shell->trials == screen->trials)
        screen->shell->trials = NULL;
    trials_free(screen->trials);
    forget(&screen->before);
    forget(&screen->now);
    arena_free(screen->arena);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Doubles or halves the block of the shown plan, within a block's limits. */
static void step_block(struct shell *shell, struct trial_screen *screen)
{
    int64_t block = screen->block ? screen->block : screen->before.trial->block;
    if (block == 0) {
        shell_say(shell, STYLE_WARNING, "%s", _("The launch plan has no block=NUMBER to change"));
        screen->block_steps = 0;
        return;
    }
    for (; screen->block_steps > 0; screen->block_steps--)
        block = block * 2 > BLOCK_MOST ? BLOCK_MOST : block * 2;
    for (; screen->block_steps < 0; screen->block_steps++)
        block = block / 2 < BLOCK_LEAST ? BLOCK_LEAST : block / 2;
    if (block == (screen->block ? screen->block : screen->before.trial->block)) {
        shell_say(shell, STYLE_DIM, _("A block has %d to %d threads here"), BLOCK_LEAST, BLOCK_MOST);
        return;
    }
    screen->block = (uint32_t)block;
    ask_changed(screen);
}

void trial_take(struct trial_screen *screen, enum trial_slot slot, const struct trial_answer *answer)
{
    bool is_first = slot == TRIAL_AS_IT_IS;
    struct trial_answer *kept = is_first ? &screen->before : &screen->now;
    forget(kept);
    *kept = *answer;
    *(is_first ? &screen->waits_before : &screen->waits_now) = false;
    if (answer->error.code != ERROR_NONE && slot == TRIAL_CHANGED) /* the page has the other one */
        shell_say_error(screen->shell, &answer->error);
    for (size_t i = 0; kept->trial && screen->buffer == 0 && i < kept->trial->buffer_count; i++)
        if (kept->trial->buffers[i].got)
            screen->buffer = i; /* outputs are wanted more often than inputs */
    screen->seeks_wrong = screen->row == 0 && screen->column == 0;
    if (is_first && kept->trial && screen->block_steps != 0)
        step_block(screen->shell, screen);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct trial_screen *screen = state;
    struct trial_answer answer;
    if (change == SCREEN_SHOWN)
        shell->trials = screen->trials;
    for (int slot = 0; change == SCREEN_TRIED && screen->trials && slot < TRIAL_SLOTS; slot++)
        if (trials_poll(screen->trials, (enum trial_slot)slot, &answer))
            trial_take(screen, (enum trial_slot)slot, &answer);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void draw_result(struct shell *shell, const struct trial *trial, struct rect line)
{
    char text[96];
    if (!trial->ran)
        snprintf(text, sizeof text, "%s", _("stopped"));
    else if (!trial->compared)
        snprintf(text, sizeof text, "%s", _("not compared"));
    else if (trial->wrong_count > 0)
        snprintf(text, sizeof text, ngettext("%" PRIu64 " wrong element", "%" PRIu64 " wrong", trial->wrong_count),
                 trial->wrong_count);
    else
        snprintf(text, sizeof text, "%s", trial->right ? _("right") : _("right, but not safe"));
    canvas_cut(shell->canvas, line.x, line.y, line.width, trial->right ? STYLE_GOOD : STYLE_BAD, text);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct trial_screen *screen = state;
    const struct trial *trial = trial_shown(screen);
    int end = line.x + line.width, name = line.width >= 60 ? 24 : line.width / 2;
    int x = line.x + canvas_cut(shell->canvas, line.x, line.y, name, STYLE_BAR, screen->exercise->id) + 2;
    if (trial && end > x)
        x += canvas_cut(shell->canvas, x, line.y, (end - x) * 2 / 3, STYLE_NORMAL, trial->case_name) + 2;
    if (screen->waits_before || screen->waits_now) {
        double seconds = (double)(shell->now_ns - screen->began_ns) * 1e-9;
        x += canvas_mark(shell->canvas, x, line.y, STYLE_WARNING, MARK_WORKING) + 1;
        canvas_printf(shell->canvas, x, line.y, STYLE_WARNING, _("running  %.1f s"), seconds < 0 ? 0 : seconds);
    } else if (trial) {
        draw_result(shell, trial, (struct rect){x, line.y, end - x, 1});
    }
}

static void draw_nothing(struct shell *shell, const struct trial_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    const struct error *error = &screen->before.error;
    page_init(&page, shell->frame, area.width, canvas_is_ascii(shell->canvas));
    if (error->code != ERROR_NONE) {
        page_text(&page, STYLE_BAD, error->message);
        page_end(&page);
        page_text(&page, STYLE_NORMAL, error->hint);
    } else {
        page_text(&page, STYLE_DIM,
                  screen->waits_before ? _("The file is compiled and run on this case.")
                                       : _("Cancelled. Press r to run it."));
    }
    page_end(&page);
    page_draw(&page, shell->canvas, area, 0);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct trial_screen *screen = state;
    struct rect inner = {area.x + 1, area.y, area.width - 2, area.height};
    if (!trial_shown(screen))
        draw_nothing(shell, screen, inner);
    else if (screen->view == TRIAL_GRID)
        trial_draw_grid(shell, screen, trial_shown(screen), inner);
    else
        trial_draw_counters(shell, screen, inner);
}

/* --- keys ------------------------------------------------------------------------------------- */

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    (void)shell;
    if (screen->view == TRIAL_COUNTERS) {
        scroller_act(&screen->scroller, action);
        return;
    }
    struct scroller rows = {.scroll = screen->row, .height = 1, .count = screen->row_count};
    int page = screen->rows > 1 ? screen->rows - 1 : 1;
    if (action == ACTION_LEFT || action == ACTION_RIGHT)
        screen->column += action == ACTION_LEFT ? -1 : 1; /* drawing limits it */
    else if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN)
        rows.scroll += action == ACTION_PAGE_UP ? -page : page;
    else
        scroller_act(&rows, action);
    screen->row = rows.scroll < 0 ? 0 : rows.scroll;
}

static void act_buffer(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    const struct trial *trial = trial_shown(screen);
    (void)shell;
    if (!trial || trial->buffer_count == 0)
        return;
    size_t step = action == ACTION_NEXT_BUFFER ? 1 : trial->buffer_count - 1;
    screen->view = TRIAL_GRID;
    screen->buffer = (screen->buffer + step) % trial->buffer_count;
    screen->row = screen->column = 0;
}

/* The next row with a wrong element. After the last one, starts at the top. */
static void act_next_wrong(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    const struct trial *trial = trial_shown(screen);
    (void)action;
    const struct trial_buffer *buffer =
        trial && screen->buffer < trial->buffer_count ? &trial->buffers[screen->buffer] : NULL;
    uint64_t across = screen->column_count > 0 ? (uint64_t)screen->column_count : 1;
    uint64_t from = ((uint64_t)screen->row + 1) * across;
    screen->view = TRIAL_GRID;
    for (uint64_t i = 0; buffer && buffer->marks && i < buffer->shown; i++) {
        uint64_t at = (from + i) % buffer->shown;
        if (!buffer->marks[at])
            continue;
        screen->row = (int)(at / across);
        screen->column = (int)(at % across) - screen->columns / 2;
        return;
    }
    shell_say(shell, STYLE_DIM, "%s", _("No element of this buffer is wrong"));
}

static void act_view(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    (void)shell, (void)action;
    screen->view = screen->view == TRIAL_GRID ? TRIAL_COUNTERS : TRIAL_GRID;
}

/* "n=37 block=128": the block is a change of the plan, the other words name the case. */
static void take_words(struct trial_screen *screen, const char *text)
{
    size_t used = 0;
    screen->changes[0] = '\0';
    screen->block = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        unsigned block;
        if (sscanf(text, "block=%u", &block) == 1)
            screen->block = block;
        else if (used + length + 2 < sizeof screen->changes)
            used += (size_t)snprintf(screen->changes + used, sizeof screen->changes - used, "%s%.*s", used ? " " : "",
                                     (int)length, text);
        text += length;
    }
}

static void take_case(struct shell *shell, const char *text, bool done)
{
    struct screen *top = shell_top(shell);
    struct trial_screen *screen = top->state;
    if (top->id != SCREEN_TRIAL || !done || !*text)
        return;
    char before[sizeof screen->changes];
    snprintf(before, sizeof before, "%s", screen->changes);
    if (screen->trials)
        trials_cancel(screen->trials);
    forget(&screen->now);
    screen->waits_before = screen->waits_now = false;
    screen->block_steps = 0;
    screen->row = screen->column = 0;
    take_words(screen, text);
    if (screen->block > 0)
        ask_changed(screen);
    if (strcmp(before, screen->changes) == 0 && screen->before.trial)
        return;
    forget(&screen->before);
    ask(screen, TRIAL_AS_IT_IS, screen->changes);
}

/* A case that was refused is there to be corrected. */
static void act_own_case(struct shell *shell, void *state, enum action action)
{
    const struct trial_screen *screen = state;
    const struct trial *trial = trial_shown(screen);
    const char *size = trial ? trial->case_name : screen->case_name;
    (void)action;
    if (!size || !*size)
        size = "n=37";
    prompt_text(shell, arena_printf(shell->frame, _("What if (as in %.*s block=128): "), (int)strcspn(size, " "), size),
                false, take_case);
    if (screen->before.error.code != ERROR_NONE)
        buffer_append_text(&shell->prompt.typed.text, screen->changes);
}

static void act_block(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    screen->view = TRIAL_COUNTERS;
    screen->block_steps += action == ACTION_MORE_THREADS ? 1 : -1;
    if (screen->before.trial)
        step_block(shell, screen);
}

/* The present file without changes. */
static void act_run(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    struct error error = {0};
    (void)action;
    if (!read_source(shell, screen, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    if (screen->trials)
        trials_cancel(screen->trials);
    forget(&screen->now);
    screen->waits_now = false;
    screen->changes[0] = '\0';
    screen->block = 0;
    screen->block_steps = 0;
    ask(screen, TRIAL_AS_IT_IS, NULL);
}

static void act_interrupt(struct shell *shell, void *state, enum action action)
{
    struct trial_screen *screen = state;
    if (!screen->waits_before && !screen->waits_now) {
        shell_find_handler(shell_global_handlers, ACTION_INTERRUPT)->run(shell, state, action);
        return;
    }
    if (screen->trials)
        trials_cancel(screen->trials);
    screen->waits_before = screen->waits_now = false;
    screen->block_steps = 0;
    shell_say(shell, STYLE_WARNING, "%s", _("Cancelled"));
}

static void place(const void *state, struct place *out_place)
{
    const struct trial_screen *screen = state;
    *out_place = (struct place){.screen = SCREEN_TRIAL, .exercise = screen->exercise};
}

/* After an error the file can be run again, and a refused case can be corrected. */
static bool needs_trial(const struct trial_screen *screen, enum action action)
{
    return action == ACTION_OTHER_VIEW || action == ACTION_MORE_THREADS || action == ACTION_FEWER_THREADS ||
           action == ACTION_NEXT_BUFFER || action == ACTION_COUNTERS ||
           (action == ACTION_OWN_CASE && !screen->changes[0]);
}

static const char *label(const void *state, enum action action)
{
    const struct trial_screen *screen = state;
    const struct trial *trial = trial_shown(screen);
    bool has_wrong = trial && trial->wrong_count > 0;
    bool has_failed = !trial && screen->before.error.code != ERROR_NONE;
    if (has_failed && (action == ACTION_RUN || needs_trial(screen, action)))
        return action == ACTION_RUN ? N_("run") : "";
    if (action == ACTION_OTHER_VIEW && screen->view == TRIAL_COUNTERS)
        return N_("elements");
    return action == ACTION_NEXT_WRONG && !has_wrong ? "" : NULL;
}

static const struct action_handler handlers[] = {
    {ACTION_BACK, shell_act_back},
    {ACTION_UP, act_move},
    {ACTION_DOWN, act_move},
    {ACTION_LEFT, act_move},
    {ACTION_RIGHT, act_move},
    {ACTION_PAGE_UP, act_move},
    {ACTION_PAGE_DOWN, act_move},
    {ACTION_TOP, act_move},
    {ACTION_BOTTOM, act_move},
    {ACTION_NEXT_BUFFER, act_buffer},
    {ACTION_PREVIOUS_BUFFER, act_buffer},
    {ACTION_NEXT_WRONG, act_next_wrong},
    {ACTION_OTHER_VIEW, act_view},
    {ACTION_OWN_CASE, act_own_case},
    {ACTION_MORE_THREADS, act_block},
    {ACTION_FEWER_THREADS, act_block},
    {ACTION_RUN, act_run},
    {ACTION_INTERRUPT, act_interrupt},
    {ACTION_NONE, NULL},
};

const struct screen_class screen_trial = {
    .context = CONTEXT_TRIAL,
    .state_bytes = sizeof(struct trial_screen),
    .open = open_trial,
    .close = close_trial,
    .status = status,
    .draw = draw,
    .changed = changed,
    .place = place,
    .label = label,
    .handlers = handlers,
};
