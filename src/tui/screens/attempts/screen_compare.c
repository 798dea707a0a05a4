/*
 * Attempts side by side, from the record: status, times, limits, registers, counters. Beside them
 * are the times of the reference and, once it can be seen, of the solution. The solution's counters
 * come from a trial on the gate case.
 */
#include <math.h>
#include <stdio.h>

#include "app/assessment.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/attempts/compare_entries.h"
#include "tui/screens/attempts/solution_trial.h"
#include "tui/screens/page/reader.h"

enum {
    LABEL_COLUMNS = 16,
    NUMBER_COLUMNS = 15,
    COLUMN_COLUMNS_MAX = 45,
    BAR_COLUMNS_LEAST = 6,
    TEXT_COLUMNS = 100,
    LIMIT_COLUMNS_LEAST = 36 /* of a column for sentences */
};

struct compare_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    struct arena *arena;
    struct compare_entries entries;
    struct solution_trial trial;
};

/* --- the solution's counters: a trial on the gate case, in the background --------------------- */

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct compare_screen *screen = state;
    (void)shell;
    CLEANUP(trial_free) struct trial *trial = solution_trial_take(&screen->trial, change);
    struct compare_entry_shown *solution = compare_entries_solution(&screen->entries);
    if (trial && solution)
        standing_add_trial(&solution->standing, trial);
}

/* --- the screen ------------------------------------------------------------------------------- */

static bool open_compare(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct compare_screen *screen = state;
    if (!assessment_allows(shell->app, _("the comparison"), error)) /* it has the numbers that are asked for */
        return false;
    screen->reader.where = *place;
    screen->arena = arena_new();
    compare_entries_read(shell, place, screen->arena, &screen->entries);
    if (screen->entries.count == 0)
        return error_set(error, ERROR_NOT_FOUND, "%s", _("there is no attempt to compare"));
    if (compare_entries_solution(&screen->entries))
        solution_trial_start(&screen->trial, shell, place->exercise);
    return true;
}

static void close_compare(void *state)
{
    struct compare_screen *screen = state;
    solution_trial_end(&screen->trial);
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct compare_screen *screen = state;
    char title[256];
    const char *id = screen->reader.where.exercise->id;
    if (screen->entries.count > 1)
        snprintf(title, sizeof title, _("%s: %zu compared"), id, screen->entries.count);
    else
        snprintf(title, sizeof title, _("%s: nothing to compare with yet"), id);
    reader_status(shell, title, line);
}

/* --- the rows --------------------------------------------------------------------------------- */

/* A number of an entry; NAN if there is none. Less is better. */
typedef double row_value(const struct compare_entry_shown *entry);

/*
 * Only then the gate case ran to its end. A wrong kernel does other work, so its numbers are no
 * comparison.
 */
static bool is_right(const struct compare_entry_shown *entry)
{
    enum verdict_status status = entry->standing.status;
    return status == VERDICT_PASS || status == VERDICT_GATE || status == VERDICT_SLOW || status == VERDICT_WAIVED;
}

static double time_of(const struct compare_entry_shown *entry)
{
    return entry->standing.is_timed ? entry->standing.microseconds : NAN;
}

static double registers_of(const struct compare_entry_shown *entry)
{
    return entry->standing.registers ? entry->standing.registers : NAN;
}

/* A trial of the solution counts its registers, not its memory. */
static double spills_of(const struct compare_entry_shown *entry)
{
    return entry->kind == ENTRY_ATTEMPT && entry->standing.registers ? entry->standing.spill_bytes : NAN;
}

static double shared_of(const struct compare_entry_shown *entry)
{
    return entry->kind == ENTRY_ATTEMPT && entry->standing.registers ? entry->standing.shared_bytes : NAN;
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

struct number_row {
    const char *title;
    row_value *value;
    void (*write)(struct buffer *out, double value);
    bool more_is_better, is_timed;
};

static const struct number_row number_rows[] = {
    {N_("time"), time_of, write_time, false, true},
    {N_("of the roofline"), roof_of, write_percent, true, true},
    {N_("registers"), registers_of, write_count, false, false},
    {N_("spilled bytes"), spills_of, write_count, false, false},
    {N_("shared bytes"), shared_of, write_count, false, false},
};

/* Rows that are 0 for all are left out. */
static const struct {
    const char *title;
    enum vgpu_counter first, second; /* the sum, if they differ */
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

/* The entries from `from` up to `to` are drawn, each `columns` wide. */
struct table {
    const struct compare_screen *screen;
    size_t from, to;
    int columns;
    struct page *page;
};

/* A bar after the number shows its share of the row's largest one, if a column has room for it. */
static void add_cell(const struct table *table, double value, double most, bool is_best, const char *text)
{
    struct page *page = table->page;
    int room = table->columns - NUMBER_COLUMNS - 2;
    enum style style = is_best ? STYLE_GOOD : STYLE_NORMAL;
    page_cell(page, style, text, NUMBER_COLUMNS);
    if (table->columns == NUMBER_COLUMNS)
        return;
    int full = room >= BAR_COLUMNS_LEAST && most > 0 && value > 0 ? (int)(value / most * room + 0.5) : 0;
    full = full > room ? room : full;
    for (int i = 0; i < full; i++)
        page_mark(page, is_best ? STYLE_GOOD : STYLE_DIM, MARK_BAR_FULL);
    page_printf(page, STYLE_NORMAL, "%*s", table->columns - NUMBER_COLUMNS - full, "");
}

/* Times rank passes on the GPU of the first time. Other numbers rank what is right. */
static bool is_ranked(const struct compare_screen *screen, size_t index, const struct number_row *row)
{
    const struct compare_entry_shown *entry = &screen->entries.items[index];
    const struct standing *timed = compare_entries_timed(&screen->entries);
    if (!row->is_timed)
        return is_right(entry);
    return entry->standing.status == VERDICT_PASS && timed && standing_shares_gpu(&entry->standing, timed);
}

/* The best ranked one has a mark, unless all are equal. */
static void add_numbers(const struct table *table, const double *values, const struct number_row *row)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < table->screen->entries.count; i++) {
        if (!is_ranked(table->screen, i, row))
            continue;
        least = fmin(least, isnan(values[i]) ? least : values[i]);
        most = fmax(most, isnan(values[i]) ? most : values[i]);
    }
    for (size_t i = table->from; i < table->to; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        bool is_best =
            least < most && is_ranked(table->screen, i, row) && values[i] == (row->more_is_better ? most : least);
        if (isnan(values[i]))
            buffer_append_text(&text, "-");
        else
            row->write(&text, values[i]);
        if (is_best)
            buffer_printf(&text, " %s", mark_text(MARK_PASSED, table->page->ascii));
        add_cell(table, values[i], most, is_best, buffer_text(&text));
    }
    page_end_unwrapped(table->page);
}

static void add_counter_row(const struct table *table, size_t row)
{
    const struct compare_screen *screen = table->screen;
    double values[COMPARE_ENTRIES_MAX], sum = 0, of_attempts = 0;
    for (size_t i = 0; i < screen->entries.count; i++) {
        const struct standing *standing = &screen->entries.items[i].standing;
        enum vgpu_counter first = counter_rows[row].first, second = counter_rows[row].second;
        uint64_t total = standing->counters[first] + (first != second ? standing->counters[second] : 0);
        bool needs_caches = first == VGPU_COUNTER_DRAM_READ_BYTES; /* not every run models these */
        bool is_counted = is_right(&screen->entries.items[i]) &&
                          standing->counters[VGPU_COUNTER_WARP_INSTRUCTIONS] > 0 && (total > 0 || !needs_caches);
        values[i] = is_counted ? (double)total : NAN;
        sum += is_counted ? values[i] : 0;
        of_attempts += is_counted && screen->entries.items[i].kind == ENTRY_ATTEMPT ? values[i] : 0;
    }
    bool has_partner = of_attempts > 0 || counter_rows[row].first != VGPU_COUNTER_DRAM_READ_BYTES;
    if (!(sum > 0) || !has_partner)
        return;
    page_cell(table->page, STYLE_DIM, _(counter_rows[row].title), LABEL_COLUMNS);
    add_numbers(table, values, &(struct number_row){.write = write_count});
}

static void entry_name(const struct compare_entry_shown *entry, char *out, size_t size)
{
    if (entry->kind != ENTRY_ATTEMPT)
        snprintf(out, size, "%s", entry->kind == ENTRY_SOLUTION ? _("solution") : _("reference"));
    else
        snprintf(out, size, _("attempt %d"), entry->standing.number);
}

/* The words of a cell and their style. */
typedef const char *cell_words(const struct compare_entry_shown *entry, enum style *out_style);

static const char *status_of(const struct compare_entry_shown *entry, enum style *out_style)
{
    bool is_attempt = entry->kind == ENTRY_ATTEMPT;
    bool passed = entry->standing.status == VERDICT_PASS;
    *out_style = !is_attempt ? STYLE_DIM : passed ? STYLE_GOOD : STYLE_BAD;
    return is_attempt ? _(entry->standing.words) : "-";
}

static const char *limit_of(const struct compare_entry_shown *entry, enum style *out_style)
{
    *out_style = STYLE_NORMAL;
    return *entry->standing.limiter ? entry->standing.limiter : entry->standing.message;
}

/* A line of a cell; NULL: an empty one. */
static void add_cell_line(const struct page_line *line, int columns, struct page *page)
{
    for (size_t i = 0; line && i < line->span_count; i++)
        page_bytes(page, line->spans[i].style, line->spans[i].text, line->spans[i].size_bytes);
    page_printf(page, STYLE_NORMAL, "%*s", columns - (line ? page_line_width(line) : 0), "");
}

/* Words that take several lines where a column is narrow. `gap`: columns between two cells. */
static void add_wrapped_row(const struct table *table, const char *title, int gap, cell_words *words)
{
    struct page cells[COMPARE_ENTRIES_MAX] = {0}, *page = table->page;
    size_t rows = 0;
    for (size_t i = table->from; i < table->to; i++) {
        enum style style;
        const char *text = words(&table->screen->entries.items[i], &style);
        page_init(&cells[i], page->arena, table->columns - gap, page->ascii);
        page_text(&cells[i], style, text);
        page_end(&cells[i]);
        rows = cells[i].count > rows ? cells[i].count : rows;
    }
    for (size_t row = 0; row < rows; row++) {
        page_cell(page, STYLE_DIM, row == 0 ? title : "", LABEL_COLUMNS);
        for (size_t i = table->from; i < table->to; i++)
            add_cell_line(row < cells[i].count ? &cells[i].lines[row] : NULL, table->columns, page);
        page_end_unwrapped(page);
    }
    for (size_t i = table->from; i < table->to; i++)
        page_done(&cells[i]);
}

static const char *gpu_of(const struct compare_entry_shown *entry, enum style *out_style)
{
    *out_style = STYLE_NORMAL;
    return *entry->standing.gpu ? entry->standing.gpu : "-";
}

static bool has_one_gpu(const struct compare_entries *entries)
{
    const struct standing *timed = compare_entries_timed(entries);
    for (size_t i = 0; i < entries->count; i++)
        if (entries->items[i].standing.is_timed && !standing_shares_gpu(&entries->items[i].standing, timed))
            return false;
    return true;
}

static void add_heads(const struct table *table)
{
    struct page *page = table->page;
    const struct compare_entry_shown *entries = table->screen->entries.items;
    char name[48];
    page_cell(page, STYLE_DIM, "", LABEL_COLUMNS);
    for (size_t i = table->from; i < table->to; i++) {
        entry_name(&entries[i], name, sizeof name);
        page_cell(page, STYLE_STRONG, name, table->columns);
    }
    page_end_unwrapped(page);
    add_wrapped_row(table, _("status"), 1, status_of);
    if (!has_one_gpu(&table->screen->entries))
        add_wrapped_row(table, _("GPU"), 1, gpu_of);
    page_cell(page, STYLE_DIM, _("medal"), LABEL_COLUMNS);
    for (size_t i = table->from; i < table->to; i++) {
        enum medal medal = entries[i].standing.medal;
        page_cell(page, medal == MEDAL_NONE ? STYLE_NORMAL : theme_medal(verdict_medal_name(medal)),
                  medal == MEDAL_NONE ? "-" : _(verdict_medal_name(medal)), table->columns);
    }
    page_end_unwrapped(page);
}

static void add_table(const struct table *table)
{
    const struct compare_screen *screen = table->screen;
    double values[COMPARE_ENTRIES_MAX];
    add_heads(table);
    for (size_t row = 0; row < sizeof number_rows / sizeof number_rows[0]; row++) {
        for (size_t i = 0; i < screen->entries.count; i++)
            values[i] = number_rows[row].value(&screen->entries.items[i]);
        page_cell(table->page, STYLE_DIM, _(number_rows[row].title), LABEL_COLUMNS);
        add_numbers(table, values, &number_rows[row]);
    }
    for (size_t row = 0; row < sizeof counter_rows / sizeof counter_rows[0]; row++)
        add_counter_row(table, row);
}

static void add_limits(const struct compare_screen *screen, struct page *page)
{
    for (size_t i = 0; i < screen->entries.count; i++) {
        enum style style;
        const char *words = limit_of(&screen->entries.items[i], &style);
        char name[48];
        if (!*words)
            continue;
        entry_name(&screen->entries.items[i], name, sizeof name);
        page_blank(page);
        page_printf(page, STYLE_STRONG, "%s  ", name);
        page_text(page, style, words);
        page_end(page);
    }
}

/* All entries share the width. Each has at least room for its number. */
static int columns_of(const struct compare_screen *screen, int columns)
{
    int each = (columns - LABEL_COLUMNS) / (int)screen->entries.count;
    return each < NUMBER_COLUMNS + BAR_COLUMNS_LEAST + 2 ? NUMBER_COLUMNS
           : each > COLUMN_COLUMNS_MAX                   ? COLUMN_COLUMNS_MAX
                                                         : each;
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct compare_screen *screen = state;
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    struct table table = {.screen = screen, .columns = columns_of(screen, page.columns), .page = &page};
    int fits = (page.columns - LABEL_COLUMNS) / table.columns;
    size_t step = fits < 1 ? 1 : (size_t)fits;
    for (; table.from < screen->entries.count; table.from += step) {
        table.to = table.from + step < screen->entries.count ? table.from + step : screen->entries.count;
        page_blank(&page);
        add_table(&table);
    }
    bool is_wide = table.columns >= LIMIT_COLUMNS_LEAST && step >= screen->entries.count;
    table.from = 0;
    page_blank(&page);
    if (is_wide)
        add_wrapped_row(&table, _("verdict"), 3, limit_of);
    page.columns = page.columns < TEXT_COLUMNS ? page.columns : TEXT_COLUMNS;
    if (!is_wide)
        add_limits(screen, &page);
    page_blank(&page);
    if (screen->trial.is_running) {
        page_mark(&page, STYLE_WARNING, MARK_WORKING);
        page_text(&page, STYLE_WARNING, _(" The solution runs on the gate case, to be counted."));
        page_end(&page);
    }
    page_text(&page, STYLE_DIM,
              _("Counters are those of the gate case. Space marks attempts in the history (t), "
                "c then compares them."));
    page_sentence(&page, _("N shows the exact names of counters."));
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
    .changed = changed,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
