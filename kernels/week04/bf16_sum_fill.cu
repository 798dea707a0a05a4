//? params:
//?   - {name: x, type: bf16, shape: [rows, cols], role: in, init: "uniform(0, 1)"}
//?   - {name: sums, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? reduction_length: cols
//! launch sum_rows(x, sums, rows, cols) grid=(rows+127)/128 block=128
#include <cuda_bf16.h>
extern "C" __global__ void sum_rows(const __nv_bfloat16 *x, float *sums, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (r >= rows)
        return;
    __nv_bfloat16 sum = 0.0f; //@ sum
    for (int i = 0; i < cols; i++)
        sum = (float)sum + (float)x[r * cols + i];
    sums[r] = (float)sum; //@ end
}
