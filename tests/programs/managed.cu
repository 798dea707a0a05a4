// Covers: cudaMallocManaged, a __managed__ variable, a class allocated in managed memory, and host
// reads after cudaDeviceSynchronize.
//? prints: managed: 1000 elements, counter 1000, name ok
#include <cstdio>
#include <cstring>
#include <new>

__managed__ int counter = 0;
__device__ __managed__ float factors[2] = {2.0f, 3.0f};

class Managed
{
  public:
    void *operator new(size_t bytes)
    {
        void *pointer = nullptr;
        if (cudaMallocManaged(&pointer, bytes) != cudaSuccess)
            throw std::bad_alloc();
        cudaDeviceSynchronize();
        return pointer;
    }
    void operator delete(void *pointer)
    {
        cudaDeviceSynchronize();
        cudaFree(pointer);
    }
};

struct Record : public Managed {
    char name[8];
    float *values;
    int count;
};

__global__ void update(Record *record)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < record->count) {
        record->values[i] = factors[0] * record->values[i] + factors[1];
        atomicAdd(&counter, 1);
    }
    if (i == 0)
        record->name[1] = 'k';
}

int main()
{
    Record *record = new Record;
    record->count = 1000;
    strcpy(record->name, "o?");
    cudaMallocManaged(&record->values, record->count * sizeof(float), cudaMemAttachGlobal);
    for (int i = 0; i < record->count; i++)
        record->values[i] = (float)i;
    factors[1] = 1.0f;

    update<<<4, 256>>>(record);
    cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(status));
        return 1;
    }
    int right = 0;
    for (int i = 0; i < record->count; i++)
        right += record->values[i] == 2.0f * i + 1.0f;
    printf("managed: %d elements, counter %d, name %s\n", right, counter, record->name);
    cudaFree(record->values);
    delete record;
    return right == 1000 ? 0 : 1;
}
