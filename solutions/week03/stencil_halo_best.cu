// stencil_halo: a thread goes down a column and keeps nine elements of it in registers. Only the
// row at hand is in shared memory, in two arrays in turn. So one barrier for each row is enough.
//
//! launch stencil_halo(in, out, h, w) grid=(w+127)/128,(h+63)/64 block=128

extern "C" __global__ void stencil_halo(const float *__restrict__ in, float *__restrict__ out, int h, int w)
{
    __shared__ float rows[2][136];
    int x = blockIdx.x * 128, c = x + threadIdx.x, y = blockIdx.y * 64;
    float column[9] = {};
    for (int i = 1; i < 9; i++) {
        int r = y - 5 + i;
        column[i] = r >= 0 && r < h && c < w ? in[r * w + c] : 0.0f;
    }
    for (int r = y; r < min(y + 64, h); r++) {
        float *row = rows[r & 1];
        for (int i = 0; i < 8; i++)
            column[i] = column[i + 1];
        column[8] = r + 4 < h && c < w ? in[(r + 4) * w + c] : 0.0f;
        row[threadIdx.x + 4] = column[4];
        if (threadIdx.x < 8) {
            int to = threadIdx.x < 4 ? x - 4 + (int)threadIdx.x : x + 124 + (int)threadIdx.x;
            row[threadIdx.x < 4 ? threadIdx.x : 128 + threadIdx.x] = to >= 0 && to < w ? in[r * w + to] : 0.0f;
        }
        __syncthreads();
        float sum = column[4];
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d * (column[4 - d] + column[4 + d] + row[threadIdx.x + 4 - d] + row[threadIdx.x + 4 + d]);
        if (c < w)
            out[r * w + c] = sum;
    }
}
