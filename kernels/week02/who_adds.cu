//? params:
//?   - {name: in, type: i32, shape: [n], role: in, init: ones}
//?   - {name: total, type: i32, shape: [1], role: out}
//?   - {name: n, type: i32}
//! zero total
//! launch who_adds(in, total, n) grid=(n+63)/64 block=64
extern "C" __global__ void who_adds(const int *in, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2) //@ begin
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (/*?who*/)
        atomicAdd(total, sum); //@ end
}
