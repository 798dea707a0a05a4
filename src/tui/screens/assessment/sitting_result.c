/* The page before an assessment: its subject, and the result of the last one as bars. */
#include <string.h>

#include "app/assessment.h"
#include "base/i18n.h"
#include "tui/draw/markdown.h"
#include "tui/screens/assessment/sitting.h"
#include "tui/screens/page/reader.h"

enum { AREA_COLUMNS = 28, POINTS_COLUMNS = 12, BAR_COLUMNS_MAX = 40, BAR_COLUMNS_LEAST = 8 };
#define NS_PER_MINUTE INT64_C(60000000000)

static void add_bar(double share, struct page *page)
{
    int room = page->columns - AREA_COLUMNS - POINTS_COLUMNS;
    int columns = room > BAR_COLUMNS_MAX ? BAR_COLUMNS_MAX : room;
    if (columns < BAR_COLUMNS_LEAST)
        return;
    int full = (int)(share * columns + 0.5);
    for (int i = 0; i < columns; i++)
        page_mark(page, i < full ? STYLE_ACCENT : STYLE_DIM, i < full ? MARK_BAR_FULL : MARK_BAR_EMPTY);
}

static void add_row(const char *name, enum style style, int points, int total, struct page *page)
{
    page_cell(page, style, name, AREA_COLUMNS);
    add_bar(total > 0 ? (double)points / total : 0, page);
    page_printf(page, STYLE_NORMAL, _("  %d of %d"), points, total);
    page_end(page);
}

static void add_circumstances(const struct assessment *assessment, struct page *page)
{
    const struct assessment_record *record = &assessment->record;
    if (assessment->pool)
        page_printf(page, STYLE_DIM, _("%d points are needed; "),
                    assessment_points_needed(assessment->pool, record->points_total));
    page_printf(page, STYLE_DIM, _("%d of %d minutes were used"), (int)(record->elapsed_ns / NS_PER_MINUTE),
                record->limit_seconds / 60);
    if (strcmp(record->ended_by, "time") == 0)
        page_text(page, STYLE_WARNING, _(", the time ran out"));
    if (record->clock_set_back)
        page_text(page, STYLE_WARNING, _(", the clock was set back meanwhile"));
    page_end(page);
    if (!assessment->passed_at)
        return;
    page_printf(page, STYLE_GOOD, _("Passed on %.10s with %d points. That pass stays."), assessment->passed_at,
                assessment->passed_points);
    page_end(page);
}

/* A digit before a title is the key that opens the lesson. */
static void add_reading(const struct assessment *assessment, const struct curriculum *curriculum, struct page *page)
{
    size_t count;
    const struct lesson **lessons = assessment_read_again(assessment, curriculum, page->arena, &count);
    if (count == 0)
        return;
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Read again"));
    page_text(page, STYLE_DIM, count > 1 ? _("  a digit opens a lesson") : _("  1 opens the lesson"));
    page_end(page);
    for (size_t i = 0; i < count; i++) {
        page->tag = (int)i;
        page_indent(page, i < SITTING_DIGITS ? arena_printf(page->arena, " %zu  ", i + 1) : "    ", "    ");
        page->prefix_style = STYLE_KEY;
        page_text(page, STYLE_NORMAL, lessons[i]->title);
        page_printf(page, STYLE_DIM, _("  week %d"), lessons[i]->week);
        page_end(page);
    }
    page->tag = PAGE_NO_TAG;
    page->prefix_style = STYLE_DIM;
    page_indent(page, "", "");
}

static void build_last(struct shell *shell, const struct sitting *sitting, struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    const struct assessment_record *record = &assessment->record;
    size_t count;
    const struct assessment_area_points *areas = assessment_areas(assessment, page->arena, &count);
    page_printf(page, STYLE_TITLE, _("The last time, %.10s"), record->started_at);
    page_end(page);
    page_blank(page);
    add_row(record->passed ? _("passed") : _("not passed"), record->passed ? STYLE_GOOD : STYLE_BAD, record->points,
            record->points_total, page);
    add_circumstances(assessment, page);
    page_blank(page);
    for (size_t i = 0; i < count; i++)
        add_row(areas[i].area, STYLE_NORMAL, areas[i].points, areas[i].total, page);
    add_reading(assessment, shell->app->curriculum, page);
}

static void build_start(const struct sitting *sitting, struct page *page)
{
    for (size_t i = 0; i < sitting->pool->step_count; i++)
        if (sitting->pool->steps[i].kind == STEP_TEXT)
            markdown_render(sitting->pool->steps[i].text, page);
    int total = assessment_points_total(sitting->pool);
    page_blank(page);
    page_printf(page, STYLE_NORMAL, _("You pass with %d of %d points. A kernel gives %d, an answer gives %d."),
                assessment_points_needed(sitting->pool, total), total, ASSESSMENT_POINTS_EXERCISE,
                ASSESSMENT_POINTS_ANSWER);
    page_end(page);
    page_blank(page);
    bool has_passed = sitting->has_last && (sitting->assessment.record.passed || sitting->assessment.passed_at);
    page_text(page, STYLE_NORMAL,
              has_passed ? _("Esc goes back to the course. Enter starts it again (asks first).")
                         : _("Enter starts it (asks first)."));
    page_end(page);
}

void sitting_draw_stopped(struct shell *shell, struct sitting *sitting, struct rect area)
{
    CLEANUP(page_done) struct page start = {0};
    CLEANUP(page_done) struct page last = {0};
    struct reader reader = {.scroller = sitting->scroller, .target_count = (int)shell->app->curriculum->lesson_count};
    if (sitting->has_last) /* the result comes first on a narrow screen */
        reader_begin_two(shell, area, &last, &start);
    else
        reader_begin(shell, area, &start);
    build_start(sitting, &start);
    if (sitting->has_last) {
        build_last(shell, sitting, &last);
        reader_end_two(shell, &reader, area, &last, &start);
    } else {
        reader_end(shell, &reader, area, &start);
    }
    sitting->scroller = reader.scroller;
}

bool sitting_read_again(struct shell *shell, const struct sitting *sitting, int index)
{
    size_t count = 0;
    const struct lesson **lessons = NULL;
    if (sitting->has_last)
        lessons = assessment_read_again(&sitting->assessment, shell->app->curriculum, shell->frame, &count);
    if (index < 0 || (size_t)index >= count)
        return false;
    struct place place = {.screen = SCREEN_LESSON, .lesson = lessons[index], .step = -1};
    shell_open(shell, &place);
    return true;
}
