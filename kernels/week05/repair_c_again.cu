//! launch repair_c_again(x, range, n) grid=1 block=32
extern "C" __global__ void repair_c_again(const int *x, int *range, int n)
{
    if (threadIdx.x > 0)
        return;
    range[0] = range[1] = x[0];
    for (int i = 1; i < n; i++) {
        range[0] = min(range[0], x[i]);
        range[1] = max(range[1], x[i]);
    }
}
