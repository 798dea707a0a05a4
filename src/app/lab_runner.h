/*
 * Labs in the background, for an event loop that must never block.
 *
 * One thread owns a grader of its own, so saves are graded at the same time. It tries answers to
 * fills, runs the other labs again, and finds the strips of a learner's file. A new request ends
 * and replaces the one before. An answer comes before a refresh. Nothing is recorded.
 */
#ifndef APP_LAB_RUNNER_H
#define APP_LAB_RUNNER_H

#include "app/lab_fill.h"
#include "grader/line_strip.h"

struct lab_runner;

struct lab_runner *lab_runner_new(const struct app *app, struct error *error);
/* Ends the running work. */
void lab_runner_free(struct lab_runner *runner);
DEFINE_CLEANUP(lab_runner_free, struct lab_runner *)

/*
 * Readable when there is something to poll. Take the wakes before: then it is not readable again
 * until there are further news, whether or not a screen polls.
 */
int lab_runner_descriptor(const struct lab_runner *runner);
void lab_runner_take_wakes(struct lab_runner *runner);

/* Runs every point of a lab, or tries an answer to a fill. The text is copied. */
void lab_runner_refresh(struct lab_runner *runner, const struct lab *lab);
void lab_runner_try(struct lab_runner *runner, const struct lab *lab, const char *text);

/* Finds the strips of the file that a verdict is about. Its source and counters are copied. */
void lab_runner_find_strips(struct lab_runner *runner, const struct exercise *exercise, const struct verdict *verdict);

void lab_runner_cancel(struct lab_runner *runner);

/*
 * The result of a request. The receiver frees the arena. The rounds of a fill that traces come
 * after its answer, since they take another compile.
 */
enum lab_news_kind { LAB_NEWS_RESULTS, LAB_NEWS_ANSWER, LAB_NEWS_ROUNDS };
struct lab_news {
    enum lab_news_kind kind;
    const struct lab *lab;
    struct arena *arena;
    struct lab_answer answer;
    struct lab_rounds rounds;
    struct lab_results results;
    struct error error; /* code ERROR_NONE: it worked */
};

/* True once for each result. */
bool lab_runner_poll(struct lab_runner *runner, struct lab_news *out_news);

/* The strips of the newest file, once, if it is of that exercise. The receiver frees the arena. */
struct lab_strips {
    const struct exercise *exercise;
    struct arena *arena;
    struct line_strip *items;
    size_t count;
};
bool lab_runner_poll_strips(struct lab_runner *runner, const struct exercise *exercise, struct lab_strips *out_strips);

#endif
