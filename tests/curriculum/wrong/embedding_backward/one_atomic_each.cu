//? status: gate
//? says: Atomic operations on global memory: 262144
// One atomic for each element, with one thread for each.
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
