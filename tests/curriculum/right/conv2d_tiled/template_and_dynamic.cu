// A template for the radius, a dynamic tile with a pitch of 39, weights in shared memory.
//
//! launch conv2d_tiled(in, weights, out, h, w) grid=(w+31)/32,(h+31)/32 block=256
//!     shared=(38*39+52)*4

template <int R>
static __device__ float window(const float *tile, const float *filter)
{
    float sum = 0.0f;
#pragma unroll
    for (int a = 0; a <= 2 * R; a++)
#pragma unroll
        for (int b = 0; b <= 2 * R; b++)
            sum = fmaf(filter[a * (2 * R + 1) + b], tile[a * 39 + b], sum);
    return sum;
}

extern "C" __global__ void conv2d_tiled(const float *in, const float *weights, float *out, int h, int w)
{
    extern __shared__ float tile[];
    float *filter = tile + 38 * 39;
    int t = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (t < 49)
        filter[t] = weights[t];
    for (int i = t / 32; i < 38; i += 8)
        for (int j = t % 32; j < 38; j += 32) {
            int r = y - 3 + i, c = x - 3 + j;
            tile[i * 39 + j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
        }
    __syncthreads();
    for (int i = t / 32; i < 32; i += 8)
        if (y + i < h && x + t % 32 < w)
            out[(y + i) * w + x + t % 32] = window<3>(tile + i * 39 + t % 32, filter);
}
