/*
 * Labs for the shell, the command line and authors: the steps that run kernels
 * (curriculum/lab.h), their results and their sentences.
 *
 * author-check stores the results beside the lesson, in NAME.steps.json. They are shown at once.
 * The key of a result is a hash of the kernel's tokens, its parameters, the case and the modelled
 * GPU. A result with another key is not used. The model's version is no part of it: a newer model
 * mostly gives the same values, the shell runs the kernels again, and author-check compares.
 */
#ifndef APP_LAB_H
#define APP_LAB_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "grader/lab_run.h"

/* One run: a row of a comparison, or a value of `vary` or `x`. */
struct lab_point {
    const char *label; /* "33", "tile" */
    bool is_mine;      /* the learner's own kernel */
    bool is_measured;  /* on a GPU, not modelled */
    bool is_known;     /* it has values */
    double values[LAB_QUANTITIES_MAX];
    /* of a learner's row: the shipped solution's, for answers until the learner's are there */
    double shipped[LAB_QUANTITIES_MAX];
    bool has_shipped;
    bool has_units;
    int units[LAB_LANES];     /* sectors or banks of the lanes; -1 inactive */
    const char *note;         /* why there are no values; NULL */
    const char *modelled_why; /* the GPU that was asked for could not time it; NULL */
};

enum { LAB_RESULT_POINTS_MAX = LAB_POINTS_MAX + 1 };

struct lab_results {
    const struct lab *lab;
    const char *quantities[LAB_QUANTITIES_MAX];
    size_t quantity_count;
    struct lab_point points[LAB_RESULT_POINTS_MAX];
    size_t point_count;
    int base; /* the point that a quantity without a number means; -1: none */
};

/* The points of a lab, with the stored values. Fills have none. Texts live in the arena. */
void lab_results_load(const struct app *app, const struct lab *lab, struct arena *arena,
                      struct lab_results *out_results);

/* The points with the quantities of the claim and the answer alone, and without stored values. */
void lab_results_begin(const struct lab *lab, struct arena *arena, struct lab_results *out_results);

/* True if every point that is not the learner's has values. */
bool lab_results_are_whole(const struct lab_results *results);

struct lab_computing {
    const struct app *app;
    struct grader *grader;
    bool for_author;    /* `mine` is the shipped solution, and the deadline is long */
    const char *device; /* that times the kernels; NULL: "virtual" */
    bool (*cancelled)(void *context);
    void *context;
};

/* Runs every point. Values replace those that were there. Blocks. */
bool lab_results_compute(const struct lab_computing *computing, struct arena *arena, struct lab_results *results,
                         struct error *error);

/* True if a run gave the same values, so that nothing changes on the screen. */
bool lab_results_equal(const struct lab_results *left, const struct lab_results *right);

/*
 * Replaces a lab's results in the lesson's file. author-check --write-steps. Also drops results of
 * steps that the lesson no longer has.
 */
bool lab_results_store(const struct app *app, const struct lab_results *results, struct error *error);

/* The name of the lesson's file of results, below its folder. */
const char *lab_results_file(const struct lab *lab, struct arena *arena);

/* --- values ----------------------------------------------------------------------------------- */

/* NOT_FOUND: a quantity or point that has no value. */
bool lab_evaluate(const struct lab_results *results, const struct expression *expression, double *out_value,
                  struct error *error);
bool lab_evaluate_text(const struct lab_results *results, const char *text, double *out_value, struct error *error);

/* The value of a point. False: unknown. */
bool lab_value(const struct lab_results *results, size_t point, const char *quantity, double *out_value);

/* "26.7 us", "32", "8.0x". */
const char *lab_format(const char *quantity, double value, struct arena *arena);
const char *lab_heading(const char *quantity, struct arena *arena);

/*
 * A text with {{name}} replaced by values of the results. {{ID.name}} takes those of another step.
 * `results` can be NULL. What has no value yet becomes `?`; the error says what.
 */
const char *lab_expand(const struct app *app, const struct lab_results *results, const char *text, struct arena *arena,
                       struct error *error);

/* Whether a point's values wait for the learner's guess. */
bool lab_is_hidden(const struct lab *lab, size_t point);

/* The sentence of plain mode. */
const char *lab_plain(const struct app *app, const struct lab_results *results, struct arena *arena);

/* The same before the guess: rows of a comparison that do not wait for it. "": there are none. */
const char *lab_plain_asked(const struct lab_results *results, struct arena *arena);

/*
 * Whether a guess is right. False with an error: it is neither a choice nor a number, or there is
 * no answer yet. A guess of a choice is its number from 1, or its text.
 */
bool lab_guess(const struct lab_results *results, const char *guess, bool *out_right, struct error *error);

/* Whether the answer is about a learner's kernel that passed and that has no values yet. */
bool lab_waits_for_mine(const struct lab_results *results);

/* The right answer as text. */
const char *lab_right_answer(const struct lab_results *results, struct arena *arena);

/* Names that `text` reads and that are quantities are added to `out_names`. Returns the count. */
size_t lab_quantities_in(const char *text, const char **out_names, size_t count, struct arena *arena);

/* --- code ------------------------------------------------------------------------------------- */

struct lab_code_line {
    int number; /* as shown: the line after the head is 1 */
    const char *text;
    bool is_marked;
    int blank;       /* which blank is in it; -1: none */
    size_t blank_at; /* its place in `text`, which has nothing there */
};

/* The lines that are drawn. Without a kernel there are none. */
size_t lab_code(const struct lab *lab, const struct lab_kernel *kernel, struct arena *arena,
                struct lab_code_line **out_lines);

/* --- the microscope (app/microscope.h) -------------------------------------------------------- */

/* The kernel of a step on its case, to be stepped through. */
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

/* Finds a lab, or says which are similar. */
const struct lab *lab_find(const struct app *app, const char *id, struct error *error);

#endif
