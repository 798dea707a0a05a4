// hunt_uninitialised_again: the largest of each row of 8. TODO: where does the search begin?
//
//! launch hunt_uninitialised_again(in, largest, rows) grid=(rows+255)/256 block=256

extern "C" __global__ void hunt_uninitialised_again(const float *in, float *largest, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float best;
    for (int i = 0; i < 8; i++)
        if (in[row * 8 + i] > best)
            best = in[row * 8 + i];
    largest[row] = best;
}
