//? params:
//?   - {name: in, type: f32, shape: [h, 4], role: in, init: iota}
//?   - {name: out, type: f32, shape: [4, h], role: out}
//?   - {name: h, type: i32}
//! launch turn(in, out, h) grid=(h+3)/4 block=4,4
extern "C" __global__ void turn(const float *in, float *out, int h)
{
    __shared__ float tile[4 * 5]; //@ begin
    int i = threadIdx.x, r = threadIdx.y, y = blockIdx.x * 4;
    if (y + r < h)
        tile[5 * r + i] = in[(y + r) * 4 + i];
    __syncthreads();
    if (y + i < h)
        out[r * h + y + i] = tile[/*?place*/]; //@ end
}
