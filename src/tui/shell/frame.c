/* The frame of every screen: the status line, rules, the footer with the main keys. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/shell/checking.h"
#include "tui/shell/shell.h"

#define NANOSECONDS INT64_C(1000000000)

enum { RULES_ROWS_LEAST = 10, LABELS_MAX = 24, LABEL_GAP = 2, CHECK_COLUMNS_LEAST = 60 };

struct footer_label {
    const struct binding *binding;
    int columns;
};

/* An assessment closes these while it runs. */
static bool is_closed(const struct shell *shell, enum action action)
{
    static const enum action closed[] = {ACTION_HINT,         ACTION_MICROSCOPE, ACTION_SOLUTION,    ACTION_COMPARE,
                                         ACTION_FAILING_CASE, ACTION_OWN_CASE,   ACTION_MORE_THREADS};
    for (size_t i = 0; shell->clock_runs && i < sizeof closed / sizeof closed[0]; i++)
        if (action == closed[i])
            return true;
    return false;
}

/* A figure that fits needs no panning. */
static bool has_use(const struct shell *shell, enum action action)
{
    return !is_closed(shell, action) && (action != ACTION_PAN_RIGHT || shell->is_cut);
}

const char *frame_label(const struct shell *shell, const struct binding *binding)
{
    const struct screen *top = &shell->screens[shell->screen_count - 1];
    const char *label = top->class->label ? top->class->label(top->state, binding->action) : NULL;
    return has_use(shell, binding->action) ? _(label ? label : binding->label) : "";
}

/* The bindings of the shown screen and GLOBAL that have a rank, in order of rank. */
static size_t collect_labels(const struct shell *shell, struct footer_label *labels)
{
    enum context context = shell->screens[shell->screen_count - 1].class->context;
    size_t count = 0;
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const struct binding *binding = keymap_binding(shell->keymap, i);
        bool fits = binding->context == context || binding->context == CONTEXT_GLOBAL;
        if (!fits || binding->rank == 0 || count == LABELS_MAX || !*frame_label(shell, binding))
            continue;
        size_t at = count++;
        for (; at > 0 && labels[at - 1].binding->rank > binding->rank; at--)
            labels[at] = labels[at - 1];
        labels[at].binding = binding;
    }
    return count;
}

static void append_first_key(const struct binding *binding, struct buffer *out)
{
    key_append_name(keymap_key(binding, 0), out);
}

static int label_columns(const struct shell *shell, const struct binding *binding)
{
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    append_first_key(binding, &name);
    return text_width(buffer_text(&name)) + 1 + text_width(frame_label(shell, binding)) + LABEL_GAP;
}

/* Without them a reader of a small screen is stuck: the way back, and the rest of a cut figure. */
static bool is_needed(const struct binding *binding)
{
    return binding->action == ACTION_BACK || binding->action == ACTION_PAN_RIGHT;
}

/* In this order: the ways out, the main key, the way back, a cut figure, then by rank. */
static int order_of(const struct binding *binding, bool is_main)
{
    return binding->rank >= KEYMAP_RANK_FIXED ? 0
           : is_main                          ? 1
           : binding->action == ACTION_BACK   ? 2
           : is_needed(binding)               ? 3
                                              : 4;
}

enum { ORDERS = 5 };

/* Marks the labels that fit. Returns how many of them are needed. */
static int choose_labels(const struct footer_label *labels, size_t count, int width, bool has_quit, bool *out_fits)
{
    int left = width + LABEL_GAP; /* none after the last one */
    int needed = 0;
    for (size_t i = 0; i < ORDERS * count; i++) {
        int order = (int)(i / count);
        size_t at = order == 0 ? count - 1 - i : i % count; /* quit comes before help */
        const struct binding *binding = labels[at].binding;
        if (order_of(binding, at == 0) != order || (binding->action == ACTION_QUIT && !has_quit))
            continue;
        out_fits[at] = labels[at].columns <= left;
        left -= out_fits[at] ? labels[at].columns : 0;
        needed += out_fits[at] && is_needed(binding);
    }
    return needed;
}

/*
 * Keeps the labels that fit. Needed ones come before quit, which the help has. Returns their
 * number.
 */
static size_t fit_labels(const struct shell *shell, int width, struct footer_label *labels)
{
    size_t count = collect_labels(shell, labels), shown = 0;
    bool fits[LABELS_MAX] = {false}, fits_without[LABELS_MAX] = {false};
    for (size_t i = 0; i < count; i++)
        labels[i].columns = label_columns(shell, labels[i].binding);
    int needed = choose_labels(labels, count, width, true, fits);
    bool yields = choose_labels(labels, count, width, false, fits_without) > needed && fits_without[0];
    for (size_t i = 0; i < count; i++)
        if (yields ? fits_without[i] : fits[i])
            labels[shown++] = labels[i];
    return shown;
}

static void draw_labels(struct shell *shell, struct rect line)
{
    struct footer_label labels[LABELS_MAX];
    size_t count = fit_labels(shell, line.width, labels);
    int x = line.x;
    for (size_t i = 0; i < count; i++) {
        CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
        append_first_key(labels[i].binding, &name);
        x += canvas_text(shell->canvas, x, line.y, STYLE_KEY, buffer_text(&name)) + 1;
        x += canvas_text(shell->canvas, x, line.y, STYLE_DIM, frame_label(shell, labels[i].binding)) + LABEL_GAP;
    }
}

int32_t frame_footer_key(const struct shell *shell, int x)
{
    struct footer_label labels[LABELS_MAX];
    struct rect bounds = canvas_bounds(shell->canvas);
    size_t count = shell->message[0] ? 0 : fit_labels(shell, bounds.width - 2, labels);
    int from = 1;
    for (size_t i = 0; i < count; i++) {
        if (x >= from && x < from + labels[i].columns - LABEL_GAP)
            return keymap_key(labels[i].binding, 0);
        from += labels[i].columns;
    }
    return 0;
}

void frame_draw_words(struct shell *shell, struct rect line, enum style style, const char *words)
{
    struct canvas *canvas = shell->canvas;
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, line.width, canvas_is_ascii(canvas));
    page_text(&page, style, words);
    page_end(&page);
    int rows = (int)page.count <= line.y ? (int)page.count : line.y + 1;
    struct rect area = {line.x, line.y - rows + 1, line.width, rows};
    for (int y = area.y; y <= line.y; y++)
        for (int x = 0; x < canvas_bounds(canvas).width; x++)
            canvas_text(canvas, x, y, STYLE_NORMAL, " ");
    page_draw(&page, canvas, area, 0);
}

/* A message covers the keys. Beside a prompt it stands above: what was typed was refused. */
static void draw_footer(struct shell *shell, struct rect line)
{
    if (shell->message[0] && shell->prompt.kind != PROMPT_PALETTE) {
        struct rect above = line;
        above.y -= shell->prompt.kind == PROMPT_TEXT;
        frame_draw_words(shell, above, shell->message_style, shell->message);
    }
    if (shell->prompt.kind != PROMPT_NONE)
        prompt_draw(shell, line);
    else if (!shell->message[0])
        draw_labels(shell, line);
}

static void draw_too_small(struct shell *shell, struct rect bounds)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, bounds.width, canvas_is_ascii(shell->canvas));
    page_printf(&page, STYLE_NORMAL, _("Too small: %d x %d at least. q quits"), SHELL_COLUMNS_LEAST, SHELL_ROWS_LEAST);
    page_end(&page);
    page_draw(&page, shell->canvas, bounds, 0);
}

/*
 * The clock of an assessment is on every screen. The assessment's own screen draws it itself.
 * Returns the rest of the line.
 */
static struct rect draw_clock(struct shell *shell, struct rect line)
{
    if (!shell->clock_runs || shell_top(shell)->id == SCREEN_ASSESSMENT)
        return line;
    int64_t left = shell->clock_end_ns - shell->now_ns;
    long long seconds = left > 0 ? (left + NANOSECONDS - 1) / NANOSECONDS : 0;
    char clock[32];
    snprintf(clock, sizeof clock, "%lld:%02lld", seconds / 60, seconds % 60);
    int columns = (int)strlen(clock);
    canvas_text(shell->canvas, line.x + line.width - columns, line.y, STYLE_WARNING, clock);
    line.width -= columns + 2;
    return line;
}

/* A full check is on every screen that has room for it. Returns the rest of the line. */
static struct rect draw_check(struct shell *shell, struct rect line)
{
    CLEANUP(buffer_done) struct buffer progress = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (line.width < CHECK_COLUMNS_LEAST || shell->is_plain || !checking_progress_text(shell, &progress))
        return line;
    if (progress.size_bytes > 0)
        buffer_printf(&text, _("full check: %s"), buffer_text(&progress));
    else
        buffer_append_text(&text, _("full check"));
    int columns = text_width(buffer_text(&text));
    canvas_text(shell->canvas, line.x + line.width - columns, line.y, STYLE_DIM, buffer_text(&text));
    line.width -= columns + 2;
    return line;
}

static void draw_screen(struct shell *shell, struct rect bounds)
{
    struct canvas *canvas = shell->canvas;
    struct screen *top = shell_top(shell);
    bool ruled = bounds.height >= RULES_ROWS_LEAST;
    struct rect status = {1, 0, bounds.width - 2, 1};
    struct rect footer = {1, bounds.height - 1, bounds.width - 2, 1};
    struct rect area = {0, 1, bounds.width, bounds.height - 2};
    if (ruled) {
        canvas_repeat(canvas, 0, 1, bounds.width, STYLE_DIM, MARK_RULE);
        canvas_repeat(canvas, 0, bounds.height - 2, bounds.width, STYLE_DIM, MARK_RULE);
        area.y++;
        area.height -= 2;
    }
    shell->is_cut = false;
    status = draw_check(shell, draw_clock(shell, status));
    struct rect all = canvas_clip(canvas, status);
    top->class->status(shell, top->state, status);
    canvas_clip(canvas, area);
    top->class->draw(shell, top->state, area);
    canvas_clip(canvas, all);
    draw_footer(shell, footer);
}

void shell_add_target(struct shell *shell, struct rect where, int target)
{
    if (shell->target_count < TARGETS_MAX)
        shell->targets[shell->target_count++] = (struct click_target){where, target};
}

void shell_add_page_targets(struct shell *shell, const struct page *page, int count, struct rect area, int scroll)
{
    for (int tag = 0; tag < count; tag++) {
        int first, last;
        if (!page_find_tag(page, tag, &first, &last))
            continue;
        struct rect rows = {area.x, area.y + first - scroll, area.width, last - first + 1};
        shell_add_target(shell, rect_cut(rows, area), tag);
    }
}

void shell_draw_pane(struct shell *shell, struct scroller *scroller, struct page *page, struct rect area)
{
    page_trim(page);
    scroller_draw(scroller, page, shell->canvas, area);
    if (shell->scroll_area_count < SCROLL_AREAS_MAX)
        shell->scroll_areas[shell->scroll_area_count++] = (struct scroll_area){area, scroller};
}

void shell_scroll(struct shell *shell, struct scroller *scroller, enum action action)
{
    bool is_pan = action == ACTION_PAN_LEFT || action == ACTION_PAN_RIGHT;
    int before = scroller->pan;
    scroller_act(scroller, action);
    if (is_pan && scroller->pan == before)
        shell_say(shell, STYLE_DIM, "%s", _("There is nothing more on that side"));
}

void frame_draw(struct shell *shell)
{
    shell->target_count = 0;
    shell->scroll_area_count = 0;
    shell->list_area = (struct rect){0};
    struct rect bounds = canvas_bounds(shell->canvas);
    canvas_clear(shell->canvas);
    if (bounds.width < SHELL_COLUMNS_LEAST || bounds.height < SHELL_ROWS_LEAST)
        draw_too_small(shell, bounds);
    else
        draw_screen(shell, bounds);
}

void shell_draw(struct shell *shell)
{
    arena_free(shell->frame);
    shell->frame = arena_new();
    frame_draw(shell);
    canvas_present(shell->canvas, shell->redraw_whole);
    shell->redraw_whole = false;
}
