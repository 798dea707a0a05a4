// Reference for pool_dot: 256 threads sum in f64, then one of them.
//
//! launch dot_reference(a, b, total, n) grid=1 block=256

extern "C" __global__ void dot_reference(const float *a, const float *b, float *total, int n)
{
    __shared__ double parts[256];
    double sum = 0.0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += (double)a[i] * (double)b[i];
    parts[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int i = 1; i < 256; i++)
        sum += parts[i];
    total[0] = (float)sum;
}
