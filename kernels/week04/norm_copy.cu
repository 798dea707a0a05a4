//? params:
//?   - {name: x, type: bf16, shape: [rows, cols], role: in}
//?   - {name: y, type: bf16, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch copy(x, y, rows*cols/8) grid=(rows*cols/8+255)/256 block=256
extern "C" __global__ void copy(const uint4 *x, uint4 *y, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = x[i];
}
