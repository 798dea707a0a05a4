// Weeks 1 and 2: one thread, one element, and what goes wrong with it.
#define ELEMENT (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void add_naive(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = a[i] + b[i];
}
extern "C" __global__ void add_grid_stride(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = ELEMENT; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
extern "C" __global__ void add_vector4(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n / 4) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}
// Each thread owns m neighbouring elements: the lanes of a warp lie m apart.
extern "C" __global__ void add_chunked(const float *a, const float *b, float *c, int n, int m)
{
    int first = ELEMENT * m;
    for (int k = 0; k < m; k++)
        if (first + k < n)
            c[first + k] = a[first + k] + b[first + k];
}
extern "C" __global__ void saxpy(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = 2.5f * a[i] + c[i];
}
extern "C" __global__ void matrix_add_rows(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < m)
        c[(size_t)y * m + x] = a[(size_t)y * m + x] + b[(size_t)y * m + x];
}
// x and y taken the wrong way round.
extern "C" __global__ void matrix_add_columns(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < m)
        c[(size_t)x * m + y] = a[(size_t)x * m + y] + b[(size_t)x * m + y];
}
__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}
extern "C" __global__ void gelu_naive(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = gelu(a[i]);
}
extern "C" __global__ void gelu_vector4(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n / 4) {
        float4 x = ((const float4 *)a)[i];
        ((float4 *)c)[i] = make_float4(gelu(x.x), gelu(x.y), gelu(x.z), gelu(x.w));
    }
}
extern "C" __global__ void sigmoid_divide(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = 1.0f / (1.0f + expf(-a[i]));
}
extern "C" __global__ void polynomial(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n) {
        float x = a[i], y = 1.0f;
        for (int k = 0; k < m; k++)
            y = y * x + 0.25f;
        c[i] = y;
    }
}
extern "C" __global__ void power_loop(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = powf(fabsf(a[i]) + 0.5f, 1.7f) + sinf(b[i]);
}
extern "C" __global__ void particles_aos(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n / 4)
        c[i] = a[4 * i] * a[4 * i] + a[4 * i + 1] * a[4 * i + 1] + a[4 * i + 2] * a[4 * i + 2];
}
extern "C" __global__ void particles_soa(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT, q = n / 4;
    if (i < q)
        c[i] = a[i] * a[i] + a[i + q] * a[i + q] + a[i + 2 * q] * a[i + 2 * q];
}
extern "C" __global__ void gather_random(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = a[((unsigned)i * 2654435761u >> 4) & (unsigned)(m - 1)];
}
extern "C" __global__ void scatter_random(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[(unsigned)i * 2654435761u & (unsigned)(m - 1)] = a[i];
}
extern "C" __global__ void reverse(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = a[n - 1 - i];
}
extern "C" __global__ void threshold_divergent(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n) {
        float x = a[i];
        if (x > 0.0f)
            for (int k = 0; k < m; k++)
                x = sqrtf(x + 1.0f);
        else
            for (int k = 0; k < m; k++)
                x = x * x - 0.5f;
        c[i] = x;
    }
}
extern "C" __global__ void mandelbrot(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = -2.0f + 3.0f * x / m, cy = -1.5f + 3.0f * y / m, zx = 0, zy = 0;
    int steps = 0;
    while (steps < 256 && zx * zx + zy * zy < 4.0f) {
        float next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = next;
        steps++;
    }
    c[(size_t)y * m + x] = (float)steps;
}
extern "C" __global__ void stencil1d_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i >= 4 && i < n - 4) {
        float sum = 0;
#pragma unroll
        for (int k = -4; k <= 4; k++)
            sum += a[i + k];
        c[i] = sum;
    }
}
extern "C" __global__ void stencil1d_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[256 + 8];
    int i = ELEMENT, local = threadIdx.x + 4;
    tile[local] = a[i];
    if (threadIdx.x < 4) {
        tile[local - 4] = i >= 4 ? a[i - 4] : 0.0f;
        tile[local + 256] = i + 256 < n ? a[i + 256] : 0.0f;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = -4; k <= 4; k++)
        sum += tile[local + k];
    c[i] = sum;
}
extern "C" __global__ void stencil2d(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < m - 1 && y < m - 1) {
        const float *p = a + (size_t)y * m + x;
        c[(size_t)y * m + x] = 0.2f * (p[0] + p[-1] + p[1] + p[-m] + p[m]);
    }
}
