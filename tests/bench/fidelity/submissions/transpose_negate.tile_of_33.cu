//! launch transpose_negate(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,32
extern "C" __global__ void transpose_negate(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = -tile[threadIdx.x][threadIdx.y];
}
