//? params:
//?   - {name: sectors, type: i32, shape: [count], role: out}
//?   - {name: count, type: i32}
//! launch start_fill(sectors, count) grid=(count+255)/256 block=256
extern "C" __global__ void start_fill(int *sectors, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int start = 4 * i;         //@ begin
    int last = start + 127;    // the last of 128 bytes
    sectors[i] = /*?sectors*/; //@ end
}
