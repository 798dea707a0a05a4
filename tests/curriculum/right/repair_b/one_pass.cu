// One pass over a padded tile: the sum is scaled again when a larger value comes.
//
//! launch repair_b(x, out, rows, classes) grid=(rows+63)/64 block=64 shared=4*64*(classes+1)

extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    extern __shared__ float tile[];
    int pitch = classes % 2 ? classes : classes + 1;
    int first = blockIdx.x * 64, here = min(64, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 64)
        tile[i / classes * pitch + i % classes] = x[(size_t)first * classes + i];
    __syncthreads();
    if (threadIdx.x >= here)
        return;
    const float *row = tile + threadIdx.x * pitch;
    float largest = row[0], sum = 1.0f;
    for (int c = 1; c < classes; c++) {
        float next = fmaxf(largest, row[c]);
        sum = sum * __expf(largest - next) + __expf(row[c] - next);
        largest = next;
    }
    out[first + threadIdx.x] = largest + __logf(sum);
}
