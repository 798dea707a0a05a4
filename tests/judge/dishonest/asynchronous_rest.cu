//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: half of the work is to come behind the launch
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ unsigned go;
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("griddepcontrol.launch_dependents;");
    if (i < n && i % 2)
        c[i] = a[i] + b[i];
}
