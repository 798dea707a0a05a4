//? status: slow
//? says: of the speed of the solution, and this exercise asks for 0.6
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
