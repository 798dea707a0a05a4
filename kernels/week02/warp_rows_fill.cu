//? params:
//?   - {name: in, type: f32, shape: [rows, cols], role: in, init: iota}
//?   - {name: sums, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch warp_rows(in, sums, rows, cols) grid=2 block=64
__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void warp_rows(const float *in, float *sums, int rows, int cols)
{
    int lane = threadIdx.x % 32;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32; //@ begin
    for (int row = first; row < rows; row += /*?step*/) {
        float sum = 0.0f;
        for (int c = lane; c < cols; c += 32)
            sum += in[row * cols + c];
        sum = warp_sum(sum);
        if (lane == 0)
            sums[row] = sum;
    } //@ end
}
