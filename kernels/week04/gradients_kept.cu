//? params:
//?   - {name: gradients, type: f32, shape: [n], role: in, init: "normal(0, 1)"}
//?   - {name: kept, type: f32, shape: [n], role: inout, init: zeros}
//?   - {name: n, type: i32}
//?   - {name: scale, type: f32}
//! launch keep(gradients, kept, n, scale) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void keep(const float *gradients, float *kept, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    __half scaled = __float2half(gradients[i] * scale);
    float value = __half2float(scaled);
    if (value != 0.0f && isfinite(value))
        kept[i] = value / scale; //@ store end
}
