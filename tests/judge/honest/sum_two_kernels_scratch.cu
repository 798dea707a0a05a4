//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: partial sums through scratch, blocks of 96
//! let blocks = max(1, min(7, n / 100))
//! scratch part f32[blocks] poison
//! launch parts(x, part, n) grid=blocks block=96
//! launch whole(part, out, blocks) grid=1 block=32
extern "C" __global__ void parts(const float *x, float *part, int n)
{
    __shared__ float s[96];
    float t = 0;
    for (int i = blockIdx.x * 96 + threadIdx.x; i < n; i += gridDim.x * 96)
        t += x[i];
    s[threadIdx.x] = t;
    __syncthreads();
    for (int k = 48; k >= 3; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (!threadIdx.x)
        part[blockIdx.x] = s[0] + s[1] + s[2];
}
extern "C" __global__ void whole(const float *part, float *out, int blocks)
{
    float t = threadIdx.x < blocks ? part[threadIdx.x] : 0;
    for (int k = 16; k; k /= 2)
        t += __shfl_down_sync(~0u, t, k);
    if (!threadIdx.x)
        *out = t;
}
