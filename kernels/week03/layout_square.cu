//? params:
//?   - {name: in, type: f32, shape: [n, c, p], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n, p, c], role: out}
//?   - {name: n, type: i32}
//?   - {name: c, type: i32}
//?   - {name: p, type: i32}
//! launch turn(in, out, c, p) grid=ceil_div(p, 32),ceil_div(c, 32),n block=32,8

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
