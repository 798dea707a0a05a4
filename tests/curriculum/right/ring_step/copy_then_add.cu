// The chunk is copied into a buffer of the right neighbour, which adds it afterwards.
//
//! let left = (rank + ranks - 1) % ranks
//! scratch arrived f32[chunk]
//! copy peer(arrived, (rank + 1) % ranks) x + rank*chunk count=chunk
//! launch add(x + left*chunk, arrived, chunk) grid=(chunk+127)/128 block=128

extern "C" __global__ void add(float *sum, const float *arrived, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += arrived[i];
}
