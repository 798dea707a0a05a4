/* `show`. */
#include "app/lab.h"
#include "base/i18n.h"
#include "cli/choices.h"
#include "cli/command.h"
#include "cli/output.h"
#include "tui/tui.h"

static void append_markdown(const struct output_style *style, const char *markdown, struct buffer *out)
{
    tui_markdown_text(markdown, style->columns, style->ascii, out);
    buffer_append_char(out, '\n');
}

/* With the values of runs in it. */
static void append_text(const struct app *app, const struct output_style *style, const char *text, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    append_markdown(style, lab_expand(app, NULL, text, style->ascii, arena, NULL), out);
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

/* The question, then the sentence with the values. A fill says how to answer. */
static void append_lab(const struct app *app, const struct output_style *style, const struct lab *lab,
                       struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct lab_results results;
    lab_results_load(app, lab, arena, &results);
    if (lab->ask)
        append_markdown(style, lab->ask, out);
    append_markdown(style, lab_plain(app, &results, style->ascii, arena), out);
    if (lab->kind == STEP_FILL)
        buffer_printf(out, "warpschool fill %s 'EXPR'\n\n", lab->id);
}

static void append_step(const struct app *app, const struct output_style *style, const struct step *step,
                        struct buffer *out)
{
    switch (step->kind) {
    case STEP_TEXT:
        append_text(app, style, step->text, out);
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
        append_lab(app, style, step->lab, out);
        break;
    }
}

static void append_lesson(const struct app *app, const struct output_style *style, const struct lesson *lesson,
                          struct buffer *out)
{
    buffer_printf(out, "%s\n\n", lesson->title);
    for (size_t i = 0; i < lesson->step_count; i++)
        append_step(app, style, &lesson->steps[i], out);
    if (lesson->reading.count > 0)
        buffer_append_text(out, _("Further reading\n"));
    for (size_t i = 0; i < lesson->reading.count; i++)
        append_markdown(style, lesson->reading.items[i], out);
}

int command_show(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    struct output_style style = output_style(invocation);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    const char *name = invocation_argument(invocation, 0);
    const struct lesson *lesson = curriculum_find_lesson(app->curriculum, name);
    const struct exercise *exercise = lesson ? NULL : app_find_exercise(app, name, &error);
    if (lesson)
        append_lesson(app, &style, lesson, &text);
    else if (exercise)
        append_exercise(&style, exercise, &text);
    else {
        output_error(&error);
        return output_exit_status(&error);
    }
    output_print(&text);
    return EXIT_PASSED;
}
