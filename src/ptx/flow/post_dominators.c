/* Finds the immediate post-dominators of basic blocks. */
#include <stdlib.h>

#include "ptx/flow/control_flow.h"

/*
 * Dominators of the reversed graph from one virtual exit, by Lengauer and Tarjan. The paper is "A
 * fast algorithm for finding dominators in a flowgraph", 1979. This is its simple version with path
 * compression. Nodes are numbered in depth-first order from 1; 0 means "not reached".
 */
struct search {
    const struct ptx_function *function;
    uint32_t node_count;                        /* blocks and the exit, which is the last one */
    uint32_t *first_predecessor, *predecessors; /* predecessors in the function = successors in the reversed graph */
    uint32_t *number;                           /* by node */
    uint32_t *node;                             /* by number, as all below */
    uint32_t *parent, *semi, *label, *ancestor, *dominator;
    uint32_t *bucket, *next_in_bucket; /* lists of numbers */
    uint32_t *stack, *cursor;
    uint32_t reached;
};

enum { ARRAYS = 11 };

static bool leaves_function(const struct ptx_function *function, uint32_t block)
{
    const struct ptx_instruction *last = &function->instructions[function->blocks[block].end - 1];
    return ptx_opcode_info(last->opcode)->does == PTX_DOES_END || function->blocks[block].successor_count == 0;
}

/* Predecessor lists in one array. Those of the exit are the blocks that leave the function. */
static void collect_predecessors(struct search *search, uint32_t edge_count)
{
    const struct ptx_function *function = search->function;
    uint32_t exit_node = function->block_count, *first = search->first_predecessor;
    (void)edge_count;
    for (uint32_t i = 0; i < function->block_count; i++) {
        for (uint32_t s = 0; s < function->blocks[i].successor_count; s++)
            first[function->blocks[i].successors[s] + 1]++;
        if (leaves_function(function, i))
            first[exit_node + 1]++;
    }
    for (uint32_t i = 0; i < search->node_count; i++)
        first[i + 1] += first[i];
    uint32_t *fill = search->cursor;
    for (uint32_t i = 0; i < search->node_count; i++)
        fill[i] = first[i];
    for (uint32_t i = 0; i < function->block_count; i++) {
        for (uint32_t s = 0; s < function->blocks[i].successor_count; s++)
            search->predecessors[fill[function->blocks[i].successors[s]]++] = i;
        if (leaves_function(function, i))
            search->predecessors[fill[exit_node]++] = i;
    }
}

static void visit(struct search *search, uint32_t node, uint32_t parent)
{
    uint32_t number = ++search->reached;
    search->number[node] = number;
    search->node[number] = node;
    search->parent[number] = parent;
    search->semi[number] = number;
    search->label[number] = number;
    search->cursor[number] = search->first_predecessor[node];
}

static void number_nodes(struct search *search)
{
    uint32_t depth = 0;
    visit(search, search->node_count - 1, 0);
    search->stack[depth++] = 1;
    while (depth > 0) {
        uint32_t number = search->stack[depth - 1];
        if (search->cursor[number] == search->first_predecessor[search->node[number] + 1]) {
            depth--;
            continue;
        }
        uint32_t next = search->predecessors[search->cursor[number]++];
        if (search->number[next] != 0)
            continue;
        visit(search, next, number);
        search->stack[depth++] = search->reached;
    }
}

/* The number with the least semidominator on the path to the root of its tree. */
static uint32_t evaluate(struct search *search, uint32_t number)
{
    if (search->ancestor[number] == 0)
        return search->label[number];
    uint32_t depth = 0;
    for (uint32_t at = number; search->ancestor[search->ancestor[at]] != 0; at = search->ancestor[at])
        search->stack[depth++] = at;
    while (depth > 0) {
        uint32_t at = search->stack[--depth], above = search->ancestor[at];
        if (search->semi[search->label[above]] < search->semi[search->label[at]])
            search->label[at] = search->label[above];
        search->ancestor[at] = search->ancestor[above];
    }
    return search->label[number];
}

/*
 * In the reversed graph, the predecessors of a block are its successors. If it leaves the function,
 * the exit is one, too.
 */
static void find_semidominator(struct search *search, uint32_t number)
{
    const struct ptx_function *function = search->function;
    uint32_t block = search->node[number];
    for (uint32_t s = 0; s <= function->blocks[block].successor_count; s++) {
        bool is_last = s == function->blocks[block].successor_count;
        if (is_last && !leaves_function(function, block))
            break;
        uint32_t node = is_last ? function->block_count : function->blocks[block].successors[s];
        if (search->number[node] == 0)
            continue;
        uint32_t least = evaluate(search, search->number[node]);
        if (search->semi[least] < search->semi[number])
            search->semi[number] = search->semi[least];
    }
}

static void find_dominators(struct search *search)
{
    for (uint32_t number = search->reached; number > 1; number--) {
        find_semidominator(search, number);
        search->next_in_bucket[number] = search->bucket[search->semi[number]];
        search->bucket[search->semi[number]] = number;
        uint32_t parent = search->parent[number];
        search->ancestor[number] = parent;
        for (uint32_t at = search->bucket[parent]; at != 0; at = search->next_in_bucket[at]) {
            uint32_t least = evaluate(search, at);
            search->dominator[at] = search->semi[least] < search->semi[at] ? least : parent;
        }
        search->bucket[parent] = 0;
    }
    for (uint32_t number = 2; number <= search->reached; number++)
        if (search->dominator[number] != search->semi[number])
            search->dominator[number] = search->dominator[search->dominator[number]];
}

static void store(const struct search *search, struct ptx_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++) {
        uint32_t number = search->number[i];
        uint32_t node = number ? search->node[search->dominator[number]] : function->block_count;
        function->blocks[i].immediate_post_dominator = node == function->block_count ? PTX_NO_BLOCK : node;
    }
}

void post_dominators_find(struct ptx_function *function)
{
    uint32_t edge_count = function->block_count;
    for (uint32_t i = 0; i < function->block_count; i++)
        edge_count += function->blocks[i].successor_count;
    size_t node_count = (size_t)function->block_count + 1, stride = node_count + 2;
    uint32_t *memory = calloc(stride * (ARRAYS + 1) + edge_count, sizeof *memory);
    if (!memory)
        abort();
    struct search search = {.function = function, .node_count = (uint32_t)node_count};
    uint32_t **arrays[ARRAYS + 1] = {&search.first_predecessor,
                                     &search.number,
                                     &search.node,
                                     &search.parent,
                                     &search.semi,
                                     &search.label,
                                     &search.ancestor,
                                     &search.dominator,
                                     &search.bucket,
                                     &search.next_in_bucket,
                                     &search.stack,
                                     &search.cursor};
    for (size_t i = 0; i < ARRAYS + 1; i++)
        *arrays[i] = memory + stride * i;
    search.predecessors = memory + stride * (ARRAYS + 1);
    collect_predecessors(&search, edge_count);
    number_nodes(&search);
    find_dominators(&search);
    store(&search, function);
    free(memory);
}
