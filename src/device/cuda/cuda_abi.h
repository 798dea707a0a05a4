/*
 * The parts of the CUDA driver's binary interface that the program uses: handles, some structures
 * and some numbers.
 *
 * Written from the documented interface, for the called functions only. The driver keeps these
 * layouts for programs built against older versions. Handles are opaque. Every function returns a
 * status, 0 for success.
 */
#ifndef DEVICE_CUDA_CUDA_ABI_H
#define DEVICE_CUDA_CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

struct cu_context;
struct cu_module;
struct cu_function;
struct cu_stream;
struct cu_event;
struct cu_graph;
struct cu_graph_executable;
typedef int cu_device; /* an ordinal, not a handle */

struct cu_launch_attribute {
    int id; /* enum cu_launch_attribute_id */
    int padding;
    union {
        int cooperative;
        uint32_t cluster[3];
        uint8_t bytes[64];
    } value;
};

struct cu_launch_config {
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes;
    struct cu_stream *stream;
    struct cu_launch_attribute *attributes;
    uint32_t attribute_count;
};

struct cu_uuid {
    uint8_t bytes[16];
};

struct cu_tensor_map {
    _Alignas(64) uint8_t bytes[128];
};

struct cu_location {
    int type, id;
};

/* Memory that is mapped to addresses of the program's choice. */
struct cu_memory_kind {
    int type, handle_types;
    struct cu_location location;
    void *unused;
    uint8_t flags[8];
};

struct cu_memory_access {
    struct cu_location location;
    int flags;
};

enum { CU_MEMORY_PINNED = 1, CU_LOCATION_DEVICE = 1, CU_ACCESS_READ_WRITE = 3, CU_GRAIN_MINIMUM = 0 };

enum cu_launch_attribute_id { CU_LAUNCH_COOPERATIVE = 2, CU_LAUNCH_CLUSTER = 4 };

/* Statuses that the code checks for. cuda_status.def has the words for all. */
enum cu_status {
    CU_OK = 0,
    CU_OUT_OF_MEMORY = 2,
    CU_INVALID_IMAGE = 200,
    CU_NO_BINARY_FOR_GPU = 209,
    CU_UNSUPPORTED_PTX_VERSION = 222,
    CU_NOT_FOUND = 500,
    CU_NOT_READY = 600,
    CU_PEER_ACCESS_ALREADY_ENABLED = 704,
};

enum cu_device_attribute {
    CU_DEVICE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_MAX_BLOCK_X = 2, /* y and z follow */
    CU_DEVICE_MAX_GRID_X = 5,  /* y and z follow */
    CU_DEVICE_SHARED_PER_BLOCK = 8,
    CU_DEVICE_WARP_LANES = 10,
    CU_DEVICE_CLOCK_KHZ = 13,
    CU_DEVICE_SM_COUNT = 16,
    CU_DEVICE_MEMORY_CLOCK_KHZ = 36,
    CU_DEVICE_MEMORY_BUS_BITS = 37,
    CU_DEVICE_L2_BYTES = 38,
    CU_DEVICE_THREADS_PER_SM = 39,
    CU_DEVICE_COMPUTE_MAJOR = 75,
    CU_DEVICE_COMPUTE_MINOR = 76,
    CU_DEVICE_SHARED_PER_SM = 81,
    CU_DEVICE_REGISTERS_PER_SM = 82,
    CU_DEVICE_COOPERATIVE = 95,
    CU_DEVICE_SHARED_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_BLOCKS_PER_SM = 106,
    CU_DEVICE_CLUSTERS = 120,
    CU_DEVICE_TENSOR_MAPS = 127,
};

enum cu_function_attribute {
    CU_FUNCTION_MAX_THREADS = 0,
    CU_FUNCTION_STATIC_SHARED_BYTES = 1,
    CU_FUNCTION_REGISTERS = 4,
    CU_FUNCTION_DYNAMIC_SHARED_LIMIT = 8,
    CU_FUNCTION_NON_PORTABLE_CLUSTER = 14,
};

enum { CU_LIMIT_HEAP_BYTES = 2, CU_LIMIT_PERSISTING_L2_BYTES = 6 };
enum { CU_CONTEXT_BLOCKING_WAIT = 4 };
enum { CU_STREAM_NON_BLOCKING = 1 };
enum { CU_EVENT_WITH_TIME = 0, CU_EVENT_WITHOUT_TIME = 2 };
enum { CU_CAPTURE_RELAXED = 2 };
enum { CU_JIT_ERROR_LOG = 5, CU_JIT_ERROR_LOG_BYTES = 6 };
enum { CU_CLUSTER_BLOCKS_PORTABLE = 8 };

enum cu_tensor_type {
    CU_TENSOR_U8 = 0,
    CU_TENSOR_U16 = 1,
    CU_TENSOR_U32 = 2,
    CU_TENSOR_U64 = 4,
    CU_TENSOR_F16 = 6,
    CU_TENSOR_F32 = 7,
    CU_TENSOR_F64 = 8,
    CU_TENSOR_BF16 = 9,
};
enum cu_tensor_swizzle {
    CU_TENSOR_SWIZZLE_NONE = 0,
    CU_TENSOR_SWIZZLE_32 = 1,
    CU_TENSOR_SWIZZLE_64 = 2,
    CU_TENSOR_SWIZZLE_128 = 3
};
enum { CU_TENSOR_NO_INTERLEAVE = 0, CU_TENSOR_PROMOTE_L2_128 = 2, CU_TENSOR_FILL_ZERO = 0 };

#endif
