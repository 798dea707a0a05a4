//? status: wrong
//? says: The kernel never reads in[256].
// Each thread adds one element, and the grid is too small for the rest.
//
//! zero total
//! launch sum_all(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    int i = blockIdx.x*blockDim.x+threadIdx.x; if (i < n) atomicAdd(total, in[i]);
}
