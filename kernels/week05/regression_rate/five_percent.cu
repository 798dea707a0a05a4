// Slower by 5 % in each run.
//
//! launch after_times(before, after, runs) grid=(runs+127)/128 block=128

// A number from 0 to 1 that looks random.
__device__ float chance(unsigned bits, unsigned salt)
{
    bits = (bits + salt * 2654435761u) * 2246822519u;
    bits = (bits ^ bits >> 15) * 3266489917u;
    return (float)((bits ^ bits >> 13) >> 8) * 0x1p-24f;
}

// A run without a disturbance: 100 us and up to 6 %, on a clock that falls by 12 % over the series.
__device__ float quiet(unsigned bits, int i, int runs)
{
    float jitter = (chance(bits, 1) + chance(bits, 2) + chance(bits, 3)) / 3.0f;
    return 100.0f * (1.0f + 0.06f * jitter) * (1.0f + 0.12f * (float)i / (float)runs);
}

// One run in 16 takes up to 2.7 times as long, since something else was running.
__device__ float disturbance(unsigned bits)
{
    return chance(bits, 4) < 1.0f / 16.0f ? 1.2f + 1.5f * chance(bits, 5) : 1.0f;
}

extern "C" __global__ void after_times(const float *before, float *after, int runs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= runs)
        return;
    unsigned bits = __float_as_uint(before[i]) ^ (unsigned)i * 7919u; // other noise than before
    float time = 1.05f * quiet(bits, i, runs) * disturbance(bits);
    after[i] = 100000.0f / time;
}
