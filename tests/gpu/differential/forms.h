/*
 * The instructions that random programs are made of: forms.def with its alternatives written out.
 */
#ifndef DIFFERENTIAL_FORMS_H
#define DIFFERENTIAL_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct form {
    char spelling[64];
    char destination;
    char sources[6];
};

struct form_list {
    struct form *forms;
    size_t count;
    size_t *families; /* where each row of the table begins; family_count + 1 of them */
    size_t family_count;
};

/* Every instruction of the table. Ends the program where memory is short; form_list_free frees it. */
void form_list_make(struct form_list *out_list);
void form_list_free(struct form_list *list);

/* Whether results are compared within bounds instead of bit by bit. */
bool form_is_approximate(const char *spelling);

#endif
