/*
 * What a CUDA program and the process that has its device say to each other, over a socket pair.
 *
 * The program is linked with the runtime of src/cudart. Each call of it that concerns the device is
 * one request with its answer. The program is hostile: the other side trusts no size and no number.
 * Numbers are in the machine's byte order, since both sides run on it.
 */
#ifndef CUDART_WIRE_H
#define CUDART_WIRE_H

#include <stdint.h>

enum { WIRE_FD = 3, WIRE_VALUES = 8, WIRE_SITES = 4, WIRE_PARAMETERS_MAX = 1024, WIRE_DEVICES_MAX = 8 };
#define WIRE_MAGIC UINT32_C(0x57534352)
#define WIRE_PAYLOAD_BYTES_MAX (UINT64_C(4) << 30)
#define WIRE_ALL_STREAMS UINT64_MAX
#define WIRE_ONE_MARK (UINT64_MAX - 1)

/*
 * Device addresses: no host memory lies here. Each device has a window of its own. Of the first
 * WIRE_DEVICES_MAX windows each is a modelled device's. A GPU takes one of the others that its
 * driver gives: device d has window d, or one that is a multiple of WIRE_DEVICES_MAX further.
 */
#define WIRE_DEVICE_FIRST (UINT64_C(1) << 40)
#define WIRE_DEVICE_BYTES (UINT64_C(1) << 40)
#define WIRE_DEVICE_END (UINT64_C(33) << 40)

enum wire_kind {
#define REQUEST(id, name) WIRE_##id,
#include "cudart/requests.def"
    WIRE_KIND_COUNT
};

struct wire_request {
    uint32_t magic;
    uint32_t kind;   /* enum wire_kind */
    uint32_t device; /* of the calling thread */
    uint32_t unused;
    /* where the program called: addresses after the calls, from the start of its image; 0: none */
    uint64_t sites[WIRE_SITES];
    uint64_t values[WIRE_VALUES];
    uint64_t payload_bytes;
};

struct wire_answer {
    uint32_t magic;
    int32_t status; /* a cudaError_t */
    uint64_t values[WIRE_VALUES];
    uint64_t payload_bytes;
};

enum wire_memory { WIRE_MEMORY_DEVICE, WIRE_MEMORY_PINNED, WIRE_MEMORY_MANAGED, WIRE_MEMORY_COUNT };

enum wire_flags {
    WIRE_FLAG_ASYNCHRONOUS = 1, /* the host does not wait for the copy */
    WIRE_FLAG_SHARED = 2,       /* moves shared memory to where it is used: no copy of the program's */
};

/* Mistakes that only the program's own process sees. */
enum wire_mistake {
    WIRE_MISTAKE_TOUCH,      /* host code touched device memory; other: 1 for a write */
    WIRE_MISTAKE_EARLY,      /* host code touched shared memory before it synchronised */
    WIRE_MISTAKE_CRASH,      /* host code touched memory that is not there */
    WIRE_MISTAKE_DIRECTION,  /* a copy against its direction; other: the cudaMemcpyKind */
    WIRE_MISTAKE_HOST_END,   /* a copy beyond the host's memory */
    WIRE_MISTAKE_FREE,       /* memory freed with the wrong function; other: enum wire_memory */
    WIRE_MISTAKE_UNCHECKED,  /* a launch whose error nobody asked for; other: the error */
    WIRE_MISTAKE_DESTROYED,  /* a handle used after its end; other: 1 for a stream, 0 for an event */
    WIRE_MISTAKE_PAGEABLE,   /* an asynchronous copy of memory that is not pinned */
    WIRE_MISTAKE_SYMBOL_END, /* a copy of a variable; bytes: how many; other: its own bytes */
    WIRE_MISTAKE_DEVICE,     /* bytes: the number of devices; other: a number beyond */
    WIRE_MISTAKE_EVENTS,     /* events of two devices; bytes, other: the devices */
    WIRE_MISTAKE_PEER_COPY,  /* a copy between devices; other: the device that it names for the address */
    WIRE_MISTAKE_EVENT,      /* an event without what the call needs; other: enum wire_event_lack */
    WIRE_MISTAKE_TEXTURE,    /* a texture that cannot be made; other: enum wire_texture_lack */
    WIRE_MISTAKE_COUNT
};

enum wire_event_lack {
    WIRE_EVENT_NONE,         /* it is no event */
    WIRE_EVENT_NO_START,     /* the first of two was never recorded */
    WIRE_EVENT_NO_END,       /* the second was never recorded */
    WIRE_EVENT_WITHOUT_TIME, /* one was made without time */
    WIRE_EVENT_LACK_COUNT
};

enum wire_texture_lack {
    WIRE_TEXTURE_FITS,
    WIRE_TEXTURE_UNKNOWN,   /* mipmaps, sRGB, a view: not here */
    WIRE_TEXTURE_FORMAT,    /* no format of texels, or no texels */
    WIRE_TEXTURE_NO_FLOATS, /* linear filtering of integers, or 32-bit integers as fractions */
    WIRE_TEXTURE_LACK_COUNT
};

struct wire_parameter {
    uint32_t offset_bytes, size_bytes;
};

struct wire_launch {
    uint32_t kernel; /* number */
    uint32_t grid[3], block[3], cluster[3];
    uint32_t dynamic_shared_bytes;
    uint32_t cooperative;
    uint32_t returns_error; /* to the program, as `<<<>>>` does not */
    uint32_t device;        /* of the stream; the server sets it */
    uint64_t stream;
    uint64_t host_pointers; /* bit i: argument i is an address of the host's memory */
};

struct wire_kernel {
    uint32_t blocks_per_sm, registers, static_shared_bytes, constant_bytes, local_bytes, threads_max;
    uint32_t architecture; /* 90 */
    uint32_t dynamic_shared_bytes_max;
};

struct wire_properties {
    char name[128];
    int32_t compute_major, compute_minor, sm_count, warp_lanes;
    uint64_t memory_bytes, l2_bytes, heap_bytes;
    uint32_t shared_bytes_per_block, shared_bytes_per_block_optin;
    uint32_t threads_per_block_max, threads_per_sm_max, blocks_per_sm_max, registers_per_sm;
    uint32_t shared_bytes_per_sm, clock_khz, memory_clock_khz, memory_bus_bits;
    uint32_t grid_max[3], block_max[3];
    int32_t cooperative, clusters;
};

#endif
