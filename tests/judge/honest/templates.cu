//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a template
//! launch add<float, 4>(a, b, c, n) grid=(n+1023)/1024 block=256
template <typename T, int PER_THREAD> __global__ void add(const T *a, const T *b, T *c, int n)
{
#pragma unroll
    for (int k = 0; k < PER_THREAD; k++) {
        int i = (blockIdx.x * PER_THREAD + k) * blockDim.x + threadIdx.x;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}
