/* The look of the course map's rows, and the right pane with the details of the marked one. */
#ifndef TUI_SCREENS_HOME_HOME_DETAIL_H
#define TUI_SCREENS_HOME_HOME_DETAIL_H

#include "tui/screens/home/home_rows.h"
#include "tui/shell/shell.h"

void home_draw_row(struct shell *shell, const struct home_row *row, bool folded, struct rect line);
void home_draw_detail(struct shell *shell, const struct home_row *row, struct rect area);

/* Draws a bar of `columns`. Returns the column after it. */
int home_draw_bar(struct canvas *canvas, int x, int y, int columns, size_t done, size_t total);

#endif
