//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a class with virtual functions
struct op {
    __device__ virtual float apply(float x, float y)
    {
        return 0;
    }
};
struct plus : op {
    __device__ float apply(float x, float y) override
    {
        return x + y;
    }
};
struct times : op {
    __device__ float apply(float x, float y) override
    {
        return x * y;
    }
};
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    plus p;
    times t;
    op *o = n > 0 ? (op *)&p : (op *)&t;
    if (i < n)
        c[i] = o->apply(a[i], b[i]);
}
