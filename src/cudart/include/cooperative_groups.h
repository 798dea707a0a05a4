/*
 * The types of cooperative groups, for signatures that the host's compiler reads. The functions are
 * declared for kernels that macros make. No code is made from them here.
 */
#ifndef WARPSCHOOL_COOPERATIVE_GROUPS_H
#define WARPSCHOOL_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups
{
class thread_group
{
  public:
    __device__ void sync() const;
    __device__ unsigned long long size() const;
    __device__ unsigned long long num_threads() const;
    __device__ unsigned long long thread_rank() const;
    __device__ bool is_valid() const;
};

class thread_block : public thread_group
{
  public:
    static __device__ unsigned int size();
    static __device__ unsigned int num_threads();
    static __device__ unsigned int thread_rank();
    static __device__ void sync();
    static __device__ dim3 group_index();
    static __device__ dim3 thread_index();
    static __device__ dim3 group_dim();
    static __device__ dim3 dim_threads();
};

class grid_group : public thread_group
{
  public:
    __device__ dim3 group_dim() const;
    __device__ dim3 dim_blocks() const;
    __device__ unsigned long long num_blocks() const;
    __device__ unsigned long long block_rank() const;
    __device__ dim3 block_index() const;
};

class cluster_group : public thread_group
{
  public:
    static __device__ void sync();
    static __device__ void barrier_arrive();
    static __device__ void barrier_wait();
    static __device__ unsigned int num_blocks();
    static __device__ unsigned int block_rank();
    static __device__ unsigned int num_threads();
    static __device__ unsigned int thread_rank();
    static __device__ dim3 block_index();
    static __device__ dim3 dim_blocks();
    static __device__ unsigned int query_shared_rank(const void *address);
    template <typename T> static __device__ T *map_shared_rank(T *address, int rank);
};

class shuffle_group : public thread_group
{
  public:
    __device__ unsigned int size() const;
    __device__ unsigned int num_threads() const;
    __device__ unsigned int thread_rank() const;
    __device__ unsigned int meta_group_size() const;
    __device__ unsigned int meta_group_rank() const;
    template <typename T> __device__ T shfl(T value, int rank) const;
    template <typename T> __device__ T shfl_up(T value, unsigned int delta) const;
    template <typename T> __device__ T shfl_down(T value, unsigned int delta) const;
    template <typename T> __device__ T shfl_xor(T value, unsigned int mask) const;
    template <typename T> __device__ unsigned int match_any(T value) const;
    template <typename T> __device__ unsigned int match_all(T value, int &predicate) const;
    __device__ int any(int predicate) const;
    __device__ int all(int predicate) const;
    __device__ unsigned int ballot(int predicate) const;
};

class coalesced_group : public shuffle_group
{
};

template <unsigned int Size, typename Parent = void> class thread_block_tile : public shuffle_group
{
};

__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
__device__ thread_group this_thread();
template <unsigned int Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &group);
__device__ thread_group tiled_partition(const thread_group &group, unsigned int size);
template <typename Group> __device__ coalesced_group binary_partition(const Group &group, bool predicate);
template <typename Group> __device__ void sync(Group &group);
template <typename Group, typename T>
__device__ void memcpy_async(const Group &group, T *to, const T *from, size_t bytes);
template <typename Group> __device__ void wait(const Group &group);
template <typename T> struct plus;
template <typename T> struct less;
template <typename T> struct greater;
template <typename T> struct bit_and;
template <typename T> struct bit_or;
template <typename T> struct bit_xor;
template <typename Group, typename T, typename Function>
__device__ T reduce(const Group &group, T value, Function function);
template <typename Group, typename T> __device__ T inclusive_scan(const Group &group, T value);
template <typename Group, typename T> __device__ T exclusive_scan(const Group &group, T value);
} // namespace cooperative_groups

#endif
