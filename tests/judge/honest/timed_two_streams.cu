//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: halves in two streams, against the clock
//! let h = (n + 1) / 2
//! launch add(a, b, c, h) grid=(h+255)/256 block=256 stream=1
//! launch add(a + h, b + h, c + h, n - h) grid=(n-h+255)/256 block=256 stream=2 when=n > 1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
