/* Checks of the steps that run kernels. */
#ifndef CURRICULUM_CHECK_CHECK_LAB_H
#define CURRICULUM_CHECK_CHECK_LAB_H

#include "curriculum/check/loading.h"
#include "curriculum/lab.h"

/* Checks what one file shows, and fills what follows from it: the kind, the answer. */
void check_lab_alone(struct lesson_file *file, struct step *step);

/* Reads the kernels, and checks names, cases and quantities against them. */
void check_lab_together(struct loading *loading, struct lesson_file *file, struct lab *lab);

#endif
