/* From a key to its action: the prompt first, then the screen, then the global actions. */
#include <stdlib.h>

#include "base/i18n.h"
#include "tui/shell/palette.h"
#include "tui/shell/shell.h"
#include "tui/shell/words.h"

enum { CONTROL_C = 3 };

const struct action_handler *shell_find_handler(const struct action_handler *handlers, enum action action)
{
    for (; handlers && handlers->action != ACTION_NONE; handlers++)
        if (handlers->action == action)
            return handlers;
    return NULL;
}

static void act_quit(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    place_save(shell);
    shell->quit = true;
}

static void act_help(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    struct screen *top = shell_top(shell);
    if (top->id == SCREEN_HELP) {
        shell_back(shell);
        return;
    }
    struct place place = {.screen = SCREEN_HELP, .context = top->class->context};
    shell_open(shell, &place);
}

static void act_palette(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    prompt_palette(shell);
}

static void act_suspend(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    place_save(shell);
    if (shell->hooks.suspend)
        shell->hooks.suspend(shell->hooks.context);
    shell->redraw_whole = true;
}

static void act_redraw(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell->redraw_whole = true;
}

/* ^C never loses anything by surprise. It cancels, then says how to leave, then leaves. */
static void act_interrupt(struct shell *shell, void *state, enum action action)
{
    if (shell->open.is_working && shell->grading) {
        grading_cancel(shell->grading);
        shell_say(shell, STYLE_WARNING, "%s", _("Cancelling"));
        return;
    }
    if (shell->interrupted) {
        act_quit(shell, state, action);
        return;
    }
    shell->interrupted = true;
    shell_say(shell, STYLE_WARNING, "%s", _("Press q to quit, or Ctrl-C once more"));
}

/* Actions that open a screen, from every other one. There they close it again, as ? does. */
static const struct {
    enum action action;
    enum screen_id screen;
} openings[] = {
    {ACTION_PROGRESS, SCREEN_PROGRESS}, {ACTION_TABLES, SCREEN_TABLES},     {ACTION_SETTINGS, SCREEN_SETTINGS},
    {ACTION_GLOSSARY, SCREEN_GLOSSARY}, {ACTION_COUNTERS, SCREEN_COUNTERS},
};

static void act_open(struct shell *shell, void *state, enum action action)
{
    (void)state;
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        if (openings[i].action != action)
            continue;
        if (shell_top(shell)->id != openings[i].screen)
            shell_open(shell, &(struct place){.screen = openings[i].screen});
        else
            shell_back(shell);
        return;
    }
}

static void act_warm_up(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    if (shell_top(shell)->id != SCREEN_WARM_UP && !screen_class(SCREEN_WARM_UP)->offer(shell, false))
        shell_say(shell, STYLE_DIM, "%s", _("There is nothing to ask yet: answer questions of lessons first"));
}

/* The words are typed at once. */
static void act_search(struct shell *shell, void *state, enum action action)
{
    (void)state;
    struct place place = {.screen = SCREEN_SEARCH};
    shell_open(shell, &place);
    if (shell_top(shell)->id == SCREEN_SEARCH)
        shell_act(shell, action);
}

static void act_home(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell_go_home(shell);
}

const struct action_handler shell_global_handlers[] = {
    {ACTION_QUIT, act_quit},       {ACTION_HELP, act_help},     {ACTION_PALETTE, act_palette},
    {ACTION_SUSPEND, act_suspend}, {ACTION_REDRAW, act_redraw}, {ACTION_INTERRUPT, act_interrupt},
    {ACTION_PROGRESS, act_open},   {ACTION_HOME, act_home},     {ACTION_SETTINGS, act_open},
    {ACTION_WARM_UP, act_warm_up}, {ACTION_SEARCH, act_search}, {ACTION_GLOSSARY, act_open},
    {ACTION_COUNTERS, act_open},   {ACTION_TABLES, act_open},   {ACTION_NONE, NULL},
};

static const struct action_handler *handler_of(const struct shell *shell, enum action action)
{
    const struct screen *top = &shell->screens[shell->screen_count - 1];
    const struct action_handler *handler = shell_find_handler(top->class->handlers, action);
    return handler ? handler : shell_find_handler(shell_global_handlers, action);
}

bool shell_can_act(const struct shell *shell, enum action action)
{
    return handler_of(shell, action) != NULL;
}

void shell_act(struct shell *shell, enum action action)
{
    const struct action_handler *handler = handler_of(shell, action);
    if (handler)
        handler->run(shell, shell_top(shell)->state, action);
}

static void say_unbound(struct shell *shell, int32_t key)
{
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    key_append_name(key, &name);
    shell_say(shell, STYLE_DIM, _("%s does nothing here; ? shows the keys"), buffer_text(&name));
}

/* The marked row; -1: none. */
static int marked_row(const struct shell *shell)
{
    struct rect bounds = canvas_bounds(shell->canvas);
    for (int y = 1; y < bounds.height - 1; y++)
        for (int x = 0; x < bounds.width; x++)
            if (canvas_cell(shell->canvas, x, y)->selected)
                return y;
    return -1;
}

static bool is_in(const struct rect *where, int x, int y)
{
    return x >= where->x && x < where->x + where->width && y >= where->y && y < where->y + where->height;
}

/* Screens handle a click on their own targets. */
static bool click_on_target(struct shell *shell, int x, int y)
{
    struct screen *top = shell_top(shell);
    for (int i = 0; i < shell->target_count && top->class->click; i++) {
        if (!is_in(&shell->targets[i].where, x, y))
            continue;
        top->class->click(shell, top->state, shell->targets[i].target);
        return true;
    }
    return false;
}

/* A click on an item of the palette runs it. */
static void click_on_palette(struct shell *shell, int x, int y)
{
    for (int i = 0; i < shell->target_count; i++) {
        const struct click_target *target = &shell->targets[i];
        if (target->target < PALETTE_TARGET || !is_in(&target->where, x, y))
            continue;
        shell->prompt.chosen = target->target - PALETTE_TARGET;
        shell_key(shell, KEY_CODE_ENTER);
        return;
    }
}

/* A click there moves nothing in the list. */
static bool is_beside_list(const struct shell *shell, int x)
{
    const struct rect *list = &shell->list_area;
    return list->width > 0 && (x < list->x || x >= list->x + list->width);
}

/* A click on a term of the glossary, in a text, explains it. */
static void click_on_word(struct shell *shell, int x, int y)
{
    const struct glossary_term *term = words_term_at(shell, x, y);
    struct place place = {.screen = SCREEN_GLOSSARY, .word = term ? term->term : NULL};
    if (term)
        shell_open(shell, &place);
}

/*
 * Moves the mark from a row to another one with the arrow keys, step by step, while it comes
 * nearer. So this works for every list.
 */
static void move_mark(struct shell *shell, int row, int y)
{
    while (row != y) {
        int before = row;
        shell_act(shell, row < y ? ACTION_DOWN : ACTION_UP);
        frame_draw(shell);
        row = marked_row(shell);
        if (row >= 0 && row != y && (before < y) != (row < y)) /* over a heading, which is never marked */
            shell_act(shell, before < y ? ACTION_UP : ACTION_DOWN);
        if (row < 0 || abs(row - y) >= abs(before - y) || (before < y) != (row < y))
            return;
    }
}

/*
 * A click on a row marks it, a click on the marked row opens it, and a click on a footer key
 * presses that key.
 */
static void click(struct shell *shell, int x, int y)
{
    struct rect bounds = canvas_bounds(shell->canvas);
    int row = marked_row(shell);
    if (x >= bounds.width || y >= bounds.height)
        return;
    if (y == bounds.height - 1) {
        int32_t key = frame_footer_key(shell, x);
        if (key)
            shell_key(shell, key);
        return;
    }
    if (click_on_target(shell, x, y) || !canvas_cell(shell->canvas, x, y))
        return;
    if (row < 0 || is_beside_list(shell, x))
        click_on_word(shell, x, y);
    else if (row == y)
        shell_key(shell, KEY_CODE_ENTER);
    else
        move_mark(shell, row, y);
}

/* A click on a message removes it, as any key does. */
static void click_anywhere(struct shell *shell, int x, int y)
{
    bool is_bottom = y == canvas_bounds(shell->canvas).height - 1;
    bool has_message = shell->message[0] != '\0';
    if (shell->prompt.kind == PROMPT_NONE) {
        shell->message[0] = '\0';
        if (!(has_message && is_bottom))
            click(shell, x, y);
    } else if (shell->prompt.kind == PROMPT_PALETTE) {
        click_on_palette(shell, x, y);
    } else if (!is_bottom && shell->prompt.as_typed && marked_row(shell) >= 0) { /* a list that follows the words */
        click(shell, x, y);
    } else if (is_bottom && prompt_key_at(shell, x)) {
        shell_key(shell, prompt_key_at(shell, x));
    }
}

/*
 * Turns the wheel over a pane: that pane scrolls. Beside a list nothing moves. Elsewhere the wheel
 * is the arrow keys.
 */
static void wheel(struct shell *shell, int x, int y, bool is_down)
{
    for (int i = 0; shell->prompt.kind == PROMPT_NONE && i < shell->scroll_area_count; i++)
        if (is_in(&shell->scroll_areas[i].where, x, y)) {
            shell->message[0] = '\0';
            attention_note(shell);
            scroller_act(shell->scroll_areas[i].scroller, is_down ? ACTION_DOWN : ACTION_UP);
            return;
        }
    if (shell->prompt.kind != PROMPT_NONE || !is_beside_list(shell, x))
        shell_key(shell, is_down ? KEY_CODE_DOWN : KEY_CODE_UP);
}

static void pointer(struct shell *shell, int32_t key)
{
    frame_draw(shell); /* keys can have changed the screen since the last frame */
    if (key < KEY_WHEEL_UP_BASE) {
        int32_t at = key - KEY_CLICK_BASE;
        click_anywhere(shell, at % KEY_CLICK_SIDE, at / KEY_CLICK_SIDE);
        return;
    }
    bool is_down = key >= KEY_WHEEL_DOWN_BASE;
    int32_t at = key - (is_down ? KEY_WHEEL_DOWN_BASE : KEY_WHEEL_UP_BASE);
    wheel(shell, at % KEY_CLICK_SIDE, at / KEY_CLICK_SIDE, is_down);
}

/* A key to the shown screen, else by the keymap. */
static void screen_key(struct shell *shell, int32_t key)
{
    struct screen *top = shell_top(shell);
    struct rect bounds = canvas_bounds(shell->canvas);
    bool too_small = bounds.width < SHELL_COLUMNS_LEAST || bounds.height < SHELL_ROWS_LEAST;
    enum action action = keymap_action(shell->keymap, top->class->context, key);
    if (too_small && action != ACTION_QUIT && action != ACTION_INTERRUPT && action != ACTION_SUSPEND)
        return;
    if (top->class->key && top->class->key(shell, top->state, key))
        return;
    if (action == ACTION_NONE)
        say_unbound(shell, key);
    else
        shell_act(shell, action);
}

void shell_key(struct shell *shell, int32_t key)
{
    if (key >= KEY_CLICK_BASE) {
        pointer(shell, key);
        return;
    }
    shell->message[0] = '\0';
    attention_note(shell);
    bool was_interrupted = shell->interrupted;
    if (shell->prompt.kind != PROMPT_NONE) {
        prompt_key(shell, key);
        return;
    }
    screen_key(shell, key);
    if (was_interrupted && key != CONTROL_C)
        shell->interrupted = false;
}
