//? params:
//?   - {name: part, type: f32, shape: [m, cols], role: in, init: "uniform(1, 99)"}
//?   - {name: y, type: f32, shape: [m, ranks*cols], role: out}
//?   - {name: m, type: i32}
//?   - {name: cols, type: i32}
//! launch gather(peers(part), y, m, cols, ranks) grid=ceil_div(ranks*cols, 64),m block=64
extern "C" __global__ void gather(const float *const *parts, float *y, int m, int cols, int ranks)
{
    int col = blockIdx.x * 64 + threadIdx.x; //@ begin
    int row = blockIdx.y;
    if (col < ranks * cols) {
        const float *part = parts[/*?owner*/];
        y[row * ranks * cols + col] = part[/*?place*/];
    } //@ end
}
