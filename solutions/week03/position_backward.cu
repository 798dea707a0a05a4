// position_backward: each element of dpositions has one thread, which knows its rows. No atomic.
//
//! launch position_backward(dout, dpositions, n, dim, seq) grid=(dim+127)/128,seq block=128

extern "C" __global__ void position_backward(const float *dout, float *dpositions, int n, int dim, int seq)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= dim)
        return;
    float sum = 0.0f;
    for (int i = blockIdx.y; i < n; i += seq)
        sum += dout[i * dim + j];
    dpositions[blockIdx.y * dim + j] = sum;
}
