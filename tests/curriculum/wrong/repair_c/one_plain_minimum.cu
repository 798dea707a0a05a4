//? status: unsafe
//? says: One of the two results gets lost. Use atomicMin or atomicMax
// The left edge is taken without an atomic operation.
//
//! launch empty_box(box, h, w) grid=1 block=64
//! launch repair_c(mask, box, h, w) grid=(h*w+255)/256 block=256

extern "C" __global__ void empty_box(int *box, int h, int w)
{
    if (threadIdx.x < 4)
        box[threadIdx.x] = threadIdx.x == 0 ? w : threadIdx.x == 1 ? h : -1;
}

extern "C" __global__ void repair_c(const unsigned char *mask, int *box, int h, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= h * w || !mask[i])
        return;
    box[0] = min(box[0], i % w);
    atomicMin(&box[1], i / w);
    atomicMax(&box[2], i % w);
    atomicMax(&box[3], i / w);
}
