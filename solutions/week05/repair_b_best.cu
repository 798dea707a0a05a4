// repair_b: each lane begins at another class, so a warp asks for 32 banks, without padding.
//
//! launch repair_b(x, out, rows, classes) grid=(rows+127)/128 block=128 shared=4*128*classes

extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    extern __shared__ float tile[]; // 128 rows of classes, one after the other
    int first = blockIdx.x * 128, here = min(128, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 128)
        tile[i] = x[(size_t)first * classes + i];
    __syncthreads();

    if (threadIdx.x >= here)
        return;
    const float *row = tile + threadIdx.x * classes;
    float largest = row[0];
    for (int c = 0, at = threadIdx.x % classes; c < classes; c++, at = at + 1 < classes ? at + 1 : 0)
        largest = fmaxf(largest, row[at]);
    float sum = 0.0f;
    for (int c = 0, at = threadIdx.x % classes; c < classes; c++, at = at + 1 < classes ? at + 1 : 0)
        sum += __expf(row[at] - largest);
    out[first + threadIdx.x] = largest + __logf(sum);
}
