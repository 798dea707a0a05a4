// Covers: vector types, a structure of pointers by value, tiles in dynamic shared memory, rsqrtf,
// and __host__ __device__ functions used on both sides.
//? prints: nbody: 512 bodies are right, momentum is kept
#include <cmath>
#include <cstdio>
#include <vector>

struct bodies {
    float4 *position;
    float3 *velocity;
};

__host__ __device__ inline float3 pull(float3 sum, float4 self, float4 other)
{
    float3 r = {other.x - self.x, other.y - self.y, other.z - self.z};
    float squared = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
#ifdef __CUDA_ARCH__
    float inverse = rsqrtf(squared);
#else
    float inverse = 1.0f / std::sqrt(squared);
#endif
    float scale = other.w * inverse * inverse * inverse;
    return make_float3(sum.x + r.x * scale, sum.y + r.y * scale, sum.z + r.z * scale);
}

__global__ void advance(bodies system, float time_step, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 self = system.position[i];
    float3 sum = {0.0f, 0.0f, 0.0f};
    for (int first = 0; first < n; first += blockDim.x) {
        tile[threadIdx.x] = system.position[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; j++)
            sum = pull(sum, self, tile[j]);
        __syncthreads();
    }
    float3 velocity = system.velocity[i];
    system.velocity[i] = make_float3(velocity.x + time_step * sum.x, velocity.y + time_step * sum.y,
                                     velocity.z + time_step * sum.z);
}

int main()
{
    const int n = 512;
    std::vector<float4> position(n);
    std::vector<float3> velocity(n, make_float3(0, 0, 0));
    for (int i = 0; i < n; i++)
        position[i] = {std::cos(1.7f * i), std::sin(2.3f * i), std::cos(0.9f * i), 1.0f + i % 3};
    bodies system;
    cudaMalloc(&system.position, n * sizeof(float4));
    cudaMalloc(&system.velocity, n * sizeof(float3));
    cudaMemcpy(system.position, position.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(system.velocity, velocity.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
    advance<<<n / 128, 128, 128 * sizeof(float4)>>>(system, 0.01f, n);
    cudaMemcpy(velocity.data(), system.velocity, n * sizeof(float3), cudaMemcpyDeviceToHost);

    double momentum = 0, error = 0;
    for (int i = 0; i < n; i++) {
        float3 sum = {0, 0, 0};
        for (const float4 &other : position)
            sum = pull(sum, position[i], other);
        error = std::fmax(error, std::fabs(velocity[i].x - 0.01f * sum.x));
        error = std::fmax(error, std::fabs(velocity[i].z - 0.01f * sum.z));
        momentum += velocity[i].y * position[i].w;
    }
    bool right = error < 1e-3 && std::fabs(momentum) < 1e-2;
    printf("nbody: %d bodies are %s, momentum is %s\n", n, right ? "right" : "wrong", right ? "kept" : "lost");
    cudaFree(system.position);
    cudaFree(system.velocity);
    return right ? 0 : 1;
}
