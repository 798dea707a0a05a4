/* Draws the exercise screen. */
#include <stdlib.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/markdown.h"
#include "tui/screens/exercise/exercise.h"
#include "tui/screens/verdict/verdict_page.h"
#include "tui/shell/next.h"

enum {
    VERDICT_COLUMNS_LEAST = 34,
    VERDICT_COLUMNS_FOR_TABS = 30,
    TASK_COLUMNS = 84,
    THREE_PANES_COLUMNS = 160,
    TASK_PANE_COLUMNS = 48,
    TAB_COLUMNS_LEAST = 5,
    TAB_COLUMNS_MAX = 20,
    STAGE_GAPS = 4 /* after the name, and around the mark */
};

static bool has_verdict(struct shell *shell, const struct exercise_screen *screen)
{
    return shell->open.exercise == screen->exercise && shell->open.verdict;
}

/* The exercise's name gives way where the stage would be cut. */
static void draw_working(struct shell *shell, const char *name, int name_most, struct rect line)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    open_exercise_stage_text(&shell->open, shell->now_ns, &text);
    int x = line.x, named = text_width(name) < name_most ? text_width(name) : name_most;
    if (named + STAGE_GAPS + text_width(buffer_text(&text)) <= line.width)
        x += canvas_cut(shell->canvas, x, line.y, name_most, STYLE_BAR, name) + 2;
    x += canvas_mark(shell->canvas, x, line.y, STYLE_WARNING, MARK_WORKING) + 1;
    canvas_cut(shell->canvas, x, line.y, line.x + line.width - x, STYLE_WARNING, buffer_text(&text));
}

/* The kernel's time and its medal. Returns the column after them. */
static int draw_time(struct canvas *canvas, const struct time_verdict *time, int x, int end, int y)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!time->available)
        return x;
    text_append_duration(&text, time->microseconds * 1e-6);
    if (end - x > text_width(buffer_text(&text)))
        x += canvas_text(canvas, x, y, STYLE_STRONG, buffer_text(&text)) + 2;
    if (time->medal == MEDAL_NONE)
        return x;
    const char *medal = verdict_medal_name(time->medal);
    if (end - x > text_width(_(medal)))
        x += canvas_text(canvas, x, y, theme_medal(medal), _(medal)) + 2;
    return x;
}

static void draw_ungraded(struct canvas *canvas, int x, struct rect line)
{
    canvas_cut(canvas, x, line.y, line.x + line.width - x, STYLE_WARNING, _("file changed; r runs it"));
}

static void draw_judged(struct shell *shell, const struct verdict *verdict, struct rect line, int x)
{
    struct canvas *canvas = shell->canvas;
    int end = line.x + line.width;
    enum style style = verdict->status == VERDICT_PASS ? STYLE_GOOD : STYLE_BAD;
    x += canvas_cut(canvas, x, line.y, end - x, style, _(verdict_text_words(verdict))) + 2;
    if (shell->open.is_stale) {
        draw_ungraded(canvas, x, line);
        return;
    }
    x = draw_time(canvas, &verdict->time, x, end, line.y);
    const char *origin = verdict_text_origin(verdict, shell->frame);
    if (end - x >= text_width(origin))
        canvas_text(canvas, end - text_width(origin), line.y, STYLE_DIM, origin);
}

void exercise_status(struct shell *shell, struct exercise_screen *screen, struct rect line)
{
    const struct open_exercise *open = &shell->open;
    struct canvas *canvas = shell->canvas;
    int name = line.width >= 60 ? 30 : line.width / 2;
    if (open->exercise == screen->exercise && open->is_working) {
        draw_working(shell, screen->exercise->id, name, line);
        return;
    }
    int x = line.x + canvas_cut(canvas, line.x, line.y, name, STYLE_BAR, screen->exercise->id) + 2;
    const struct overview_exercise *row = shell_overview_exercise(shell, screen->exercise);
    if (row && row->progress.state == EXERCISE_PARKED)
        x += canvas_cut(canvas, x, line.y, line.x + line.width - x, STYLE_WARNING, _("parked")) + 2;
    if (has_verdict(shell, screen)) {
        if (open->attempt_number > 0 && line.width >= 60)
            x += canvas_printf(canvas, x, line.y, STYLE_DIM, _("attempt %d"), open->attempt_number) + 2;
        draw_judged(shell, open->verdict, line, x);
    } else if (open->exercise == screen->exercise && open->is_stale) {
        draw_ungraded(canvas, x, line);
    } else {
        canvas_cut(canvas, x, line.y, line.x + line.width - x, STYLE_DIM, _("not tried yet"));
    }
}

static void build_task(struct shell *shell, struct exercise_screen *screen, struct page *page)
{
    const struct exercise *exercise = screen->exercise;
    page_text(page, STYLE_TITLE, shell_exercise_title(exercise));
    page_end(page);
    page_blank(page);
    notes_add(notes_on_line(shell, exercise, &screen->file, 0), page);
    if (exercise->task)
        markdown_render(exercise->task, page);
    page_blank(page);
    if (!has_verdict(shell, screen)) {
        page_text(page, STYLE_DIM,
                  exercise->hint_count
                      ? _("Press e to edit the file, or open it in any editor. Each time you save, it is "
                          "compiled, checked and judged here. H gives a hint.")
                      : _("Press e to edit the file, or open it in any editor. Each time you save, it is "
                          "compiled, checked and judged here."));
        page_end(page);
    }
}

static void build_hints(struct exercise_screen *screen, struct page *page)
{
    int total = (int)screen->exercise->hint_count;
    if (screen->hint_count == 0) {
        page_printf(page, STYLE_DIM,
                    total == 0   ? _("This exercise has no hints.")
                    : total == 1 ? _("%d hint. H shows it.")
                                 : _("%d hints. H shows the first: a nudge. The last is pseudocode."),
                    total);
        page_end(page);
    }
    for (int i = 0; i < screen->hint_count; i++) {
        page->tag = i;
        page_printf(page, STYLE_TITLE, _("Hint %d of %d"), i + 1, total);
        page_end(page);
        markdown_render(screen->hints[i], page);
        page_blank(page);
    }
    page->tag = PAGE_NO_TAG;
}

static void build_best(struct exercise_screen *screen, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, _("The best kernel"));
    page_end(page);
    markdown_render(screen->exercise->best.adds, page);
    page_blank(page);
    source_page_build(&screen->best, NULL, NULL, page);
}

static void build_solution(const struct shell *shell, struct exercise_screen *screen, struct page *page)
{
    if (!screen->solution.text) {
        page_text(page, STYLE_DIM,
                  shell->clock_runs ? _("Closed while an assessment runs.")
                                    : _("Not shown. S asks first, and says the cost."));
        page_end(page);
        return;
    }
    source_page_build(&screen->solution, NULL, NULL, page);
    if (screen->exercise->explain) {
        page_blank(page);
        markdown_render(screen->exercise->explain, page);
    }
    if (screen->best.text)
        build_best(screen, page);
}

/* Whether the source view shows the text that the verdict is about. */
static bool is_graded(struct shell *shell, const struct exercise_screen *screen)
{
    return has_verdict(shell, screen) && shell->open.verdict->source &&
           !(shell->open.is_stale && !shell->open.is_working);
}

/* The learner's notes on lines of `source`. */
static struct own_words own_words_of(const struct shell *shell, const struct exercise *exercise,
                                     const struct source *source)
{
    struct own_words own = {.items = ARENA_ARRAY(shell->frame, shell->note_count, struct line_words)};
    for (size_t i = 0; i < shell->note_count; i++) {
        const struct note *note = &shell->notes[i];
        if (note->place > 0 && strcmp(note->subject, exercise->id) == 0)
            own.items[own.count++] = (struct line_words){note_line(note, source->text, source->size_bytes),
                                                         *note->text ? note->text : _("bookmark")};
    }
    return own;
}

static void build_source(struct shell *shell, struct exercise_screen *screen, struct page *page)
{
    const struct verdict *verdict = is_graded(shell, screen) ? shell->open.verdict : NULL;
    const struct source *source = verdict ? verdict->source : &screen->file;
    if (!source->text) {
        page_text(page, STYLE_WARNING, _("The file cannot be read."));
        page_end(page);
        return;
    }
    struct own_words own = own_words_of(shell, screen->exercise, source);
    source_page_build(source, verdict, &own, page);
}

/* After a pass, says how to continue. */
static void add_way_on(struct shell *shell, const struct exercise *exercise, struct page *page)
{
    struct next next = next_after(shell, exercise, shell->frame);
    page_blank(page);
    page->prefix_style = STYLE_KEY;
    page_indent(page, "Enter  ", "       ");
    page_text(page, STYLE_NORMAL, next.words);
    page_end(page);
    if (exercise->variant) {
        page_indent(page, "V      ", "       ");
        page_printf(page, STYLE_NORMAL, _("a variant of this exercise: %s"), exercise->variant);
        page_end(page);
    }
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
}

/* After three failures with one diagnosis. */
static void add_half_starter(struct page *page)
{
    page_blank(page);
    page->prefix_style = STYLE_KEY;
    page_indent(page, "b  ", "   ");
    page_text(page, STYLE_NORMAL,
              _("puts a half-written starter in place. A pass then counts as assisted, until you pass the variant."));
    page_end(page);
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
}

static void build_verdict(struct shell *shell, struct exercise_screen *screen, struct page *page)
{
    const struct open_exercise *open = &shell->open;
    if (has_verdict(shell, screen)) {
        bool is_assessed = shell->clock_runs || exercise_is_of_pool(screen->exercise); /* it would help */
        const char *explain = is_assessed ? NULL : screen->exercise->explain;
        verdict_page_build(open->verdict, shell->app->curriculum, explain, true, page);
        if (screen->is_passed)
            add_way_on(shell, screen->exercise, page);
        else if (screen->is_half_offered)
            add_half_starter(page);
    } else {
        page_text(page, STYLE_DIM,
                  _("The verdict appears here: does it compile, is it safe, right, well structured, "
                    "fast; and what limits it."));
        page_end(page);
    }
    if (open->exercise == screen->exercise && open->trouble.code != ERROR_NONE) {
        page_blank(page);
        page_text(page, STYLE_BAD, open->trouble.message);
        page_end(page);
        page_text(page, STYLE_NORMAL, open->trouble.hint);
        page_end(page);
    }
}

static void build_view(struct shell *shell, struct exercise_screen *screen, enum exercise_view shown, struct page *page)
{
    switch (shown) {
    case VIEW_SOURCE:
        build_source(shell, screen, page);
        break;
    case VIEW_VERDICT:
        build_verdict(shell, screen, page);
        break;
    case VIEW_HINTS:
        build_hints(screen, page);
        break;
    case VIEW_OUTPUT:
        verdict_page_build_output(has_verdict(shell, screen) ? shell->open.verdict : NULL, page);
        break;
    case VIEW_SOLUTION:
        build_solution(shell, screen, page);
        break;
    default:
        build_task(shell, screen, page);
        break;
    }
}

/* The line that the keys are at. Its number is marked. */
static void draw_source_cursor(struct shell *shell, struct exercise_screen *screen, const struct page *page,
                               struct rect area)
{
    int first, last, scroll = screen->scrollers[VIEW_SOURCE].scroll;
    screen->first_line = (size_t)scroll < page->count ? page->lines[scroll].tag : 0;
    if (!page_find_tag(page, screen->marked_line, &first, &last) || first < scroll || first >= scroll + area.height)
        return;
    canvas_select(shell->canvas, (struct rect){area.x, area.y + first - scroll, 5, 1});
}

static void add_line_targets(struct shell *shell, const struct exercise_screen *screen, const struct page *page,
                             struct rect area)
{
    int scroll = screen->scrollers[VIEW_SOURCE].scroll;
    for (int i = 0; i < area.height && scroll + i < (int)page->count; i++) {
        int line = page->lines[scroll + i].tag;
        if (line > 0)
            shell_add_target(shell, (struct rect){area.x, area.y + i, area.width, 1}, EXERCISE_LINE_TARGET + line);
    }
}

/* Below the task, from `row` on: the whole file, where there is room for it. */
static void draw_file_below(struct shell *shell, struct exercise_screen *screen, int row, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 1, canvas_is_ascii(shell->canvas));
    build_source(shell, screen, &page);
    if (!screen->two_panes || row + 1 + (int)page.count > area.height)
        return;
    canvas_repeat(shell->canvas, area.x, area.y + row, area.width - 1, STYLE_DIM, MARK_RULE);
    page_draw(&page, shell->canvas, (struct rect){area.x, area.y + row + 1, area.width, (int)page.count}, 0);
}

static void draw_view(struct shell *shell, struct exercise_screen *screen, enum exercise_view shown, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    bool is_source = shown == VIEW_SOURCE;
    int columns = is_source || area.width < TASK_COLUMNS ? area.width : TASK_COLUMNS;
    int strips = is_source && is_graded(shell, screen) ? exercise_strip_rows(screen, area.height) : 0;
    page_init(&page, shell->frame, columns - 1, canvas_is_ascii(shell->canvas));
    build_view(shell, screen, shown, &page);
    area.height -= strips;
    struct scroller *scroller = &screen->scrollers[shown];
    int first, last;
    bool follows = screen->show_marked && (is_source || shown == VIEW_HINTS);
    int tag = shown == VIEW_HINTS ? screen->hint_count - 1 : screen->marked_line;
    if (follows && page_find_tag(&page, tag, &first, &last)) {
        scroller->scroll = page_scroll_to(&page, scroller->scroll, area.height, first, last);
        screen->show_marked = false;
    }
    shell_draw_pane(shell, scroller, &page, area);
    if (follows && is_source && screen->marked_line == screen->found_line)
        screen->found_scroll = scroller->scroll;
    if (shown == VIEW_TASK)
        draw_file_below(shell, screen, (int)page.count + 1, area);
    shell->is_cut = scroller->is_cut;
    shell->list_area = area;
    if (is_source)
        add_line_targets(shell, screen, &page, area);
    if (is_source)
        draw_source_cursor(shell, screen, &page, area);
    if (strips > 0)
        exercise_draw_strips(shell, screen, (struct rect){area.x, area.y + area.height, area.width, strips});
}

static void draw_verdict_pane(struct shell *shell, struct exercise_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 1, canvas_is_ascii(shell->canvas));
    build_verdict(shell, screen, &page);
    shell_draw_pane(shell, &screen->verdict_pane, &page, area);
}

/* On a wide screen the task stands beside the source. */
static void draw_task_pane(struct shell *shell, struct exercise_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width - 1, canvas_is_ascii(shell->canvas));
    build_task(shell, screen, &page);
    shell_draw_pane(shell, &screen->scrollers[VIEW_TASK], &page, area);
    for (int y = area.y; y < area.y + area.height; y++)
        canvas_mark(shell->canvas, area.x + area.width, y, STYLE_DIM, MARK_WALL);
}

/*
 * " 1 Task  2 Source ..." with the shown one marked. With less room: only names, or only numbers.
 */
static const char *const tab_names[] = {N_("Task"),  N_("Source"), N_("Verdict"),
                                        N_("Hints"), N_("Output"), N_("Solution")};

/* Of a tab's name in the learner's language. The shown tab is never cut. */
static int tab_name_columns(int view, int shown, int most)
{
    int width = text_width(_(tab_names[view]));
    return width < most || view == shown ? width : most;
}

/* Of all names, each after a space. */
static int tab_columns(int shown, int most)
{
    int columns = 0;
    for (int i = 0; i < VIEW_COUNT; i++)
        columns += 1 + tab_name_columns(i, shown, most);
    return columns;
}

/* Long names are cut where that makes room for all of them. Else only the shown view has a name. */
static void draw_tabs(struct shell *shell, struct exercise_screen *screen, struct rect line)
{
    int most = TAB_COLUMNS_MAX, view = (int)screen->view;
    while (most > TAB_COLUMNS_LEAST && tab_columns(view, most) > line.width)
        most--;
    bool has_names = line.width >= tab_columns(view, most);
    bool has_numbers = line.width >= tab_columns(view, TAB_COLUMNS_MAX) + 3 * VIEW_COUNT || !has_names;
    int x = line.x + !has_numbers;
    for (int i = 0; i < VIEW_COUNT; i++) {
        bool shown = view == i;
        enum style style = shown ? STYLE_STRONG : STYLE_DIM;

        int start = x;
        x += has_numbers;
        if (has_numbers)
            x += canvas_printf(shell->canvas, x, line.y, style, "%d ", i + 1);
        if (has_names || shown)
            x += canvas_cut(shell->canvas, x, line.y, tab_name_columns(i, view, most), style, _(tab_names[i])) + 1;
        shell_add_target(shell, (struct rect){start, line.y, x - start, 1}, i);
        if (shown)
            canvas_select(shell->canvas, (struct rect){start, line.y, x - start - !has_numbers, 1});
    }
}

/* Always draws the path. Cuts it at the front, since its end matters most. */
static void draw_path(struct shell *shell, const char *path, struct rect line)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const char *home = getenv("HOME");
    size_t length = home ? strlen(home) : 0;
    if (length > 1 && strncmp(path, home, length) == 0 && path[length] == '/')
        buffer_printf(&text, "~%s", path + length);
    else
        buffer_append_text(&text, path);
    int x = line.x + canvas_text(shell->canvas, line.x, line.y, STYLE_DIM, _("file "));
    const char *shown = buffer_text(&text);
    int room = line.x + line.width - x;
    if (text_width(shown) > room)
        x += canvas_text(shell->canvas, x, line.y, STYLE_DIM, canvas_is_ascii(shell->canvas) ? "..." : "…");
    room = line.x + line.width - x;
    while (text_width(shown) > room && strchr(shown + 1, '/'))
        shown = strchr(shown + 1, '/');
    canvas_cut(shell->canvas, x, line.y, room, STYLE_ACCENT, shown);
}

/* The verdict's columns. It gives some to the tabs, if that makes room for all of their names. */
static int verdict_columns(int columns)
{
    int share = columns * 2 / 5, rest = columns - 3 - 1 - tab_columns(0, TAB_COLUMNS_MAX);
    share = share < VERDICT_COLUMNS_LEAST ? VERDICT_COLUMNS_LEAST : share > 64 ? 64 : share;
    return rest < share && rest >= VERDICT_COLUMNS_FOR_TABS ? rest : share;
}

void exercise_draw(struct shell *shell, struct exercise_screen *screen, struct rect area)
{
    screen->two_panes = shell_has_panes(shell, area.width);
    /* the verdict alone takes the whole width */
    bool is_split = screen->two_panes && screen->view != VIEW_VERDICT;
    bool is_low = area.height < 5;
    struct rect tabs = {area.x, area.y, area.width, 1};
    struct rect path = {area.x + 1, area.y + area.height - 1, area.width - 2, 1};
    struct rect view = {area.x + 1, area.y + 1, area.width - 2, area.height - 2};
    if (is_low) {
        view.y--;
        view.height++;
    }
    if (is_split) {
        int right = verdict_columns(area.width);
        tabs.width = view.width = area.width - right - 3;
        struct rect verdict = {area.x + area.width - right, area.y, right - 1, area.height - 1};
        for (int y = area.y; y < area.y + area.height - 1; y++)
            canvas_mark(shell->canvas, verdict.x - 2, y, STYLE_DIM, MARK_WALL);
        draw_verdict_pane(shell, screen, verdict);
    }
    if (!is_low)
        draw_tabs(shell, screen, tabs);
    enum exercise_view shown = screen->view;
    bool has_task = is_split && (shown == VIEW_TASK || shown == VIEW_SOURCE) && area.width >= THREE_PANES_COLUMNS;
    if (has_task) {
        shown = VIEW_SOURCE;
        draw_task_pane(shell, screen, (struct rect){view.x, view.y, TASK_PANE_COLUMNS, view.height});
        view.x += TASK_PANE_COLUMNS + 2;
        view.width -= TASK_PANE_COLUMNS + 2;
    }
    draw_view(shell, screen, shown, view);
    draw_path(shell, shell->open.path ? shell->open.path : "", path);
}
