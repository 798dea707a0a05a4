//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
    /* TODO */
}
