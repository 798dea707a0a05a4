//? status: gate
//? says: modelled time is 1.00x
// Smaller blocks change nothing about the banks.
//
//! launch repair_b(x, out, rows, classes) grid=(rows+63)/64 block=64 shared=4*64*classes

extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    extern __shared__ float tile[]; // 64 rows of classes, one after the other
    int first = blockIdx.x * 64, here = min(64, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 64)
        tile[i] = x[(size_t)first * classes + i];
    __syncthreads();

    if (threadIdx.x >= here)
        return;
    const float *row = tile + threadIdx.x * classes;
    float largest = row[0];
    for (int c = 1; c < classes; c++)
        largest = fmaxf(largest, row[c]);
    float sum = 0.0f;
    for (int c = 0; c < classes; c++)
        sum += __expf(row[c] - largest);
    out[first + threadIdx.x] = largest + __logf(sum);
}
