/*
 * Verdicts as pages: the parts in their order, and the learner's source with the findings of each
 * line.
 */
#ifndef TUI_SCREENS_VERDICT_VERDICT_PAGE_H
#define TUI_SCREENS_VERDICT_VERDICT_PAGE_H

#include "app/app.h"
#include "tui/draw/page.h"

/*
 * The parts, the first wrong elements, findings, the sentence, and the lessons to read. `explain`
 * after a pass (can be NULL). `has_key`: the screen has the key that opens that lesson.
 */
void verdict_page_build(const struct verdict *verdict, const struct curriculum *curriculum, const char *explain,
                        bool has_key, struct page *page);

/* The kernel's printed output, by thread. */
void verdict_page_build_output(const struct verdict *verdict, struct page *page);

/*
 * The source with line numbers. Each line with a finding, a diagnostic or an unmet gate has a mark
 * and the message. A bar shows the memory traffic of each line. Below a line stand the learner's
 * own words about it. Tags are line numbers.
 */
struct own_words {
    struct line_words {
        int line;
        const char *words;
    } * items;
    size_t count;
};
void source_page_build(const struct source *source, const struct verdict *verdict, const struct own_words *own,
                       struct page *page);

/* The next line after `line` that has a note; 0: none. */
int source_page_next_marked(const struct verdict *verdict, int line);

#endif
