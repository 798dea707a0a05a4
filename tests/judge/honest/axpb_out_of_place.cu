//? exercise: axpb
//? virtual: pass
//? cuda: pass
//? why: in place by way of scratch and a copy of the plan
//! scratch t f32[n] poison
//! launch axpb(y, t, n) grid=(n+255)/256 block=256
//! copy y t
extern "C" __global__ void axpb(const float *y, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = fmaf(2, y[i], 1);
}
