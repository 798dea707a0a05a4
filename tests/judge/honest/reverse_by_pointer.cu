//? exercise: gated_reverse
//? virtual: pass
//? cuda: pass
//? why: shared memory is read through a generic pointer
//! launch reverse(in, out) grid=tiles block=64
__device__ __noinline__ float read(const float *at, int i) { return at[i]; }

extern "C" __global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[64];
    int first = blockIdx.x * 64, t = threadIdx.x;
    tile[t] = in[first + t];
    __syncthreads();
    out[first + t] = read(tile, 63 - t);
}
