// Through a tile in shared memory, so that loads are contiguous too.
//
//! launch transpose_coalesced<float>(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,32

template <typename T> __global__ void transpose_coalesced(const T *in, T *out, int h, int w)
{
    __shared__ T tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
    if (r < h && c < w)
        tile[threadIdx.y][threadIdx.x] = in[r * w + c];
    __syncthreads();
    c = blockIdx.x * 32 + threadIdx.y;
    r = blockIdx.y * 32 + threadIdx.x;
    if (r < h && c < w)
        out[c * h + r] = tile[threadIdx.x][threadIdx.y];
}
