//? status: gate
//? says: as many sectors as needed
// Neighbouring lanes take elements that lie far apart: right, and eight times the sectors.
//
//! launch vector_add(a, b, c, n) grid=1 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int each = (n + blockDim.x - 1) / blockDim.x;
    int first = threadIdx.x * each;
    for (int i = first; i < first + each && i < n; i++)
        c[i] = a[i] + b[i];
}
