//? exercise: gated_reverse
//? virtual: pass
//? cuda: pass
//? why: each thread takes two values at once
//! launch reverse(in, out) grid=tiles block=128
extern "C" __global__ void reverse(const float *in, float *out)
{
    __shared__ float2 tile[32];
    int t = threadIdx.x, first = blockIdx.x * 64;
    if (t < 32)
        tile[t] = ((const float2 *)(in + first))[t];
    __syncthreads();
    float2 pair = tile[31 - t % 32];
    if (t < 32)
        ((float2 *)(out + first))[t] = make_float2(pair.y, pair.x);
}
