/*
 * Full-text search: titles, lessons, tasks, hints and the glossary. It reads every text at each
 * call, which takes about a millisecond.
 */
#ifndef APP_SEARCH_H
#define APP_SEARCH_H

#include "app/app.h"

enum search_kind { SEARCH_TERM, SEARCH_LESSON, SEARCH_EXERCISE, SEARCH_STEP, SEARCH_HINT };

struct search_hit {
    enum search_kind kind;
    const struct lesson *lesson; /* LESSON, STEP */
    int step;
    const struct exercise *exercise;  /* EXERCISE, HINT */
    const struct glossary_term *term; /* TERM */
    const char *excerpt;              /* one line around the words; "" for a title */
};

enum { SEARCH_HITS_MAX = 200 };

/*
 * The texts that contain every word of `text`, in any case. Names of terms and titles come first,
 * then texts in the order of the course. A hint that was not shown yet is found, but its text stays
 * hidden. Questions of an assessment are not searched. Returns the number of hits. Everything lives
 * in `arena`.
 */
size_t search_find(struct app *app, const char *text, struct arena *arena, struct search_hit out_hits[SEARCH_HITS_MAX]);

#endif
