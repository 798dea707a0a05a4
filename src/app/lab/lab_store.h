/* The file of a lesson's results: one object by step, with a key for each point. */
#ifndef APP_LAB_LAB_STORE_H
#define APP_LAB_LAB_STORE_H

#include "app/lab/lab_points.h"

/* Fills the points whose keys are those of the file. */
void lab_store_read(const struct app *app, struct lab_results *results, struct arena *arena);

#endif
