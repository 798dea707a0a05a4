// The other file of linked_twice.cu and linked_nowhere.cu.
__device__ int half(int x)
{
    return x / 2;
}

__device__ int helper(int x)
{
    return half(x);
}
