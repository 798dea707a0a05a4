//? status: gate
//? says: modelled time is 1.00x
// Left and top are reduced in the warp, right and bottom are not.
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
    bool set = i < h * w && mask[i] != 0;
    int left = __reduce_min_sync(0xffffffff, set ? i % w : w);
    int top = __reduce_min_sync(0xffffffff, set ? i / w : h);
    if (threadIdx.x % 32 == 0) {
        atomicMin(&box[0], left);
        atomicMin(&box[1], top);
    }
    if (!set)
        return;
    atomicMax(&box[2], i % w);
    atomicMax(&box[3], i / w);
}
