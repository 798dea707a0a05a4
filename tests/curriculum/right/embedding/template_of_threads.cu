// A template, cooperative groups, and a grid in two dimensions.
//
//! launch embedding<128>(table, ids, out, n, dim) grid=(dim+127)/128,n block=128

#include <cooperative_groups.h>

template <int THREADS>
__global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    int j = blockIdx.x * THREADS + cooperative_groups::this_thread_block().thread_rank();
    if (j < dim)
        out[blockIdx.y * dim + j] = table[ids[blockIdx.y] * dim + j];
}
