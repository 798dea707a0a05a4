// The row waits in shared memory, and its exponentials replace it there.
// The block reduces by trees.
//
//! launch softmax_three_pass(x, y, cols) grid=rows block=512 shared=4*cols

extern "C" __global__ void softmax_three_pass(const float *x, float *y, int cols)
{
    extern __shared__ float row[];
    __shared__ float tree[512];
    size_t first = (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float largest = -INFINITY, sum = 0.0f;
    for (int i = t; i < cols; i += 512) {
        row[i] = x[first + i];
        largest = fmaxf(largest, row[i]);
    }
    tree[t] = largest;
    __syncthreads();
    for (int half = 256; half > 0; half /= 2) {
        if (t < half)
            tree[t] = fmaxf(tree[t], tree[t + half]);
        __syncthreads();
    }
    largest = tree[0];
    __syncthreads();
    for (int i = t; i < cols; i += 512) {
        row[i] = expf(row[i] - largest);
        sum += row[i];
    }
    tree[t] = sum;
    __syncthreads();
    for (int half = 256; half > 0; half /= 2) {
        if (t < half)
            tree[t] += tree[t + half];
        __syncthreads();
    }
    for (int i = t; i < cols; i += 512)
        y[first + i] = row[i] / tree[0];
}
