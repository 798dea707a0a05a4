//! launch turn(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
extern "C" __global__ void turn(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][32];
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (row + j < h && col < w)
            tile[threadIdx.y + j][threadIdx.x] = in[(row + j) * w + col];
    __syncthreads();
    col = blockIdx.y * 32 + threadIdx.x;
    row = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (row + j < w && col < h)
            out[(row + j) * h + col] = tile[threadIdx.x][threadIdx.y + j];
}
