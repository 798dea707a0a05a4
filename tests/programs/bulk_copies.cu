// Tiles by bulk copies: one told to a barrier, and one that the blocks of a cluster gather.
//? prints: reversed: 0 wrong
//? prints: gathered: 0 wrong
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda/barrier>
#include <vector>

namespace cg = cooperative_groups;

constexpr int tile_items = 1024, blocks = 4, cluster_blocks = 4, items = tile_items * blocks;

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t status = (call);                                             \
        if (status != cudaSuccess) {                                             \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));       \
            return 1;                                                            \
        }                                                                        \
    } while (0)

__global__ void reverse(const float *in, float *out)
{
    __shared__ alignas(16) float tile[tile_items];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&barrier, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in + blockIdx.x * tile_items, cuda::aligned_size_t<16>(sizeof tile), barrier);
    barrier.arrive_and_wait();
    for (int i = threadIdx.x; i < tile_items; i += blockDim.x)
        out[blockIdx.x * tile_items + i] = tile[tile_items - 1 - i];
}

__device__ uint32_t address_of(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

// Block 0 of each cluster gets the words of all, and waits for their bytes.
__global__ void __cluster_dims__(cluster_blocks) gather(uint32_t *out)
{
    __shared__ alignas(16) uint32_t box[cluster_blocks * 32], mine[32];
    __shared__ alignas(8) uint64_t full;
    auto cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    mine[threadIdx.x] = 3 * (blockIdx.x * 32 + threadIdx.x);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address_of(&full)) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async.shared::cta;" ::: "memory");
    }
    cluster.sync();
    if (threadIdx.x == 0) {
        uint32_t to, told;
        asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(to) : "r"(address_of(box + rank * 32)));
        asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(told) : "r"(address_of(&full)));
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(to),
                     "r"(address_of(mine)), "r"(told)
                     : "memory");
    }
    if (rank == 0) {
        if (threadIdx.x == 0)
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(address_of(&full)) : "memory");
        asm volatile("{ .reg .pred done;\nwaits: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n@!done bra waits; }" ::"r"(
                         address_of(&full))
                     : "memory");
        for (int i = 0; i < cluster_blocks; i++)
            out[blockIdx.x * 32 + i * 32 + threadIdx.x] = box[i * 32 + threadIdx.x];
    }
    cluster.sync();
}

int main()
{
    std::vector<float> in(items), out(items);
    for (int i = 0; i < items; i++)
        in[i] = (float)i;
    float *device_in, *device_out;
    uint32_t *words;
    CHECK(cudaMalloc(&device_in, items * sizeof(float)));
    CHECK(cudaMalloc(&device_out, items * sizeof(float)));
    CHECK(cudaMallocManaged(&words, 8 * 32 * sizeof(uint32_t)));
    CHECK(cudaMemcpy(device_in, in.data(), items * sizeof(float), cudaMemcpyHostToDevice));
    reverse<<<blocks, 128>>>(device_in, device_out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), device_out, items * sizeof(float), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < items; i++)
        wrong += out[i] != in[i / tile_items * tile_items + tile_items - 1 - i % tile_items];
    printf("reversed: %d wrong\n", wrong);

    gather<<<8, 32>>>(words);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    wrong = 0;
    for (uint32_t i = 0; i < 8 * 32; i++)
        wrong += words[i] != 3 * i;
    printf("gathered: %d wrong\n", wrong);
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
    CHECK(cudaFree(words));
}
