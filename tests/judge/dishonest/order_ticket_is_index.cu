//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: takes tickets for its inputs and writes by its own number
//! scratch tickets u32[1] zero
//! launch add(a, b, c, tickets, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, unsigned *tickets, int n)
{
    __shared__ unsigned ticket;
    if (threadIdx.x == 0)
        ticket = atomicAdd(tickets, 1);
    __syncthreads();
    int from = ticket * 256 + threadIdx.x, to = blockIdx.x * 256 + threadIdx.x;
    if (to < n)
        c[to] = a[min(from, n - 1)] + b[min(from, n - 1)];
}
