//? status: unsafe
//? says: lets c run up to cols. Is c the right index of kind?
// Asks for the kind of the column.
//
//! launch kinds_by_row(x, kind, y, rows, cols) grid=(cols+255)/256,rows block=256
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
    y[r * cols + c] = kind[c] == 0 ? reciprocal(value) : reciprocal_root(value);
}
