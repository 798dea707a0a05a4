/*
 * The tables that grow through the course: the learner's best times beside those of the course's
 * kernels, as numbers and as bars.
 */

#include "app/standings.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"

enum {
    ID_COLUMNS = 26,
    TITLE_COLUMNS_LEAST = 36,
    TIME_COLUMNS = 11,
    MEDAL_COLUMNS = 9,
    RATE_COLUMNS = 16,
    NUMBERS_COLUMNS = 3 * TIME_COLUMNS + MEDAL_COLUMNS + RATE_COLUMNS,
    BAR_COLUMNS_LEAST = 16
};

/* A column is drawn if the page has at least so many columns. */
enum { SOLUTION_FROM = 48, REFERENCE_FROM = 62, MEDAL_FROM = 72, RATE_FROM = 96, TITLE_FROM = 100 };

struct tables_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    struct arena *arena;
    struct standings_tables tables;
};

static bool load(struct shell *shell, struct tables_screen *screen, struct error *error)
{
    arena_free(screen->arena);
    screen->arena = arena_new();
    return standings_read_tables(shell->app, screen->arena, &screen->tables, error);
}

static bool open_tables(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct tables_screen *screen = state;
    screen->reader.where = *place;
    return load(shell, screen, error);
}

static void close_tables(void *state)
{
    struct tables_screen *screen = state;
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct error error = {0};
    if (change == SCREEN_OVERVIEW && !load(shell, state, &error))
        shell_say_error(shell, &error);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Tables of the course"), line);
}

/* The id takes the place of the title on a narrow page. */
static const char *name_of(const struct standings_row *row, const struct page *page)
{
    return page->columns >= TITLE_FROM ? shell_exercise_title(row->exercise) : row->exercise->id;
}

static int longest_name(const struct standings_tables *tables, const struct page *page)
{
    int longest = 0;
    for (size_t i = 0; i < tables->count; i++) {
        const struct standings_table *table = &tables->items[i];
        int columns = text_width(_(table->title));
        longest = columns > longest ? columns : longest;
        for (size_t row = 0; row < table->count; row++) {
            columns = text_width(name_of(&table->rows[row], page));
            longest = columns > longest ? columns : longest;
        }
    }
    return longest;
}

/* Names are whole where the page has room for them beside the numbers, and then for bars. */
static int name_columns(const struct standings_tables *tables, const struct page *page)
{
    if (page->columns < TITLE_FROM)
        return ID_COLUMNS;
    int room = page->columns - NUMBERS_COLUMNS, beside_bars = room - BAR_COLUMNS_LEAST - 2;
    int wanted = longest_name(tables, page) + 2;
    int most = beside_bars >= TITLE_COLUMNS_LEAST ? beside_bars : room;
    return wanted < most ? wanted : most;
}

static void add_time(double microseconds, enum style style, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (microseconds > 0)
        text_append_duration(&text, microseconds * 1e-6);
    else
        buffer_append_text(&text, "-");
    page_cell(page, style, buffer_text(&text), TIME_COLUMNS);
}

/* Arithmetic where the exercise counts it, else bytes. */
static void add_rate(const struct standings_row *row, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const struct standing *best = &row->best;
    if (row->is_tried && best->flops_per_second > 0)
        text_append_si(&text, best->flops_per_second, "flop/s");
    else if (row->is_tried)
        text_append_si(&text, best->bytes_per_second, "B/s");
    page_cell(page, STYLE_NORMAL, buffer_text(&text), RATE_COLUMNS);
}

/* The learner's time, or that of the solution while there is none. */
static void add_bar(const struct standings_row *row, double slowest, int names, struct page *page)
{
    int room = page->columns - names - NUMBERS_COLUMNS - 2;
    double shown = row->is_tried ? row->best.microseconds : row->solution_us;
    if (room < BAR_COLUMNS_LEAST || !(slowest > 0) || !(shown > 0))
        return;
    int full = (int)(shown / slowest * room + 0.5);
    for (int i = 0; i < (full < 1 ? 1 : full); i++)
        page_mark(page, row->is_tried ? STYLE_ACCENT : STYLE_DIM, row->is_tried ? MARK_BAR_FULL : MARK_BAR_EMPTY);
}

static void add_row(const struct standings_row *row, double slowest, int names, struct page *page)
{
    enum medal medal = row->is_tried ? row->best.medal : MEDAL_NONE;
    const char *title = name_of(row, page);
    if (!row->is_open) {
        page_cell(page, STYLE_DIM, title, names);
        page_text(page, STYLE_DIM, _("not open yet"));
        page_end_unwrapped(page);
        return;
    }
    page_cell(page, row->is_tried ? STYLE_STRONG : STYLE_NORMAL, title, names);
    add_time(row->is_tried ? row->best.microseconds : 0, STYLE_STRONG, page);
    if (page->columns >= SOLUTION_FROM)
        add_time(row->solution_us, STYLE_NORMAL, page);
    if (page->columns >= REFERENCE_FROM)
        add_time(row->reference_us, STYLE_NORMAL, page);
    if (page->columns >= MEDAL_FROM)
        page_cell(page, medal == MEDAL_NONE ? STYLE_DIM : theme_medal(verdict_medal_name(medal)),
                  medal == MEDAL_NONE ? "" : _(verdict_medal_name(medal)), MEDAL_COLUMNS);
    if (page->columns >= RATE_FROM)
        add_rate(row, page);
    add_bar(row, slowest, names, page);
    page_end_unwrapped(page);
}

static void add_heads(const struct standings_table *table, int names, struct page *page)
{
    page_cell(page, STYLE_TITLE, _(table->title), names);
    page_cell(page, STYLE_DIM, _("yours"), TIME_COLUMNS);
    if (page->columns >= SOLUTION_FROM)
        page_cell(page, STYLE_DIM, _("solution"), TIME_COLUMNS);
    if (page->columns >= REFERENCE_FROM)
        page_cell(page, STYLE_DIM, _("reference"), TIME_COLUMNS);
    if (page->columns >= MEDAL_FROM)
        page_cell(page, STYLE_DIM, _("medal"), MEDAL_COLUMNS);
    if (page->columns >= RATE_FROM)
        page_cell(page, STYLE_DIM, _("your rate"), RATE_COLUMNS);
    page_end_unwrapped(page);
}

/* The words come first: without room beside them there is no bar, and they go on in another row. */
static void add_beside_row(const struct standings_beside *beside, double slowest, int names, struct page *page)
{
    const char *words = _(beside->words);
    int room = page->columns - names - NUMBERS_COLUMNS - 2, columns = names + NUMBERS_COLUMNS - TIME_COLUMNS - 2;
    bool has_bar = room >= BAR_COLUMNS_LEAST && slowest > 0 && text_width(words) < columns;
    int full = has_bar ? (int)(beside->microseconds / slowest * room + 0.5) : 0;
    page_indent(page, "  ", "           ");
    add_time(beside->microseconds, STYLE_NORMAL, page);
    if (has_bar)
        page_cell(page, STYLE_DIM, words, columns);
    else
        page_text(page, STYLE_DIM, words);
    for (int i = 0; i < full; i++)
        page_mark(page, STYLE_DIM, MARK_BAR_EMPTY);
    page_end(page);
    page_indent(page, "", "");
}

/* Times of other programs, with bars of the same scale as those of the rows. */
static void add_beside(const struct standings_table *table, double slowest, int names, struct page *page)
{
    if (table->beside_count > 0) {
        page_text(page, STYLE_DIM, _("Measured on one H100 80GB HBM3:"));
        page_end(page);
    }
    for (size_t i = 0; i < table->beside_count; i++)
        add_beside_row(&table->beside[i], slowest, names, page);
}

static void add_table(const struct standings_table *table, int names, struct page *page)
{
    double slowest = 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct standings_row *row = &table->rows[i];
        double shown = row->is_tried ? row->best.microseconds : row->solution_us;
        slowest = shown > slowest ? shown : slowest;
    }
    page_blank(page);
    add_heads(table, names, page);
    for (size_t i = 0; i < table->count; i++)
        add_row(&table->rows[i], slowest, names, page);
    add_beside(table, slowest, names, page);
}

static void add_origin(const struct standings_tables *tables, struct page *page)
{
    page_blank(page);
    page_printf(page, STYLE_DIM,
                _("Modelled for %s, at the timed sizes. Your time is the fastest of your newest passes. A bar is your "
                  "time, or the solution's before you have one. Each week adds rows."),
                tables->gpu);
    page_end(page);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct tables_screen *screen = state;
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    int names = name_columns(&screen->tables, &page);
    for (size_t i = 0; i < screen->tables.count; i++)
        add_table(&screen->tables.items[i], names, &page);
    add_origin(&screen->tables, &page);
    reader_end(shell, &screen->reader, area, &page);
}

const struct screen_class screen_tables = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct tables_screen),
    .open = open_tables,
    .close = close_tables,
    .status = status,
    .draw = draw,
    .changed = changed,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
