/*
 * The kernel of a lab on one case, as the microscope takes it (app/microscope.h): what a step of a
 * lesson runs, to be stepped through.
 */
#ifndef APP_LAB_SPECIMEN_H
#define APP_LAB_SPECIMEN_H

#include "app/lab.h"

struct lab_specimen {
    const struct exercise *exercise; /* with one case */
    struct source source;
    const char *title; /* "tile_column: 33" */
    int line;          /* that the step is about; 0: none */
};

/*
 * Of a point; of a fill with `text` in its blanks, or with the right answer if `text` is NULL.
 * Lives in the arena. Errors: NOT_FOUND (a row that runs nothing here), SYNTAX (such a text cannot
 * stand in a blank).
 */
bool lab_specimen_find(const struct app *app, const struct lab *lab, size_t point, const char *text,
                       struct arena *arena, struct lab_specimen *out_specimen, struct error *error);

#endif
