// Covers: a graph that allocates and frees memory, launched three times from an executable copy
// after the graph itself is gone.
//? prints: graph_memory: 3 launches, sum 12288
#include <cstdio>
#include <cuda_runtime.h>

__global__ void triple(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 3 * in[i];
}

static int launches;

static void CUDART_CB count(void *data)
{
    launches++;
    (void)data;
}

int main()
{
    const int n = 4096;
    float *in, *out, sum = 0;
    cudaMallocHost(&in, n * sizeof(float));
    cudaMallocHost(&out, n * sizeof(float));
    for (int i = 0; i < n; i++)
        in[i] = 1;
    cudaGraph_t graph;
    cudaGraphNode_t nodes[8];
    cudaGraphCreate(&graph, 0);
    cudaMemAllocNodeParams allocation = {};
    allocation.poolProps.allocType = cudaMemAllocationTypePinned;
    allocation.poolProps.location.type = cudaMemLocationTypeDevice;
    allocation.bytesize = n * sizeof(float);
    void *memory[2];
    for (int i = 0; i < 2; i++) {
        if (cudaGraphAddMemAllocNode(&nodes[i], graph, nullptr, 0, &allocation) != cudaSuccess)
            return 1;
        memory[i] = allocation.dptr;
    }
    cudaGraphAddMemcpyNode1D(&nodes[2], graph, nodes, 1, memory[0], in, n * sizeof(float), cudaMemcpyHostToDevice);
    int length = n;
    void *arguments[] = {&memory[0], &memory[1], &length};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)triple;
    kernel.gridDim = dim3(n / 256);
    kernel.blockDim = dim3(256);
    kernel.kernelParams = arguments;
    cudaGraphAddKernelNode(&nodes[3], graph, &nodes[1], 2, &kernel);
    cudaGraphAddMemcpyNode1D(&nodes[4], graph, &nodes[3], 1, out, memory[1], n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaHostNodeParams host = {};
    host.fn = count;
    cudaGraphAddHostNode(&nodes[5], graph, &nodes[4], 1, &host);
    for (int i = 0; i < 2; i++)
        cudaGraphAddMemFreeNode(&nodes[6 + i], graph, &nodes[4], 1, memory[i]);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphDestroy(graph);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(executable, 0);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        sum += out[i];
    cudaGraphExecDestroy(executable);
    cudaFreeHost(in);
    cudaFreeHost(out);
    printf("graph_memory: %d launches, sum %g\n", launches, sum);
    return 0;
}
