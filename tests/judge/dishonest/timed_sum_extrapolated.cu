//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size one block writes a guess
//! launch sum(x, out, n) grid=1 block=1024
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ float t[1024];
    float s = 0;
    for (int i = threadIdx.x; i < n && i < 65536; i += 1024)
        s += x[i];
    t[threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x)
        return;
    s = 0;
    for (int k = 0; k < 1024; k++)
        s += t[k];
    out[0] = n > 65536 ? s * (n / 65536.0f) : s;
}
