// Covers: objects that one kernel makes with new, a later one uses through virtual functions, and
// a third one deletes; lists from malloc() and free(), and one array of a whole block.
//? prints: device_heap: 200 areas, 64 sums and 64 places are right
#include <cstdio>
#include <cuda_runtime.h>

struct Shape {
    __device__ virtual ~Shape()
    {
    }
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __device__ Square(float side) : side(side)
    {
    }
    __device__ float area() const override
    {
        return side * side;
    }
};
struct Triangle : Shape {
    float base, height;
    __device__ Triangle(float base, float height) : base(base), height(height)
    {
    }
    __device__ float area() const override
    {
        return base * height / 2;
    }
};

__global__ void make(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        shapes[i] = i % 2 ? (Shape *)new Triangle(i, 4) : new Square(i);
}

__global__ void measure(Shape **shapes, float *areas, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        areas[i] = shapes[i]->area();
}

__global__ void destroy(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        delete shapes[i];
}

struct Node {
    int value;
    Node *next;
};

__global__ void lists(int *sums)
{
    Node *head = nullptr;
    for (int i = 0; i < 5; i++) {
        Node *node = (Node *)malloc(sizeof(Node));
        node->value = i * (int)threadIdx.x;
        node->next = head;
        head = node;
    }
    int sum = 0;
    while (head) {
        Node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    sums[threadIdx.x] = sum;
}

__global__ void mirror(int *places)
{
    __shared__ int *scratch;
    if (threadIdx.x == 0)
        scratch = new int[blockDim.x];
    __syncthreads();
    scratch[threadIdx.x] = threadIdx.x;
    __syncthreads();
    places[blockIdx.x * blockDim.x + threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        delete[] scratch;
}

int main()
{
    const int n = 200;
    Shape **shapes;
    float *areas, area[n];
    int *numbers, number[64], right = 0, sums = 0, places = 0;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
    cudaMalloc(&shapes, n * sizeof *shapes);
    cudaMalloc(&areas, sizeof area);
    cudaMalloc(&numbers, sizeof number);
    make<<<2, 128>>>(shapes, n);
    measure<<<2, 128>>>(shapes, areas, n);
    destroy<<<2, 128>>>(shapes, n);
    cudaMemcpy(area, areas, sizeof area, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        right += area[i] == (i % 2 ? 2.0f * i : (float)i * i);
    lists<<<1, 64>>>(numbers);
    cudaMemcpy(number, numbers, sizeof number, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        sums += number[i] == 10 * i;
    mirror<<<2, 32>>>(numbers);
    cudaMemcpy(number, numbers, sizeof number, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        places += number[i] == 31 - i % 32;
    cudaFree(shapes);
    cudaFree(areas);
    cudaFree(numbers);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    printf("device_heap: %d areas, %d sums and %d places are right\n", right, sums, places);
    return 0;
}
