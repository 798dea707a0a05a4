//? params:
//?   - {name: in, type: f32, shape: [3, 32], role: in, init: iota}
//?   - {name: out, type: f32, shape: [32, 3], role: out}
//?   - {name: n, type: i32}
//! launch turn(in, out, n) grid=1 block=32
extern "C" __global__ void turn(const float *in, float *out, int n)
{
    __shared__ float tile[3 * 33]; //@ begin
    int t = threadIdx.x;
    for (int k = 0; k < 3; k++)
        tile[k * 33 + t] = in[k * 32 + t];
    __syncthreads();
    for (int e = t; e < 96; e += 32)
        out[e] = tile[/*?place*/]; //@ end
}
