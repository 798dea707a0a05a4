// soa_to_aos: four arrays x, y, z and w into particles with four fields each, x y z w x y z w ...
//
//! launch soa_to_aos(x, y, z, w, particles, n) grid=(n+255)/256 block=256

extern "C" __global__ void soa_to_aos(const float *x, const float *y, const float *z, const float *w, float *particles, int n)
{
    // TODO
}
