/* Shared by the Markdown layout and its tables. */
#ifndef TUI_DRAW_MARKDOWN_LAYOUT_H
#define TUI_DRAW_MARKDOWN_LAYOUT_H

#include "tui/draw/page.h"

enum { TABLE_COLUMNS_MAX = 16, TABLE_ROWS_MAX = 200 };

struct markdown_table {
    struct page_paragraph cells[TABLE_ROWS_MAX][TABLE_COLUMNS_MAX];
    enum text_alignment_of { CELL_LEFT, CELL_RIGHT, CELL_CENTER } alignment[TABLE_COLUMNS_MAX];
    int rows, columns; /* filled so far; rows beyond the limit are dropped */
    int head_rows;
    int row, column; /* the current one; -1: dropped */
};

struct markdown_table *markdown_table_new(void);
void markdown_table_free(struct markdown_table *table);

void markdown_table_begin_row(struct markdown_table *table, bool is_head);
void markdown_table_begin_cell(struct markdown_table *table, int alignment);

/* The current cell, or NULL. */
struct page_paragraph *markdown_table_cell(struct markdown_table *table);

/* Lays the table out in the page's width. The widest columns shrink first, and cells wrap. */
void markdown_table_render(struct markdown_table *table, struct page *page);

#endif
