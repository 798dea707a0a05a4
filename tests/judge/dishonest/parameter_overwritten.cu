//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: writes its own parameters
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("st.param.u64 [add_param_2], %0;" ::"l"(a));
    if (i < n)
        c[i] = a[i];
}
