//? params:
//?   - {name: kib, type: i32, shape: [n], role: in, init: "integers(1, 100)"}
//?   - {name: threads, type: i32, shape: [n], role: in, init: "constant(64)"}
//?   - {name: warps, type: i32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch fit(kib, threads, warps, n) grid=(n+31)/32 block=32

extern "C" __global__ void fit(const int *kib, const int *threads, int *warps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int shared = kib[i], block = threads[i]; //@ begin
    int blocks = min(32, 2048 / block);
    blocks = min(blocks, /*?by_shared*/);
    warps[i] = blocks * block / 32; //@ end
}
