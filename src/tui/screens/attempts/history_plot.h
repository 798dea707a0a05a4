/* The times of attempts in their order, above the time of the solution. */
#ifndef TUI_SCREENS_ATTEMPTS_HISTORY_PLOT_H
#define TUI_SCREENS_ATTEMPTS_HISTORY_PLOT_H

#include "app/standings.h"
#include "tui/shell/shell.h"

/* Two times make a line. */
bool history_plot_is_useful(const struct standings *standings);

void history_plot_draw(struct shell *shell, const struct standings *standings, struct rect area);

#endif
