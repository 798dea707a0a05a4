//? params:
//?   - {name: in, type: f32, shape: [h, w], role: in}
//?   - {name: out, type: f32, shape: [w, h], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//! launch transpose(in, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8
extern "C" __global__ void transpose(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}
