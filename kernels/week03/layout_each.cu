//? params:
//?   - {name: in, type: f32, shape: [n, c, p], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n, p, c], role: out}
//?   - {name: n, type: i32}
//?   - {name: c, type: i32}
//?   - {name: p, type: i32}
//! launch turn(in, out, c, p, n*c*p) grid=ceil_div(n*c*p, 256) block=256

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels, int all)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= all)
        return;
    int k = o % c, p = o / c % pixels, image = o / c / pixels;
    out[o] = in[(image * c + k) * pixels + p];
}
