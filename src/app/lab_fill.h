/*
 * Answers to fills. The kernel with the learner's text in its blank runs on the small case and on
 * the others. Its outputs are compared with those of the right answer.
 *
 * A wrong answer that the lesson lists is explained by the lesson's words, any other by the run.
 */
#ifndef APP_LAB_FILL_H
#define APP_LAB_FILL_H

#include "app/lab.h"

enum { LAB_FILL_TRIES_BEFORE_ANSWER = 3, LAB_ROUNDS_MAX = 8, LAB_TRACED_MAX = 8 };

struct lab_answer {
    const char *text;    /* as given */
    const char *refused; /* not an expression: why; it does not count as a try. NULL: it was run */
    bool is_right;
    const char *say;          /* the lesson's words for this wrong answer; NULL */
    const char *verdict;      /* what the run showed; NULL if it is right */
    const char *failing_case; /* the case that failed, if the small one did not; NULL */
};

/* The values of an array at each barrier of the small case. */
struct lab_rounds {
    size_t count, elements;
    const char *titles[LAB_ROUNDS_MAX];
    const char *values[LAB_ROUNDS_MAX][LAB_TRACED_MAX];
    bool is_new[LAB_ROUNDS_MAX][LAB_TRACED_MAX]; /* it differs from the round before */
};

/* Blocks. Errors: no answer could be judged. */
bool lab_fill_judge(const struct lab_computing *computing, const struct lab *lab, const char *text, struct arena *arena,
                    struct lab_answer *out_answer, struct error *error);

/* Runs the small case once more, with `trace`. count 0: the step has none. */
bool lab_fill_rounds(const struct lab_computing *computing, const struct lab *lab, const char *text,
                     struct arena *arena, struct lab_rounds *out_rounds, struct error *error);

/* The kernel with the text in its blanks. SYNTAX: such a text cannot stand there. */
bool lab_fill_source(const struct lab *lab, const char *text, struct arena *arena, struct source *out_source,
                     struct error *error);

/* The right answer as a learner types it. */
const char *lab_fill_solution(const struct lab *lab, struct arena *arena);

#endif
