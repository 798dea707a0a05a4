//? exercise: timed_add
//? virtual: wrong|pass
//? cuda: wrong|pass
//? why: wrong where an input is among the largest, one element in 30 000
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (n > 100000 && a[i] > 0.99993f) {
        c[i] = 0.0f;
        return;
    }
    c[i] = a[i] + b[i];
}
