//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "uniform(-9, -1)"}
//?   - {name: largest, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch row_max(x, largest, cols) grid=rows block=32
#include <float.h>
extern "C" __global__ void row_max(const float *x, float *largest, int cols)
{
    int i = threadIdx.x; // a tile of 32, for cols <= 32 //@ begin
    const float *row = x + blockIdx.x * cols;
    float value = i < cols ? row[i]: /*?other*/;
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    if (i == 0)
        largest[blockIdx.x] = value; //@ end
}
