/*
 * Full-text search: titles, lessons, tasks, hints, the glossary, and the learner's notes. It reads
 * every text at each call, which takes about a millisecond.
 */
#ifndef APP_SEARCH_H
#define APP_SEARCH_H

#include "app/app.h"

enum search_kind { SEARCH_NOTE, SEARCH_TERM, SEARCH_LESSON, SEARCH_EXERCISE, SEARCH_STEP, SEARCH_HINT };

struct search_hit {
    enum search_kind kind;
    const struct lesson *lesson; /* LESSON, STEP, NOTE on a step */
    int step;
    const struct exercise *exercise;  /* EXERCISE, HINT, NOTE on a line */
    int line;                         /* NOTE: 0: on the whole exercise */
    const struct glossary_term *term; /* TERM */
    const char *excerpt;              /* one line around the words; "" for a title or a bookmark */
    const char *source;               /* NOTE: the line of code that it stands at; else NULL or "" */
};

enum { SEARCH_HITS_MAX = 200 };

/*
 * The texts that contain every word of `text`, in any case. Notes come first, then names of terms
 * and titles, then texts in the order of the course. Without words: all notes, newest first. A hint
 * that was not shown yet is found, but its text stays hidden. Only the title of
 * an assessment is searched. Returns the number of hits. Everything lives in `arena`.
 */
size_t search_find(struct app *app, const char *text, struct arena *arena, struct search_hit out_hits[SEARCH_HITS_MAX]);

/*
 * A text that has hits, for one that has none. A word that nothing contains is replaced by the
 * nearest word of a term, a title or an exercise's name. NULL: no word is near enough.
 */
const char *search_nearest(struct app *app, const char *text, struct arena *arena);

#endif
