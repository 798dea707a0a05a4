//? params:
//?   - {name: in, type: f32, shape: [h, w], role: in}
//?   - {name: out, type: f32, shape: [w, h], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 8*h*w
//! launch transpose(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
#define PITCH 32
extern "C" __global__ void transpose(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][/*?pitch*/PITCH]; //@ begin
    int i = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + i < w && y + r < h)
            tile[r][i] = in[(y + r) * w + x + i];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + i < h && x + r < w)
            out[(x + r) * h + y + i] = tile[i][r]; //@ column end
}
