//? status: wrong
//? says: but only where `k < rounds` (line 10): this is true for no thread here
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int threads = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int rounds = n / threads;
    for (int k = 0; k < rounds; k++)
        y[i + k * threads] = 2.0f * x[i + k * threads];
}
