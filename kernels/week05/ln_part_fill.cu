//? params:
//?   - {name: dy, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: dbeta, type: f32, shape: [cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? reduction_length: rows
//! scratch part f32[4, cols]
//! launch add_rows(dy, part, rows, cols) grid=4 block=32
//! launch add_parts(part, dbeta, cols) grid=1 block=32

extern "C" __global__ void add_rows(const float *dy, float *part, int rows, int cols)
{
    for (int c = threadIdx.x; c < cols; c += blockDim.x) { //@ begin
        float sum = 0.0f;
        for (int r = blockIdx.x; r < rows; r += gridDim.x)
            sum += dy[r * cols + c];
        part[/*?place*/] = sum;
    } //@ end
}

extern "C" __global__ void add_parts(const float *part, float *dbeta, int cols)
{
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        dbeta[c] = part[c] + part[cols + c] + part[2 * cols + c] + part[3 * cols + c];
}
