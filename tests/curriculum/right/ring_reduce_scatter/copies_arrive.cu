// Each chunk is copied into a buffer of the right neighbour, which adds it in a second launch.
//
//! scratch part f32[chunk]
//! scratch arrived f32[chunk]
//! copy part x + rank*chunk count=chunk
//! for s in 0..ranks - 1 {
//!     copy peer(arrived, (rank + 1) % ranks) part
//!     launch add(part, arrived, x + ((rank + ranks - 1 - s) % ranks)*chunk, chunk)
//!         grid=(chunk+511)/512 block=512
//! }
//! copy total part

extern "C" __global__ void add(float *sum, const float *received, const float *mine, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] = received[i] + mine[i];
}
