//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: two launches with pointers into the middle
//! launch add(a, b, c, n/2) grid=n/512+1 block=256
//! launch add(a + n/2, b + n/2, c + n/2, n - n/2) grid=n/512+1 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
