//? status: slow
//? says: the speed of the solution. This exercise asks for 0.6x
// Eight elements per round, but each store comes before the next load.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + 7 * step < n; i += 8 * step)
        for (int k = 0; k < 8; k++)
            y[i + k * step] = 2.0f * x[i + k * step];
    for (; i < n; i += step)
        y[i] = 2.0f * x[i];
}
