/* Full checks of passes. */
#include "tui/shell/checking.h"

#include <string.h>

#include "app/submission.h"
#include "base/i18n.h"
#include "tui/shell/shell.h"

enum { MINUTES_FROM_S = 120 };

static bool is_wanted(const struct shell *shell)
{
    const struct open_exercise *open = &shell->open;
    bool is_pool = exercise_is_of_pool(open->exercise);
    bool is_on = strcmp(shell->app->settings.values[SETTING_FULL_CHECK], "off") != 0;
    return shell->grading && is_on && !is_pool && open->attempt != 0 && full_check_is_due(open->verdict);
}

void checking_begin(struct shell *shell)
{
    const struct open_exercise *open = &shell->open;
    if (!is_wanted(shell))
        return;
    if (!shell->full_check)
        shell->full_check = full_check_new(shell->app, NULL);
    if (shell->full_check)
        full_check_ask(shell->full_check, open->attempt, open->exercise, open->verdict);
}

void checking_cancel(struct shell *shell)
{
    if (shell->full_check)
        full_check_cancel(shell->full_check);
}

/* --- the outcome ------------------------------------------------------------------------------ */

/* In a sentence. */
static void append_outcome(const struct verdict *verdict, struct buffer *out)
{
    const char *note = verdict->time.note ? verdict->time.note : "";
    if (!verdict->full_run.ran)
        return;
    if (verdict->status != VERDICT_PASS)
        buffer_printf(out, _("Checked in full: it fails. %s"), verdict->message);
    else if (verdict->trust != VERDICT_TRUST_FULL)
        buffer_printf(out, _("Checked in full, %s."), note);
    else if (verdict->time.medal != MEDAL_NONE)
        buffer_printf(out, _("Checked in full: every element is right. Medal: %s."),
                      _(verdict_medal_name(verdict->time.medal)));
    else
        buffer_append_text(out, _("Checked in full: every element is right."));
}

static enum style style_of(const struct verdict *verdict)
{
    if (verdict->status != VERDICT_PASS)
        return STYLE_BAD;
    return verdict->trust == VERDICT_TRUST_FULL ? STYLE_GOOD : STYLE_WARNING;
}

/*
 * The open exercise shows the new judgement, if no later attempt has replaced it. It then owns the
 * verdict.
 */
static void show_outcome(struct shell *shell, struct full_check_outcome *outcome)
{
    struct open_exercise *open = &shell->open;
    if (outcome->exercise != open->exercise || outcome->attempt != open->attempt)
        return;
    verdict_free(open->verdict);
    open->verdict = outcome->verdict;
    outcome->verdict = NULL;
    if (open->verdict->status != VERDICT_PASS && shell_top(shell)->id == SCREEN_PASS)
        shell_back(shell);
    shell_notify(shell, open->verdict->status == VERDICT_PASS ? SCREEN_CHECKED : SCREEN_VERDICT);
}

void checking_take_outcome(struct shell *shell, struct full_check_outcome *outcome)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    if (!outcome->verdict) {
        shell_say(shell, STYLE_WARNING, _("Not checked in full: %s"), outcome->error.message);
        return;
    }
    enum style style = style_of(outcome->verdict);
    if (outcome->exercise != shell->open.exercise)
        buffer_printf(&text, "%s: ", outcome->exercise->id);
    append_outcome(outcome->verdict, &text);
    bool stored = submission_rejudge(shell->app, outcome->attempt, outcome->verdict, &error);
    shell_refresh(shell);
    show_outcome(shell, outcome);
    bool is_on_screen = !outcome->verdict && shell_top(shell)->id == SCREEN_PASS;
    verdict_free(outcome->verdict);
    if (!is_on_screen)
        shell_say(shell, style, "%s", buffer_text(&text));
    if (!stored)
        shell_say_error(shell, &error);
}

bool checking_take(struct shell *shell)
{
    struct full_check_outcome outcome;
    if (!shell->full_check || !full_check_poll(shell->full_check, &outcome))
        return false;
    checking_take_outcome(shell, &outcome);
    return true;
}

/* --- progress --------------------------------------------------------------------------------- */

void checking_append_progress(const struct full_check_progress *progress, struct buffer *out)
{
    int seconds = progress->seconds, minutes = seconds / 60, estimated_min = (progress->estimated_s + 59) / 60;
    if (progress->estimated_s >= MINUTES_FROM_S && minutes < estimated_min)
        buffer_printf(out, _("%d of %d min"), minutes, estimated_min);
    else if (seconds >= MINUTES_FROM_S)
        buffer_printf(out, _("%d min"), minutes);
    else if (seconds < progress->estimated_s)
        buffer_printf(out, _("%d of %d s"), seconds, progress->estimated_s);
    else if (seconds > 0)
        buffer_printf(out, _("%d s"), seconds);
}

bool checking_progress_text(const struct shell *shell, struct buffer *out)
{
    struct full_check_progress progress;
    if (!shell->full_check || !full_check_progress(shell->full_check, &progress))
        return false;
    checking_append_progress(&progress, out);
    return true;
}

/* A sample cannot check every plan. Such a pass gets its medal from the full check alone. */
static bool waits_for_medal(const struct open_exercise *open)
{
    const struct targets *targets = &open->exercise->targets;
    const struct time_verdict *time = &open->verdict->time;
    return targets->of && time->medal == MEDAL_NONE && time->ratio_to_solution >= targets->bronze;
}

void checking_add(const struct shell *shell, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer progress = BUFFER_INIT;
    const struct verdict *verdict = shell->open.verdict;
    append_outcome(verdict, &text);
    if (text.size_bytes == 0 && !checking_progress_text(shell, &progress))
        return;
    page_blank(page);
    if (text.size_bytes > 0)
        page_text(page, style_of(verdict), buffer_text(&text));
    else
        page_text(page, STYLE_DIM,
                  waits_for_medal(&shell->open)
                      ? _("Every block runs now, so that every element is compared. The medal comes after that.")
                      : _("Every block runs now, so that every element is compared."));
    if (progress.size_bytes > 0 && !shell->is_plain)
        page_sentence(page, buffer_text(&progress));
    page_end(page);
}
