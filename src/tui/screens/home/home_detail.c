/* Draws rows of the course map and their details. */
#include "tui/screens/home/home_detail.h"

#include <string.h>

#include "app/lab.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/markdown.h"

/* On a wide screen, the beginning of a lesson stands beside its details. */
enum { DETAIL_COLUMNS = 72, DETAIL_COLUMNS_LEAST = 48, BEGINNING_COLUMNS = 80 };

int home_draw_bar(struct canvas *canvas, int x, int y, int columns, size_t done, size_t total)
{
    int full = total > 0 ? (int)((size_t)columns * done / total) : 0;
    canvas_repeat(canvas, x, y, full, STYLE_ACCENT, MARK_BAR_FULL);
    canvas_repeat(canvas, x + full, y, columns - full, STYLE_DIM, MARK_BAR_EMPTY);
    return x + columns;
}

/* "gold", "assisted", "gate not met": the words after an exercise. */
static const char *state_words(const struct exercise_progress *progress)
{
    if (progress->state == EXERCISE_PASSED)
        return progress->best_medal ? _(progress->best_medal) : progress->assisted ? _("assisted") : _("passed");
    if (progress->state == EXERCISE_PARKED)
        return _("parked");
    if (progress->state == EXERCISE_TRIED && progress->last_status)
        return _(verdict_text_status_named(progress->last_status));
    return "";
}

static void draw_level(struct canvas *canvas, enum level level, struct rect line)
{
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    text_append_upper(&name, _(level_name(level)));
    canvas_cut(canvas, line.x + 1, line.y, line.width - 1, STYLE_TITLE, buffer_text(&name));
}

static void draw_week(struct shell *shell, const struct overview_week *week, bool folded, struct rect line)
{
    struct canvas *canvas = shell->canvas;
    canvas_mark(canvas, line.x + 1, line.y, STYLE_NORMAL, folded ? MARK_FOLDED : MARK_UNFOLDED);
    char sum[32];
    sum[0] = '\0';
    if (week->exercises_total > 0)
        snprintf(sum, sizeof sum, "%zu/%zu", week->exercises_passed, week->exercises_total);
    int right = line.x + line.width - 1 - (int)strlen(sum);
    canvas_cut(canvas, line.x + 3, line.y, right - line.x - 4, STYLE_STRONG, overview_week_name(week, shell->frame));
    canvas_text(canvas, right, line.y, STYLE_DIM, sum);
}

static void draw_lesson(struct canvas *canvas, const struct overview_lesson *lesson, struct rect line)
{
    enum mark mark = lesson->done ? MARK_PASSED : lesson->read ? MARK_PARTLY : MARK_OPEN;
    canvas_mark(canvas, line.x + 3, line.y, lesson->done ? STYLE_GOOD : STYLE_DIM, mark);
    canvas_cut(canvas, line.x + 5, line.y, line.width - 6, STYLE_NORMAL, lesson->lesson->title);
}

static void draw_exercise(struct canvas *canvas, const struct overview_exercise *exercise, struct rect line)
{
    enum style style;
    enum mark mark = shell_exercise_mark(exercise->progress.state, &style);
    canvas_mark(canvas, line.x + 5, line.y, style, mark);
    const char *words = state_words(&exercise->progress);
    int columns = line.width - 8 - (*words ? text_width(words) + 1 : 0);
    canvas_cut(canvas, line.x + 7, line.y, columns, STYLE_CODE, exercise->exercise->id);
    const char *medal = exercise->progress.best_medal;
    bool has_medal = exercise->progress.state == EXERCISE_PASSED && medal;
    if (columns > 8)
        canvas_text(canvas, line.x + line.width - 1 - text_width(words), line.y, has_medal ? theme_medal(medal) : style,
                    words);
}

void home_draw_row(struct shell *shell, const struct home_row *row, bool folded, struct rect line)
{
    switch (row->kind) {
    case ROW_LEVEL:
        draw_level(shell->canvas, row->level, line);
        break;
    case ROW_WEEK:
        draw_week(shell, row->week, folded, line);
        break;
    case ROW_LESSON:
        draw_lesson(shell->canvas, row->lesson, line);
        break;
    case ROW_EXERCISE:
        draw_exercise(shell->canvas, row->exercise, line);
        break;
    }
}

static void describe_week(struct shell *shell, const struct overview_week *week, struct page *page)
{
    page_text(page, STYLE_TITLE, overview_week_name(week, shell->frame));
    page_end(page);
    page_blank(page);
    page_printf(page, STYLE_NORMAL, ngettext("%zu lesson, ", "%zu lessons, ", week->lesson_count), week->lesson_count);
    page_printf(page, STYLE_NORMAL,
                ngettext("%zu of %zu exercise passed", "%zu of %zu exercises passed", week->exercises_total),
                week->exercises_passed, week->exercises_total);
    page_end(page);
    page_blank(page);
    for (size_t i = 0; i < week->lesson_count; i++) {
        const struct overview_lesson *lesson = &shell->overview.lessons[week->first_lesson + i];
        page_indent(page, "", "  ");
        page_mark(page, lesson->done ? STYLE_GOOD : STYLE_DIM, lesson->done ? MARK_PASSED : MARK_OPEN);
        page_printf(page, STYLE_NORMAL, " %s", lesson->lesson->title);
        page_end(page);
    }
    page_indent(page, "", "");
}

static void describe_needs(struct shell *shell, const struct lesson *lesson, struct page *page)
{
    for (size_t i = 0; i < lesson->requires.count; i++) {
        const struct lesson *needed = curriculum_find_lesson(shell->app->curriculum, lesson->requires.items[i]);
        const struct overview_lesson *state = needed ? shell_overview_lesson(shell, needed) : NULL;
        bool done = state && state->done;
        page_indent(page, "", "  ");
        page_mark(page, done ? STYLE_GOOD : STYLE_DIM, done ? MARK_PASSED : MARK_OPEN);
        page_printf(page, STYLE_NORMAL, _(" builds on: %s"), needed ? needed->title : lesson->requires.items[i]);
        page_end(page);
        page_indent(page, "", "");
    }
}

/* "20 minutes, 9 steps, 1 exercise" */
static void describe_size(const struct overview_lesson *row, struct page *page)
{
    const struct lesson *lesson = row->lesson;
    unsigned minutes = (unsigned)lesson->minutes, quizzes = (unsigned)lesson->draw.quizzes;
    unsigned kernels = (unsigned)lesson->draw.exercises;
    if (minutes == 0)
        return;
    page_printf(page, STYLE_NORMAL, ngettext("%u minute", "%u minutes", minutes), minutes);
    if (lesson->kind == LESSON_ASSESSMENT) {
        page_printf(page, STYLE_NORMAL, ngettext(", %u question", ", %u questions", quizzes), quizzes);
        page_printf(page, STYLE_NORMAL, ngettext(", %u kernel", ", %u kernels", kernels), kernels);
        return;
    }
    page_printf(page, STYLE_NORMAL, ngettext(", %zu step", ", %zu steps", lesson->step_count), lesson->step_count);
    page_printf(page, STYLE_NORMAL, ngettext(", %zu exercise", ", %zu exercises", row->exercise_count),
                row->exercise_count);
}

static void describe_lesson(struct shell *shell, const struct overview_lesson *row, struct page *page)
{
    const struct lesson *lesson = row->lesson;
    page_text(page, STYLE_TITLE, lesson->title);
    page_end(page);
    page_blank(page);
    if (lesson->objective_count > 0)
        page_text(page, STYLE_DIM, _("You will be able to"));
    page_end(page);
    for (size_t i = 0; i < lesson->objective_count; i++)
        markdown_item(lesson->objectives[i].say, page);
    page_blank(page);
    describe_size(row, page);
    page_end(page);
    page_text(page, STYLE_NORMAL, row->done ? _("Done.") : row->read ? _("Read; its exercise is still to do.") : "");
    page_end(page);
    describe_needs(shell, lesson, page);
}

static void describe_exercise(const struct overview_exercise *row, struct page *page)
{
    const struct exercise *exercise = row->exercise;
    page_text(page, STYLE_TITLE, shell_exercise_title(exercise));
    page_end(page);
    page_text(page, STYLE_CODE, exercise->id);
    page_end(page);
    page_blank(page);
    if (exercise->task)
        markdown_render(exercise->task, page);
    page_blank(page);
    const struct exercise_progress *progress = &row->progress;
    enum style style;
    enum mark mark = shell_exercise_mark(progress->state, &style);
    page_mark(page, style, mark);
    const char *words = state_words(progress);
    page_printf(page, STYLE_NORMAL, " %s", *words ? words : _("not tried yet"));
    if (progress->attempts > 0)
        page_printf(page, STYLE_NORMAL, ngettext(", %d attempt", ", %d attempts", progress->attempts),
                    progress->attempts);
    if (progress->best_ratio > 0)
        page_printf(page, STYLE_NORMAL, _(", %.2fx the solution's speed"), progress->best_ratio);
    page_end(page);
}

static void describe_next(struct shell *shell, struct page *page)
{
    const struct overview *overview = &shell->overview;
    if (!overview->next_lesson) {
        page_text(page, STYLE_GOOD, _("Everything here is done."));
        page_end(page);
        return;
    }
    page_text(page, STYLE_DIM, _("Next: "));
    const struct overview_lesson *lesson = shell_overview_lesson(shell, overview->next_lesson);
    bool is_exercise = lesson && lesson->read && overview->next_exercise;
    page_text(page, STYLE_NORMAL, is_exercise ? overview->next_exercise->id : overview->next_lesson->title);
    page_end(page);
}

/* What to do next stays below details that are too long. */
static void draw_above_next(struct shell *shell, struct page *page, struct rect area)
{
    CLEANUP(page_done) struct page next = {0};
    page_init(&next, shell->frame, page->columns, page->ascii);
    describe_next(shell, &next);
    page_trim(page);
    int room = area.height - (int)next.count - 1, rows = (int)page->count < room ? (int)page->count : room;
    if (rows < 0) /* no room for details */
        rows = -1;
    page_draw(page, shell->canvas, (struct rect){area.x, area.y, area.width, rows}, 0);
    area.y += rows + 1;
    area.height -= rows + 1;
    page_draw(&next, shell->canvas, area, 0);
}

/* The first text of a lesson that was not hidden; NULL: there is none to show. */
static const char *beginning_of(const struct home_row *row)
{
    const struct lesson *lesson = row->kind == ROW_LESSON ? row->lesson->lesson : NULL;
    bool is_shown = lesson && lesson->kind != LESSON_ASSESSMENT && lesson->step_count > 0;
    return is_shown && lesson->steps[0].kind == STEP_TEXT ? lesson->steps[0].text : NULL;
}

static void draw_beginning(struct shell *shell, const char *text, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, area.width, canvas_is_ascii(shell->canvas));
    markdown_render(lab_expand(shell->app, NULL, text, shell->frame, NULL), &page);
    page_draw(&page, shell->canvas, area, 0);
    for (int y = area.y; y < area.y + area.height; y++)
        canvas_mark(shell->canvas, area.x - 2, y, STYLE_DIM, MARK_WALL);
}

void home_draw_detail(struct shell *shell, const struct home_row *row, struct rect area)
{
    if (!row)
        return;
    CLEANUP(page_done) struct page page = {0};
    const char *beginning = beginning_of(row);
    if (beginning && area.width >= DETAIL_COLUMNS_LEAST + BEGINNING_COLUMNS + 3) {
        area.width -= BEGINNING_COLUMNS + 3;
        draw_beginning(shell, beginning,
                       (struct rect){area.x + area.width + 3, area.y, BEGINNING_COLUMNS, area.height});
    }
    page_init(&page, shell->frame, area.width < DETAIL_COLUMNS ? area.width : DETAIL_COLUMNS,
              canvas_is_ascii(shell->canvas));
    if (row->kind == ROW_WEEK)
        describe_week(shell, row->week, &page);
    else if (row->kind == ROW_LESSON)
        describe_lesson(shell, row->lesson, &page);
    else if (row->kind == ROW_EXERCISE)
        describe_exercise(row->exercise, &page);
    draw_above_next(shell, &page, area);
}
