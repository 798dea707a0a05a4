// ring_step_largest: chunk r of rank r goes to the *left* neighbour, which keeps the larger of both
// elements in its own chunk r.
// TODO: write the plan and the kernel.
//
//! launch ring_step(x, x, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *largest, const float *received, int chunk)
{
}
