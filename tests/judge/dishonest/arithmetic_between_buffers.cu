//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: reaches the inputs from the output by a distance
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        long d = (const char *)a - (const char *)c;
        float *p = (float *)((char *)c + d);
        c[i] = a[i] + b[i];
        p[i] = 0;
    }
}
