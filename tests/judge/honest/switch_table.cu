//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a switch that becomes a table of jumps
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], y = b[i], z;
    switch (i % 9) {
    case 0:
        z = x + y;
        break;
    case 1:
        z = y + x;
        break;
    case 2:
        z = x - -y;
        break;
    case 3:
        z = -(-x - y);
        break;
    case 4:
        z = fmaf(x, 1, y);
        break;
    case 5:
        z = fmaf(1, y, x);
        break;
    case 6:
        z = __fadd_rn(x, y);
        break;
    case 7:
        z = y - -x;
        break;
    default:
        z = x + y;
    }
    c[i] = z;
}
