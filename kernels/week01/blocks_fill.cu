//? params:
//?   - {name: blocks, type: i32, shape: [count], role: out}
//?   - {name: count, type: i32}
//! launch blocks_fill(blocks, count) grid=(count+255)/256 block=256
extern "C" __global__ void blocks_fill(int *blocks, int count)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; // a number of elements
    if (n < count)
        blocks[n] = /*?blocks*/; //@ begin end
}
