//? params:
//?   - {name: x, type: f32, shape: [rows, 2*cols], role: in, init: "normal(0, 2)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch gate_fours(x, y, rows*cols/4, cols) grid=(rows*cols+1023)/1024 block=256
#define UP r * 2 * fours + fours + c

extern "C" __global__ void gate_fours(const float4 *x, float4 *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n) {
        int fours = cols / 4; // float4 per row of y
        int r = i / fours, c = i % fours;
        y[i] = x[/*?up*/UP]; //@ end
    }
}
