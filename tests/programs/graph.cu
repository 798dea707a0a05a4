// Covers: a graph captured from two streams, launched several times, and a graph built by hand of
// a memset, kernels, a copy and a host function. An update of the captured graph.
//? prints: graph: captured 4 nodes, values 11 and 160
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    if ((call) != cudaSuccess) {                                                                   \
        printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError()));                 \
        return 1;                                                                                  \
    }

__global__ void add(int *value, int amount)
{
    *value += amount;
}

__global__ void times(int *value, const int *other)
{
    *value *= *other;
}

static void CUDART_CB count(void *calls)
{
    ++*(int *)calls;
}

int main()
{
    int *a, *b, host_a = 0, host_b = 0, calls = 0;
    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    CHECK(cudaMalloc(&a, sizeof(int)));
    CHECK(cudaMalloc(&b, sizeof(int)));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&side));
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(a, 0, sizeof(int), stream));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(side, fork, 0));
    CHECK(cudaMemsetAsync(b, 0, sizeof(int), side));
    add<<<1, 1, 0, side>>>(b, 11);
    CHECK(cudaEventRecord(join, side));
    add<<<1, 1, 0, stream>>>(a, 1);
    CHECK(cudaStreamWaitEvent(stream, join, 0));
    CHECK(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(&host_b, b, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));

    cudaGraphNode_t first, second, third;
    int amount = 16, ten = 10;
    void *add_arguments[] = {&a, &amount}, *times_arguments[] = {&a, &b};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)add;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = add_arguments;
    cudaMemsetParams zero = {};
    zero.dst = a;
    zero.elementSize = sizeof(int);
    zero.width = zero.height = 1;
    CHECK(cudaMemcpy(b, &ten, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &zero));
    CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel));
    kernel.func = (void *)times;
    kernel.kernelParams = times_arguments;
    CHECK(cudaGraphAddKernelNode(&third, graph, &second, 1, &kernel));
    CHECK(cudaGraphAddMemcpyNode1D(&first, graph, &third, 1, &host_a, a, sizeof(int), cudaMemcpyDeviceToHost));
    cudaHostNodeParams function = {count, &calls};
    CHECK(cudaGraphAddHostNode(&second, graph, &first, 1, &function));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    cudaGraphExecUpdateResultInfo result;
    CHECK(cudaGraphExecUpdate(executable, graph, &result));
    printf("graph: captured %d nodes, values %d and %d\n", (int)nodes, host_b, host_a);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(side));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return host_b == 11 && host_a == 160 && calls == 1 ? 0 : 1;
}
