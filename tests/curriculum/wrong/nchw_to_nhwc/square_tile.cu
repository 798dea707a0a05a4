//? status: gate
//? says: stores 3.33x as many
// The tile of the transpose. With three channels, 29 of its 32 rows are empty.
//
//! launch turn(in, out, c, h*w) grid=ceil_div(h*w, 32),ceil_div(c, 32),n block=32,8

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels)
{
    __shared__ float tile[32][33];
    int i = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;

    in += blockIdx.z * c * pixels;
    out += blockIdx.z * c * pixels;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < c && x + i < pixels)
            tile[r][i] = in[(y + r) * pixels + x + i];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < pixels && y + i < c)
            out[(x + r) * c + y + i] = tile[i][r];
}
