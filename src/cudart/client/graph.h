/*
 * Graphs: calls that are kept and made later, in the order in which they were added.
 *
 * A node can depend only on nodes that exist, so this order satisfies all dependencies. A stream
 * that is captured adds nodes instead of making calls.
 */
#ifndef CUDART_GRAPH_H
#define CUDART_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "cudart/client/client.h"

/* Makes a kept call in a stream, as the wire numbers it. `data` is the node's copy. */
typedef cudaError_t (*graph_operation)(const void *data, uint64_t stream);

/* The graph that the stream's calls are added to, or NULL. */
struct CUgraph_st *graph_of_stream(uint64_t stream);

/* The stream's calls go to the graph, too, if that is still captured. */
void graph_join(uint64_t stream, struct CUgraph_st *graph);

/* Copies `data`. `out_node`: NULL, or takes the new node. */
cudaError_t graph_add(struct CUgraph_st *graph, graph_operation operation, const void *data, size_t bytes,
                      cudaGraphNode_t *out_node);

/* Replaces a node's data by some of the same size or another. */
cudaError_t graph_change(cudaGraphNode_t node, const void *data, size_t bytes);
/* The node of an executable graph that was made from `node`, or NULL. */
cudaGraphNode_t graph_node_in(cudaGraphExec_t executable, cudaGraphNode_t node);

#endif
