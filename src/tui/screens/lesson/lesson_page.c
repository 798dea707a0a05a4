/* The page of a lesson's step. */
#include <math.h>

#include "app/placement.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/markdown.h"
#include "tui/screens/lesson/lesson_lab.h"
#include "tui/shell/next.h"

static void add_call(struct page *page, const char *key, const char *words)
{
    page_blank(page);
    page_text(page, STYLE_KEY, key);
    page_printf(page, STYLE_DIM, "  %s", words);
    page_end(page);
}

static void add_reason(struct page *page, const struct quiz_choice *choice)
{
    page_indent(page, "       ", "       ");
    page_text(page, choice->right ? STYLE_GOOD : STYLE_BAD,
              !choice->why    ? choice->right ? _("Right.") : _("Not this one.")
                 : choice->right ? _("Right: ")
                              : _("Not this one: "));
    if (choice->why)
        markdown_inline(choice->why, STYLE_NORMAL, page);
    page_end(page);
    page_indent(page, "", "");
}

static void add_choice(struct page *page, const struct quiz *quiz, const struct step_state *step, size_t index)
{
    const struct quiz_choice *choice = &quiz->choices[index];
    bool at_cursor = !step->is_solved && (int)index == step->cursor;
    bool tried = step->tried & 1U << index;
    bool ticked = quiz->many ? step->ticked & 1U << index : tried;
    page->tag = (int)index;
    if (at_cursor)
        page_mark(page, STYLE_ACCENT, MARK_CURSOR);
    else
        page_text(page, STYLE_NORMAL, " ");
    page_text(page, STYLE_NORMAL, " ");
    page_mark(page, tried ? choice->right ? STYLE_GOOD : STYLE_BAD : STYLE_NORMAL, ticked ? MARK_CHOSEN : MARK_CHOICE);
    page_printf(page, STYLE_DIM, " %zu. ", index + 1);
    page_indent(page, "", "       ");
    markdown_inline(choice->say, at_cursor ? STYLE_STRONG : STYLE_NORMAL, page);
    page_end(page);
    page_indent(page, "", "");
    /* With several right choices, reasons would reveal the rest before all are found. */
    if (quiz->many ? step->is_solved : tried)
        add_reason(page, choice);
    page->tag = PAGE_NO_TAG;
}

static void build_quiz(const struct quiz *quiz, const struct step_state *step, struct page *page)
{
    page_text(page, STYLE_TITLE, _("Question"));
    page_end(page);
    page_blank(page);
    markdown_render(quiz->ask, page);
    page_blank(page);
    for (size_t i = 0; i < quiz->choice_count && i < CHOICES_MAX; i++)
        add_choice(page, quiz, step, i);
    if (step->is_solved)
        add_call(page, _("Enter"), _("goes on"));
    else if (quiz->many) {
        if (step->tried)
            page_text(page, STYLE_BAD, _("Not quite: some are missing, or one too many."));
        page_end(page);
        add_call(page, _("Space ticks, Enter checks"), _("several are right"));
    } else if (step->tried & 1U << step->cursor)
        add_call(page, _("Up Down"), _("choose another one; Space skips the question"));
    else
        add_call(page, _("Enter"), _("answers with the marked choice"));
}

/* Counts in full: 2 097 152, not 2.09715e+06. */
static const char *counted_text(double value, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (value == floor(value) && fabs(value) < 1e15)
        text_append_grouped(&text, (int64_t)value);
    else
        buffer_printf(&text, "%.6g", value);
    return arena_printf(arena, "%s", buffer_text(&text));
}

static void add_counted(const struct step_state *step, struct page *page)
{
    enum style style = step->is_right ? STYLE_GOOD : STYLE_BAD;
    const char *value = counted_text(step->value, page->arena);
    if (step->is_own)
        page_printf(page, style,
                    step->is_right ? _("Right: the device counted %s in your kernel.")
                                   : _("The device counted %s in your kernel."),
                    value);
    else
        page_printf(page, style, step->is_right ? _("Right: the device counted %s.") : _("The device counted %s."),
                    value);
}

static void add_measured(const struct predict *predict, const struct step_state *step, struct page *page)
{
    if (step->is_measured)
        add_counted(step, page);
    else
        page_text(page, step->is_right ? STYLE_GOOD : STYLE_BAD,
                  step->is_right ? _("That was right.") : _("The device counted another number."));
    page_end(page);
    if (predict->why) {
        page_blank(page);
        markdown_render(predict->why, page);
    }
}

static void build_predict(const struct predict *predict, const struct step_state *step, struct page *page)
{
    page_text(page, STYLE_TITLE, _("Predict"));
    page_end(page);
    page_blank(page);
    markdown_render(predict->ask, page);
    page_blank(page);
    if (step->guess[0]) {
        page_printf(page, STYLE_NORMAL, _("You said %s."), step->guess);
        page_end(page);
    }
    if (step->is_waiting) {
        page_mark(page, STYLE_WARNING, MARK_WORKING);
        page_text(page, STYLE_WARNING, _(" The device runs the kernel and counts ..."));
        page_end(page);
        return;
    }
    if (step->is_solved) {
        add_measured(predict, step, page);
        add_call(page, _("Enter"), _("continues; a answers again"));
        return;
    }
    page_text(page, STYLE_DIM, _("Type a number first; then the device runs the kernel and counts."));
    page_end(page);
    add_call(page, _("Enter"), _("type your number"));
}

static void build_exercise(struct shell *shell, const struct exercise *exercise, struct page *page)
{
    const struct overview_exercise *row = shell_overview_exercise(shell, exercise);
    page_printf(page, STYLE_TITLE, _("Exercise: %s"), shell_exercise_title(exercise));
    page_end(page);
    page_blank(page);
    if (exercise->task)
        markdown_render(exercise->task, page);
    if (exercise->locked) {
        page_blank(page);
        markdown_render(exercise->locked, page);
        add_call(page, _("Enter"), _("goes on"));
        return;
    }
    if (!row || row->progress.state != EXERCISE_PASSED) {
        add_call(page, _("Enter"), _("opens the exercise"));
        return;
    }
    page_blank(page);
    page_mark(page, STYLE_GOOD, MARK_PASSED);
    page_text(page, STYLE_GOOD, _(" passed"));
    page_end(page);
    add_call(page, _("Enter"), _("continues; Tab opens the exercise"));
}

static unsigned long count_unread(const struct lesson_state *state)
{
    unsigned long unread = 0;
    for (size_t i = 0; i < state->lesson->step_count; i++)
        unread += state->lesson->steps[i].kind != STEP_EXERCISE && !state->steps[i].is_done;
    return unread;
}

static void add_done(struct shell *shell, const struct lesson_state *state, struct page *page)
{
    const struct overview_lesson *row = shell_overview_lesson(shell, state->lesson);
    unsigned long unread = count_unread(state);
    if (row && row->done && unread > 0) {
        page_printf(page, STYLE_NORMAL,
                    ngettext("The exercise is passed. %lu step is not read yet: the contents (c) mark it.",
                             "The exercise is passed. %lu steps are not read yet: the contents (c) mark them.", unread),
                    unread);
        page_end(page);
        return;
    }
    page_text(page, row && row->done ? STYLE_GOOD : STYLE_NORMAL,
              row && row->done ? _("All of it is done.")
                               : _("Not everything is done yet: the contents (c) mark what is left."));
    page_end(page);
}

/* Where the answers of the placement check say to begin; nothing if that lesson is done. */
static void add_begin(struct shell *shell, const struct lesson *begin, struct page *page)
{
    const struct overview_lesson *row = begin ? shell_overview_lesson(shell, begin) : NULL;
    if (!row || row->done)
        return;
    page_printf(page, STYLE_NORMAL,
                begin == shell->app->curriculum->lessons[0] ? _("Begin with \"%s\"")
                                                            : _("Begin with \"%s\": the earlier lessons come last"),
                begin->title);
    page_end(page);
}

static void add_placement(struct shell *shell, struct page *page)
{
    struct placement placement;
    if (!placement_read(shell->app, &placement, NULL))
        return;
    if (placement.answered < placement.questions) {
        page_printf(page, STYLE_NORMAL, _("%zu of %zu questions answered; the course begins at its beginning"),
                    placement.answered, placement.questions);
        page_end(page);
        return;
    }
    page_printf(page, STYLE_GOOD, _("%d of %d right."), (int)placement.right, (int)placement.questions);
    page_end(page);
    add_begin(shell, placement.begin, page);
}

static void build_end(struct shell *shell, const struct lesson_state *state, struct page *page)
{
    const struct lesson *lesson = state->lesson;
    page_text(page, STYLE_TITLE, _("End of the lesson"));
    page_end(page);
    page_blank(page);
    if (lesson->kind == LESSON_PLACEMENT)
        add_placement(shell, page);
    else
        add_done(shell, state, page);
    page_blank(page);
    if (lesson->research) {
        page_text(page, STYLE_STRONG, _("To think about"));
        page_end(page);
        markdown_render(lesson->research, page);
        page_blank(page);
    }
    if (lesson->reading.count > 0) {
        page_text(page, STYLE_STRONG, _("Further reading"));
        page_end(page);
    }
    for (size_t i = 0; i < lesson->reading.count; i++)
        markdown_item(lesson->reading.items[i], page);
    struct next next = next_after_lesson(shell, lesson, shell->frame);
    add_call(page, _("Enter"), next.words);
}

void lesson_draw_focus(struct shell *shell, const struct lesson_state *state, const struct page *page, struct rect area)
{
    const struct step *step = lesson_current(state);
    int scroll = state->scroller.scroll, first, last;
    if (step && step_is_lab(step))
        shell_add_page_targets(shell, page, (int)step->lab->choices.count, area, scroll);
    if (!step || step->kind != STEP_QUIZ || state->steps[state->step].is_solved)
        return;
    shell_add_page_targets(shell, page, (int)step->quiz.choice_count, area, scroll);
    bool is_there = page_find_tag(page, state->steps[state->step].cursor, &first, &last);
    if (is_there && first >= scroll && first < scroll + area.height)
        canvas_cursor(shell->canvas, area.x, area.y + first - scroll, false);
}

void lesson_page_build(struct shell *shell, struct lesson_state *state, struct page *page)
{
    const struct step *step = lesson_current(state);
    if (!step) {
        build_end(shell, state, page);
        return;
    }
    const struct step_state *answer = &state->steps[state->step];
    notes_add(notes_on_step(shell, state->lesson, state->step), page);
    switch (step->kind) {
    case STEP_TEXT:
        markdown_render(lab_expand(shell->app, NULL, step->text, page->arena, NULL), page);
        break;
    case STEP_QUIZ:
        build_quiz(&step->quiz, answer, page);
        break;
    case STEP_PREDICT:
        build_predict(&step->predict, answer, page);
        break;
    case STEP_EXERCISE:
        build_exercise(shell, step->exercise, page);
        break;
    default: /* a lab */
        lesson_lab_build(shell, state, page);
        break;
    }
    page_trim(page);
}
