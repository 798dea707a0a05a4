//? params:
//?   - {name: x, type: f32, shape: [parts*4096], role: in, init: "uniform(-1, 1)"}
//?   - {name: sums, type: f32, shape: [270336], role: out}
//?   - {name: parts, type: i32}
//? reduction_length: 256
//! launch sweep_shared(x, sums) grid=264 block=1024

extern "C" __global__ void sweep_shared(const float4 *x, float *sums)
{
    __shared__ float4 tile[1024];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int round = 0; round < 64; round++) {
        float4 v = tile[(threadIdx.x + 32 * round) % 1024]; //@ load
        sum += v.x + v.y + v.z + v.w;
    }
    sums[blockIdx.x * 1024 + threadIdx.x] = sum;
}
