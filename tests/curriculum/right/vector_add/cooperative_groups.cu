// The index comes from the group of the grid.
//
//! launch vector_add(a, b, c, n) grid=(n+511)/512 block=512

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void vector_add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                                      int n)
{
    auto i = cg::this_grid().thread_rank();
    if (i < n)
        c[i] = a[i] + b[i];
}
