/*
 * Verdicts as pages: the parts in their order, and the learner's source with what was found at each line.
 */
#ifndef TUI_SCREENS_VERDICT_VERDICT_PAGE_H
#define TUI_SCREENS_VERDICT_VERDICT_PAGE_H

#include "app/app.h"
#include "tui/draw/page.h"

/* Parts, the first wrong elements, findings, the sentence, what to read; `explain` after a pass (may be NULL). */
void verdict_page_build(const struct verdict *verdict, const struct curriculum *curriculum, const char *explain,
                        struct page *page);

/* What the kernel printed, by thread. */
void verdict_page_build_output(const struct verdict *verdict, struct page *page);

/*
 * The source with line numbers, a mark and the message at each line that has a finding, a diagnostic or an unmet gate,
 * and a bar of how much memory traffic each line causes. Tags are line numbers.
 */
void source_page_build(const struct source *source, const struct verdict *verdict, struct page *page);

/* The next line after `line` that has something to say; 0: none. */
int source_page_next_marked(const struct verdict *verdict, int line);

/* Share of all memory sectors that `line` moves, 0 to 1. */
double source_page_line_heat(const struct verdict *verdict, int line);

#endif
