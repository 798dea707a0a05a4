/* Figures of a portfolio as SVG, in the reader's light or dark, also in files of their own. */
#ifndef APP_PORTFOLIO_FIGURE_H
#define APP_PORTFOLIO_FIGURE_H

#include "app/portfolio.h"

/* Kernels below the roofline. Nothing is appended without a point; so it is for the tables. */
void figure_roofline(const struct portfolio *portfolio, struct buffer *out);

bool figure_has_own(const struct standings_table *table); /* a row has a time of the learner */

/* The times of a table's rows as bars: the learner's beside the solution's. */
void figure_table(const struct standings_table *table, struct buffer *out);

void figure_card(const struct portfolio *portfolio, const struct portfolio_kernel *kernel, struct buffer *out);

#endif
