/* Words about a place that a search or the glossary leads to. */
#ifndef TUI_SCREENS_SEARCH_SEARCH_HIT_H
#define TUI_SCREENS_SEARCH_SEARCH_HIT_H

#include "app/search.h"
#include "tui/shell/shell.h"

/*
 * The name of the term, the lesson's title, or the exercise's id with the line of a note. Lives in
 * `arena`.
 */
const char *search_hit_title(const struct search_hit *hit, struct arena *arena);

/* The words of a note or around what was searched. A bookmark has a word of its own. */
const char *search_hit_words(const struct search_hit *hit);

/* Whether it is a note on a line with code. */
static inline bool search_hit_has_source(const struct search_hit *hit)
{
    return hit->source && *hit->source;
}

/* "lesson", "step 3", "hint". Lives in `arena`. */
const char *search_hit_kind(const struct search_hit *hit, struct arena *arena);

/* Adds name, sentences and lesson of a term to a page. */
void search_hit_add_term(struct shell *shell, const struct glossary_term *term, struct page *page);

#endif
