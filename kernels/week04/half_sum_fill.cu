//? params:
//?   - {name: x, type: f16, shape: [2*n], role: in, init: iota}
//?   - {name: sums, type: f16, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch add(x, sums, n) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void add(const __half *x, __half *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    __half2 pair = ((const __half2 *)x)[i];
    sums[i] = __hadd(__low2half(pair), /*?other*/); //@ end
}
