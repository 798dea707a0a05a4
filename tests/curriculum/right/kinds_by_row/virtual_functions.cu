// A warp has a part of one row. Each kind is an object with a virtual function.
//! launch kinds(x, kind, y, rows, cols) grid=ceil_div(cols, 256),rows block=256
struct Kind {
    __device__ virtual float operator()(float x) const = 0;
};
struct Reciprocal : Kind {
    __device__ float operator()(float x) const override
    {
        float g = 0.2f;
#pragma unroll 8
        for (int r = 0; r < 64; r++)
            g = g * (2.0f - x * g);
        return g;
    }
};
struct Root : Kind {
    __device__ float operator()(float x) const override
    {
        float g = 0.2f;
#pragma unroll 8
        for (int r = 0; r < 64; r++)
            g = g * (1.5f - 0.5f * x * g * g);
        return g;
    }
};
extern "C" __global__ void kinds(const float *x, const int *kind, float *y, int rows, int cols)
{
    int c = blockIdx.x * 256 + threadIdx.x, r = blockIdx.y;
    if (c >= cols)
        return;
    Reciprocal one;
    Root two;
    const Kind *k = kind[r] == 0 ? static_cast<const Kind *>(&one) : &two;
    y[r * cols + c] = (*k)(x[r * cols + c]);
}
