// Each pixel is an atomic in the block's own box. Each block is four atomics in memory.
//
//! launch empty_box(box, h, w) grid=1 block=64
//! launch repair_c(mask, box, h, w) grid=min((h*w+255)/256,8*sm_count) block=256

extern "C" __global__ void empty_box(int *box, int h, int w)
{
    if (threadIdx.x < 4)
        box[threadIdx.x] = threadIdx.x == 0 ? w : threadIdx.x == 1 ? h : -1;
}

extern "C" __global__ void repair_c(const unsigned char *mask, int *box, int h, int w)
{
    __shared__ int mine[4]; // the box of this block
    if (threadIdx.x < 4)
        mine[threadIdx.x] = threadIdx.x == 0 ? w : threadIdx.x == 1 ? h : -1;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < h * w; i += gridDim.x * blockDim.x) {
        if (mask[i] == 0)
            continue;
        atomicMin(&mine[0], i % w);
        atomicMin(&mine[1], i / w);
        atomicMax(&mine[2], i % w);
        atomicMax(&mine[3], i / w);
    }
    __syncthreads();
    if (threadIdx.x == 0 && mine[2] >= 0) {
        atomicMin(&box[0], mine[0]);
        atomicMin(&box[1], mine[1]);
        atomicMax(&box[2], mine[2]);
        atomicMax(&box[3], mine[3]);
    }
}
