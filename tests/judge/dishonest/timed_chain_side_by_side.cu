//? exercise: timed_chain
//? virtual: unsafe
//? medal: none
//? cuda: wrong|pass
//? why: in order on every case; at the timed size each launch has its own stream and waits for none
//? medal: none
//! scratch held f32[n, n]
//! launch product(a, b, held, n) grid=(n+31)/32, (n+7)/8 block=32, 8 stream=n/704
//! launch product(held, b, c, n) grid=(n+31)/32, (n+7)/8 block=32, 8 stream=2*(n/704)
extern "C" __global__ void product(const float *a, const float *b, float *c, int n)
{
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += a[row * n + i] * b[i * n + column];
    c[row * n + column] = sum;
}
