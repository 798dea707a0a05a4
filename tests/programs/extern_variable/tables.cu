__device__ int counter = 5;
__constant__ float scale[2];

void set_scale(float value)
{
    cudaMemcpyToSymbol(scale, &value, sizeof value, sizeof value);
}
