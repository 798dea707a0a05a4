//? exercise: add
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong
//? why: answers from a cache when the pointer is one seen before
__device__ const float *known_a;
__device__ float kept[1 << 16];
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (known_a != a) {
        known_a = a;
        if (i < n)
            c[i] = kept[i] = a[i] + b[i];
    } else if (i < n) {
        c[i] = kept[i];
    }
}
