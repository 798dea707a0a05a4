/*
 * Full checks of passes while nothing else is graded (app/full_check.h).
 *
 * A pass of which a sample was compared starts one. A save ends it. The outcome replaces the
 * judgement of the recorded attempt, and the learner reads it on the screen.
 */
#ifndef TUI_SHELL_CHECKING_H
#define TUI_SHELL_CHECKING_H

#include <stdbool.h>

#include "app/full_check.h"
#include "base/buffer.h"
#include "tui/draw/page.h"

struct shell;

/* Starts a check of the open exercise's verdict, if it is due and the setting allows it. */
void checking_begin(struct shell *shell);

/* Ends the running check. */
void checking_cancel(struct shell *shell);

/* Takes the outcome, if there is one. True if something changed. */
bool checking_take(struct shell *shell);

void checking_take_outcome(struct shell *shell, struct full_check_outcome *outcome);

/* "5 of 12 s", "3 of 35 min". */
void checking_append_progress(const struct full_check_progress *progress, struct buffer *out);

/* The same of the running check; "" if the time is not known. False: no check is running. */
bool checking_progress_text(const struct shell *shell, struct buffer *out);

/* Adds to a page about the open exercise's pass: the outcome, or how far the check is. */
void checking_add(const struct shell *shell, struct page *page);

#endif
