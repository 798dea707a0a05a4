//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: dynamic shared memory in two typed parts
//! launch add(a, b, c, n) grid=(n+63)/64 block=64 shared=2*4*64
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    extern __shared__ unsigned char bytes[];
    float *x = (float *)bytes, *y = x + blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[threadIdx.x] = i < n ? a[i] : 0;
    y[threadIdx.x] = i < n ? b[i] : 0;
    __syncthreads();
    if (i < n)
        c[i] = x[threadIdx.x] + y[threadIdx.x];
}
