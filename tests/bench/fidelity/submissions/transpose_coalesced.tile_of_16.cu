//! launch turn(in, out, h, w) grid=(w+15)/16,(h+15)/16 block=16,16
extern "C" __global__ void turn(const float *in, float *out, int h, int w)
{
    __shared__ float tile[16][17];
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < h && col < w)
        tile[threadIdx.y][threadIdx.x] = in[row * w + col];
    __syncthreads();
    col = blockIdx.y * 16 + threadIdx.x;
    row = blockIdx.x * 16 + threadIdx.y;
    if (row < w && col < h)
        out[row * h + col] = tile[threadIdx.x][threadIdx.y];
}
