/* matrices.def with its alternatives expanded. */
#ifndef DIFFERENTIAL_MATRICES_H
#define DIFFERENTIAL_MATRICES_H

#include "emit.h"

struct matrix_form {
    char spelling[96];
    char d[3], a[3], b[3], c[3];
    unsigned metadata, selectors;
};

/* Gives all products and returns their number. They live as long as the program. */
size_t matrix_forms(const struct matrix_form **out_forms);

void generate_matrix_form(struct emitter *emitter, const struct matrix_form *form);

#endif
