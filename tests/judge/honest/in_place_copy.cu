//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: the plan copies an input to the output, the kernel adds
//! copy c a
//! launch add(b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] += b[i];
}
