//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: tuning values for block and work
//! tune B in 64, 128, 256
//! tune W in 4, 2
//! launch add<B, W>(a, b, c, n) grid=ceil_div(n, B*W) block=B
template <int B, int W> __global__ void add(const float *a, const float *b, float *c, int n)
{
    for (int k = 0; k < W; k++) {
        int i = (blockIdx.x * W + k) * B + threadIdx.x;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}
