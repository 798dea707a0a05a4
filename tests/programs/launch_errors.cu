// Covers: launches that return their error, blocks and grids without threads or with too many.
//? prints: 8 of 8 are refused
//? prints: then one runs: 7
#include <cstdio>

__global__ void set(int *out)
{
    *out = 7;
}

static int refused, tried;

static void expect_refusal(cudaError_t error)
{
    refused += error != cudaSuccess;
    tried++;
}

int main()
{
    int *out, host = 0;
    cudaMalloc(&out, sizeof(int));
    void *arguments[] = {&out};
    const dim3 one(1), none(0), many(65536, 65536);
    const dim3 shapes[][2] = {{one, none}, {none, one}, {one, many}, {many, one}};
    for (const dim3 *shape : {shapes[0], shapes[1], shapes[2], shapes[3]}) {
        expect_refusal(cudaLaunchKernel((const void *)set, shape[0], shape[1], arguments, 0, 0));
        expect_refusal(cudaLaunchCooperativeKernel((const void *)set, shape[0], shape[1], arguments, 0, 0));
    }
    printf("%d of %d are refused\n", refused, tried);
    cudaGetLastError();
    set<<<1, 1>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("then one runs: %d\n", host);
    cudaFree(out);
    return 0;
}
