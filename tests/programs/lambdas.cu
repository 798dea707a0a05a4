// Covers: generic lambdas and std::function on the host around launches, RAII buffers, exceptions,
// threads that launch into streams of their own, and timing by std::chrono.
//? prints: lambdas: 8 buffers are right, 1 exception caught
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

template <class T> __global__ void add_constant(T *data, T constant, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        data[i] += constant;
}

static void must(cudaError_t status, const std::string &place)
{
    if (status != cudaSuccess)
        throw std::runtime_error(place + ": " + cudaGetErrorString(status));
}

struct device_free {
    void operator()(void *memory) const
    {
        cudaFree(memory);
    }
};

template <class T> std::unique_ptr<T[], device_free> device_array(const std::vector<T> &values)
{
    T *memory = nullptr;
    must(cudaMalloc(&memory, values.size() * sizeof(T)), "cudaMalloc");
    std::unique_ptr<T[], device_free> owner(memory);
    must(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "copy");
    return owner;
}

int main()
{
    auto launch = [](auto *data, auto constant, size_t n, cudaStream_t stream) {
        add_constant<<<4, 128, 0, stream>>>(data, constant, n);
        must(cudaGetLastError(), "launch");
    };
    auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    std::vector<int> right(8, 0);
    for (int t = 0; t < 8; t++)
        threads.emplace_back([&, t] {
            cudaStream_t stream;
            must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
            auto test = [&](auto start) {
                std::vector<decltype(start)> values(1000, start);
                auto memory = device_array(values);
                must(cudaStreamSynchronize(0), "default stream");
                launch(memory.get(), (decltype(start))t, values.size(), stream);
                must(cudaStreamSynchronize(stream), "synchronise");
                must(cudaMemcpy(values.data(), memory.get(), values.size() * sizeof start, cudaMemcpyDeviceToHost),
                     "copy back");
                return std::all_of(values.begin(), values.end(), [&](auto v) { return v == start + t; });
            };
            right[t] = t % 2 ? test(1.5) : test(100);
            must(cudaStreamDestroy(stream), "destroy");
        });
    for (std::thread &thread : threads)
        thread.join();
    int caught = 0;
    std::function<void()> bad = [] { must(cudaSetDevice(-1), "cudaSetDevice"); };
    try {
        bad();
    } catch (const std::runtime_error &error) {
        caught += std::string(error.what()).find("invalid device ordinal") != std::string::npos;
        cudaGetLastError();
    }
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    int total = (int)std::count(right.begin(), right.end(), 1);
    printf("lambdas: %d buffers are right, %d exception caught\n", total, caught);
    return total == 8 && caught == 1 && seconds < 60 ? 0 : 1;
}
