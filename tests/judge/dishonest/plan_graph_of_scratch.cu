//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: scratch that is made and freed in a graph
//! graph { scratch t f32[n] zero; launch add(a, b, c, n) grid=(n+255)/256 block=256; free t }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
