// A kernel of its own sets dtable to 0, and a run ends before the first row with another id.
//
//! launch clear(dtable, vocab*dim) grid=ceil_div(vocab*dim, 256) block=256
//! launch scatter(dout, ids, order, dtable, n, dim)
//!     grid=ceil_div(dim, 32),ceil_div(n, 256) block=32,4

extern "C" __global__ void clear(float *dtable, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        dtable[i] = 0.0f;
}

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim)
{
    int j = blockIdx.x * 32 + threadIdx.x, i = (blockIdx.y * 4 + threadIdx.y) * 64, last = min(i + 64, n);
    while (j < dim && i < last) {
        int id = ids[i];
        float sum = 0.0f;
        for (; i < last && ids[i] == id; i++)
            sum += dout[order[i] * dim + j];
        atomicAdd(dtable + id * dim + j, sum);
    }
}
