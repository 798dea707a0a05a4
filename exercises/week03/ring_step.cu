// ring_step: chunk r of rank r is added into the same chunk of its right neighbour, on all ranks at
// once. x has `ranks` chunks of `chunk` elements on each rank. The right neighbour of the last
// rank is rank 0.
// TODO: choose who adds, name the neighbour and the chunk in the plan, and write the kernel.
//
//! launch ring_step(x, x, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    // TODO
}
