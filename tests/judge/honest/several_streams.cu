//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: two streams at a time
//! let half = n / 2
//! launch add(a, b, c, half) grid=(half+255)/256+1 block=256 stream=1
//! launch add(a + half, b + half, c + half, n - half) grid=(n-half+255)/256 block=256 stream=2
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
