// kinds_by_row: row r of y is 1 / x where kind[r] is 0, and 1 / sqrt(x) where kind[r] is 1.
// The lanes of a warp run along a row, so all of them meet one kind.
//
//! launch kinds_by_row(x, kind, y, rows, cols) grid=(cols+255)/256,rows block=256

// Both use Newton's iteration: 64 rounds bring any guess from 0.2 to the answer.
static __device__ float reciprocal(float x)
{
    float guess = 0.2f;
    for (int round = 0; round < 64; round++)
        guess = guess * (2.0f - x * guess);
    return guess;
}

static __device__ float reciprocal_root(float x)
{
    float guess = 0.2f;
    for (int round = 0; round < 64; round++)
        guess = guess * (1.5f - 0.5f * x * guess * guess);
    return guess;
}

extern "C" __global__ void kinds_by_row(const float *x, const int *kind, float *y, int rows, int cols)
{
    int r = blockIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float value = x[r * cols + c];
    if (kind[r] == 0)
        y[r * cols + c] = reciprocal(value);
    else
        y[r * cols + c] = reciprocal_root(value);
}
