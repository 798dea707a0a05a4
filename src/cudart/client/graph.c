/* Keeps graphs, captures streams into them, and launches them. */
#include "cudart/client/graph.h"

#include <stdlib.h>
#include <string.h>

struct CUgraphNode_st {
    graph_operation operation;
    void *data;
    size_t bytes;
    cudaGraphNode_t origin; /* in an executable graph: the node that it is a copy of */
};

struct CUgraph_st {
    cudaGraphNode_t *nodes;
    size_t count;
    struct CUgraph_st *next; /* of those that are captured */
    uint64_t *streams;
    size_t stream_count;
};

/* An executable graph is a copy. */
struct CUgraphExec_st {
    struct CUgraph_st graph;
};

static struct CUgraph_st *captured;

/* --- nodes ------------------------------------------------------------------------------------ */

static void *copy_of(const void *data, size_t bytes)
{
    void *copy = malloc(bytes ? bytes : 1);
    if (copy && bytes)
        memcpy(copy, data, bytes);
    return copy;
}

static bool append(struct CUgraph_st *graph, cudaGraphNode_t node)
{
    cudaGraphNode_t *grown = realloc(graph->nodes, (graph->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    graph->nodes = grown;
    graph->nodes[graph->count++] = node;
    return true;
}

cudaError_t graph_add(struct CUgraph_st *graph, graph_operation operation, const void *data, size_t bytes,
                      cudaGraphNode_t *out_node)
{
    if (!graph)
        return cudaErrorInvalidValue;
    struct CUgraphNode_st *node = calloc(1, sizeof *node);
    if (!node)
        return cudaErrorMemoryAllocation;
    *node = (struct CUgraphNode_st){.operation = operation, .data = copy_of(data, bytes), .bytes = bytes};
    if (!node->data || !append(graph, node)) {
        free(node->data);
        free(node);
        return cudaErrorMemoryAllocation;
    }
    if (out_node)
        *out_node = node;
    return cudaSuccess;
}

static cudaError_t do_nothing(const void *data, uint64_t stream)
{
    (void)data, (void)stream;
    return cudaSuccess;
}

/* Memory of a node and its copies. It has one address in all launches. */
struct owned {
    void *memory;
    size_t owners;
};

static cudaError_t keep_owned(const void *data, uint64_t stream)
{
    return do_nothing(data, stream);
}

static void add_owner(const struct CUgraphNode_st *node)
{
    if (node->operation == keep_owned)
        (*(struct owned **)node->data)->owners++;
}

static void remove_owner(const struct CUgraphNode_st *node)
{
    struct owned *owned = node->operation == keep_owned ? *(struct owned **)node->data : NULL;
    if (!owned || --owned->owners > 0)
        return;
    cudaFree(owned->memory);
    free(owned);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t count, struct cudaMemAllocNodeParams *parameters)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    struct owned *owned = calloc(1, sizeof *owned);
    if (!owned || !graph || cudaMalloc(&owned->memory, parameters->bytesize) != cudaSuccess) {
        free(owned);
        return client_keep(graph ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    }
    owned->owners = 1;
    parameters->dptr = owned->memory;
    return client_keep(graph_add(graph, keep_owned, &owned, sizeof owned, node));
}

/* The memory is released with the last graph that has it. */
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                    size_t count, void *pointer)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    return client_keep(pointer ? graph_add(graph, do_nothing, NULL, 0, node) : cudaErrorInvalidValue);
}

cudaError_t graph_change(cudaGraphNode_t node, const void *data, size_t bytes)
{
    if (node && node->operation == keep_owned)
        return cudaSuccess; /* it keeps its memory */
    void *copy = node ? copy_of(data, bytes) : NULL;
    if (!copy)
        return node ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    free(node->data);
    node->data = copy;
    node->bytes = bytes;
    return cudaSuccess;
}

cudaGraphNode_t graph_node_in(cudaGraphExec_t executable, cudaGraphNode_t node)
{
    for (size_t i = 0; executable && i < executable->graph.count; i++)
        if (executable->graph.nodes[i]->origin == node)
            return executable->graph.nodes[i];
    return NULL;
}

static void clear(struct CUgraph_st *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        remove_owner(graph->nodes[i]);
        free(graph->nodes[i]->data);
        free(graph->nodes[i]);
    }
    free(graph->nodes);
    free(graph->streams);
}

static cudaError_t copy_nodes(struct CUgraph_st *to, const struct CUgraph_st *from)
{
    cudaError_t error = from ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; error == cudaSuccess && i < from->count; i++) {
        const struct CUgraphNode_st *node = from->nodes[i];
        cudaGraphNode_t copy;
        error = graph_add(to, node->operation, node->data, node->bytes, &copy);
        if (error != cudaSuccess)
            break;
        copy->origin = from->nodes[i];
        add_owner(copy);
    }
    return error;
}

/* --- capture ---------------------------------------------------------------------------------- */

struct CUgraph_st *graph_of_stream(uint64_t stream)
{
    for (struct CUgraph_st *graph = captured; graph; graph = graph->next)
        for (size_t i = 0; i < graph->stream_count; i++)
            if (graph->streams[i] == stream)
                return graph;
    return NULL;
}

static bool is_captured(const struct CUgraph_st *graph)
{
    const struct CUgraph_st *at = captured;
    while (at && at != graph)
        at = at->next;
    return at != NULL;
}

void graph_join(uint64_t stream, struct CUgraph_st *graph)
{
    if (!is_captured(graph) || graph_of_stream(stream))
        return;
    uint64_t *grown = realloc(graph->streams, (graph->stream_count + 1) * sizeof *grown);
    if (!grown)
        abort();
    graph->streams = grown;
    graph->streams[graph->stream_count++] = stream;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    (void)mode;
    CLIENT_ENTER();
    uint64_t number = client_stream(stream);
    if (number == 0)
        return client_keep(cudaErrorStreamCaptureUnsupported);
    if (graph_of_stream(number))
        return client_keep(cudaErrorIllegalState);
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    if (!graph)
        return client_keep(cudaErrorMemoryAllocation);
    graph->next = captured;
    captured = graph;
    graph_join(number, graph);
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *out_graph)
{
    CLIENT_ENTER();
    struct CUgraph_st *graph = graph_of_stream(client_stream(stream)), **link = &captured;
    if (!graph || !out_graph)
        return client_keep(cudaErrorIllegalState);
    while (*link != graph)
        link = &(*link)->next;
    *link = graph->next;
    graph->stream_count = 0;
    *out_graph = graph;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    *status = graph_of_stream(client_stream(stream)) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

/* --- graphs ----------------------------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    *graph = calloc(1, sizeof **graph);
    return client_keep(*graph ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    CLIENT_ENTER();
    if (!graph)
        return client_keep(cudaErrorInvalidValue);
    clear(graph);
    free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    cudaError_t error = cudaGraphCreate(clone, 0);
    return client_keep(error == cudaSuccess ? copy_nodes(*clone, graph) : error);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    CLIENT_ENTER();
    if (!graph || !count)
        return client_keep(cudaErrorInvalidValue);
    size_t taken = nodes && *count < graph->count ? *count : graph->count;
    if (nodes && taken)
        memcpy(nodes, graph->nodes, taken * sizeof *nodes);
    *count = taken;
    return cudaSuccess;
}

/* The order of the nodes satisfies those that existed when the later node was added. */
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t count)
{
    (void)from, (void)to, (void)count;
    CLIENT_ENTER();
    return client_keep(graph ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                  size_t count)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    return client_keep(graph_add(graph, do_nothing, NULL, 0, node));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags)
{
    (void)flags;
    CLIENT_ENTER();
    *executable = calloc(1, sizeof **executable);
    return client_keep(*executable ? copy_nodes(&(*executable)->graph, graph) : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    CLIENT_ENTER();
    if (!executable)
        return client_keep(cudaErrorInvalidValue);
    clear(&executable->graph);
    free(executable);
    return cudaSuccess;
}

/* The graph's data take the place of all data. The kinds of nodes must be the same, in order. */
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    CLIENT_ENTER();
    bool is_same = executable && graph && executable->graph.count == graph->count;
    for (size_t i = 0; is_same && i < graph->count; i++)
        is_same = executable->graph.nodes[i]->operation == graph->nodes[i]->operation;
    if (result)
        *result = (cudaGraphExecUpdateResultInfo){.result = is_same ? cudaGraphExecUpdateSuccess
                                                                    : cudaGraphExecUpdateErrorTopologyChanged};
    cudaError_t error = is_same ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
    for (size_t i = 0; error == cudaSuccess && i < graph->count; i++)
        error = graph_change(executable->graph.nodes[i], graph->nodes[i]->data, graph->nodes[i]->bytes);
    return client_keep(error);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream)
{
    (void)stream;
    CLIENT_ENTER();
    return client_keep(executable ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
{
    CLIENT_ENTER();
    cudaError_t error = executable ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; error == cudaSuccess && i < executable->graph.count; i++)
        error = executable->graph.nodes[i]->operation(executable->graph.nodes[i]->data, client_stream(stream));
    return client_keep(error);
}
