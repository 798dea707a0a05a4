/*
 * When something learnt is due again: the memory model FSRS-6 (open-spaced-repetition, "The
 * Algorithm") with its published default weights.
 *
 * A memory has a stability, the days after which it is recalled with a probability of 90 %, and a
 * difficulty from 1 to 10. Each answer changes both. It is asked again after as many days as it is
 * stable.
 */
#ifndef PROGRESS_RECALL_H
#define PROGRESS_RECALL_H

enum recall_grade { RECALL_AGAIN = 1, RECALL_HARD, RECALL_GOOD };

/* All 0: nothing was answered yet. */
struct recall {
    double stability_days, difficulty;
};

/* `days`: since the answer before; 0 for the first one. Answers of one day count as one. */
void recall_answer(struct recall *recall, double days, enum recall_grade grade);

/* The probability to recall it that many days after the last answer. */
double recall_probability(const struct recall *recall, double days);

/* Whole days from the last answer to the next question; at least 1. */
int recall_interval_days(const struct recall *recall);

#endif
