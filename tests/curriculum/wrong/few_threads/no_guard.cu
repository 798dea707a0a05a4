//? status: unsafe
//? finding: out_of_bounds
//? says: past the end of x
// The round of eight asks for its first element only.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 8 * step) {
        float v[8];
        for (int k = 0; k < 8; k++)
            v[k] = x[i + k * step];
        for (int k = 0; k < 8; k++)
            y[i + k * step] = 2.0f * v[k];
    }
}
