//? params:
//?   - {name: in, type: f32, shape: [h, w], role: in}
//?   - {name: out, type: f32, shape: [w, h], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 8*h*w
//! launch program(in, out, h, w) grid=(w+63)/64,(h+63)/64 block=64,4
extern "C" __global__ void program(const float *in, float *out, int h, int w)
{
    __shared__ float tile[64][64];
    int x = blockIdx.x * 64, y = blockIdx.y * 64, i = threadIdx.x; //@ begin
    for (int r = threadIdx.y; r < 64; r += 4)
        if (y + r < h && x + i < w)
            tile[r][i ^ r] = in[(y + r) * w + x + i]; //@ loads
    __syncthreads();
    for (int r = threadIdx.y; r < 64; r += 4)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = tile[i][r ^ i]; //@ end
}
