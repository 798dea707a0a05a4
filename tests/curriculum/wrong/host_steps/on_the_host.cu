//? status: gate
//? says: the work needs
// Makes all steps in a loop on the CPU.
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#define STEPS 8

__global__ void heat(const float *old, float *now, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        now[i] = old[i] + 0.25f * (old[i > 0 ? i - 1 : i] - 2 * old[i] + old[i < n - 1 ? i + 1 : i]);
}

static void heat_on_device(float *x, int n)
{
    float *now = (float *)malloc(n * sizeof(float));
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < n; i++)
            now[i] = x[i] + 0.25f * (x[i > 0 ? i - 1 : i] - 2 * x[i] + x[i < n - 1 ? i + 1 : i]);
        for (int i = 0; i < n; i++)
            x[i] = now[i];
    }
    free(now);
}

int main(int argc, char **argv)
{
    int seed = atoi(argv[1]);
    for (int k = 2; k < argc; k++) {
        int n = atoi(argv[k]);
        float *x = (float *)malloc(n * sizeof(float));
        for (int i = 0; i < n; i++)
            x[i] = (i * 13 + seed) % 64;
        heat_on_device(x, n);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i] * (i % 3 + 1);
        printf("%d elements: first %g, last %g, weighted sum %g\n", n, x[0], x[n - 1], sum);
        free(x);
    }
    return 0;
}
