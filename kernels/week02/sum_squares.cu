// Reference for sum_squares: 1024 threads sum in f64, then one of them.
//
//! launch sum_squares_reference(in, total, n) grid=1 block=1024

extern "C" __global__ void sum_squares_reference(const float *in, float *total, int n)
{
    __shared__ double parts[1024];
    double sum = 0.0;
    for (int i = threadIdx.x; i < n; i += 1024)
        sum += (double)in[i] * (double)in[i];
    parts[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 512; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        total[0] = (float)parts[0];
}
