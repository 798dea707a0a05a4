//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: reads the shared memory of a block that its cluster does not have
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float kept[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(&kept[threadIdx.x]), there;
    float x;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(1));
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(x) : "r"(there) : "memory");
    if (i < n)
        c[i] = x + b[i];
}
