/* Integer arithmetic on thread indices: what the virtual GPU keeps as base, column and row stride. Wraps around and
 * diverges on purpose; tests/unit/vgpu/test_affine.c computes the same on the host. */
extern "C" __global__ void affine(unsigned *out, int n, int big)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int t = x + blockDim.x * (y + blockDim.y * z);
    int a = x * n + y * 7 - z;
    int b = (int)((unsigned)big + (unsigned)a);
    long long c = (long long)b * 4;
    unsigned d = (unsigned)a << 3, r = 0;
    for (int k = 0; k < x % 5 + 1; k++)
        r += (unsigned)a * k + (unsigned)(c >> 3);
    r += d;
    if (y & 1)
        r ^= 0x55;
    __syncthreads();
    for (int k = 0; k < n; k++)
        r = r * 3 + (unsigned)b + k;
    if (x + y < n)
        r += out[t];
    out[t] = r + (unsigned)(c >> 32);
}
