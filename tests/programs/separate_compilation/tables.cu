// Variables alone.
__device__ int table[4] = {10, 20, 30, 40};
__constant__ int scale = 5;
