//? params:
//?   - {name: x, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, n], role: in, init: "uniform(-0.3, 0.3)"}
//?   - {name: bias, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? bytes: 4*(m*k + k*n + n + m*n)
//! scratch product f32[m, n]
//! scratch shifted f32[m, n]
//! launch matmul(x, w, product, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8
//! launch add_bias(product, bias, shifted, m*n, n) grid=(m*n+255)/256 block=256
//! launch gelu(shifted, y, m*n) grid=(m*n+255)/256 block=256

extern "C" __global__ void matmul(const float *x, const float *w, float *product, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * n + col];
    product[row * n + col] = sum; //@ end
}

extern "C" __global__ void add_bias(const float *product, const float *bias, float *shifted, int count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        shifted[i] = product[i] + bias[i % n];
}

extern "C" __global__ void gelu(const float *x, float *y, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}
