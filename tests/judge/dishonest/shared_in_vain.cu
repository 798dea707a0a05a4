//? exercise: gated_reverse
//? virtual: gate
//? cuda: gate
//? why: what is loaded from shared memory is multiplied by zero
//! launch reverse(in, out) grid=tiles block=64
extern "C" __global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[64];
    int first = blockIdx.x * 64, t = threadIdx.x;
    tile[t] = in[first + t];
    __syncthreads();
    out[first + t] = in[first + 63 - t] + 0.0f * tile[t];
}
