//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a switch into the middle of a loop
//! launch add(a, b, c, n) grid=(n+127)/128 block=32
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = i * 4, left = n - first;
    if (left <= 0)
        return;
    if (left > 4)
        left = 4;
    const float *p = a + first, *q = b + first;
    float *r = c + first;
    switch (left) {
    case 4: *r++ = *p++ + *q++; /* fall through */
    case 3: *r++ = *p++ + *q++; /* fall through */
    case 2: *r++ = *p++ + *q++; /* fall through */
    case 1: *r++ = *p++ + *q++;
    }
}
