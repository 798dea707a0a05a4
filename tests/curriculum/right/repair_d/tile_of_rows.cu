// One thread for each row, as given. The block brings 32 columns of its rows to shared memory
// first.
//
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+127)/128 block=128

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    __shared__ float tile[128][33];
    int first = blockIdx.x * 128, row = first + threadIdx.x, lane = threadIdx.x % 32;
    bool here = row < batch * rows;
    float sum = 0.0f;
    for (int start = 0; start < cols; start += 32) {
        for (int r = threadIdx.x / 32; r < 128; r += 4)
            if (first + r < batch * rows && start + lane < cols)
                tile[r][lane] = m[(size_t)(first + r) * cols + start + lane];
        __syncthreads();
        for (int c = 0; here && c < min(32, cols - start); c++)
            sum += tile[threadIdx.x][c] * v[row / rows * cols + start + c];
        __syncthreads();
    }
    if (here)
        out[row] = sum;
}
