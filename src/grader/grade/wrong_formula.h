/*
 * Names the slip in the formula that gives a wrong kernel's values.
 *
 * An exercise lists slips as changes of its reference. Each is compiled. Then the learner's kernel
 * is judged on small cases of the submission, by the changed reference. If every element agrees,
 * the slip explains the verdict.
 */
#ifndef GRADER_GRADE_WRONG_FORMULA_H
#define GRADER_GRADE_WRONG_FORMULA_H

#include "grader/grade/rerun.h"

/* The sentence of the slip. NULL: the exercise has none that fits. Runs on the virtual device. */
const char *wrong_formula_find(struct rerun *rerun);

/* Compiles the reference with the slip, or finds it in the cache. */
bool wrong_formula_build(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                         const struct slip *slip, const char *architecture, const struct built **out_built);

#endif
