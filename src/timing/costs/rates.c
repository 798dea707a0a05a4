/* The table of rates by architecture. */
#include <string.h>

#include "timing/costs/costs.h"

/* clang-format off */
static const struct time_rates all_rates[] = {
#define TIME_RATES(name, fma, integer, fp64, special, tensor, tensor_cycles, l1, shared, l2, dram, l2_bytes, \
                   efficiency, launch, dispatch, watts, fitted) \
    {name, fma, integer, fp64, special, tensor, tensor_cycles, l1, shared, l2, dram, l2_bytes, \
     efficiency, launch, dispatch, watts, fitted},
#include "timing/costs/rates.def"
};
/* clang-format on */

const struct time_rates *rates_find(const char *architecture)
{
    for (size_t i = 0; i < sizeof all_rates / sizeof *all_rates; i++)
        if (strcmp(all_rates[i].name, architecture) == 0)
            return &all_rates[i];
    return NULL;
}
