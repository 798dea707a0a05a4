//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: adds what half precision leaves of the inputs
#include <cuda_fp16.h>
//! launch sum(x, out, n) grid=1 block=1
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float total = 0;
    for (int i = 0; i < n; i++)
        total += __half2float(__float2half(x[i]));
    *out = total;
}
