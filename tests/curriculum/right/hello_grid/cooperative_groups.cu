// The index comes from the group of the grid.
//
//! launch hello_grid(out, n) grid=(n+95)/96 block=96

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = (int)cg::this_grid().thread_rank();
    if (i < n)
        out[i] = i;
}
