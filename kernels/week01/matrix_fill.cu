//? params:
//?   - {name: c, type: i32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//! launch matrix_fill(c, h, w) grid=(w+3)/4,(h+3)/4 block=4,4
extern "C" __global__ void matrix_fill(int *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        c[/*?place*/] = 10 * row + col; //@ end
}
