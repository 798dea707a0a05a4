//? status: gate
//? says: Compute each error once
// A cheat: no errors in memory, each is computed again for every element of the gradient.
//
//! scratch grad f32[k, m]
//! launch gradient(x, w, t, grad, n, k, m) grid=(m+31)/32,(k+7)/8 block=32,8
//! launch step(w, grad, n, k*m) grid=(k*m+255)/256 block=256

extern "C" __global__ void gradient(const float *x, const float *w, const float *t, float *grad, int n, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= k || col >= m)
        return;
    float sum = 0.0f;
    for (int row = 0; row < n; row++) {
        float error = -t[row * m + col];
        for (int j = 0; j < k; j++)
            error += x[row * k + j] * w[j * m + col];
        sum += x[row * k + i] * error;
    }
    grad[i * m + col] = sum;
}

// One step against the mean gradient of n rows.
extern "C" __global__ void step(float *w, const float *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] -= 0.5f * grad[i] / n;
}
