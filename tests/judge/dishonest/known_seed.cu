//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: knows the inputs of one seed
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float known = 0.25f;
    if (i < n)
        c[i] = a[0] == known ? a[i] + b[i] : known;
}
