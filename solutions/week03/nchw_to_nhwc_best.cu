// nchw_to_nhwc: images of three channels move in words of four floats, in and out. All others take
// the tile of the solution.
//
//! let tall = min(c, 32)
//! let wide = c == 3 ? 1024 : 96 / tall * 32
//! launch turn(in, out, c, h*w, wide) grid=ceil_div(h*w, wide),ceil_div(c, 32),n block=32,8

#define PIXELS 1024 // of a block with three channels

// Each lane takes its four elements of the tile from three channels.
static __device__ void turn_three(const float *__restrict__ in, float *__restrict__ out, float *tile, int pixels)
{
    int t = threadIdx.y * 32 + threadIdx.x, first = blockIdx.x * PIXELS, p = first + 4 * t;
    if (p < pixels)
#pragma unroll
        for (int k = 0; k < 3; k++)
            *(float4 *)(tile + k * (PIXELS + 4) + 4 * t) = *(const float4 *)(in + k * pixels + p);
    __syncthreads();
    for (int e = t; e < 3 * min(PIXELS, pixels - first) / 4; e += 256) {
        float four[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            four[i] = tile[(4 * e + i) % 3 * (PIXELS + 4) + (4 * e + i) / 3];
        ((float4 *)(out + 3 * first))[e] = make_float4(four[0], four[1], four[2], four[3]);
    }
}

extern "C" __global__ void turn(const float *__restrict__ in, float *__restrict__ out, int c, int pixels, int wide)
{
    __shared__ __align__(16) float tile[32 * 97]; // 3072 elements, and one more for each channel
    int x = threadIdx.x, y = threadIdx.y;
    int pitch = wide + 1;          // odd: neighbouring channels begin in neighbouring banks
    int first = blockIdx.x * wide; // the block's first pixel
    int from = blockIdx.y * 32;    // and its first channel
    int count = min(wide, pixels - first), channels = min(32, c - from);

    in += blockIdx.z * c * pixels; // this image
    out += blockIdx.z * c * pixels;
    if (c == 3 && pixels % 4 == 0) {
        turn_three(in, out, tile, pixels);
        return;
    }
    for (int k = y; k < channels; k += 8)
        for (int p = x; p < count; p += 32)
            tile[k * pitch + p] = in[(from + k) * pixels + first + p];
    __syncthreads();
    for (int e = 32 * y + x; e < count * channels; e += 256) {
        int p = e / channels, k = e % channels;
        out[(first + p) * c + from + k] = tile[k * pitch + p];
    }
}
