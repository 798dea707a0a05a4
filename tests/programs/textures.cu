// Covers: texture objects of linear memory, pitched memory and arrays; nearest and linear
// filtering, four address modes, positions from 0 to 1, values as fractions; copies with arrays.
//? prints: fetch: 10 of 10
//? prints: pitched: 64 of 64
//? prints: linear: 400 of 400
//? prints: address modes: 160 of 160
//? prints: colours: 32 of 32
//? prints: volume: 125 of 125
//? prints: array: 96 of 96
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void fetch(cudaTextureObject_t texture, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<int>(texture, i - 1);
}

__global__ void sample(cudaTextureObject_t texture, const float2 *at, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}

__global__ void line(cudaTextureObject_t texture, float *out, int n, float from, float step)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(texture, from + i * step);
}

__global__ void colours(cudaTextureObject_t texture, float4 *out)
{
    tex2D(&out[threadIdx.x], texture, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f);
}

__global__ void volume(cudaTextureObject_t texture, float *out)
{
    int i = threadIdx.x;
    out[i] = tex3D<float>(texture, i % 5 + 0.5f, i / 5 % 5 + 0.5f, i / 25 + 0.5f);
}

static cudaTextureDesc description(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool is_normalised)
{
    cudaTextureDesc result;
    memset(&result, 0, sizeof result);
    for (int i = 0; i < 3; i++)
        result.addressMode[i] = mode;
    result.filterMode = filter;
    result.normalizedCoords = is_normalised;
    return result;
}

static cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc &wanted)
{
    cudaTextureObject_t texture = 0;
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    if (cudaCreateTextureObject(&texture, &resource, &wanted, NULL) != cudaSuccess)
        printf("no texture: %s\n", cudaGetErrorString(cudaGetLastError()));
    return texture;
}

static void report(const char *name, int right, int all)
{
    printf("%s: %d of %d\n", name, right, all);
}

// Outside of the elements a fetch gives 0.
static void try_fetch()
{
    int values[8] = {3, 1, 4, 1, 5, 9, 2, 6}, out[10], *memory, *result, right = 0;
    cudaMalloc(&memory, sizeof values);
    cudaMalloc(&result, sizeof out);
    cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = sizeof values;
    cudaTextureDesc wanted = description(cudaFilterModePoint, cudaAddressModeClamp, false);
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &wanted, NULL);
    fetch<<<1, 32>>>(texture, result, 10);
    cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; i++)
        right += out[i] == (i >= 1 && i <= 8 ? values[i - 1] : 0);
    report("fetch", right, 10);
    cudaDestroyTextureObject(texture);
    cudaFree(memory);
    cudaFree(result);
}

static float clamped(const std::vector<float> &image, int width, int height, int x, int y)
{
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    return image[y * width + x];
}

// A weight has 8 bits of fraction.
static float expected(const std::vector<float> &image, int width, int height, float2 at, bool is_linear)
{
    if (!is_linear)
        return clamped(image, width, height, (int)floorf(at.x), (int)floorf(at.y));
    float x = at.x - 0.5f, y = at.y - 0.5f;
    int i = (int)floorf(x), j = (int)floorf(y);
    float a = x - i, b = y - j;
    return (1 - a) * (1 - b) * clamped(image, width, height, i, j) + a * (1 - b) * clamped(image, width, height, i + 1, j) +
           (1 - a) * b * clamped(image, width, height, i, j + 1) + a * b * clamped(image, width, height, i + 1, j + 1);
}

static int count_samples(cudaTextureObject_t texture, const std::vector<float> &image, int width, int height,
                         const std::vector<float2> &at, bool is_linear)
{
    int n = (int)at.size(), right = 0;
    float2 *places;
    float *result;
    std::vector<float> out(n);
    cudaMalloc(&places, n * sizeof(float2));
    cudaMalloc(&result, n * sizeof(float));
    cudaMemcpy(places, at.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    sample<<<(n + 127) / 128, 128>>>(texture, places, result, n);
    cudaMemcpy(out.data(), result, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        right += fabsf(out[i] - expected(image, width, height, at[i], is_linear)) <= (is_linear ? 0.1f : 0.0f);
    cudaFree(places);
    cudaFree(result);
    return right;
}

static std::vector<float> make_image(int width, int height)
{
    std::vector<float> image(width * height);
    for (int i = 0; i < width * height; i++)
        image[i] = (i * 7 + i / width * 3) % 11;
    return image;
}

static void try_pitched()
{
    int width = 13, height = 7;
    std::vector<float> image = make_image(width, height);
    std::vector<float2> at;
    float *memory;
    size_t pitch;
    for (int i = 0; i < 64; i++)
        at.push_back(make_float2(i % 16 - 1.0f + 0.25f, i / 16 * 2.5f - 1.3f));
    cudaMallocPitch(&memory, &pitch, width * sizeof(float), height);
    cudaMemcpy2D(memory, pitch, image.data(), width * sizeof(float), width * sizeof(float), height,
                 cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc wanted = description(cudaFilterModePoint, cudaAddressModeClamp, false);
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &wanted, NULL);
    report("pitched", count_samples(texture, image, width, height, at, false), 64);
    cudaDestroyTextureObject(texture);
    cudaFree(memory);
}

static void try_linear()
{
    int width = 16, height = 9;
    std::vector<float> image = make_image(width, height);
    std::vector<float2> at;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int i = 0; i < 400; i++)
        at.push_back(make_float2(i % 20 * 0.93f - 1, i / 20 * 0.57f - 1));
    cudaMallocArray(&array, &format, width, height);
    cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float), height,
                        cudaMemcpyHostToDevice);
    cudaTextureObject_t texture = texture_of(array, description(cudaFilterModeLinear, cudaAddressModeClamp, false));
    report("linear", count_samples(texture, image, width, height, at, true), 400);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}

// The texel of a position from 0 to 1, in each mode.
static float texel_of(const float *values, int n, float at, cudaTextureAddressMode mode)
{
    int i = (int)floorf(at * n), turn = ((i % (2 * n)) + 2 * n) % (2 * n);
    if (mode == cudaAddressModeWrap)
        return values[(i % n + n) % n];
    if (mode == cudaAddressModeMirror)
        return values[turn < n ? turn : 2 * n - 1 - turn];
    if (mode == cudaAddressModeBorder && (i < 0 || i >= n))
        return 7.5f;
    return values[i < 0 ? 0 : i >= n ? n - 1 : i];
}

static void try_address_modes()
{
    const cudaTextureAddressMode modes[] = {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                                            cudaAddressModeBorder};
    float values[8] = {3, 1, 4, 1, 5, 9, 2, 6}, out[40], *result, from = -1.2f, step = 0.0905f;
    int right = 0;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 8);
    cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
    cudaMalloc(&result, sizeof out);
    for (cudaTextureAddressMode mode : modes) {
        cudaTextureDesc wanted = description(cudaFilterModePoint, mode, true);
        wanted.borderColor[0] = 7.5f;
        cudaTextureObject_t texture = texture_of(array, wanted);
        line<<<1, 64>>>(texture, result, 40, from, step);
        cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 40; i++)
            right += out[i] == texel_of(values, 8, from + i * step, mode);
        cudaDestroyTextureObject(texture);
    }
    report("address modes", right, 160);
    cudaFree(result);
    cudaFreeArray(array);
}

static void try_colours()
{
    uchar4 pixels[32];
    float4 out[32], *result;
    int right = 0;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    for (int i = 0; i < 32; i++)
        pixels[i] = make_uchar4(i * 8, 255 - i, i * i % 256, 17);
    cudaMallocArray(&array, &format, 8, 4);
    cudaMemcpy2DToArray(array, 0, 0, pixels, 8 * sizeof *pixels, 8 * sizeof *pixels, 4, cudaMemcpyHostToDevice);
    cudaMalloc(&result, sizeof out);
    cudaTextureDesc wanted = description(cudaFilterModePoint, cudaAddressModeClamp, false);
    wanted.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t texture = texture_of(array, wanted);
    colours<<<1, 32>>>(texture, result);
    cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        right += fabsf(out[i].x * 255 - pixels[i].x) < 1e-3f && fabsf(out[i].y * 255 - pixels[i].y) < 1e-3f &&
                 fabsf(out[i].z * 255 - pixels[i].z) < 1e-3f && fabsf(out[i].w * 255 - pixels[i].w) < 1e-3f;
    report("colours", right, 32);
    cudaDestroyTextureObject(texture);
    cudaFree(result);
    cudaFreeArray(array);
}

static void try_volume()
{
    float values[125], out[125], *result;
    int right = 0;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    for (int i = 0; i < 125; i++)
        values[i] = i * i % 31;
    cudaMalloc3DArray(&array, &format, make_cudaExtent(5, 5, 5));
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(values, 5 * sizeof(float), 5, 5);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(5, 5, 5);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaMalloc(&result, sizeof out);
    cudaTextureObject_t texture = texture_of(array, description(cudaFilterModeLinear, cudaAddressModeClamp, false));
    volume<<<1, 125>>>(texture, result);
    cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 125; i++)
        right += fabsf(out[i] - values[i]) < 1e-3f;
    report("volume", right, 125);
    cudaDestroyTextureObject(texture);
    cudaFree(result);
    cudaFreeArray(array);
}

// A part of an array goes there and back.
static void try_array()
{
    short values[96], out[96];
    int right = 0;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
    for (int i = 0; i < 96; i++)
        values[i] = i * 37;
    cudaMallocArray(&array, &format, 16, 8);
    cudaMemcpy2DToArray(array, 4 * sizeof(short), 0, values, 12 * sizeof(short), 12 * sizeof(short), 8,
                        cudaMemcpyHostToDevice);
    cudaMemcpy2DFromArray(out, 12 * sizeof(short), array, 4 * sizeof(short), 0, 12 * sizeof(short), 8,
                          cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++)
        right += out[i] == values[i];
    report("array", right, 96);
    cudaFreeArray(array);
}

int main()
{
    try_fetch();
    try_pitched();
    try_linear();
    try_address_modes();
    try_colours();
    try_volume();
    try_array();
    return 0;
}
