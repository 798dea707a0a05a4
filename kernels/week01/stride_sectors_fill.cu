//? params:
//?   - {name: sectors, type: i32, shape: [count], role: out}
//?   - {name: count, type: i32}
//! launch stride_sectors(sectors, count) grid=(count+255)/256 block=256
extern "C" __global__ void stride_sectors(int *sectors, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = i + 1; //@ begin
    if (i < count)
        sectors[i] = /*?sectors*/; //@ end
}
