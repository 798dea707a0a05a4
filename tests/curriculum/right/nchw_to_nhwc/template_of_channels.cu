// The number of channels of a tile is a template's argument, so that the compiler divides by it.
//
//! launch turn<3>(in, out, c, h*w) grid=ceil_div(h*w, 512),ceil_div(c, 3),n block=512

template <int TALL> __global__ void turn(const float *__restrict__ in, float *__restrict__ out, int c, int pixels)
{
    __shared__ float tile[TALL][513];
    int t = threadIdx.x, first = blockIdx.x * 512, from = blockIdx.y * TALL, count = min(512, pixels - first);
    int image = blockIdx.z * c * pixels;
#pragma unroll
    for (int k = 0; k < TALL; k++)
        if (t < count && from + k < c)
            tile[k][t] = in[image + (from + k) * pixels + first + t];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TALL; i++) {
        int e = i * 512 + t, p = e / TALL, k = e % TALL;
        if (p < count && from + k < c)
            out[image + (first + p) * c + from + k] = tile[k][p];
    }
}
