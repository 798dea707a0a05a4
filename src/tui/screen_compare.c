/* Attempts side by side, from what was recorded: status, times, limits, registers, counters; and the solution. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/standings.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/reader_internal.h"

enum { LABEL_COLUMNS = 16, COLUMN_COLUMNS = 15, ENTRIES_MAX = COMPARED_MAX + 1 };

struct compare_entry_shown {
    struct standing standing;
    bool is_solution; /* a time alone */
};

struct compare_screen {
    struct reader reader; /* first, so that the reader's functions take it */
    struct arena *arena;
    struct compare_entry_shown entries[ENTRIES_MAX];
    size_t count;
};

/* --- what is compared ----------------------------------------------------------------------------------------------
 */

static void add_attempt(struct shell *shell, struct compare_screen *screen, int64_t attempt)
{
    struct error error = {0};
    struct compare_entry_shown *entry = &screen->entries[screen->count];
    *entry = (struct compare_entry_shown){0};
    if (standings_read_one(shell->app, attempt, screen->arena, &entry->standing, &error))
        screen->count++;
    else
        shell_say_error(shell, &error);
}

/* Nothing was marked: the newest, the one before, and the fastest. */
static void add_newest(struct shell *shell, struct compare_screen *screen, const struct exercise *exercise)
{
    struct error error = {0};
    struct standings *all = ARENA_NEW(screen->arena, struct standings);
    if (!standings_read(shell->app, exercise, screen->arena, all, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    size_t fastest = 0;
    for (size_t i = 1; i < all->count; i++) {
        const struct standing *one = &all->items[i], *best = &all->items[fastest];
        if (one->is_timed && (!best->is_timed || one->microseconds < best->microseconds))
            fastest = i;
    }
    for (size_t i = 0; i < all->count && i < 2; i++)
        screen->entries[screen->count++].standing = all->items[i];
    if (fastest >= 2)
        screen->entries[screen->count++].standing = all->items[fastest];
}

static bool is_revealed(struct shell *shell, const struct exercise *exercise)
{
    struct exercise_progress progress;
    return store_get_exercise(shell->app->store, exercise->id, shell->frame, &progress, NULL) &&
           (progress.assisted || progress.passed_at);
}

/* Its time follows from the ratio in the newest verdict that has one. */
static void add_solution(struct shell *shell, struct compare_screen *screen, const struct exercise *exercise)
{
    if (!is_revealed(shell, exercise))
        return;
    for (size_t i = 0; i < screen->count; i++) {
        const struct standing *standing = &screen->entries[i].standing;
        if (!standing->is_timed || !(standing->ratio_to_solution > 0))
            continue;
        screen->entries[screen->count++] = (struct compare_entry_shown){
            .is_solution = true,
            .standing = {.is_timed = true,
                         .is_modelled = standing->is_modelled,
                         .status = VERDICT_PASS,
                         .device = "",
                         .architecture = standing->architecture,
                         .limiter = "",
                         .message = "",
                         .microseconds = standing->microseconds * standing->ratio_to_solution,
                         .bytes_per_second = standing->bytes_per_second / standing->ratio_to_solution}};
        return;
    }
}

static bool open_compare(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct compare_screen *screen = state;
    screen->reader.where = *place;
    screen->arena = arena_new();
    for (int i = 0; i < place->compared_count; i++)
        add_attempt(shell, screen, place->compared[i]);
    if (place->compared_count == 0)
        add_newest(shell, screen, place->exercise);
    if (screen->count == 0)
        return error_set(error, ERROR_NOT_FOUND, "%s", _("there is no attempt to compare"));
    add_solution(shell, screen, place->exercise);
    return true;
}

static void close_compare(void *state)
{
    struct compare_screen *screen = state;
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct compare_screen *screen = state;
    char title[256];
    snprintf(title, sizeof title, _("%s: %zu side by side"), screen->reader.where.exercise->id, screen->count);
    reader_status(shell, title, line);
}

/* --- the rows ------------------------------------------------------------------------------------------------------
 */

/* A number of an entry; NAN where there is none. Less is better. */
typedef double row_value(const struct compare_entry_shown *entry);

static double time_of(const struct compare_entry_shown *entry)
{
    return entry->standing.is_timed ? entry->standing.microseconds : NAN;
}

static double registers_of(const struct compare_entry_shown *entry)
{
    return entry->standing.registers ? entry->standing.registers : NAN;
}

static double spills_of(const struct compare_entry_shown *entry)
{
    return entry->standing.registers ? entry->standing.spill_bytes : NAN;
}

static double shared_of(const struct compare_entry_shown *entry)
{
    return entry->standing.registers ? entry->standing.shared_bytes : NAN;
}

static double roof_of(const struct compare_entry_shown *entry)
{
    return entry->standing.is_timed && entry->standing.roofline_percent > 0 ? entry->standing.roofline_percent : NAN;
}

static void write_time(struct buffer *out, double value)
{
    text_append_duration(out, value * 1e-6);
}

static void write_count(struct buffer *out, double value)
{
    text_append_grouped(out, (int64_t)value);
}

static void write_percent(struct buffer *out, double value)
{
    text_append_percent(out, value / 100);
}

static const struct {
    const char *title;
    row_value *value;
    void (*write)(struct buffer *out, double value);
    bool more_is_better;
} number_rows[] = {
    {N_("time"), time_of, write_time, false},
    {N_("of the roofline"), roof_of, write_percent, true},
    {N_("registers"), registers_of, write_count, false},
    {N_("spilled bytes"), spills_of, write_count, false},
    {N_("shared bytes"), shared_of, write_count, false},
};

/* Rows that are 0 for all are left out. */
static const struct {
    const char *title;
    enum vgpu_counter first, second; /* the sum, where they differ */
} counter_rows[] = {
    {N_("instructions"), VGPU_COUNTER_WARP_INSTRUCTIONS, VGPU_COUNTER_WARP_INSTRUCTIONS},
    {N_("float ops"), VGPU_COUNTER_FLOPS, VGPU_COUNTER_FLOPS},
    {N_("load sectors"), VGPU_COUNTER_GLOBAL_LOAD_SECTORS, VGPU_COUNTER_GLOBAL_LOAD_SECTORS},
    {N_("store sectors"), VGPU_COUNTER_GLOBAL_STORE_SECTORS, VGPU_COUNTER_GLOBAL_STORE_SECTORS},
    {N_("DRAM bytes"), VGPU_COUNTER_DRAM_READ_BYTES, VGPU_COUNTER_DRAM_WRITE_BYTES},
    {N_("bank conflicts"), VGPU_COUNTER_SHARED_LOAD_CONFLICTS, VGPU_COUNTER_SHARED_STORE_CONFLICTS},
    {N_("divergent"), VGPU_COUNTER_DIVERGENT_BRANCHES, VGPU_COUNTER_DIVERGENT_BRANCHES},
    {N_("atomics"), VGPU_COUNTER_ATOMICS, VGPU_COUNTER_ATOMICS},
    {N_("barrier waits"), VGPU_COUNTER_BARRIER_WAITS, VGPU_COUNTER_BARRIER_WAITS},
};

static void add_cell(struct page *page, enum style style, const char *text)
{
    CLEANUP(buffer_done) struct buffer padded = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer cut = BUFFER_INIT;
    text_append_cut(&cut, text, COLUMN_COLUMNS - 1, page->ascii);
    text_append_padded(&padded, buffer_text(&cut), COLUMN_COLUMNS, TEXT_LEFT);
    page_text(page, style, buffer_text(&padded));
}

static void add_label(struct page *page, const char *title)
{
    CLEANUP(buffer_done) struct buffer padded = BUFFER_INIT;
    text_append_padded(&padded, title, LABEL_COLUMNS, TEXT_LEFT);
    page_text(page, STYLE_DIM, buffer_text(&padded));
}

/* The best one has a mark where not all are the same. */
static void add_numbers(const double *values, size_t from, size_t to, size_t all, bool more_is_better,
                        void (*write)(struct buffer *out, double value), struct page *page)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < all; i++) {
        least = fmin(least, isnan(values[i]) ? least : values[i]);
        most = fmax(most, isnan(values[i]) ? most : values[i]);
    }
    for (size_t i = from; i < to; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        bool is_best = least < most && values[i] == (more_is_better ? most : least);
        if (isnan(values[i]))
            buffer_append_text(&text, "-");
        else
            write(&text, values[i]);
        if (is_best)
            buffer_printf(&text, " %s", mark_text(MARK_PASSED, page->ascii));
        add_cell(page, is_best ? STYLE_GOOD : STYLE_NORMAL, buffer_text(&text));
    }
}

static void add_counter_row(const struct compare_screen *screen, size_t row, size_t from, size_t to, struct page *page)
{
    double values[ENTRIES_MAX], sum = 0;
    for (size_t i = 0; i < screen->count; i++) {
        const struct standing *standing = &screen->entries[i].standing;
        bool is_counted = standing->counters[VGPU_COUNTER_WARP_INSTRUCTIONS] > 0;
        enum vgpu_counter first = counter_rows[row].first, second = counter_rows[row].second;
        uint64_t total = standing->counters[first] + (first != second ? standing->counters[second] : 0);
        values[i] = is_counted ? (double)total : NAN;
        sum += is_counted ? values[i] : 0;
    }
    if (!(sum > 0))
        return;
    add_label(page, _(counter_rows[row].title));
    add_numbers(values, from, to, screen->count, false, write_count, page);
    page_end_unwrapped(page);
}

static void entry_name(const struct compare_entry_shown *entry, char *out, size_t size)
{
    if (entry->is_solution)
        snprintf(out, size, "%s", _("solution"));
    else
        snprintf(out, size, _("attempt %lld"), (long long)entry->standing.attempt);
}

static void add_heads(const struct compare_screen *screen, size_t from, size_t to, struct page *page)
{
    char name[48];
    add_label(page, "");
    for (size_t i = from; i < to; i++) {
        entry_name(&screen->entries[i], name, sizeof name);
        add_cell(page, STYLE_STRONG, name);
    }
    page_end_unwrapped(page);
    add_label(page, _("status"));
    for (size_t i = from; i < to; i++) {
        const struct compare_entry_shown *entry = &screen->entries[i];
        bool passed = entry->standing.status == VERDICT_PASS;
        add_cell(page, passed ? STYLE_GOOD : STYLE_BAD,
                 entry->is_solution ? "-" : _(verdict_text_status(entry->standing.status)));
    }
    page_end_unwrapped(page);
    add_label(page, _("medal"));
    for (size_t i = from; i < to; i++) {
        enum medal medal = screen->entries[i].standing.medal;
        add_cell(page, STYLE_NORMAL, medal == MEDAL_NONE ? "-" : _(medal_name(medal)));
    }
    page_end_unwrapped(page);
}

static void add_table(const struct compare_screen *screen, size_t from, size_t to, struct page *page)
{
    double values[ENTRIES_MAX];
    add_heads(screen, from, to, page);
    for (size_t row = 0; row < sizeof number_rows / sizeof number_rows[0]; row++) {
        for (size_t i = 0; i < screen->count; i++)
            values[i] = number_rows[row].value(&screen->entries[i]);
        add_label(page, _(number_rows[row].title));
        add_numbers(values, from, to, screen->count, number_rows[row].more_is_better, number_rows[row].write, page);
        page_end_unwrapped(page);
    }
    for (size_t row = 0; row < sizeof counter_rows / sizeof counter_rows[0]; row++)
        add_counter_row(screen, row, from, to, page);
}

static void add_limits(const struct compare_screen *screen, struct page *page)
{
    for (size_t i = 0; i < screen->count; i++) {
        const struct standing *standing = &screen->entries[i].standing;
        const char *words = *standing->limiter ? standing->limiter : standing->message;
        char name[48];
        if (!*words)
            continue;
        entry_name(&screen->entries[i], name, sizeof name);
        page_blank(page);
        page_printf(page, STYLE_STRONG, "%s  ", name);
        page_text(page, STYLE_NORMAL, words);
        page_end(page);
    }
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct compare_screen *screen = state;
    CLEANUP(page_done) struct page page = {0};
    reader_begin(shell, area, &page);
    int fits = (page.columns - LABEL_COLUMNS) / COLUMN_COLUMNS;
    size_t step = fits < 1 ? 1 : (size_t)fits;
    for (size_t from = 0; from < screen->count; from += step) {
        page_blank(&page);
        add_table(screen, from, from + step < screen->count ? from + step : screen->count, &page);
    }
    add_limits(screen, &page);
    page_blank(&page);
    page_text(&page, STYLE_DIM,
              _("Counters are those of the gate case. Space marks attempts in the history (t), "
                "c then compares them."));
    page_end(&page);
    reader_end(shell, &screen->reader, area, &page);
}

const struct screen_class screen_compare = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct compare_screen),
    .open = open_compare,
    .close = close_compare,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .handlers = reader_handlers,
};
