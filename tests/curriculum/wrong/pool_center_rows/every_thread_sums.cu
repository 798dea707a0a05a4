//? status: gate
//? says: Each input is loaded
// Every thread sums the whole row.
//
//! launch center_rows(in, out, h, w) grid=h block=256

extern "C" __global__ void center_rows(const float *in, float *out, int h, int w)
{
    const float *row = in + blockIdx.x * w;
    float sum = 0.0f;
    for (int column = 0; column < w; column++)
        sum += row[column];
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        out[blockIdx.x * w + column] = row[column] - sum / w;
}
