// Covers: layered textures, cubemaps, and surfaces of one, two and three dimensions and of layers,
// with the three modes of positions outside.
//? prints: layers: 320 of 320
//? prints: cube: 384 of 384
//? prints: surfaces: 512 of 512
//? prints: volume and layers: 128 of 128
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

enum { SIDE = 8, LAYERS = 5, FACES = 6, WIDTH = 32, HEIGHT = 16 };

__global__ void read_layer(cudaTextureObject_t image, float *out, int layer)
{
    float u = (threadIdx.x + 0.5f) / SIDE, v = (threadIdx.y + 0.5f) / SIDE;
    out[(layer * SIDE + threadIdx.y) * SIDE + threadIdx.x] = tex2DLayered<float>(image, u, v, layer);
}

// The direction through the middle of a texel of a face.
__global__ void read_cube(cudaTextureObject_t cube, float *out)
{
    float u = (threadIdx.x + 0.5f) / SIDE * 2 - 1, v = (threadIdx.y + 0.5f) / SIDE * 2 - 1;
    const float x[] = {1, -1, u, u, u, -u}, y[] = {-v, -v, 1, -1, -v, -v}, z[] = {-u, u, v, -v, 1, -1};
    for (int face = 0; face < FACES; face++)
        out[(face * SIDE + threadIdx.y) * SIDE + threadIdx.x] =
            texCubemap<float>(cube, 3 * x[face], 3 * y[face], 3 * z[face]);
}

__global__ void fill(cudaSurfaceObject_t image)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    surf2Dwrite((float)(y * WIDTH + x), image, x * (int)sizeof(float), y, cudaBoundaryModeTrap);
    surf2Dwrite(-1.0f, image, WIDTH * (int)sizeof(float), y, cudaBoundaryModeZero);
}

__global__ void add_neighbours(cudaSurfaceObject_t image, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float left, here;
    surf2Dread(&left, image, (x - 1) * (int)sizeof(float), y, cudaBoundaryModeClamp);
    surf2Dread(&here, image, x * (int)sizeof(float), y);
    out[y * WIDTH + x] = left + here + surf2Dread<float>(image, (x + 1) * 4, y, cudaBoundaryModeZero);
}

__global__ void twist(cudaSurfaceObject_t volume, cudaSurfaceObject_t layers, int2 *out)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    surf3Dwrite(make_int2(x + 10 * y, z), volume, x * (int)sizeof(int2), y, z);
    surf2DLayeredwrite(surf3Dread<int2>(volume, x * 8, y, z), layers, x * 8, y, z);
    out[(z * 4 + y) * 4 + x] = surf2DLayeredread<int2>(layers, x * 8, y, z);
}

static cudaArray_t make_array(cudaChannelFormatDesc format, int width, int height, int depth, unsigned flags)
{
    cudaArray_t array;
    if (cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags) != cudaSuccess)
        exit(1);
    return array;
}

static cudaResourceDesc resource_of(cudaArray_t array)
{
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static void upload(cudaArray_t array, std::vector<float> &from, int depth)
{
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(from.data(), SIDE * sizeof(float), SIDE, SIDE);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(SIDE, SIDE, depth);
    copy.kind = cudaMemcpyHostToDevice;
    if (cudaMemcpy3D(&copy) != cudaSuccess)
        exit(1);
}

// A texture of slices that holds 0, 1, 2, ...: each must be read at its place.
static int count_slices(int depth, unsigned flags, bool is_cube)
{
    std::vector<float> values(SIDE * SIDE * depth), found(values.size());
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (float)i;
    cudaArray_t array = make_array(cudaCreateChannelDesc<float>(), SIDE, SIDE, depth, flags);
    upload(array, values, depth);
    cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc description;
    memset(&description, 0, sizeof description);
    description.normalizedCoords = 1;
    description.filterMode = is_cube ? cudaFilterModePoint : cudaFilterModeLinear;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    float *out;
    cudaMalloc(&out, values.size() * sizeof(float));
    if (is_cube)
        read_cube<<<1, dim3(SIDE, SIDE)>>>(texture, out);
    for (int layer = 0; layer < depth && !is_cube; layer++)
        read_layer<<<1, dim3(SIDE, SIDE)>>>(texture, out, layer);
    cudaMemcpy(found.data(), out, values.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int right = 0;
    for (size_t i = 0; i < values.size(); i++)
        right += found[i] == values[i];
    cudaDestroyTextureObject(texture);
    cudaFree(out);
    cudaFreeArray(array);
    return right;
}

static int count_sums()
{
    std::vector<float> found(WIDTH * HEIGHT);
    cudaArray_t array = make_array(cudaCreateChannelDesc<float>(), WIDTH, HEIGHT, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    float *out;
    cudaMalloc(&out, found.size() * sizeof(float));
    fill<<<dim3(WIDTH / 8, HEIGHT / 8), dim3(8, 8)>>>(surface);
    add_neighbours<<<dim3(WIDTH / 8, HEIGHT / 8), dim3(8, 8)>>>(surface, out);
    cudaMemcpy(found.data(), out, found.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, left = x > 0 ? i - 1 : i, next = x + 1 < WIDTH ? i + 1 : 0;
        right += found[i] == left + i + next;
    }
    cudaDestroySurfaceObject(surface);
    cudaFree(out);
    cudaFreeArray(array);
    return right;
}

static int count_volume()
{
    int2 *out, found[128];
    cudaArray_t arrays[2];
    cudaSurfaceObject_t surfaces[2];
    for (int i = 0; i < 2; i++) {
        arrays[i] =
            make_array(cudaCreateChannelDesc<int2>(), 4, 4, 8, cudaArraySurfaceLoadStore | (i ? cudaArrayLayered : 0));
        cudaResourceDesc resource = resource_of(arrays[i]);
        cudaCreateSurfaceObject(&surfaces[i], &resource);
    }
    cudaMalloc(&out, sizeof found);
    twist<<<1, dim3(4, 4, 8)>>>(surfaces[0], surfaces[1], out);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < 128; i++)
        right += found[i].x == i % 4 + 10 * (i / 4 % 4) && found[i].y == i / 16;
    for (int i = 0; i < 2; i++) {
        cudaDestroySurfaceObject(surfaces[i]);
        cudaFreeArray(arrays[i]);
    }
    cudaFree(out);
    return right;
}

int main()
{
    printf("layers: %d of %d\n", count_slices(LAYERS, cudaArrayLayered, false), SIDE * SIDE * LAYERS);
    printf("cube: %d of %d\n", count_slices(FACES, cudaArrayCubemap, true), SIDE * SIDE * FACES);
    printf("surfaces: %d of %d\n", count_sums(), WIDTH * HEIGHT);
    printf("volume and layers: %d of 128\n", count_volume());
    return cudaGetLastError() != cudaSuccess;
}
