//? params:
//?   - {name: x, type: f32, shape: [rows, 2*cols], role: in, init: "normal(0, 2)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols
//! launch gate_rows(x, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256
#define GATE r * 2 * cols + c

extern "C" __global__ void gate_rows(const float *x, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n) {
        int r = i / cols, c = i % cols;
        float gate = x[/*?gate*/GATE];
        y[i] = gate / (1.0f + expf(-gate)); //@ end
    }
}
