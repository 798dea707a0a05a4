/* The learner's progress: figures, weeks, the open requirements of each certificate. */
#include <inttypes.h>

#include "app/attempts.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"

enum { BAR_COLUMNS = 16, DUE_ROWS_MAX = 10 };

static void add_bar(size_t done, size_t total, struct page *page)
{
    int full = total > 0 ? (int)(BAR_COLUMNS * done / total) : 0;
    for (int i = 0; i < BAR_COLUMNS; i++)
        page_mark(page, i < full ? STYLE_ACCENT : STYLE_DIM, i < full ? MARK_BAR_FULL : MARK_BAR_EMPTY);
}

static void add_figures(struct shell *shell, struct page *page)
{
    struct progress_statistics figures;
    struct error error = {0};
    if (!progress_get_statistics(shell->app->store, NULL, &figures, &error)) {
        page_text(page, STYLE_BAD, error.message);
        page_end(page);
        return;
    }
    page_printf(page, STYLE_NORMAL,
                figures.attempts == 1
                    ? _("%" PRId64 " attempt, %" PRId64 " exercises tried, %" PRId64 " passed (%" PRId64 " assisted)")
                    : _("%" PRId64 " attempts, %" PRId64 " exercises tried, %" PRId64 " passed (%" PRId64 " assisted)"),
                figures.attempts, figures.exercises_tried, figures.exercises_passed, figures.exercises_assisted);
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
                figures.days_active == 1 ? _("%" PRId64 " day active, %" PRId64 " in a row (most: %" PRId64 ")")
                                         : _("%" PRId64 " days active, %" PRId64 " in a row (most: %" PRId64 ")"),
                figures.days_active, figures.streak_days, figures.longest_streak_days);
    page_end(page);
}

static void add_due_item(const struct review_item *item, struct page *page)
{
    page_indent(page, "  ", "      ");
    page_mark(page, item->was_wrong ? STYLE_WARNING : STYLE_DIM, item->was_wrong ? MARK_PARTLY : MARK_BULLET);
    if (item->exercise)
        page_printf(page, STYLE_NORMAL, " %s", item->exercise->id);
    else
        page_printf(page, STYLE_NORMAL, _(" question in step %d of \"%s\""), item->step + 1, item->lesson->title);
    page_printf(page, STYLE_DIM, item->was_wrong ? _("  answered wrong, days ago: %d") : _("  days ago: %d"),
                (int)item->days_ago);
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

static void add_weeks(const struct overview *overview, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Weeks"));
    page_end(page);
    for (size_t i = 0; i < overview->week_count; i++) {
        const struct overview_week *week = &overview->weeks[i];
        page_printf(page, STYLE_NORMAL, _("Week %2d  "), week->week);
        add_bar(week->exercises_passed, week->exercises_total, page);
        page_printf(page, STYLE_NORMAL, i == 0 ? _("  %zu/%zu exercises") : "  %zu/%zu", week->exercises_passed,
                    week->exercises_total);
        page_end(page);
    }
}

static void requirement_text(const struct certificate_requirement *requirement, struct buffer *out)
{
    switch (requirement->kind) {
    case REQUIREMENT_WEEK:
        buffer_printf(out, _("core of week %d"), requirement->number);
        break;
    case REQUIREMENT_ASSESSMENT:
        buffer_printf(out, _("%s assessment"), _(level_name((enum level)requirement->number)));
        break;
    case REQUIREMENT_PROJECT:
        buffer_printf(out, _("project %d"), requirement->number);
        break;
    case REQUIREMENT_CONTRIBUTION:
        buffer_append_text(out, _("one contribution"));
        break;
    }
}

static void add_requirement(const struct certificate_requirement *requirement, struct page *page)
{
    page_indent(page, "  ", "      ");
    page_mark(page, requirement->met ? STYLE_GOOD : STYLE_DIM, requirement->met ? MARK_PASSED : MARK_OPEN);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    requirement_text(requirement, &text);
    page_printf(page, STYLE_NORMAL, " %s", buffer_text(&text));
    if (requirement->is_shown_only)
        page_text(page, STYLE_DIM, requirement->met ? _("  passed") : _("  not taken; not needed"));
    else if (requirement->offered && requirement->kind == REQUIREMENT_ASSESSMENT)
        page_printf(page, STYLE_DIM, "  %zu/%zu", requirement->passed, requirement->total);
    else
        page_printf(page, STYLE_DIM, _("  %zu of %zu exercises and quizzes, unaided"), requirement->passed,
                    requirement->total);
    page_end(page);
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

static void add_certificate(const struct certificate_state *state, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_STRONG, _(certificate_name(state->certificate)));
    page_printf(page, STYLE_DIM, _("  %zu of %zu met"), state->met_count, state->needed_count);
    page_end(page);
    size_t missing = 0;
    for (size_t i = 0; i < state->requirement_count; i++) {
        const struct certificate_requirement *requirement = &state->requirements[i];
        bool is_missing = !requirement->offered && !requirement->met && !requirement->is_shown_only;
        missing += is_missing;
        if (!is_missing)
            add_requirement(requirement, page);
    }
    if (missing == 0)
        return;
    page_printf(page, STYLE_DIM,
                missing == 1 ? _("  %zu part is not in this course yet") : _("  %zu parts are not in this course yet"),
                missing);
    page_end(page);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Progress"), line);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    reader_begin(shell, area, &page);
    add_figures(shell, &page);
    add_due(shell, &page);
    add_weeks(&shell->overview, &page);
    page_blank(&page);
    page_text(&page, STYLE_TITLE, _("Certificates"));
    page_end(&page);
    for (int i = 0; i < CERTIFICATE_COUNT; i++)
        add_certificate(&shell->overview.certificates[i], &page);
    add_badges(&shell->overview.badges, &page);
    reader_end(shell, state, area, &page);
}

const struct screen_class screen_progress = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct reader),
    .open = reader_open,
    .close = reader_close,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .handlers = reader_handlers,
};
