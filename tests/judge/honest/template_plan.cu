//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: the plan names a template with a type and a number
//! launch add_of<float, 4>(a, b, c, n) grid=(n+255)/256 block=256
template <class T, int k> __global__ void add_of(const T *a, const T *b, T *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
