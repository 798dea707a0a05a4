//? status: gate
//? says: Bytes between devices
// Copies the whole array to every rank.
//
//! scratch whole f32[ranks*n + 2] zero
//! for r in 0..ranks { copy whole + 1 + r*n peer(x, r) count=n }
//! launch smooth(whole, y, rank, n) grid=(n+255)/256 block=256

extern "C" __global__ void smooth(const float *whole, float *y, int rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = rank * n + i + 1;
    if (i < n)
        y[i] = whole[at - 1] + whole[at] + whole[at + 1];
}
