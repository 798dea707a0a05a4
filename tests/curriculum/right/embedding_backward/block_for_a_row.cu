// A block has one row of dtable. It finds the first of its rows by halving, and needs no atomic.
//
//! launch scatter(dout, ids, order, dtable, n, dim, vocab) grid=vocab block=128

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim,
                                   int vocab)
{
    int id = blockIdx.x, low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    for (int j = threadIdx.x; j < dim; j += blockDim.x) {
        float sum = 0.0f;
        for (int i = low; i < n && ids[i] == id; i++)
            sum += dout[order[i] * dim + j];
        dtable[id * dim + j] = sum;
    }
}
