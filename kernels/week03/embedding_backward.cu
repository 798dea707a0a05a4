// Reference for embedding_backward: each element of dtable looks for the first row that belongs to
// it, and adds up the run in f64.
//! launch scatter_reference(dout, ids, order, dtable, n, dim, vocab)
//!     grid=(dim+255)/256,vocab block=256

extern "C" __global__ void scatter_reference(const float *dout, const int *ids, const int *order, float *dtable, int n,
                                             int dim, int vocab)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, id = blockIdx.y, first = 0;
    if (j >= dim)
        return;
    for (int step = 1 << 30; step > 0; step /= 2)
        if (first + step <= n && ids[first + step - 1] < id)
            first += step;
    double sum = 0.0;
    for (int i = first; i < n && ids[i] == id; i++)
        sum += (double)dout[order[i] * dim + j];
    dtable[id * dim + j] = (float)sum;
}
