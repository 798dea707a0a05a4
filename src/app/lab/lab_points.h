/* The points of a lab: what each runs, and the key of its result. */
#ifndef APP_LAB_LAB_POINTS_H
#define APP_LAB_LAB_POINTS_H

#include "app/lab.h"

/* One point, ready to run. */
struct lab_job {
    const struct exercise *exercise; /* NULL: nothing runs (a measured time, or not passed yet) */
    struct source source;
    struct exercise_case given;
    int line; /* of the strip; 0: none */
};

/* Fills labels, quantities and the base; no values. */
void lab_points_begin(const struct lab *lab, struct arena *arena, struct lab_results *out_results);

/*
 * What a point runs. `for_author`: a learner's kernel is the shipped solution. Else it is the best
 * attempt that passed; NOT_FOUND: there is none.
 */
bool lab_points_job(const struct app *app, const struct lab_results *results, size_t point, bool for_author,
                    struct arena *arena, struct lab_job *out_job, struct error *error);

/* The key of a point's stored result: 64 hexadecimal digits. */
void lab_points_key(const struct app *app, const struct lab_results *results, const struct lab_job *job,
                    char out_key[65]);

#endif
