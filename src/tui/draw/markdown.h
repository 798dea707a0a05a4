/*
 * Markdown as styled lines: md4c parses it, this room lays it out.
 *
 * It supports headings, paragraphs, lists, tables, quotes, rules and code (CUDA highlighted).
 * `diagram` fences keep every column. HTML is shown as text. A web address is shown after its
 * link; links to lessons and exercises are words.
 */
#ifndef TUI_DRAW_MARKDOWN_H
#define TUI_DRAW_MARKDOWN_H

#include "tui/draw/page.h"

/*
 * Adds the text to the page, which keeps its width and indent. Never fails: text that md4c refuses
 * is shown unchanged.
 */
void markdown_render(const char *markdown, struct page *page);

/*
 * Adds one line of Markdown (choices, titles) as runs of the current paragraph. Plain words have
 * `style`.
 */
void markdown_inline(const char *markdown, enum style style, struct page *page);

/* Adds one line of a list: a bullet and the indented text. Ends the paragraph. */
void markdown_item(const char *markdown, struct page *page);

#endif
