// The tile is turned: class c of all rows stands together. Stores meet in one bank instead, once.
// Its pitch is odd, so that they do not.
//
//! launch repair_b(x, out, rows, classes) grid=(rows+127)/128 block=128 shared=4*129*classes

extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    extern __shared__ float tile[]; // classes of 129
    int first = blockIdx.x * 128, here = min(128, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 128)
        tile[i % classes * 129 + i / classes] = x[(size_t)first * classes + i];
    __syncthreads();

    if (threadIdx.x >= here)
        return;
    const float *row = tile + threadIdx.x;
    float largest = row[0];
    for (int c = 1; c < classes; c++)
        largest = fmaxf(largest, row[c * 129]);
    float sum = 0.0f;
    for (int c = 0; c < classes; c++)
        sum += __expf(row[c * 129] - largest);
    out[first + threadIdx.x] = largest + __logf(sum);
}
