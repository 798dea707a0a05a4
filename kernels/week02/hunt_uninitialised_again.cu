// Reference for hunt_uninitialised_again.
//
//! launch hunt_uninitialised_again_reference(in, largest, rows) grid=(rows+255)/256 block=256

extern "C" __global__ void hunt_uninitialised_again_reference(const float *in, float *largest, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float best = in[row * 8];
    for (int i = 1; i < 8; i++)
        best = fmaxf(best, in[row * 8 + i]);
    largest[row] = best;
}
