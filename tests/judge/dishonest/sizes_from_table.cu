//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: right for the sizes of the cases and no others
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int sizes[] = {1, 31, 33, 257, 1009, 4096};
    bool known = false;
    for (int k = 0; k < 6; k++)
        known |= sizes[k] == n;
    if (!known && i == n - 1)
        return;
    c[i] = a[i] + b[i];
}
