//? exercise: axpb
//? virtual: wrong
//? cuda: wrong
//? why: leaves an in-place buffer as it is
//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
}
