// The tile is turned where it is written, by a template for its size.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+15)/16,(h+15)/16 block=16,16

template <int SIDE>
static __device__ void turn(const float *in, float *out, int h, int w)
{
    __shared__ float tile[SIDE][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.x][threadIdx.y] = in[y * w + x];
    __syncthreads();
    int to_x = blockIdx.y * SIDE + threadIdx.x, to_y = blockIdx.x * SIDE + threadIdx.y;
    if (to_x < h && to_y < w)
        out[to_y * h + to_x] = tile[threadIdx.y][threadIdx.x];
}

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    turn<16>(in, out, h, w);
}
