//? status: wrong
//? says: matches this slip: The picture is transposed.
// A transpose is no turn.
//
//! launch turn(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void turn(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int x = threadIdx.x, col = blockIdx.x * 32, row = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (row + r < h && col + x < w)
            tile[r][x] = in[(row + r) * w + col + x];
    __syncthreads();
    for (int c = threadIdx.y; c < 32; c += 8)
        if (col + c < w && row + x < h)
            out[(col + c) * h + row + x] = tile[x][c];
}
