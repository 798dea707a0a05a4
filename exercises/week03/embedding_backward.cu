// embedding_backward: row ids[i] of dtable gets row order[i] of dout, for all i. The ids ascend, so
// equal ones are neighbours. This kernel is right, with one atomic for each element of dout.
// TODO: a thread adds up equal ids in a register first. One atomic is enough for a run of them.
//
//! zero dtable
//! launch scatter(dout, ids, order, dtable, n, dim) grid=(dim+255)/256,n block=256

extern "C" __global__ void scatter(const float *dout, const int *ids, const int *order, float *dtable, int n, int dim)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x; // this thread's column
    int i = blockIdx.y;

    if (j >= dim)
        return;
    atomicAdd(&dtable[ids[i] * dim + j], dout[order[i] * dim + j]);
}
