/*
 * Counters and time of a trial, unchanged and with the changes, side by side: as numbers, and as
 * bars where there is room.
 */
#include <math.h>
#include <stdio.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/trial/trial.h"

enum {
    LABEL_COLUMNS = 24,
    VALUE_COLUMNS = 16,
    NARROW_VALUE_COLUMNS = 13,
    RATIO_COLUMNS = 14,
    BAR_COLUMNS_LEAST = 6,
    BAR_COLUMNS_MAX = 60
};

static const struct {
    const char *title;
    enum vgpu_counter counter;
} rows[] = {
    {N_("instructions"), VGPU_COUNTER_WARP_INSTRUCTIONS},
    {N_("float operations"), VGPU_COUNTER_FLOPS},
    {N_("load requests"), VGPU_COUNTER_GLOBAL_LOAD_REQUESTS},
    {N_("load sectors"), VGPU_COUNTER_GLOBAL_LOAD_SECTORS},
    {N_("store requests"), VGPU_COUNTER_GLOBAL_STORE_REQUESTS},
    {N_("store sectors"), VGPU_COUNTER_GLOBAL_STORE_SECTORS},
    {N_("DRAM bytes read"), VGPU_COUNTER_DRAM_READ_BYTES},
    {N_("DRAM bytes written"), VGPU_COUNTER_DRAM_WRITE_BYTES},
    {N_("L2 hits"), VGPU_COUNTER_L2_HITS},
    {N_("bank conflicts, loads"), VGPU_COUNTER_SHARED_LOAD_CONFLICTS},
    {N_("bank conflicts, stores"), VGPU_COUNTER_SHARED_STORE_CONFLICTS},
    {N_("divergent branches"), VGPU_COUNTER_DIVERGENT_BRANCHES},
    {N_("barrier waits"), VGPU_COUNTER_BARRIER_WAITS},
    {N_("atomics"), VGPU_COUNTER_ATOMICS},
    {N_("warps"), VGPU_COUNTER_WARPS_LAUNCHED},
};

static uint64_t total_of(const struct trial *trial, enum vgpu_counter counter)
{
    uint64_t total = 0;
    for (size_t i = 0; trial && trial->observation && i < trial->observation->kernel_count; i++)
        total += trial->observation->kernels[i].totals[counter];
    return total;
}

/* Below this difference the ratio reads 1x. */
#define EQUAL_WITHIN 0.005

static void add_ratio(struct page *page, double before, double now)
{
    char text[TEXT_FACTOR_BYTES];
    if (!(before > 0) || fabs(now / before - 1) < EQUAL_WITHIN)
        return;
    page_printf(page, now < before ? STYLE_GOOD : STYLE_WARNING, _("%sx"), text_format_factor(now / before, text));
}

/* A narrow page has room for the ratio, too. */
static int value_columns(const struct page *page)
{
    return page->columns < LABEL_COLUMNS + 2 * VALUE_COLUMNS + RATIO_COLUMNS ? NARROW_VALUE_COLUMNS : VALUE_COLUMNS;
}

/* The columns of a bar beside each of two values; 0: there is no room. */
static int bar_columns(const struct page *page)
{
    int room = (page->columns - LABEL_COLUMNS - RATIO_COLUMNS) / 2 - VALUE_COLUMNS - 1;
    return room < BAR_COLUMNS_LEAST ? 0 : room > BAR_COLUMNS_MAX ? BAR_COLUMNS_MAX : room;
}

static void add_word(struct page *page, enum style style, const char *text)
{
    int bar = bar_columns(page);
    page_cell(page, style, text, value_columns(page) + (bar > 0 ? bar + 1 : 0));
}

/* The larger one of two values; 0: there is only one, and a bar says nothing. */
static double larger_of(const struct trial *before, const struct trial *now, double left, double right)
{
    return !before || !now ? 0 : left > right ? left : right;
}

/* A bar shows the share of the larger one of the two values. */
static void add_value(struct page *page, enum style style, const char *text, double value, double most)
{
    int room = bar_columns(page), full = most > 0 ? (int)(value / most * room + 0.5) : 0;
    page_cell(page, style, text, value_columns(page));
    if (room == 0)
        return;
    for (int i = 0; i < full; i++)
        page_mark(page, STYLE_ACCENT, MARK_BAR_FULL);
    page_printf(page, STYLE_NORMAL, "%*s", room - full + 1, "");
}

static void add_counter(const struct trial *before, const struct trial *now, size_t row, struct page *page)
{
    const struct trial *both[] = {before, now};
    uint64_t values[] = {total_of(before, rows[row].counter), total_of(now, rows[row].counter)};
    if (values[0] + values[1] == 0)
        return;
    page_cell(page, STYLE_DIM, _(rows[row].title), LABEL_COLUMNS);
    for (int i = 0; i < 2; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        if (both[i])
            text_append_grouped(&text, (int64_t)values[i]);
        add_value(page, STYLE_NORMAL, buffer_text(&text), (double)values[i],
                  larger_of(before, now, (double)values[0], (double)values[1]));
    }
    if (before && now)
        add_ratio(page, (double)values[0], (double)values[1]);
    page_end_unwrapped(page);
}

static void add_time(const struct trial *before, const struct trial *now, struct page *page)
{
    const struct trial *both[] = {before, now};
    double times[] = {before ? before->microseconds : 0, now ? now->microseconds : 0};
    page_cell(page, STYLE_DIM, _("time, modelled"), LABEL_COLUMNS);
    for (int i = 0; i < 2; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        if (both[i] && both[i]->microseconds > 0)
            text_append_duration(&text, both[i]->microseconds * 1e-6);
        else if (both[i])
            buffer_append_text(&text, "-");
        add_value(page, STYLE_STRONG, buffer_text(&text), times[i], larger_of(before, now, times[0], times[1]));
    }
    if (before && now && before->microseconds > 0 && now->microseconds > 0)
        add_ratio(page, before->microseconds, now->microseconds);
    page_end_unwrapped(page);
}

static const char *result_of(const struct trial *trial)
{
    if (!trial)
        return "";
    return !trial->ran              ? _("stopped")
           : trial->right           ? _("right")
           : !trial->compared       ? _("not compared")
           : trial->wrong_count > 0 ? _("not right")
                                    : _("unsafe");
}

/* A name that is too long for its column goes on below. */
static void add_cases(const struct trial *before, const struct trial *now, struct page *page)
{
    const char *const names[] = {before ? before->case_name : "", now ? now->case_name : ""};
    const struct text_span *lines[2];
    size_t counts[2], count = 1;
    for (int i = 0; i < 2; i++) {
        counts[i] = text_wrap(page->arena, names[i], value_columns(page) + bar_columns(page) - 1, &lines[i]);
        count = counts[i] > count ? counts[i] : count;
    }
    for (size_t row = 0; row < count; row++) {
        page_cell(page, STYLE_DIM, row == 0 ? _("case") : "", LABEL_COLUMNS);
        for (int i = 0; i < 2; i++)
            add_word(page, STYLE_NORMAL,
                     row < counts[i] ? arena_strndup(page->arena, lines[i][row].start, lines[i][row].size_bytes) : "");
        page_end_unwrapped(page);
    }
}

static void add_heads(const struct trial *before, const struct trial *now, struct page *page)
{
    const struct trial *both[] = {before, now};
    page_cell(page, STYLE_DIM, "", LABEL_COLUMNS);
    add_word(page, STYLE_STRONG, _("as it is"));
    add_word(page, STYLE_STRONG, now ? _("what if") : "");
    page_end_unwrapped(page);
    add_cases(before, now, page);
    page_cell(page, STYLE_DIM, _("threads of a block"), LABEL_COLUMNS);
    for (int i = 0; i < 2; i++) {
        char text[16] = "";
        if (both[i])
            snprintf(text, sizeof text, both[i]->block ? "%u" : "-", both[i]->block);
        add_word(page, STYLE_NORMAL, text);
    }
    page_end_unwrapped(page);
    page_cell(page, STYLE_DIM, _("result"), LABEL_COLUMNS);
    for (int i = 0; i < 2; i++)
        add_word(page, both[i] && both[i]->right ? STYLE_GOOD : STYLE_BAD, result_of(both[i]));
    page_end_unwrapped(page);
}

static void add_words(const struct trial *trial, struct page *page)
{
    const char *words[] = {trial->plan, trial->why, trial->note};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!words[i] || !*words[i])
            continue;
        page_blank(page);
        page_text(page, i == 0 ? STYLE_CODE_PLAN : STYLE_NORMAL, words[i]);
        page_end(page);
    }
}

void trial_draw_counters(struct shell *shell, struct trial_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    const struct trial *before = screen->before.trial, *now = screen->now.trial;
    page_init(&page, shell->frame, area.width - 1, canvas_is_ascii(shell->canvas));
    add_heads(before, now, &page);
    add_time(before, now, &page);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++)
        add_counter(before, now, row, &page);
    if (trial_shown(screen))
        add_words(trial_shown(screen), &page);
    page_blank(&page);
    page_text(&page, STYLE_DIM, _("On the virtual device; nothing here is recorded."));
    page_sentence(&page, _("N shows the exact names of counters."));
    page_end(&page);
    scroller_draw(&screen->scroller, &page, shell->canvas, area);
}
