/*
 * Markdown as styled lines: md4c parses, this lays out.
 *
 * Headings, paragraphs, lists, tables, quotes, rules, code (CUDA highlighted) and `diagram` fences, which are kept
 * column for column. HTML is shown as the text that it is. Links show their address behind them.
 */
#ifndef TUI_DRAW_MARKDOWN_H
#define TUI_DRAW_MARKDOWN_H

#include "tui/draw/page.h"

/* Adds the text to the page, which keeps its width and its indent. Never fails: what md4c refuses is shown as it is. */
void markdown_render(const char *markdown, struct page *page);

/* One line of Markdown (choices, titles) as runs of the current paragraph. `style` is that of plain words. */
void markdown_inline(const char *markdown, enum style style, struct page *page);

/* One line of a list: a bullet, and the text indented behind it. Ends the paragraph. */
void markdown_item(const char *markdown, struct page *page);

#endif
