/* The learner's progress: figures, days, weeks, and the open requirements of each certificate. */
#include <inttypes.h>
#include <stdlib.h>

#include "app/certificate_file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"

enum { DAYS_OF_WEEK = 7, DUE_ROWS_MAX = 10, BUSY_ATTEMPTS = 8, DAYS_LEAST = 14, GAP_ROWS_MAX = 4, CALENDAR_FROM = 80 };
enum { WORDS_COLUMNS = 29, COUNT_COLUMNS = 12, BAR_COLUMNS_MAX = 40, BAR_COLUMNS_LEAST = 8, DAY_COLUMNS = 4 };

static void add_figures(struct shell *shell, struct page *page)
{
    struct progress_statistics figures;
    struct error error = {0};
    if (!progress_get_statistics(shell->app->store, NULL, &figures, &error)) {
        page_text(page, STYLE_BAD, error.message);
        page_end(page);
        return;
    }
    page_printf(page, STYLE_NORMAL, _("Exercises passed: %zu of %zu, with help: %" PRId64 ". Attempts: %" PRId64),
                shell->overview.exercises_passed, shell->overview.exercise_count, figures.exercises_assisted,
                figures.attempts);
    page_end(page);
    const struct {
        const char *medal;
        int64_t count;
    } medals[] = {{N_("gold"), figures.gold}, {N_("silver"), figures.silver}, {N_("bronze"), figures.bronze}};
    for (size_t i = 0; i < sizeof medals / sizeof medals[0]; i++) {
        page_mark(page, theme_medal(medals[i].medal), MARK_PASSED);
        page_printf(page, STYLE_NORMAL, " %" PRId64 " %s%s", medals[i].count, _(medals[i].medal), i < 2 ? "  " : "");
    }
    page_end(page);
    page_printf(page, STYLE_NORMAL,
                ngettext("%" PRId64 " day active, %" PRId64 " in a row (most: %" PRId64 ")",
                         "%" PRId64 " days active, %" PRId64 " in a row (most: %" PRId64 ")", figures.days_active),
                figures.days_active, figures.streak_days, figures.longest_streak_days);
    page_end(page);
}

static void add_goal(struct shell *shell, struct page *page)
{
    const char *goal = shell->app->settings.values[SETTING_GOAL];
    int64_t counts[PROGRESS_DAYS];
    int wanted = atoi(goal), days = 0;
    if (wanted == 0 || !progress_count_days(shell->app->store, NULL, counts, NULL))
        return;
    for (int age = 0; age < DAYS_OF_WEEK; age++)
        days += counts[age] > 0;
    page_mark(page, days >= wanted ? STYLE_GOOD : STYLE_DIM, days >= wanted ? MARK_PASSED : MARK_OPEN);
    page_printf(page, STYLE_NORMAL,
                ngettext(" weekly goal: %d of %d day, in the last seven",
                         " weekly goal: %d of %d days, in the last seven", (unsigned)wanted),
                days, wanted);
    page_end(page);
}

static void add_day(int64_t count, int columns, struct page *page)
{
    enum mark mark = count >= BUSY_ATTEMPTS ? MARK_BAR_FULL : count > 0 ? MARK_BAR_EMPTY : MARK_NOT_REACHED;
    for (int i = 0; i < columns; i++)
        page_mark(page, count > 0 ? STYLE_ACCENT : STYLE_DIM, mark);
}

/* A column for each seven days. Today is the last row of the last column. */
static void add_calendar(const int64_t counts[PROGRESS_DAYS], struct page *page)
{
    for (int row = DAYS_OF_WEEK - 1; row >= 0; row--) {
        for (int week = PROGRESS_DAYS / DAYS_OF_WEEK - 1; week >= 0; week--) {
            add_day(counts[week * DAYS_OF_WEEK + row], DAY_COLUMNS, page);
            page_text(page, STYLE_NORMAL, " ");
        }
        if (row == 0)
            page_text(page, STYLE_DIM, _(" today"));
        page_end_unwrapped(page);
    }
}

/* One mark for each of the last days, today at the right. On a wide page, a calendar. */
static void add_days(struct shell *shell, struct page *page)
{
    int64_t counts[PROGRESS_DAYS], busiest = 0;
    int shown = page->columns - 1 < PROGRESS_DAYS ? page->columns - 1 : PROGRESS_DAYS;
    if (shell->is_plain || shown < DAYS_LEAST || !progress_count_days(shell->app->store, NULL, counts, NULL))
        return;
    for (int i = 0; i < shown; i++)
        busiest = counts[i] > busiest ? counts[i] : busiest;
    if (busiest == 0)
        return;
    page_blank(page);
    page_printf(page, STYLE_TITLE, _("The last %d days"), shown);
    page_printf(page, STYLE_DIM, _("  most attempts in a day: %" PRId64), busiest);
    page_end(page);
    if (page->columns >= CALENDAR_FROM) {
        add_calendar(counts, page);
        return;
    }
    for (int age = shown - 1; age >= 0; age--)
        add_day(counts[age], 1, page);
    page_end_unwrapped(page);
}

static void add_due_item(const struct review_item *item, struct page *page)
{
    page_indent(page, "  ", "      ");
    page_mark(page, item->was_wrong ? STYLE_WARNING : STYLE_DIM, item->was_wrong ? MARK_PARTLY : MARK_BULLET);
    if (item->exercise)
        page_printf(page, STYLE_NORMAL, " %s", item->exercise->id);
    else
        page_printf(page, STYLE_NORMAL, _(" question in step %d of \"%s\""), item->step + 1, item->lesson->title);
    int days = (int)item->days_ago;
    if (item->was_wrong)
        page_text(page, STYLE_DIM, _("  answered wrong"));
    page_printf(page, STYLE_DIM, ngettext("  %d day ago", "  %d days ago", (unsigned)days), days);
    page_end(page);
    page_indent(page, "", "");
}

/* Adds the items due for review, by the rule of progress/review.h. */
static void add_due(struct shell *shell, struct page *page)
{
    struct review_item *items;
    size_t count, shown = 0, due = 0;
    if (!review_list(shell->app->store, shell->app->curriculum, NULL, shell->frame, &items, &count, NULL))
        return; /* the figures above gave the reason */
    for (size_t i = 0; i < count; i++)
        due += items[i].is_due;
    if (due == 0)
        return;
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Due for review"));
    page_printf(page, STYLE_DIM, "  %zu", due);
    page_end(page);
    for (size_t i = 0; i < count && shown < DUE_ROWS_MAX; i++)
        if (items[i].is_due && ++shown)
            add_due_item(&items[i], page);
}

static void add_exercise_mark(const struct exercise_progress *progress, struct page *page)
{
    enum style style;
    enum mark mark = shell_exercise_mark(progress->state, &style);
    bool has_medal = progress->state == EXERCISE_PASSED && progress->best_medal;
    page_mark(page, has_medal ? theme_medal(progress->best_medal) : style, mark);
}

/* The exercises of the week with the most. */
static size_t most_of_a_week(const struct overview *overview)
{
    size_t most = 0;
    for (size_t i = 0; i < overview->week_count; i++)
        most = overview->weeks[i].exercises_total > most ? overview->weeks[i].exercises_total : most;
    return most;
}

/* One mark for each exercise of a week, in the course's order. With room, a space parts them. */
static void add_week(const struct overview *overview, const struct overview_week *week, bool is_first,
                     struct page *page)
{
    int most = (int)most_of_a_week(overview), wide = page->columns >= 3 * most + COUNT_COLUMNS ? 2 : 1, used = 0;
    page_printf(page, STYLE_NORMAL, _("Week %2d  "), week->week);
    for (size_t i = 0; i < week->lesson_count; i++) {
        const struct overview_lesson *lesson = &overview->lessons[week->first_lesson + i];
        for (size_t k = 0; k < lesson->exercise_count; k++, used++) {
            add_exercise_mark(&overview->exercises[lesson->first_exercise + k].progress, page);
            page_text(page, STYLE_NORMAL, wide == 2 ? " " : "");
        }
    }
    bool has_room = page->columns >= wide * most + WORDS_COLUMNS;
    page_printf(page, STYLE_NORMAL, "%*s", has_room ? wide * (most - used) : 0, "");
    page_printf(page, STYLE_NORMAL, is_first ? _("  %zu/%zu exercises") : "  %zu/%zu", week->exercises_passed,
                week->exercises_total);
    page_end(page);
}

static void add_legend(struct page *page)
{
    const struct {
        enum mark mark;
        const char *words;
    } rows[] = {{MARK_PASSED, N_("passed")}, {MARK_PARTLY, N_("tried")}, {MARK_OPEN, N_("to do")}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        page_text(page, STYLE_DIM, i > 0 ? "  " : "");
        page_mark(page, STYLE_DIM, rows[i].mark);
        page_printf(page, STYLE_DIM, " %s", _(rows[i].words));
    }
    page_end(page);
}

static void add_weeks(const struct overview *overview, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Weeks"));
    page_end(page);
    for (size_t i = 0; i < overview->week_count; i++)
        add_week(overview, &overview->weeks[i], i == 0, page);
    add_legend(page);
}

/* A bar where the page has room for it, then the numbers. */
static void add_share(size_t part, size_t whole, int used, struct page *page)
{
    int room = page->columns - used - COUNT_COLUMNS, full;
    room = room > BAR_COLUMNS_MAX ? BAR_COLUMNS_MAX : room;
    full = whole > 0 ? (int)((double)part / (double)whole * room + 0.5) : 0;
    for (int i = 0; room >= BAR_COLUMNS_LEAST && i < room; i++)
        page_mark(page, i < full ? STYLE_ACCENT : STYLE_DIM, i < full ? MARK_BAR_FULL : MARK_BAR_EMPTY);
    page_printf(page, STYLE_DIM, room >= BAR_COLUMNS_LEAST ? _("  %zu of %zu") : _("%zu of %zu"), part, whole);
}

/* An assessment is passed as a whole. */
static const char *words_of_assessment(const struct certificate_requirement *requirement)
{
    bool is_needed = !requirement->is_shown_only;
    if (requirement->met)
        return _("passed");
    if (requirement->is_taken)
        return is_needed ? _("not passed") : _("not passed; not needed");
    return is_needed ? _("not taken") : _("not taken; not needed");
}

static void add_requirement(const struct certificate_requirement *requirement, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    bool is_assessment = requirement->kind == REQUIREMENT_ASSESSMENT;
    certificate_requirement_words(requirement, &text);
    page_indent(page, "  ", "      ");
    page_mark(page, requirement->met ? STYLE_GOOD : STYLE_DIM, requirement->met ? MARK_PASSED : MARK_OPEN);
    page_text(page, STYLE_NORMAL, " ");
    int whole = text_width(buffer_text(&text)) + 1; /* the row of an assessment has no bar to align */
    page_cell(page, STYLE_NORMAL, buffer_text(&text), is_assessment && whole > WORDS_COLUMNS ? whole : WORDS_COLUMNS);
    if (is_assessment)
        page_text(page, STYLE_DIM, words_of_assessment(requirement));
    else
        add_share(requirement->passed, requirement->total, WORDS_COLUMNS + 4, page);
    page_end(page);
    page_indent(page, "", "");
}

/* What a requirement lacks first. The row of an assessment says it already. */
static void add_gaps(struct shell *shell, const struct certificate_requirement *requirement, struct page *page)
{
    if (requirement->kind == REQUIREMENT_ASSESSMENT)
        return;
    bool is_whole = requirement->gap_count <= GAP_ROWS_MAX;
    size_t shown = is_whole ? requirement->gap_count : GAP_ROWS_MAX - 1;
    for (size_t i = 0; i < shown; i++) {
        CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
        certificate_gap_state(shell->app, requirement->gaps[i], &words);
        page_indent(page, "      ", "        ");
        page_text(page, STYLE_DIM, buffer_text(&words));
        page_end(page);
    }
    if (!is_whole) {
        page_indent(page, "      ", "        ");
        page_printf(page, STYLE_DIM, _("and %zu more"), requirement->gap_count - shown);
        page_end(page);
    }
    page_indent(page, "", "");
}

static void add_badge(const struct badge *badge, struct page *page)
{
    page_indent(page, "  ", "      ");
    page_mark(page, STYLE_GOOD, MARK_PASSED);
    page_printf(page, STYLE_NORMAL, " %s", badge->title);
    page_printf(page, STYLE_DIM, "  %s", _(badge_name(badge->kind)));
    if (badge->earned_at)
        page_printf(page, STYLE_DIM, "  %.10s", badge->earned_at);
    page_end(page);
    page_indent(page, "", "");
}

/* Larger badges first: the learner values them most. */
static void add_badges(const struct badge_list *badges, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Badges"));
    page_printf(page, STYLE_DIM, _("  %zu of %zu"), badges->earned_count, badges->count);
    page_end(page);
    for (int kind = BADGE_KIND_COUNT - 1; kind >= 0; kind--)
        for (size_t i = 0; i < badges->count; i++)
            if ((int)badges->items[i].kind == kind && badges->items[i].earned)
                add_badge(&badges->items[i], page);
}

/* The command that comes next for a certificate. */
static void add_command(const struct certificate_state *state, bool is_earned, struct page *page)
{
    const char *award = certificate_award_name(state->certificate);
    page_indent(page, "  ", "    ");
    if (is_earned)
        page_printf(page, STYLE_GOOD, _("earned: `warpschool certificate issue %s --name NAME` writes it"), award);
    else
        page_printf(page, STYLE_DIM,
                    _("Press : and type a name to open it. `warpschool certificate status %s` lists all."), award);
    page_end(page);
    page_indent(page, "", "");
}

/* `is_next`: with what each requirement lacks. Later certificates lack the same. */
static void add_certificate(struct shell *shell, const struct certificate_state *state, bool is_next, struct page *page)
{
    page_blank(page);
    page_cell(page, STYLE_STRONG, _(certificate_name(state->certificate)), WORDS_COLUMNS + 4);
    add_share(state->met_count, state->needed_count, WORDS_COLUMNS + 4, page);
    page_end(page);
    size_t missing = 0, gaps = 0;
    for (size_t i = 0; i < state->requirement_count; i++) {
        const struct certificate_requirement *requirement = &state->requirements[i];
        bool is_missing = !requirement->offered && !requirement->met && !requirement->is_shown_only;
        missing += is_missing;
        if (!is_missing)
            add_requirement(requirement, page);
        if (!is_next || is_missing || requirement->is_shown_only)
            continue;
        add_gaps(shell, requirement, page);
        gaps += requirement->gap_count;
    }
    bool is_earned = state->met_count == state->needed_count;
    if (gaps > 0 || is_earned)
        add_command(state, is_earned, page);
    if (missing == 0)
        return;
    page_printf(page, STYLE_DIM,
                ngettext("  %zu part is not in this course yet", "  %zu parts are not in this course yet", missing),
                missing);
    page_end(page);
}

/* Another terminal can have graded meanwhile. */
static bool open_progress(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    shell_refresh(shell);
    return reader_open(shell, state, place, error);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Progress"), line);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    CLEANUP(page_done) struct page left = {0};
    CLEANUP(page_done) struct page right = {0};
    reader_begin_two(shell, area, &left, &right);
    add_figures(shell, &left);
    add_goal(shell, &left);
    add_due(shell, &left);
    add_weeks(&shell->overview, &left);
    add_days(shell, &left);
    page_text(&right, STYLE_TITLE, _("Certificates"));
    page_text(&right, STYLE_DIM, _("  exercises and quizzes, unaided"));
    page_end(&right);
    bool has_next = false;
    for (int i = 0; i < CERTIFICATE_COUNT; i++) {
        const struct certificate_state *certificate = &shell->overview.certificates[i];
        bool is_next = !has_next && certificate->met_count < certificate->needed_count;
        add_certificate(shell, certificate, is_next, &right);
        has_next = has_next || is_next;
    }
    add_badges(&shell->overview.badges, &right);
    reader_end_two(shell, state, area, &left, &right);
}

const struct screen_class screen_progress = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct reader),
    .open = open_progress,
    .close = reader_close,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
