/* The pages of an assessment: its items and questions, its result. */
#include "tui/screens/assessment/sitting.h"

#include <stdlib.h>
#include <string.h>

#include "app/assessment_result.h"
#include "base/i18n.h"
#include "tui/draw/highlight.h"
#include "tui/draw/markdown.h"

const struct assessment_item *sitting_item(const struct sitting *sitting)
{
    bool is_item =
        sitting->running && sitting->selected >= 0 && (size_t)sitting->selected < sitting->assessment.record.item_count;
    return is_item ? &sitting->assessment.record.items[sitting->selected] : NULL;
}

static void add_lines(struct page *page, enum style style, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        page_bytes(page, style, text, length);
        page_end(page);
        text += length + (text[length] == '\n');
    }
}

const struct quiz *sitting_quiz(const struct sitting *sitting)
{
    const struct assessment_item *item = sitting_item(sitting);
    bool is_open = item && item->kind == ASSESSMENT_QUIZ && item->state == ASSESSMENT_OPEN;
    return is_open ? assessment_quiz(&sitting->assessment, item) : NULL;
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
        page_printf(page, STYLE_DIM, " %zu ", i + 1);
        page_indent(page, "", "      ");
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
                         : _("Choose with the arrow keys or a digit. Enter gives the answer, once."));
    page_end(page);
}

static void add_question(struct shell *shell, const struct sitting *sitting, const struct assessment_item *item,
                         struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    struct source source;
    page_blank(page);
    if (item->kind == ASSESSMENT_QUIZ) {
        markdown_render(assessment_quiz(assessment, item)->ask, page);
        add_choices(sitting, item, page);
    } else if (item->kind == ASSESSMENT_EXERCISE) {
        markdown_render(assessment_exercise(assessment, item)->task ? assessment_exercise(assessment, item)->task : "",
                        page);
    } else if (assessment_predict_source(shell->app, assessment, item, shell->frame, &source, NULL)) {
        markdown_render(assessment_ask(assessment, item, &source, shell->frame), page);
        page_text(page, STYLE_DIM, _("It is about your kernel as it passed first:"));
        page_end(page);
        highlight_text(source.text, source.size_bytes, page);
    } else {
        page_text(page, STYLE_DIM, _("This is about your kernel above, and opens when that has passed."));
        page_end(page);
    }
}

void sitting_build_items(struct shell *shell, const struct sitting *sitting, struct page *page)
{
    const struct assessment *assessment = &sitting->assessment;
    for (size_t i = 0; i < assessment->record.item_count; i++) {
        CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
        const struct assessment_item *item = &assessment->record.items[i];
        bool is_selected = (int)i == sitting->selected;
        assessment_item_line(assessment, item, &line);
        page->tag = (int)i;
        if (is_selected)
            page_mark(page, STYLE_KEY, MARK_CURSOR);
        else
            page_text(page, STYLE_NORMAL, " ");
        page_text(page, STYLE_NORMAL, " ");
        page_mark(page, item->state == ASSESSMENT_OPEN ? STYLE_DIM : STYLE_GOOD,
                  item->state == ASSESSMENT_OPEN ? MARK_OPEN : MARK_PASSED);
        page_text(page, is_selected ? STYLE_STRONG : STYLE_NORMAL, buffer_text(&line));
        page_end(page);
        page->tag = PAGE_NO_TAG;
        if (is_selected)
            add_question(shell, sitting, item, page);
        if (is_selected)
            page_blank(page);
    }
}

void sitting_build_result(struct shell *shell, const struct sitting *sitting, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < sitting->pool->step_count; i++)
        if (sitting->pool->steps[i].kind == STEP_TEXT)
            markdown_render(sitting->pool->steps[i].text, page);
    page_blank(page);
    page_text(page, STYLE_NORMAL, _("Enter starts it (asks first)."));
    page_end(page);
    if (!sitting->has_last)
        return;
    page_blank(page);
    assessment_result_text(&sitting->assessment, shell->app->curriculum, &text);
    add_lines(page, STYLE_NORMAL, buffer_text(&text));
}
