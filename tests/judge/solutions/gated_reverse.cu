//! launch reverse(in, out) grid=tiles block=64
extern "C" __global__ void reverse(const float *in, float *out)
{
    __shared__ float tile[64];
    int first = blockIdx.x * 64, t = threadIdx.x;
    tile[t] = in[first + t];
    __syncthreads();
    out[first + t] = tile[63 - t];
}
