// Covers: command-line arguments with defaults, many scalars by value, a pair of buffers in an
// array.
//? arguments: 64 20
//? prints: hotspot: 64 x 64 after 20 steps is right
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define SIDE 16

__global__ void heat_step(const float *power, const float *in, float *out, int columns, int rows, float cap,
                          float rx, float ry, float rz, float ambient)
{
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    if (x >= columns || y >= rows)
        return;
    int here = y * columns + x;
    float middle = in[here];
    float west = x > 0 ? in[here - 1] : middle, east = x < columns - 1 ? in[here + 1] : middle;
    float north = y > 0 ? in[here - columns] : middle;
    float south = y < rows - 1 ? in[here + columns] : middle;
    out[here] = middle + cap * (power[here] + (north + south - 2.0f * middle) * ry +
                                (east + west - 2.0f * middle) * rx + (ambient - middle) * rz);
}

static void heat_step_on_host(const float *power, const float *in, float *out, int side, float cap, float rx,
                              float ry, float rz, float ambient)
{
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int i = y * side + x;
            float m = in[i];
            float w = x ? in[i - 1] : m, e = x < side - 1 ? in[i + 1] : m;
            float n = y ? in[i - side] : m, s = y < side - 1 ? in[i + side] : m;
            out[i] = m + cap * (power[i] + (n + s - 2.0f * m) * ry + (e + w - 2.0f * m) * rx + (ambient - m) * rz);
        }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 2, now = 0;
    size_t bytes = sizeof(float) * side * side;
    float *power = (float *)calloc(1, bytes), *host[2] = {(float *)malloc(bytes), (float *)malloc(bytes)};
    for (int i = 0; i < side * side; i++) {
        power[i] = i % 17 == 0 ? 0.5f : 0.01f;
        host[0][i] = 323.0f + i % 5;
    }
    float *device_power, *device[2];
    cudaMalloc((void **)&device_power, bytes);
    cudaMalloc((void **)&device[0], bytes);
    cudaMalloc((void **)&device[1], bytes);
    cudaMemcpy(device_power, power, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(device[0], host[0], bytes, cudaMemcpyHostToDevice);
    dim3 block(SIDE, SIDE), grid((side + SIDE - 1) / SIDE, (side + SIDE - 1) / SIDE);
    for (int step = 0; step < steps; step++, now = 1 - now) {
        heat_step<<<grid, block>>>(device_power, device[now], device[1 - now], side, side, 0.5f, 0.1f, 0.1f,
                                   0.01f, 80.0f);
        heat_step_on_host(power, host[now], host[1 - now], side, 0.5f, 0.1f, 0.1f, 0.01f, 80.0f);
    }
    float *got = (float *)malloc(bytes), worst = 0;
    cudaMemcpy(got, device[now], bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < side * side; i++)
        worst = fmaxf(worst, fabsf(got[i] - host[now][i]));
    printf("hotspot: %d x %d after %d steps is %s\n", side, side, steps, worst < 0.01f ? "right" : "wrong");
    cudaFree(device_power), cudaFree(device[0]), cudaFree(device[1]);
    free(power), free(host[0]), free(host[1]), free(got);
    return worst < 0.01f ? 0 : 1;
}
