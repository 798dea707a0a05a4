//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! let blocks = (n+255)/256
//! scratch arena f32[2, n] //@ begin
//! launch pairs(x, arena, n) grid=blocks block=256
//! launch pairs(arena, arena + n, n) grid=blocks block=256
//! let to = /*?to*/
//! launch pairs(arena + n, arena + to*n, n) grid=blocks block=256
//! launch pairs(arena + to*n, out, n) grid=blocks block=256 //@ end
extern "C" __global__ void pairs(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.5f * (in[i] + in[(i + 1) % n]);
}
