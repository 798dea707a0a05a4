//? status: gate
//? says: sectors
// Eight neighbouring elements per thread: all in flight, and uncoalesced.
//
//! launch few_threads(x, y, n) grid=132 block=128

extern "C" __global__ void few_threads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x); first < n; first += 8 * step) {
        int end = first + 8 < n ? first + 8 : n;
        for (int i = first; i < end; i++)
            y[i] = 2.0f * x[i];
    }
}
