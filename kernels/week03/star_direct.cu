//? params:
//?   - {name: in, type: f32, shape: [h, w], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 8*h*w
//? reduction_length: 33
//! launch star(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
#define R 1
static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
}

extern "C" __global__ void star(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x;
    for (int i = threadIdx.y; i < 32; i += 8) {
        int r = blockIdx.y * 32 + i;
        float sum = at(in, r, c, h, w); //@ begin
        for (int d = 1; d <= R; d++)
            sum += 0.125f / d *
                   (at(in, r - d, c, h, w) + at(in, r + d, c, h, w) +
                    at(in, r, c - d, h, w) + at(in, r, c + d, h, w)); //@ loads
        if (r < h && c < w)
            out[r * w + c] = sum; //@ end
    }
}
