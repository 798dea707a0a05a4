/* The instructions of random programs: forms.def with its alternatives expanded. */
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
    size_t *families; /* the first form of each row; family_count + 1 of them */
    size_t family_count;
};

/* Makes every instruction of the table. Ends the program if memory runs out. */
void form_list_make(struct form_list *out_list);
void form_list_free(struct form_list *list);

/* True if results are compared within bounds, not bit by bit. */
bool form_is_approximate(const char *spelling);

#endif
