//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: adds with a block reduction of CUB
#include <cub/block/block_reduce.cuh>
//! launch sum(x, out, n) grid=1 block=128
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    using reduce = cub::BlockReduce<float, 128>;
    __shared__ typename reduce::TempStorage storage;
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 128)
        s += x[i];
    s = reduce(storage).Sum(s);
    if (threadIdx.x == 0)
        *out = s;
}
