// Covers: float atomics, centroids in constant memory refreshed between launches, sums reset by
// memset.
//? prints: kmeans: 3 clusters of 300 points after 5 rounds
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int clusters = 3, points = 900;

__constant__ float2 centroids[clusters];

__global__ void assign(const float2 *data, int *labels, float2 *sums, int *counts, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = INFINITY;
    int label = -1;
    for (int c = 0; c < clusters; c++) {
        float dx = data[i].x - centroids[c].x, dy = data[i].y - centroids[c].y;
        float distance = dx * dx + dy * dy;
        if (distance < best) {
            best = distance;
            label = c;
        }
    }
    labels[i] = label;
    atomicAdd(&sums[label].x, data[i].x);
    atomicAdd(&sums[label].y, data[i].y);
    atomicAdd(&counts[label], 1);
}

int main()
{
    std::vector<float2> data(points);
    for (int i = 0; i < points; i++) {
        float angle = 0.7f * i, radius = (i % 30) / 30.0f;
        data[i] = make_float2(10.0f * (i % 3) + radius * std::cos(angle), 5.0f * (i % 3) + radius * std::sin(angle));
    }
    float2 host_centroids[clusters] = {data[0], data[1], data[2]}, sums[clusters];
    int counts[clusters];
    float2 *device_data, *device_sums;
    int *device_labels, *device_counts;
    cudaMalloc(&device_data, points * sizeof(float2));
    cudaMalloc(&device_sums, sizeof sums);
    cudaMalloc(&device_labels, points * sizeof(int));
    cudaMalloc(&device_counts, sizeof counts);
    cudaMemcpy(device_data, data.data(), points * sizeof(float2), cudaMemcpyHostToDevice);

    const int rounds = 5;
    for (int round = 0; round < rounds; round++) {
        cudaMemcpyToSymbol(centroids, host_centroids, sizeof host_centroids, 0, cudaMemcpyHostToDevice);
        cudaMemset(device_sums, 0, sizeof sums);
        cudaMemset(device_counts, 0, sizeof counts);
        assign<<<(points + 127) / 128, 128>>>(device_data, device_labels, device_sums, device_counts, points);
        cudaMemcpy(sums, device_sums, sizeof sums, cudaMemcpyDeviceToHost);
        cudaMemcpy(counts, device_counts, sizeof counts, cudaMemcpyDeviceToHost);
        for (int c = 0; c < clusters; c++)
            host_centroids[c] = make_float2(sums[c].x / counts[c], sums[c].y / counts[c]);
    }
    std::vector<int> labels(points);
    cudaMemcpy(labels.data(), device_labels, points * sizeof(int), cudaMemcpyDeviceToHost);
    bool right = true;
    for (int i = 0; i < points; i++)
        right = right && labels[i] == i % 3;
    for (int c = 0; c < clusters; c++)
        right = right && counts[c] == points / clusters && std::fabs(host_centroids[c].x - 10.0f * c) < 0.2f;
    if (right)
        printf("kmeans: %d clusters of %d points after %d rounds\n", clusters, counts[0], rounds);
    cudaFree(device_data), cudaFree(device_sums), cudaFree(device_labels), cudaFree(device_counts);
    return right ? 0 : 1;
}
