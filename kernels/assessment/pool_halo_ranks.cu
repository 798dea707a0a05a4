// Reference for pool_halo_ranks: gathers the whole array, with a zero at both ends.
//
//! scratch whole f32[ranks*n + 2] zero
//! for r in 0..ranks { copy whole + 1 + r*n peer(x, r) count=n }
//! launch smooth_reference(whole, y, rank, n) grid=(n+255)/256 block=256

extern "C" __global__ void smooth_reference(const float *whole, float *y, int rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = rank * n + i + 1;
    if (i < n)
        y[i] = (float)((double)whole[at - 1] + whole[at] + whole[at + 1]);
}
