// The second stream reads what the first one writes, and no event orders them.
//? prints: stream_race: done
#include <cstdio>

__global__ void produce(float *data)
{
    data[threadIdx.x] = threadIdx.x;
}

__global__ void consume(const float *data, float *out)
{
    out[threadIdx.x] = data[255 - threadIdx.x]; //? finding: of produce wrote
}

int main()
{
    float *data, *out;
    cudaStream_t first, second;
    cudaMalloc(&data, 256 * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(data, 0, 256 * sizeof(float));
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    produce<<<1, 256, 0, first>>>(data);
    consume<<<1, 256, 0, second>>>(data, out); //? finding: race
    cudaDeviceSynchronize();
    printf("stream_race: done\n");
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(out);
    return 0;
}
