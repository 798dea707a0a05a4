// weight_backward: y = x * w^T + b, where w is stored as e x d. x is n x d, dy is n x e. Write
// dw = dy^T * x, which is e x d, and db, the sums of the columns of dy.
// TODO: tiles and a patch of 8. No tile needs to be turned. Which threads have the sums for db?
//
//! launch weight_backward(x, dy, dw, db, n, d, e) grid=(d+31)/32,(e+63)/64 block=32,8

extern "C" __global__ void weight_backward(const float *x, const float *dy, float *dw, float *db, int n, int d, int e)
{
}
