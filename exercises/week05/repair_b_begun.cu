// repair_b: out[r] = log(exp(x[r][0]) + exp(x[r][1]) + ...), one row for each thread.
// Half of it is written: a row of the tile gets a pitch.
//
//! launch repair_b(x, out, rows, classes) grid=(rows+127)/128 block=128 shared=4*128*classes

extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    extern __shared__ float tile[];
    // TODO: row t of the tile begins at element t * pitch. For which pitch do the rows of a warp
    // begin in 32 different banks? The plan must reserve as much.
    int pitch = classes;
    int first = blockIdx.x * 128, here = min(128, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 128)
        tile[i] = x[(size_t)first * classes + i]; // TODO: which row and class is element i?
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
