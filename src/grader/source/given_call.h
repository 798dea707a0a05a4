/*
 * Calls of functions that the exercise gives: those of the starter that the solution keeps and the
 * learner has not changed. What goes wrong in such a function is a mistake of the line that calls
 * it.
 *
 * The compiler inlines these functions. Its PTX says for each instruction which calls led to it.
 */
#ifndef GRADER_SOURCE_GIVEN_CALL_H
#define GRADER_SOURCE_GIVEN_CALL_H

#include "base/arena.h"
#include "base/diagnostics.h"

struct given_calls;

/* A line of the learner's own, and the given function that it calls. */
struct given_call {
    int line;             /* 0: the place is not in a given function, or nobody knows the call */
    const char *function; /* "load_four"; NULL: not in a given function */
};

/*
 * In `arena`; NULL: the learner's file has no such function or kernel. The PTX must live as long.
 */
const struct given_calls *given_calls_find(struct arena *arena, const struct source *source,
                                           const struct source *starter, const struct source *solution, const char *ptx,
                                           size_t ptx_bytes);

/* Whether the kernel of this name is given, too. Then its launch is the learner's. */
bool given_calls_has_kernel(const struct given_calls *calls, const char *name);

/* The call that led to an instruction of the PTX, which belongs to `line` of the source. */
struct given_call given_call_at(const struct given_calls *calls, int ptx_line, int line);

/*
 * A given function that the learner has changed: the starter and the solution have it alike. The
 * line is that of the first difference. function NULL: there is none.
 */
struct given_call given_call_changed(struct arena *arena, const struct source *source, const struct source *starter,
                                     const struct source *solution);

/* The call that leads to this line, if all instructions of the line have the same. */
struct given_call given_call_of_line(const struct given_calls *calls, int line);

#endif
