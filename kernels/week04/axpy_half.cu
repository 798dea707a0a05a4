//? params:
//?   - {name: a, type: f32}
//?   - {name: x, type: f16, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f16, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f16, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch axpy(a, x, y, out, n) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void axpy(float a, const __half *x, const __half *y, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)                                        //@ begin
        out[i] = __hfma(__float2half(a), x[i], y[i]); //@ load end
}
