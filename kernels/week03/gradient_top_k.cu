// Reference for gradient_top_k: one thread for each element counts those that go before it.
//
//! launch top_k_reference(grad, error, values, places, kept, n, k) grid=(n+255)/256 block=256

// Does element j of the group go before element i: by magnitude, then by index?
static __device__ bool goes_before(const float *grad, const float *error, int j, int i)
{
    float other = fabsf(grad[j] + error[j]), own = fabsf(grad[i] + error[i]);
    return other > own || (other == own && j < i);
}

extern "C" __global__ void top_k_reference(const float *grad, const float *error, float *values, int *places,
                                           float *kept, int n, int k)
{
    __shared__ bool sent[256];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t, end = min(first + 256, n);
    int rank = 0;
    for (int j = first; j < end && i < n; j++)
        rank += goes_before(grad, error, j, i);
    sent[t] = i < n && rank < k;
    __syncthreads();
    if (t >= end - first && t < k) { // pairs left over
        values[blockIdx.x * k + t] = 0.0f;
        places[blockIdx.x * k + t] = -1;
    }
    if (i >= n)
        return;
    float v = grad[i] + error[i];
    int place = 0;
    for (int j = 0; j < t; j++)
        place += sent[j];
    if (sent[t]) {
        values[blockIdx.x * k + place] = v;
        places[blockIdx.x * k + place] = i;
    }
    kept[i] = sent[t] ? 0.0f : v;
}
