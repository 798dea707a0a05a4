/* The pages of an assessment: its items and questions. */
#include "tui/screens/assessment/sitting.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "tui/draw/highlight.h"
#include "tui/draw/markdown.h"

enum { KIND_COLUMNS = 11, POINTS_COLUMNS = 9, STATE_COLUMNS = 11 };

const struct assessment_item *sitting_item(const struct sitting *sitting)
{
    bool is_item =
        sitting->running && sitting->selected >= 0 && (size_t)sitting->selected < sitting->assessment.record.item_count;
    return is_item ? &sitting->assessment.record.items[sitting->selected] : NULL;
}

const struct quiz *sitting_quiz(const struct sitting *sitting)
{
    const struct assessment_item *item = sitting_item(sitting);
    bool is_open = item && item->kind == ASSESSMENT_QUIZ && item->state == ASSESSMENT_OPEN;
    return is_open ? assessment_quiz(&sitting->assessment, item) : NULL;
}

int sitting_next_open(const struct sitting *sitting)
{
    int count = (int)sitting->assessment.record.item_count;
    for (int i = 1; i < count; i++) {
        int item = (sitting->selected + i) % count;
        if (sitting->assessment.record.items[item].state == ASSESSMENT_OPEN)
            return item;
    }
    return -1;
}

/* Whether "2" or "1,3" names a choice, counted from 0. */
static bool is_given(const char *answer, size_t choice)
{
    while (answer && *answer) {
        char *end;
        long number = strtol(answer, &end, 10);
        if (end == answer)
            return false;
        if (number == (long)choice + 1)
            return true;
        answer = *end == ',' ? end + 1 : end;
    }
    return false;
}

static void add_choices(const struct sitting *sitting, const struct assessment_item *item, struct page *page)
{
    const struct quiz *quiz = assessment_quiz(&sitting->assessment, item);
    bool is_open = item->state == ASSESSMENT_OPEN;
    page_blank(page);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        bool at_cursor = is_open && (int)i == sitting->choice;
        bool is_chosen = is_open ? (sitting->ticked & 1U << i) != 0 : is_given(item->answer, i);
        page->tag = SITTING_CHOICE_TAG + (int)i;
        if (at_cursor)
            page_mark(page, STYLE_ACCENT, MARK_CURSOR);
        else
            page_text(page, STYLE_NORMAL, " ");
        page_text(page, STYLE_NORMAL, " ");
        page_mark(page, STYLE_NORMAL, is_chosen ? MARK_CHOSEN : MARK_CHOICE);
        page_printf(page, STYLE_DIM, " %zu. ", i + 1);
        page_indent(page, "", "       ");
        markdown_inline(quiz->choices[i].say, at_cursor ? STYLE_STRONG : STYLE_NORMAL, page);
        page_end(page);
        page_indent(page, "", "");
        page->tag = PAGE_NO_TAG;
    }
    if (!is_open)
        return;
    page_blank(page);
    page_text(page, STYLE_DIM,
              quiz->many ? _("Several are right. Space ticks, Enter gives the answer, once.")
                         : _("Enter or a digit marks a choice. Enter again gives the answer, once."));
    page_end(page);
}

/* The question names lines by their numbers. */
static void add_source(const struct source *source, struct page *page)
{
    struct highlight highlight = {0};
    const char *end = source->text + source->size_bytes;
    int number = 0;
    for (const char *line = source->text; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        page_printf(page, STYLE_DIM, "%3d  ", ++number);
        page_indent(page, "", "         ");
        highlight_line(&highlight, line, (size_t)(stop - line), page);
        page_end(page);
        page_indent(page, "", "");
        line = newline ? newline + 1 : end;
    }
}

void sitting_build_question(struct shell *shell, const struct sitting *sitting, struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    const struct assessment_item *item = sitting_item(sitting);
    struct source source;
    if (!item)
        return;
    if (item->kind == ASSESSMENT_QUIZ) {
        markdown_render(assessment_quiz(assessment, item)->ask, page);
        add_choices(sitting, item, page);
    } else if (item->kind == ASSESSMENT_EXERCISE) {
        const struct exercise *exercise = assessment_exercise(assessment, item);
        page_text(page, STYLE_TITLE, exercise->title);
        page_end(page);
        page_blank(page);
        markdown_render(exercise->task ? exercise->task : "", page);
    } else if (assessment_predict_source(shell->app, assessment, item, shell->frame, &source, NULL)) {
        markdown_render(assessment_ask(assessment, item, &source, shell->frame), page);
        if (item->answer) {
            page_printf(page, STYLE_STRONG, _("Your answer: %s"), item->answer);
            page_end(page);
        }
        page_text(page, STYLE_DIM, _("It is about your kernel as it passed first:"));
        page_end(page);
        add_source(&source, page);
    } else {
        page_text(page, STYLE_DIM, _("This is about your kernel above, and opens when that has passed."));
        page_end(page);
    }
}

/* No answer is shown as right or wrong. Only a kernel's pass is, since its verdict said so. */
static const char *state_of(const struct assessment_item *item)
{
    if (item->kind == ASSESSMENT_EXERCISE && item->state == ASSESSMENT_RIGHT)
        return N_("passed");
    if (item->kind == ASSESSMENT_EXERCISE && item->attempt != 0)
        return N_("tried");
    return item->state == ASSESSMENT_OPEN ? N_("to do") : N_("answered");
}

static void add_item(const struct assessment *assessment, const struct assessment_item *item, bool is_selected,
                     struct page *page)
{
    static const char *const kinds[] = {[ASSESSMENT_QUIZ] = N_("question"),
                                        [ASSESSMENT_EXERCISE] = N_("kernel"),
                                        [ASSESSMENT_PREDICT] = N_("prediction")};
    enum style style = is_selected ? STYLE_STRONG : STYLE_NORMAL;
    const char *area = assessment_area(assessment, item);
    const char *points = arena_printf(page->arena, ngettext("%d point", "%d points", item->points), item->points);
    page_printf(page, style, "%2d  ", item->number);
    page_cell(page, style, _(kinds[item->kind]), KIND_COLUMNS);
    page_cell(page, style, points, POINTS_COLUMNS);
    page_cell(page, style, _(state_of(item)), STATE_COLUMNS);
    page_text(page, STYLE_DIM, area ? area : "");
}

void sitting_build_items(struct shell *shell, const struct sitting *sitting, bool with_question, struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    for (size_t i = 0; i < assessment->record.item_count; i++) {
        const struct assessment_item *item = &assessment->record.items[i];
        bool is_selected = (int)i == sitting->selected;
        page->tag = (int)i;
        if (is_selected)
            page_mark(page, STYLE_KEY, MARK_CURSOR);
        else
            page_text(page, STYLE_NORMAL, " ");
        page_text(page, STYLE_NORMAL, " ");
        page_mark(page, item->state == ASSESSMENT_OPEN ? STYLE_DIM : STYLE_GOOD,
                  item->state == ASSESSMENT_OPEN ? MARK_OPEN : MARK_PASSED);
        page_indent(page, "", "       ");
        add_item(assessment, item, is_selected, page);
        page_end(page);
        page_indent(page, "", "");
        page->tag = PAGE_NO_TAG;
        if (!is_selected || !with_question)
            continue;
        page_blank(page);
        sitting_build_question(shell, sitting, page);
        page_blank(page);
    }
}
