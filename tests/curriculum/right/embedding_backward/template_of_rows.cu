// Eight rows for each thread by a template, with the ids in shared memory, and cooperative groups.
//
//! zero dtable
//! launch scatter<8>(dout, ids, order, dtable, n, dim)
//!     grid=ceil_div(dim, 64),ceil_div(n, 8) block=64

#include <cooperative_groups.h>

template <int ROWS>
__global__ void scatter(const float *__restrict__ dout, const int *__restrict__ ids, const int *__restrict__ order,
                        float *__restrict__ dtable, int n, int dim)
{
    __shared__ int mine[ROWS];
    int j = blockIdx.x * 64 + threadIdx.x, first = blockIdx.y * ROWS, count = min(ROWS, n - first);
    if (threadIdx.x < count)
        mine[threadIdx.x] = ids[first + threadIdx.x];
    cooperative_groups::this_thread_block().sync();
    float sum = 0.0f;
    for (int i = 0; j < dim && i < count; i++) {
        if (i > 0 && mine[i] != mine[i - 1]) {
            atomicAdd(&dtable[mine[i - 1] * dim + j], sum);
            sum = 0.0f;
        }
        sum += dout[order[first + i] * dim + j];
    }
    if (j < dim)
        atomicAdd(&dtable[mine[count - 1] * dim + j], sum);
}
