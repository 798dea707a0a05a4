// With three channels a thread has four pixels in registers, and no tile. Else one pixel at a time.
//
//! launch turn(in, out, c, h*w) grid=ceil_div(h*w, 1024),n block=256

extern "C" __global__ void turn(const float *__restrict__ in, float *__restrict__ out, int c, int pixels)
{
    int p = (blockIdx.x * 256 + threadIdx.x) * 4;
    in += blockIdx.y * c * pixels;
    out += blockIdx.y * c * pixels;
    if (c == 3 && pixels % 4 == 0 && p < pixels) {
        float4 r = *(const float4 *)(in + p), g = *(const float4 *)(in + pixels + p),
               b = *(const float4 *)(in + 2 * pixels + p);
        float4 *to = (float4 *)(out + 3 * p);
        to[0] = make_float4(r.x, g.x, b.x, r.y);
        to[1] = make_float4(g.y, b.y, r.z, g.z);
        to[2] = make_float4(b.z, r.w, g.w, b.w);
        return;
    }
    for (int i = p; i < min(p + 4, pixels); i++)
        for (int k = 0; k < c; k++)
            out[i * c + k] = in[k * pixels + i];
}
