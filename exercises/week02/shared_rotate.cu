// shared_rotate: in each segment of 256, every element moves one place down, the first to the end.
//
//! launch shared_rotate(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_rotate(const float *in, float *out, int n)
{
    // TODO
}
