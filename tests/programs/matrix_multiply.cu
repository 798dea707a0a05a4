// Covers: 2D blocks, tiles in shared memory, a tile size as template argument, rectangular shapes.
//? prints: matrix_multiply: 96 x 160 is right with tiles of 16 and 32
#include <cmath>
#include <cstdio>
#include <vector>

template <int TILE>
__global__ void multiply(float *c, const float *a, const float *b, int rows, int columns, int inner)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < inner; first += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * inner + first + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * columns + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    c[row * columns + column] = sum;
}

static bool product_is_right(int tile, int rows, int columns, int inner)
{
    std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
    for (size_t i = 0; i < a.size(); i++)
        a[i] = (float)(i % 13) - 6.0f;
    for (size_t i = 0; i < b.size(); i++)
        b[i] = (float)(i % 7) * 0.25f;
    float *da, *db, *dc;
    cudaMalloc(&da, a.size() * sizeof(float));
    cudaMalloc(&db, b.size() * sizeof(float));
    cudaMalloc(&dc, c.size() * sizeof(float));
    cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(tile, tile);
    dim3 grid(columns / block.x, rows / block.y);
    if (tile == 16)
        multiply<16><<<grid, block>>>(dc, da, db, rows, columns, inner);
    else
        multiply<32><<<grid, block>>>(dc, da, db, rows, columns, inner);
    cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(da), cudaFree(db), cudaFree(dc);

    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            double expected = 0;
            for (int k = 0; k < inner; k++)
                expected += (double)a[row * inner + k] * b[k * columns + column];
            if (std::fabs(c[row * columns + column] - expected) > 1e-3)
                return false;
        }
    return cudaGetLastError() == cudaSuccess;
}

int main()
{
    bool right = product_is_right(16, 96, 160, 64) && product_is_right(32, 96, 160, 64);
    printf("matrix_multiply: 96 x 160 is %s with tiles of 16 and 32\n", right ? "right" : "wrong");
    return right ? 0 : 1;
}
