// embedding_backward: a thread has one column and up to 32 rows. Half of it is written.
//
//! zero dtable
//! launch scatter(dout, ids, order, dtable, n, dim) grid=(dim+255)/256,(n+31)/32 block=256

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x; // this thread's column
    int first = blockIdx.y * 32, last = min(first + 32, n);
    float sum = 0.0f;

    if (j >= dim)
        return;
    for (int i = first; i < last; i++) {
        sum += dout[order[i] * dim + j];
        // TODO: does the run of equal ids end with row i? Two answers say yes. Then where does the
        // sum go, and what must it be for the next run?
    }
}
