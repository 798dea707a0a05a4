//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: __restrict__, __ldg and launch bounds
//! launch add(a, b, c, n) grid=(n+127)/128 block=128
extern "C" __global__ void __launch_bounds__(128, 4) add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n)
        c[i] = __ldg(a + i) + __ldg(&b[i]);
}
