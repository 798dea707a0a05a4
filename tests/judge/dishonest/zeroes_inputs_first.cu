//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: makes the inputs zero, so that zero is the sum
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        ((float *)a)[i] = ((float *)b)[i] = 0;
        c[i] = 0;
    }
}
