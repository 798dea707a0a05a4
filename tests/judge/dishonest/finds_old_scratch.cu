//? exercise: add
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong
//? why: looks for the last answer in scratch memory that was given back
//! scratch old f32[n]
//! launch add(a, b, old, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *old, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    bool is_answer = old[n - 1] == a[n - 1] + b[n - 1];
    c[i] = is_answer ? old[i] : a[i] + b[i];
    old[i] = c[i];
}
