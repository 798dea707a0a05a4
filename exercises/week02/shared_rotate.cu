// shared_rotate: each segment of 256 turned by one: every element moves to the place before it, the first to the last.
//
//! launch shared_rotate(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_rotate(const float *in, float *out, int n)
{
    // TODO
}
