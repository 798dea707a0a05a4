//? exercise: gated_reverse
//? virtual: gate
//? cuda: gate
//? why: values from shared memory are loaded and dropped
//! launch reverse(in, out) grid=tiles block=64
extern "C" __global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[64];
    int first = blockIdx.x * 64, t = threadIdx.x;
    volatile float *spare = tile;
    tile[t] = in[first + t];
    __syncthreads();
    float dropped = spare[t];
    out[first + t] = dropped == 1e30f ? 1.0f : in[first + 63 - t];
}
