// Covers: a host loop that ends by a flag copied from the device, structures as elements, bool
// arrays.
//? prints: breadth_first: 2000 nodes reached in 9 levels, costs are right
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

struct Node {
    int first;
    int count;
};

__global__ void visit(const Node *nodes, const int *edges, bool *mask, bool *updating, bool *visited,
                      int *cost, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n || !mask[id])
        return;
    mask[id] = false;
    for (int i = nodes[id].first; i < nodes[id].first + nodes[id].count; i++)
        if (!visited[edges[i]]) {
            cost[edges[i]] = cost[id] + 1;
            updating[edges[i]] = true;
        }
}

__global__ void update(bool *mask, bool *updating, bool *visited, bool *over, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n || !updating[id])
        return;
    mask[id] = true;
    visited[id] = true;
    *over = true;
    updating[id] = false;
}

template <class T> static T *on_device(const std::vector<T> &values)
{
    T *memory;
    cudaMalloc((void **)&memory, sizeof(T) * values.size());
    cudaMemcpy(memory, values.data(), sizeof(T) * values.size(), cudaMemcpyHostToDevice);
    return memory;
}

int main()
{
    const int n = 2000;
    std::vector<Node> nodes(n);
    std::vector<int> edges, cost(n, -1), expected(n, -1);
    for (int i = 0; i < n; i++) {
        nodes[i] = {(int)edges.size(), 2 + (i + 1 < n)};
        edges.push_back((2 * i + 1) % n);
        edges.push_back((2 * i + 2) % n);
        if (i + 1 < n)
            edges.push_back((i * 37 + 11) % n);
    }
    std::queue<int> open({0});
    for (expected[0] = 0; !open.empty(); open.pop())
        for (int i = 0, from = open.front(); i < nodes[from].count; i++)
            if (int to = edges[nodes[from].first + i]; expected[to] < 0) {
                expected[to] = expected[from] + 1;
                open.push(to);
            }
    cost[0] = 0;
    bool *mask, *updating, *visited, *over, go_on = true, yes = true;
    for (bool **flags : {&mask, &updating, &visited}) {
        cudaMalloc(flags, n);
        cudaMemset(*flags, 0, n);
    }
    cudaMalloc(&over, 1);
    cudaMemcpy(mask, &yes, 1, cudaMemcpyHostToDevice);
    cudaMemcpy(visited, &yes, 1, cudaMemcpyHostToDevice);
    Node *device_nodes = on_device(nodes);
    int *device_edges = on_device(edges), *device_cost = on_device(cost), levels = -1;
    for (; go_on; levels++) {
        go_on = false;
        cudaMemcpy(over, &go_on, 1, cudaMemcpyHostToDevice);
        visit<<<(n + 511) / 512, 512>>>(device_nodes, device_edges, mask, updating, visited, device_cost, n);
        update<<<(n + 511) / 512, 512>>>(mask, updating, visited, over, n);
        cudaMemcpy(&go_on, over, 1, cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(cost.data(), device_cost, n * sizeof(int), cudaMemcpyDeviceToHost);
    int reached = 0;
    for (int i = 0; i < n; i++)
        reached += cost[i] >= 0;
    printf("breadth_first: %d nodes reached in %d levels, costs are %s\n", reached, levels,
           cost == expected ? "right" : "wrong");
    for (void *memory : {(void *)mask, (void *)updating, (void *)visited, (void *)over})
        cudaFree(memory);
    cudaFree(device_nodes), cudaFree(device_edges), cudaFree(device_cost);
    return cost != expected;
}
