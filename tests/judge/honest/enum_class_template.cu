//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a template over an enumeration in a namespace
//! launch ways::add<ways::way::there>(a, b, c, n) grid=(n+255)/256 block=256
namespace ways
{
enum class way { here, there };
template <way W> __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = W == way::there ? a[i] + b[i] : 0;
}
} // namespace ways
