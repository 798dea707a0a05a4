//? status: gate
//? says: modelled time is 0.681x
// Twice the pitch is a multiple of 32 again.
//
//! launch repair_b(x, out, rows, classes) grid=(rows+127)/128 block=128 shared=4*128*2*classes

extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    extern __shared__ float tile[]; // 128 rows
    int pitch = 2 * classes;
    int first = blockIdx.x * 128, here = min(128, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 128)
        tile[i / classes * pitch + i % classes] = x[(size_t)first * classes + i];
    __syncthreads();

    if (threadIdx.x >= here)
        return;
    const float *row = tile + threadIdx.x * pitch;
    float largest = row[0];
    for (int c = 1; c < classes; c++)
        largest = fmaxf(largest, row[c]);
    float sum = 0.0f;
    for (int c = 0; c < classes; c++)
        sum += __expf(row[c] - largest);
    out[first + threadIdx.x] = largest + __logf(sum);
}
