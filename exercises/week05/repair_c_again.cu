// repair_c_again: the least and the largest of n numbers.
// This kernel is right. TODO: repair what its profile shows.
//
//! launch empty_range(range) grid=1 block=64
//! launch repair_c_again(x, range, n) grid=(n+255)/256 block=256

extern "C" __global__ void empty_range(int *range)
{
    if (threadIdx.x < 2)
        range[threadIdx.x] = threadIdx.x == 0 ? 2147483647 : -2147483647 - 1;
}

extern "C" __global__ void repair_c_again(const int *x, int *range, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicMin(&range[0], x[i]);
    atomicMax(&range[1], x[i]);
}
