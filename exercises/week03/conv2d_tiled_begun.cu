// conv2d_tiled: a window of 7 x 7 through a tile with a halo of 3. Half of it is written.
//
//! copy symbol(filter) weights
//! launch conv2d_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

__constant__ float filter[49];

extern "C" __global__ void conv2d_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[38][38]; // 32 and a halo of 3 on both sides
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    // TODO: 256 threads fill 38 x 38 places. tile[0][0] is above and left of in[y][x]: by how much?

    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        float sum = 0.0f;
        // TODO: 49 products. Which place of the tile meets weight (a, b) of this element?
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
