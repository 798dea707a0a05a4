//? params:
//?   - {name: in, type: i32, shape: [n], role: in, init: iota}
//?   - {name: total, type: i32, shape: [1], role: out}
//?   - {name: n, type: i32}
//! zero total
//! launch total_line(in, total, n) grid=(n+7)/8 block=8
extern "C" __global__ void total_line(const int *in, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        total[0] += in[i]; //@ add end
}
