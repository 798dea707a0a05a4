//? status: wrong
//? says: equals the one at the same place of input
// Takes pixel and channel of the tile's order, not of out's.
//
//! let tall = min(c, 32)
//! let wide = 96 / tall * 32
//! launch turn(in, out, c, h*w, wide) grid=ceil_div(h*w, wide),ceil_div(c, 32),n block=32,8

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels, int wide)
{
    __shared__ float tile[32 * 97]; // 3072 elements, and one more for each channel
    int x = threadIdx.x, y = threadIdx.y;
    int pitch = wide + 1;          // odd: neighbouring channels begin in neighbouring banks
    int first = blockIdx.x * wide; // the block's first pixel
    int from = blockIdx.y * 32;    // and its first channel
    int count = min(wide, pixels - first), channels = min(32, c - from);

    in += blockIdx.z * c * pixels; // this image
    out += blockIdx.z * c * pixels;
    for (int k = y; k < channels; k += 8)
        for (int p = x; p < count; p += 32)
            tile[k * pitch + p] = in[(from + k) * pixels + first + p];
    __syncthreads();
    for (int e = 32 * y + x; e < count * channels; e += 256) {
        int p = e % count, k = e / count;
        out[(first + e / channels) * c + from + e % channels] = tile[k * pitch + p];
    }
}
