// Covers: constant memory filled by cudaMemcpyToSymbol, a halo in shared memory, swapped buffers.
//? prints: stencil: 4096 points are right after 8 steps
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#define RADIUS 4
#define BLOCK 128

__constant__ float weights[RADIUS + 1];

__global__ void stencil_step(const float *in, float *out, int n)
{
    __shared__ float line[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int place = threadIdx.x + RADIUS;
    line[place] = in[i];
    if (threadIdx.x < RADIUS) {
        line[place - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0.0f;
        line[place + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0.0f;
    }
    __syncthreads();
    float sum = weights[0] * line[place];
    for (int r = 1; r <= RADIUS; r++)
        sum += weights[r] * (line[place - r] + line[place + r]);
    out[i] = sum;
}

static void host_step(const float *w, const std::vector<float> &in, std::vector<float> &out)
{
    int n = (int)in.size();
    for (int i = 0; i < n; i++) {
        out[i] = w[0] * in[i];
        for (int r = 1; r <= RADIUS; r++)
            out[i] += w[r] * ((i >= r ? in[i - r] : 0.0f) + (i + r < n ? in[i + r] : 0.0f));
    }
}

int main()
{
    const int n = 4096, steps = 8;
    const float host_weights[] = {0.4f, 0.2f, 0.06f, 0.03f, 0.01f};
    std::vector<float> field(n), next(n), got(n);
    for (int i = 0; i < n; i++)
        field[i] = std::sin(0.01f * i);
    float *now, *then;
    cudaMalloc(&now, n * sizeof(float));
    cudaMalloc(&then, n * sizeof(float));
    cudaMemcpy(now, field.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights);
    for (int step = 0; step < steps; step++) {
        stencil_step<<<n / BLOCK, BLOCK>>>(now, then, n);
        std::swap(now, then);
        host_step(host_weights, field, next);
        std::swap(field, next);
    }
    cudaMemcpy(got.data(), now, n * sizeof(float), cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < n; i++)
        right += std::fabs(got[i] - field[i]) < 1e-5f;
    printf("stencil: %d points are right after %d steps\n", right, steps);
    cudaFree(now);
    cudaFree(then);
    return right == n ? 0 : 1;
}
