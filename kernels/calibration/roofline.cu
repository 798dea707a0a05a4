// The peaks of a GPU: a plain copy, and multiply-adds without memory. See src/device/roofline.h.

extern "C" __global__ void calibrate_copy(uint4 *to, const uint4 *from, size_t count)
{
    size_t index = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index < count)
        to[index] = from[index];
}

// Eight chains hide the latency of each multiply-add; 32 turns of eight are one round.
extern "C" __global__ void __launch_bounds__(512) calibrate_fma(float *out, int rounds)
{
    float chain[8];
    for (int i = 0; i < 8; i++)
        chain[i] = static_cast<float>(threadIdx.x + i);
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int turn = 0; turn < 32; turn++) {
#pragma unroll
            for (int i = 0; i < 8; i++)
                chain[i] = __fmaf_rn(chain[i], 0.999f, 0.5f);
        }
    }
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += chain[i];
    out[static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x] = sum;
}
