/*
 * Finders: each seeks one kind of slip. cause_finders.def lists them. The files cause_*.c define
 * them:
 *     cause_statement.c   one statement: a condition, a loop, a call
 *     cause_type.c        the declared type of a buffer
 *     cause_launch.c      launch lines, and what the kernel takes from them
 *     cause_place.c       the index of a thread, and of an element
 *     cause_value.c       sums, means, extremes and quotients
 *     cause_store.c       results that are stored in the wrong place or too rarely
 */
#ifndef GRADER_CAUSE_CAUSE_FINDER_H
#define GRADER_CAUSE_CAUSE_FINDER_H

#include "grader/cause/cause.h"
#include "grader/value/phrase.h"

struct cause_search {
    const struct verdict *verdict;
    const struct source *source;
    struct arena *arena;
    const struct cause_evidence *evidence;
};

typedef struct sentence cause_finder(const struct cause_search *search);

/* Declares every finder of the table. */
#define CAUSE_FINDER(name) cause_finder name;
#include "grader/cause/cause_finders.def"

/* The sentence about this line; none for line 0. Its fields begin with the line itself. */
#define CAUSE_AT(search, id, at, ...)                                                                              \
    ((at) ? (struct sentence){sentence_text((search)->arena, (id),                                                 \
                                            FIELDS({"line", phrase_integer((search)->arena, (at))}, __VA_ARGS__)), \
                              "", (at)}                                                                            \
          : (struct sentence){0})

/* Of a result that is stored, and wrong; NULL: none is. */
const struct wrong_element *cause_wrong_value(const struct cause_search *search);

#endif
