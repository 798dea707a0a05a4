//? status: gate
//? says: modelled time is 0.909x
// Every thread computes all eight transforms, and keeps one.
//
//! launch repair_e(x, out, rows) grid=(8*rows+255)/256 block=256

__device__ float transform(int column, float x)
{
    switch (column) {
    case 0:
        return log1pf(fabsf(x));
    case 1:
        return tanhf(x);
    case 2:
        return powf(fabsf(x), 0.3f);
    case 3:
        return erff(x);
    case 4:
        return cbrtf(x);
    case 5:
        return x / (1.0f + expf(-x));
    case 6:
        return asinhf(x);
    default:
        return normcdff(x);
    }
}

extern "C" __global__ void repair_e(const float *x, float *out, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 8 * rows) {
        float kept = 0.0f;
        for (int column = 0; column < 8; column++) {
            float value = transform(column, x[i]);
            kept = column == i % 8 ? value : kept;
        }
        out[i] = kept;
    }
}
