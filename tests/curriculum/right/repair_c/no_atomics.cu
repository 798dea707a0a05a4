// Each block writes its box, and a second launch of one block looks for the largest of them.
//
//! let blocks = min((h*w+255)/256, 1024)
//! scratch boxes i32[1024, 4]
//! launch boxes_of_blocks<256>(mask, boxes, h, w) grid=blocks block=256
//! launch box_of_boxes<256>(boxes, box, blocks, h, w) grid=1 block=256

struct bounds {
    int left, top, right, bottom;
};

__device__ bounds join(bounds a, bounds b)
{
    return {min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom)};
}

template <int THREADS> __device__ bounds of_block(bounds mine)
{
    __shared__ bounds all[THREADS];
    all[threadIdx.x] = mine;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            all[threadIdx.x] = join(all[threadIdx.x], all[threadIdx.x + half]);
    }
    return all[threadIdx.x]; // in thread 0, the box of the block
}

template <int THREADS> __global__ void boxes_of_blocks(const unsigned char *mask, int *boxes, int h, int w)
{
    bounds mine = {w, h, -1, -1};
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < h * w; i += gridDim.x * THREADS)
        if (mask[i])
            mine = join(mine, {i % w, i / w, i % w, i / w});
    mine = of_block<THREADS>(mine);
    if (threadIdx.x == 0)
        ((int4 *)boxes)[blockIdx.x] = make_int4(mine.left, mine.top, mine.right, mine.bottom);
}

template <int THREADS> __global__ void box_of_boxes(const int *boxes, int *box, int count, int h, int w)
{
    bounds mine = {w, h, -1, -1};
    for (int i = threadIdx.x; i < count; i += THREADS)
        mine = join(mine, {boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]});
    mine = of_block<THREADS>(mine);
    if (threadIdx.x == 0)
        *(int4 *)box = make_int4(mine.left, mine.top, mine.right, mine.bottom);
}
