//? params:
//?   - {name: sectors, type: i32, shape: [count], role: out}
//?   - {name: count, type: i32}
//! launch sectors_fill(sectors, count) grid=(count+255)/256 block=256
extern "C" __global__ void sectors_fill(int *sectors, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int bytes = 4 * i + 4;     //@ begin
    sectors[i] = /*?sectors*/; //@ end
}
