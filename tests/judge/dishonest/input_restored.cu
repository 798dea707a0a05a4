//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: writes an input and puts it back
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float *input = (float *)a, kept = a[i];
        *(volatile float *)&input[i] = 7;
        *(volatile float *)&input[i] = kept;
        c[i] = a[i] + b[i];
    }
}
