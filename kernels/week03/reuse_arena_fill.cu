//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! let blocks = (n+255)/256
//! scratch arena f32[/*?size*/] //@ begin
//! launch step(x, arena + 4*n, n) grid=blocks block=256
//! launch widen(arena + 4*n, arena, 4*n) grid=4*blocks block=256
//! launch step(arena, arena + 4*n, 4*n) grid=4*blocks block=256
//! launch narrow(arena + 4*n, out, n) grid=blocks block=256 //@ end
extern "C" __global__ void step(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2.0f * in[i] + 1.0f;
}

extern "C" __global__ void widen(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i % 4 + in[i / 4];
}

extern "C" __global__ void narrow(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}
