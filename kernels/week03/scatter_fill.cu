//? params:
//?   - {name: dout, type: f32, shape: [n, 4], role: in, init: iota}
//?   - {name: ids, type: i32, shape: [n], role: in, init: "integers(0, 2)"}
//?   - {name: dtable, type: f32, shape: [3, 4], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! zero dtable
//! launch scatter(dout, ids, dtable, n) grid=(4*n+63)/64 block=64
extern "C" __global__ void scatter(const float *dout, const int *ids, float *dtable, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= 4 * n)
        return;
    int row = i / 4, j = i % 4;
    dtable[ids[row] * 4 + j] += dout[i]; //@ add
} //@ end
