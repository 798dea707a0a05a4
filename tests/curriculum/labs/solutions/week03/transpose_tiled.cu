//! launch transpose(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
extern "C" __global__ void transpose(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8)
        if (x < w && y + r < h) tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8)
        if (x < h && y + r < w) out[(y + r) * h + x] = tile[threadIdx.x][threadIdx.y + r];
}
