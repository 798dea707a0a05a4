/* The page of a step that runs kernels. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/highlight.h"
#include "tui/draw/markdown.h"
#include "tui/draw/strip.h"
#include "tui/screens/lab/lab_view.h"

enum {
    WORD_COLUMNS = 11,
    GUTTER_COLUMNS = 8,
    BLANK_COLUMNS = 18,
    STRIP_WORDS_COLUMNS = 44,
    STRIP_LANES_SHOWN = 6,
    NARROW_COLUMNS = 50,
    NAME_COLUMNS = 26,
    PAIRED_COLUMNS = 10 /* a value with another one after it */
};

void lab_page_bar(struct page *page, int columns)
{
    for (int i = 0; i < columns; i++)
        page_mark(page, STYLE_ACCENT, MARK_BAR_FULL);
}

void lab_page_column(struct page *page, enum style style, const char *text, int columns, bool is_right)
{
    int width = text_width(text);
    int space = columns > width ? columns - width : 0;
    if (width > columns - 1) {
        page_cell(page, style, text, columns);
        return;
    }
    page_printf(page, style, "%*s%s%*s", is_right ? space : 0, "", text, is_right ? 0 : space, "");
}

bool lab_page_is_hidden(const struct lab_view *view, size_t point)
{
    return !view->is_revealed && lab_is_hidden(view->lab, point);
}

const char *lab_page_value(const struct lab_view *view, size_t point, const char *quantity, const struct page *page)
{
    double value;
    bool is_known = lab_value(view->results, point, quantity, &value);
    if (is_known && !lab_page_is_hidden(view, point))
        return lab_format(quantity, value, page->arena);
    if (!is_known && (view->results->points[point].is_mine || view->results->points[point].is_measured))
        return page->ascii ? "-" : "–";
    return "?";
}

/* --- code ------------------------------------------------------------------------------------- */

static void add_gutter(const struct lab_code_line *line, struct page *page)
{
    page_printf(page, STYLE_GUTTER, "%2d ", line->number);
    if (line->is_marked || line->blank >= 0)
        page_mark(page, STYLE_ACCENT, MARK_CURSOR);
    else
        page_text(page, STYLE_NORMAL, " ");
    page_text(page, STYLE_NORMAL, " ");
}

/* The part of a typed answer that is for one blank. */
static const char *part_of(const struct lab *lab, const char *typed, int blank, struct arena *arena)
{
    const char *parts[LAB_BLANKS_MAX] = {"", "", ""};
    if (*typed)
        lab_split_answer(lab, typed, arena, parts);
    return blank < LAB_BLANKS_MAX ? parts[blank] : "";
}

/* `room`: the columns that the rest of the line leaves. */
static void add_blank(const struct lab_view *view, int blank, int room, struct page *page)
{
    const char *text = part_of(view->lab, view->typed, blank, page->arena);
    int columns = room < BLANK_COLUMNS ? room : BLANK_COLUMNS;
    enum style style = view->answer && !view->is_typing ? view->is_right ? STYLE_GOOD : STYLE_BAD : STYLE_STRONG;
    int space = columns - text_width(text);
    page_printf(page, STYLE_KEY, " ");
    page_text(page, style, text);
    page_printf(page, STYLE_EMPHASIS, "%*s", space > 0 ? space : 0, "");
    page_text(page, STYLE_KEY, " ");
}

void lab_page_code(const struct lab_view *view, struct page *page)
{
    struct lab_code_line *lines;
    struct highlight highlight = {0};
    size_t count = lab_code(view->lab, &view->lab->kernel, page->arena, &lines);
    for (size_t i = 0; i < count; i++) {
        const struct lab_code_line *line = &lines[i];
        bool has_blank = line->blank >= 0 && view->lab->kind == STEP_FILL;
        size_t at = has_blank ? line->blank_at : strlen(line->text);
        add_gutter(line, page);
        if (line->is_marked && view->lab->replaced.count && *view->typed)
            page_printf(page, STYLE_STRONG, "%*s%s", (int)strspn(line->text, " "), "", view->typed);
        else
            highlight_line(&highlight, line->text, at, page);
        if (has_blank) {
            add_blank(view, line->blank, page->columns - GUTTER_COLUMNS - text_width(line->text), page);
            highlight_line(&highlight, line->text + at, strlen(line->text) - at, page);
        }
        page_end_unwrapped(page);
    }
    if (count)
        page_blank(page);
}

/* --- strip ------------------------------------------------------------------------------------ */

/* The word before a row of the strip; a lane's number is up to four columns wide. */
static void add_word(struct page *page, enum style style, const char *word, int columns)
{
    page_text(page, style, "  ");
    lab_page_column(page, style, word, columns, false);
}

static void add_lanes(const struct lab_view *view, const struct lab_point *point, struct page *page)
{
    const char *word = view->lab->strip == LAB_STRIP_BANKS ? _("bank") : _("sector");
    add_word(page, STYLE_DIM, _("lane"), WORD_COLUMNS - 3);
    for (int lane = 0; lane < STRIP_LANES_SHOWN; lane++)
        page_printf(page, STYLE_DIM, "%4d", lane);
    page_printf(page, STYLE_DIM, "  ..%4d", LAB_LANES - 1);
    page_end_unwrapped(page);
    add_word(page, STYLE_NORMAL, word, WORD_COLUMNS - 3);
    for (int lane = 0; lane < STRIP_LANES_SHOWN; lane++)
        page_printf(page, STYLE_NORMAL, "%4s",
                    point->units[lane] < 0 ? "-" : arena_printf(page->arena, "%d", point->units[lane]));
    page_printf(page, STYLE_NORMAL, "  ..%4d", point->units[LAB_LANES - 1]);
    page_end_unwrapped(page);
}

static void lab_page_strip(const struct lab_view *view, struct page *page)
{
    const struct lab_point *point = &view->results->points[view->point];
    bool has_banks = view->lab->strip == LAB_STRIP_BANKS;
    if (!point->has_units || !view->is_revealed || page->columns < NARROW_COLUMNS)
        return;
    int units = has_banks ? LAB_LANES : strip_measure(point->units).last + 1;
    add_lanes(view, point, page);
    add_word(page, STYLE_NORMAL, has_banks ? _("banks") : _("sectors"), WORD_COLUMNS);
    strip_marks(page, point->units, units, page->columns - STRIP_WORDS_COLUMNS);
    page_text(page, STYLE_NORMAL, "  ");
    page_text(page, STYLE_NORMAL, strip_words(point->units, has_banks, page->arena));
    page_end_unwrapped(page);
    page_blank(page);
}

/* --- run -------------------------------------------------------------------------------------- */

/* "PITCH  32  33  34": the chosen one in brackets. */
static void add_range(const struct lab_view *view, struct page *page)
{
    const struct lab *lab = view->lab;
    if (!lab->range.name || !view->is_revealed)
        return;
    page_printf(page, STYLE_DIM, "  %-12s", lab->range.name);
    for (size_t i = 0; i < lab->range.count; i++) {
        bool is_chosen = (int)i == view->point;
        page_printf(page, is_chosen ? STYLE_STRONG : STYLE_DIM, is_chosen ? "[%s]" : " %s ",
                    view->results->points[i].label);
        page_text(page, STYLE_NORMAL, " ");
    }
    page_end(page);
}

static bool is_answer_column(const struct lab *lab, size_t column)
{
    return lab->answer_number && strcmp(lab->answer, lab->columns.items[column]) == 0;
}

/* Whether the guess stands beside the value that it is about. */
static bool has_guess_beside(const struct lab *lab)
{
    for (size_t i = 0; lab->kind == STEP_RUN && i < lab->columns.count; i++)
        if (is_answer_column(lab, i))
            return true;
    return false;
}

static void add_guess(const struct lab_view *view, struct page *page)
{
    page_text(page, STYLE_NORMAL, "    ");
    page_printf(page, view->is_right ? STYLE_GOOD : STYLE_BAD, _("your guess: %s"), view->guess);
}

/* On a narrow screen no wider than the names. */
static int name_columns(const struct lab_view *view, const struct page *page)
{
    int widest = 0;
    for (size_t i = 0; i < view->lab->columns.count; i++) {
        int width = text_width(lab_heading(view->lab->columns.items[i], page->arena)) + 2;
        widest = width > widest ? width : widest;
    }
    return page->columns < NARROW_COLUMNS ? widest : NAME_COLUMNS;
}

/* A profile that the question is about takes two values to a line where they fit. */
static void add_values(const struct lab_view *view, struct page *page)
{
    const struct lab *lab = view->lab;
    int columns = name_columns(view, page);
    bool is_paired = lab->is_shown_first && page->columns >= 2 * (2 + NAME_COLUMNS + PAIRED_COLUMNS);
    for (size_t i = 0; i < lab->columns.count; i++) {
        const char *name = lab->columns.items[i], *value = lab_page_value(view, (size_t)view->point, name, page);
        bool is_answer = view->point == view->results->base && is_answer_column(lab, i);
        page_text(page, STYLE_NORMAL, "  ");
        lab_page_column(page, STYLE_NORMAL, lab_heading(name, page->arena), columns, false);
        if (is_paired && i % 2 == 0 && i + 1 < lab->columns.count) {
            lab_page_column(page, STYLE_STRONG, value, PAIRED_COLUMNS, false);
            continue;
        }
        page_text(page, STYLE_STRONG, value);
        if (is_answer && view->is_revealed && view->guess[0])
            add_guess(view, page);
        page_end(page);
    }
    page_blank(page);
}

/* --- question and reason ---------------------------------------------------------------------- */

static void add_choices(const struct lab_view *view, struct page *page)
{
    const struct lab *lab = view->lab;
    for (size_t i = 0; i < lab->choices.count; i++) {
        bool at_cursor = (int)i == view->cursor;
        page->tag = (int)i;
        if (at_cursor)
            page_mark(page, STYLE_ACCENT, MARK_CURSOR);
        else
            page_text(page, STYLE_NORMAL, " ");
        page_printf(page, STYLE_DIM, " %zu. ", i + 1);
        markdown_inline(lab->choices.items[i], at_cursor ? STYLE_STRONG : STYLE_NORMAL, page);
        page_end(page);
        page->tag = PAGE_NO_TAG;
    }
}

static void add_question(const struct lab_view *view, struct page *page)
{
    markdown_render(view->lab->ask, page);
    page_blank(page);
    add_choices(view, page);
}

static void add_outcome(const struct lab_view *view, struct page *page)
{
    const char *right = lab_right_answer(view->results, page->arena);
    if (!view->guess[0] || strcmp(right, "?") == 0 || has_guess_beside(view->lab))
        return;
    page_mark(page, view->is_right ? STYLE_GOOD : STYLE_BAD, view->is_right ? MARK_PASSED : MARK_OPEN);
    page_text(page, STYLE_NORMAL, " ");
    if (view->is_right)
        page_printf(page, STYLE_GOOD, _("Right: %s."), right);
    else
        page_printf(page, STYLE_BAD, _("Your guess: %s. Modelled: %s."), view->guess, right);
    page_end(page);
}

static void add_reason(const struct lab_view *view, struct page *page)
{
    add_outcome(view, page);
    if (!view->lab->why)
        return;
    markdown_render(lab_expand(view->app, view->results, view->lab->why, page->arena, NULL), page);
}

static void add_working(const struct lab_view *view, struct page *page)
{
    bool waits = view->is_working && !view->is_revealed && lab_waits_for_mine(view->results);
    if (!view->is_working || (!waits && view->lab->kind != STEP_FILL && lab_results_are_whole(view->results)))
        return;
    page_mark(page, STYLE_WARNING, MARK_WORKING);
    page_printf(page, STYLE_WARNING, " %s",
                waits ? _("Your kernel is running: the question comes after it") : _("The kernels are running ..."));
    page_end(page);
}

/* --- the page --------------------------------------------------------------------------------- */

static void build_shown(const struct lab_view *view, struct page *page)
{
    if (view->lab->kind == STEP_RUN) {
        add_range(view, page);
        lab_page_strip(view, page);
        add_values(view, page);
    } else if (view->lab->kind == STEP_COMPARE || view->as_table) {
        lab_page_table(view, page);
    } else if (view->is_revealed) {
        lab_page_plot(view, page);
    }
}

static void build_asked(const struct lab_view *view, struct page *page)
{
    if (view->lab->kind == STEP_RUN || (view->lab->kind == STEP_PLOT && !view->is_revealed))
        lab_page_code(view, page);
    if (!view->is_plain) {
        build_shown(view, page);
    } else {
        page_text(page, STYLE_NORMAL,
                  view->is_revealed ? lab_plain(view->app, view->results, page->arena)
                                    : lab_plain_asked(view->results, page->arena));
        page_end(page);
    }
    if (view->is_revealed)
        add_reason(view, page);
    else
        add_question(view, page);
}

/* An empty last line would look like more to read. */
static void drop_empty_end(struct page *page)
{
    while (page->count > 0 && page_line_width(&page->lines[page->count - 1]) == 0)
        page->count--;
}

void lab_page_build(const struct lab_view *view, struct page *page)
{
    if (view->lab->kind == STEP_FILL)
        lab_page_fill(view, page);
    else
        build_asked(view, page);
    add_working(view, page);
    drop_empty_end(page);
}
