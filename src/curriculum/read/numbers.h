/* Numbers of lessons: decimal, the whole text, the same in every locale. */
#ifndef CURRICULUM_READ_NUMBERS_H
#define CURRICULUM_READ_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

bool number_parse_integer(const char *text, int64_t *out_value);
bool number_parse_real(const char *text, double *out_value); /* finite */

#endif
