/* The kernels and variables that the program registers before its main(). */
#ifndef CUDART_REGISTERED_H
#define CUDART_REGISTERED_H

#include <stdbool.h>
#include <stdint.h>

#include "cudart/wire.h"

struct registered_kernel {
    const void *stub; /* the function that the program names */
    uint32_t number;  /* on the wire */
    uint32_t parameter_count;
    const struct wire_parameter *parameters;
};

/* Announces what the program has registered so far, if it is not announced yet. */
void registered_announce(void);

/* NULL: the function is no kernel. */
const struct registered_kernel *registered_kernel(const void *stub);

/* False: no such variable. */
bool registered_variable(const void *shadow, uint32_t *out_number);

#endif
