//? exercise: sum
//? virtual: unsafe
//? cuda: unsafe
//? why: streams that happen to run one after another
//! scratch part f32[64] poison
//! launch parts(x, part, n) grid=1 block=64 stream=1
//! launch sum(part, out) grid=1 block=1 stream=2
extern "C" __global__ void parts(const float *x, float *part, int n)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 64)
        s += x[i];
    part[threadIdx.x] = s;
}
extern "C" __global__ void sum(const float *part, float *out)
{
    float t = 0;
    for (int k = 0; k < 64; k++)
        t += part[k];
    *out = t;
}
