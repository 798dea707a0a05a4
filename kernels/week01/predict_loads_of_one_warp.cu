// For a prediction: the loop of few_threads, of which one warp of the 528 runs.
//
//! launch predict_loads_of_one_warp(x, y, n) grid=1 block=32

extern "C" __global__ void predict_loads_of_one_warp(const float *x, float *y, int n)
{
    int step = 132 * 128;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = 2.0f * x[i];
}
