// Covers: cudaMallocPitch, cudaMemcpy2D in three directions, cudaMemset2D, cudaMalloc3D and
// cudaMemcpy3D.
//? prints: pitched: 37 x 21 is right, 5 x 4 x 3 is right
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increase(float *data, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)data + y * pitch);
        row[x] += 1.0f;
    }
}

__global__ void fill(cudaPitchedPtr volume, cudaExtent extent)
{
    char *slice = (char *)volume.ptr + threadIdx.z * volume.pitch * extent.height;
    int *row = (int *)(slice + threadIdx.y * volume.pitch);
    row[threadIdx.x] = threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x;
}

static bool plane_is_right()
{
    const int width = 37, height = 21;
    static float in[height][width], out[height][width + 3];
    for (int i = 0; i < width * height; i++)
        in[i / width][i % width] = (float)i;
    float *a, *b;
    size_t pitch_a, pitch_b;
    cudaMallocPitch((void **)&a, &pitch_a, width * sizeof(float), height);
    cudaMallocPitch(&b, &pitch_b, width * sizeof(float), height + 1);
    bool right = pitch_a >= width * sizeof(float) && pitch_a % 32 == 0;
    cudaMemcpy2D(a, pitch_a, in, sizeof in[0], width * sizeof(float), height, cudaMemcpyHostToDevice);
    cudaMemset2D(b, pitch_b, 0, width * sizeof(float), height + 1);
    cudaMemcpy2D(b, pitch_b, a, pitch_a, width * sizeof(float), height - 1, cudaMemcpyDeviceToDevice);
    increase<<<dim3(2, 2), dim3(32, 16)>>>(b, pitch_b, width, height);
    cudaMemcpy2D(out, sizeof out[0], b, pitch_b, width * sizeof(float), height, cudaMemcpyDeviceToHost);
    for (int i = 0; i < width * height; i++)
        right = right && out[i / width][i % width] == (i / width == height - 1 ? 1.0f : i + 1.0f);
    cudaFree(a);
    cudaFree(b);
    return right;
}

static bool volume_is_right()
{
    int host[3][4][5];
    cudaExtent extent = make_cudaExtent(5 * sizeof(int), 4, 3);
    cudaPitchedPtr volume;
    cudaMalloc3D(&volume, extent);
    cudaMemset3D(volume, 0, extent);
    fill<<<1, dim3(5, 4, 3)>>>(volume, extent);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = volume;
    copy.dstPtr = make_cudaPitchedPtr(host, 5 * sizeof(int), 5, 4);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    bool right = cudaMemcpy3D(&copy) == cudaSuccess;
    for (int i = 0; i < 60; i++)
        right = right && host[i / 20][i / 5 % 4][i % 5] == i / 20 * 100 + i / 5 % 4 * 10 + i % 5;
    cudaFree(volume.ptr);
    return right;
}

int main()
{
    bool plane = plane_is_right(), volume = volume_is_right();
    printf("pitched: 37 x 21 is %s, 5 x 4 x 3 is %s\n", plane ? "right" : "wrong", volume ? "right" : "wrong");
    return plane && volume ? 0 : 1;
}
