/* `show`. */
#include "app/lab.h"
#include "base/i18n.h"
#include "cli/choices.h"
#include "cli/output.h"
#include "cli/session.h"
#include "tui/tui.h"

struct reader {
    const struct app *app;
    struct output_style style;
    bool has_answers; /* asked for with --answers */
};

/* What the shell shows after the guess alone. */
static bool shows_answer(const struct reader *reader, const struct lab *lab)
{
    bool is_done = false, is_right;
    if (!reader->has_answers && reader->app->store)
        store_get_step(reader->app->store, lab->lesson->id, lab->step, &is_done, &is_right, NULL);
    return reader->has_answers || is_done;
}

static void append_markdown(const struct output_style *style, const char *markdown, struct buffer *out)
{
    tui_markdown_text(markdown, style->columns, style->ascii, out);
    buffer_append_char(out, '\n');
}

/* With the values of runs in it. */
static void append_text(const struct app *app, const struct output_style *style, const char *text, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    append_markdown(style, lab_expand(app, NULL, text, arena, NULL), out);
}

static void append_quiz(const struct output_style *style, const struct quiz *quiz, struct buffer *out)
{
    append_markdown(style, quiz->ask, out);
    choices_append(quiz, style->columns, style->ascii, out);
    buffer_append_char(out, '\n');
}

static void append_exercise(const struct output_style *style, const struct exercise *exercise, struct buffer *out)
{
    buffer_printf(out, _("Exercise: %s"), exercise->id);
    buffer_append_text(out, "\n\n");
    if (exercise->task)
        append_markdown(style, exercise->task, out);
    if (exercise->locked) {
        append_markdown(style, exercise->locked, out);
        buffer_append_char(out, '\n');
        return;
    }
    buffer_printf(out, "warpschool edit %s\nwarpschool grade %s\n\n", exercise->id, exercise->id);
}

static void append_choices(const struct lab *lab, struct buffer *out)
{
    for (size_t i = 0; i < lab->choices.count; i++)
        buffer_printf(out, "  %zu  %s\n", i + 1, lab->choices.items[i]);
    buffer_append_text(out, lab->choices.count ? "\n" : "");
}

/*
 * The question and the rows that the shell shows with it. Then the sentence with the values and the
 * reason, once the learner has answered or asks for it. A fill says how to answer.
 */
static void append_lab(const struct reader *reader, const struct lab *lab, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct output_style *style = &reader->style;
    struct lab_results results;
    lab_results_load(reader->app, lab, arena, &results);
    if (lab->ask)
        append_markdown(style, lab->ask, out);
    append_choices(lab, out);
    if (lab->kind == STEP_FILL) {
        append_markdown(style, lab_plain(reader->app, &results, arena), out);
        buffer_printf(out, "warpschool fill %s 'EXPR'\n\n", lab->id);
    } else if (shows_answer(reader, lab)) {
        append_markdown(style, lab_plain(reader->app, &results, arena), out);
        if (lab->why)
            append_markdown(style, lab_expand(reader->app, &results, lab->why, arena, NULL), out);
    } else {
        append_markdown(style, lab_plain_asked(&results, arena), out);
        buffer_printf(out, _("`warpschool show %s --answers` shows what the runs gave."), lab->lesson->id);
        buffer_append_text(out, "\n\n");
    }
}

static void append_step(const struct reader *reader, const struct step *step, struct buffer *out)
{
    const struct output_style *style = &reader->style;
    switch (step->kind) {
    case STEP_TEXT:
        append_text(reader->app, style, step->text, out);
        break;
    case STEP_QUIZ:
        append_quiz(style, &step->quiz, out);
        break;
    case STEP_PREDICT:
        append_markdown(style, step->predict.ask, out);
        break;
    case STEP_EXERCISE:
        append_exercise(style, step->exercise, out);
        break;
    default: /* a lab */
        append_lab(reader, step->lab, out);
        break;
    }
}

static void append_lesson(const struct reader *reader, const struct lesson *lesson, struct buffer *out)
{
    buffer_printf(out, "%s\n\n", lesson->title);
    for (size_t i = 0; i < lesson->step_count; i++)
        append_step(reader, &lesson->steps[i], out);
    if (lesson->reading.count > 0)
        buffer_append_text(out, _("Further reading\n"));
    for (size_t i = 0; i < lesson->reading.count; i++)
        append_markdown(&reader->style, lesson->reading.items[i], out);
}

bool command_show(struct session *session, struct error *error)
{
    const struct reader reader = {.app = session->app,
                                  .style = output_style(session->invocation),
                                  .has_answers = invocation_has(session->invocation, "answers")};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const struct lesson *lesson;
    const struct exercise *exercise;
    if (!app_find_subject(session->app, invocation_argument(session->invocation, 0), &lesson, &exercise, error))
        return false;
    if (lesson)
        append_lesson(&reader, lesson, &text);
    else
        append_exercise(&reader.style, exercise, &text);
    output_print(&text);
    return true;
}
