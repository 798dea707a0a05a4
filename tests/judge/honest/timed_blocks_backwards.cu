//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: block b does what block grid - 1 - b usually does, in tiles of another shape
//! launch add(a, b, c, n) grid=(n+1023)/1024 block=128
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int first = (gridDim.x - 1 - blockIdx.x) * 1024 + threadIdx.x;
    for (int k = 0; k < 8; k++) {
        int i = first + k * 128;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}
