//? params:
//?   - {name: scaled, type: f16, shape: [n], role: in, init: "nan_sprinkled(0.1)"}
//?   - {name: bad, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch mark(scaled, bad, n) grid=(n+255)/256 block=256
#include <cuda_fp16.h>
extern "C" __global__ void mark(const __half *scaled, int *bad, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float value = __half2float(scaled[i]);
    bad[i] = (/*?bad*/) ? 1 : 0; //@ end
}
