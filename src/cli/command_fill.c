/* `fill`. */
#include <string.h>

#include "app/lab_fill.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"
#include "tui/tui.h"

static void append_code(const struct lab *lab, const char *answer, struct arena *arena, struct buffer *out)
{
    struct lab_code_line *lines;
    size_t count = lab_code(lab, &lab->kernel, arena, &lines);
    for (size_t i = 0; i < count; i++) {
        bool has_blank = lines[i].blank >= 0;
        size_t at = has_blank ? lines[i].blank_at : strlen(lines[i].text);
        buffer_printf(out, "%4d %s %.*s%s%s\n", lines[i].number, has_blank || lines[i].is_marked ? ">" : " ", (int)at,
                      lines[i].text, has_blank ? answer : "", lines[i].text + at);
    }
}

static void append_words(const struct output_style *style, const char *words, struct buffer *out)
{
    if (!words)
        return;
    tui_markdown_text(words, style->columns, style->ascii, out);
}

static void append_rounds(const struct lab_rounds *rounds, struct buffer *out)
{
    for (size_t i = 0; i < rounds->count; i++) {
        buffer_printf(out, "  %-12s", rounds->titles[i]);
        for (size_t k = 0; k < rounds->elements; k++)
            buffer_printf(out, " %5s", rounds->is_new[i][k] ? rounds->values[i][k] : ".");
        buffer_append_char(out, '\n');
    }
    if (rounds->count)
        buffer_append_char(out, '\n');
}

static void append_answer(const struct output_style *style, const struct lab_answer *answer,
                          const struct lab_rounds *rounds, const char *why, struct buffer *out)
{
    if (answer->refused) {
        buffer_printf(out, "%s\n", answer->refused);
        return;
    }
    append_rounds(rounds, out);
    if (answer->is_right) {
        buffer_printf(out, "%s\n", _("Right."));
        append_words(style, why, out);
        return;
    }
    if (answer->failing_case) {
        buffer_printf(out, _("Right on the small case, wrong on %s."), answer->failing_case);
        buffer_append_char(out, '\n');
    }
    append_words(style, answer->verdict, out);
    append_words(style, answer->say, out);
}

/* Gone questions keep their first answer's time; the command line takes none. */
static bool record(const struct session *session, const struct lab *lab, const struct step_outcome *outcome,
                   struct error *error)
{
    return invocation_has(session->invocation, "no-record") || !session->app->store ||
           store_set_step_outcome(session->app->store, lab->lesson->id, lab->step, outcome, error);
}

static bool show_blank(const struct session *session, const struct lab *lab, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct output_style style = output_style(session->invocation);
    bool shows = invocation_has(session->invocation, "show");
    const struct step_outcome outcome = {.right = true, .skipped = true, .seconds = -1};
    if (lab->ask)
        append_words(&style, lab->ask, &text);
    buffer_append_char(&text, '\n');
    append_code(lab, shows ? lab_fill_solution(lab, session->invocation->arena) : "____", session->invocation->arena,
                &text);
    if (shows)
        append_words(&style, lab->why, &text);
    else
        buffer_printf(&text, "\nwarpschool fill %s 'EXPR'\n", lab->id);
    output_print(&text);
    return !shows || record(session, lab, &outcome, error);
}

static bool judge(const struct session *session, const struct lab *lab, struct lab_answer *answer,
                  struct lab_rounds *rounds, struct error *error)
{
    struct grader_settings settings = app_grader_settings(session->app);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, error);
    struct lab_computing computing = {.app = session->app, .grader = grader};
    const char *text = invocation_argument(session->invocation, 1);
    if (!grader || !lab_fill_judge(&computing, lab, text, session->invocation->arena, answer, error))
        return false;
    if (!answer->refused)
        lab_fill_rounds(&computing, lab, text, session->invocation->arena, rounds, NULL);
    struct step_outcome outcome = {.answer = text, .right = answer->is_right, .seconds = -1};
    return answer->refused || record(session, lab, &outcome, error);
}

static bool answer_blank(struct session *session, const struct lab *lab, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct output_style style = output_style(session->invocation);
    struct lab_answer answer = {0};
    struct lab_rounds rounds = {0};
    if (!judge(session, lab, &answer, &rounds, error))
        return false;
    append_answer(&style, &answer, &rounds, lab->why, &text);
    output_print(&text);
    session->status = answer.is_right ? EXIT_PASSED : EXIT_NOT_PASSED;
    return true;
}

bool command_fill(struct session *session, struct error *error)
{
    const struct lab *lab = lab_find(session->app, invocation_argument(session->invocation, 0), error);
    if (!lab)
        return false;
    if (lab->kind != STEP_FILL)
        return error_set(error, ERROR_NOT_FOUND, "the step '%s' has no blank", lab->id);
    return invocation_argument(session->invocation, 1) ? answer_blank(session, lab, error)
                                                       : show_blank(session, lab, error);
}
