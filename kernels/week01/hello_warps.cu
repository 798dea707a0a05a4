//? params:
//?   - {name: out, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch hello_warps(out, n) grid=(n+255)/256 block=256
extern "C" __global__ void hello_warps(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        out[i] = i; //@ end
}
