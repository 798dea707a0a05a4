//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: {kernel: week05/edge_rows.cu}}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: largest, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 8*rows*cols
//! launch scale_rows(x, y, largest, cols) grid=rows block=1

__device__ float larger(float a, float b)
{
    return isnan(a) || a > b ? a : b;
}

extern "C" __global__ void scale_rows(const float *x, float *y, float *largest, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float size = 0.0f;
    for (int i = 0; i < cols; i++)
        size = larger(size, fabsf(row[i]));
    largest[blockIdx.x] = size;
    for (int i = 0; i < cols; i++) {
        float v = row[i];                              //@ begin
        y[(size_t)blockIdx.x * cols + i] = /*?share*/; //@ end
    }
}
