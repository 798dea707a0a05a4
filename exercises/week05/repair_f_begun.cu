// repair_f: 32 blocks share the rows of the same columns. Half of it is written.
//
//! scratch sums f32[32, cols]
//! launch repair_f(x, sums, rows, cols, (rows+31)/32, 1) grid=(cols+127)/128,32 block=128
//! launch repair_f(sums, mean, 32, cols, 32, rows) grid=(cols+127)/128,1 block=128

extern "C" __global__ void repair_f(const float *x, float *out, int rows, int cols, int stretch, float divisor)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    // TODO: block blockIdx.y adds `stretch` rows that follow each other. Which is its first row?
    // Where does it end? The last block may have fewer. The loop adds all rows now.
    for (int r = 0; r < rows; r++)
        sum += x[(size_t)r * cols + col];
    // TODO: out has a row for each blockIdx.y. Which one does this block write?
    out[col] = sum / divisor;
}
