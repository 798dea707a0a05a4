//? params:
//?   - {name: x, type: f32, shape: [parts*4096], role: in, init: "uniform(-1, 1)"}
//?   - {name: sums, type: f32, shape: [270336], role: out}
//?   - {name: parts, type: i32}
//? reduction_length: 256
//! launch sweep(x, sums, parts) grid=264 block=1024

extern "C" __global__ void sweep(const float4 *x, float *sums, int parts)
{
    float sum = 0.0f;
    for (int round = 0; round < 64; round++) {
        int part = (blockIdx.x * 61 + round) % parts;
        float4 v = x[part * 1024 + threadIdx.x]; //@ load
        sum += v.x + v.y + v.z + v.w;
    }
    sums[blockIdx.x * 1024 + threadIdx.x] = sum;
}
