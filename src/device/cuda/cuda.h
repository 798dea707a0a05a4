/*
 * The cuda device's own state, shared by its files: library, statuses, streams, memory, modules,
 * time, graphs.
 *
 * All work goes to the device's own streams. Stream 0 waits for all others and delays later work,
 * as the plan language requires. A kernel's fault loses the context for the rest of the process.
 * The device then refuses everything but closing.
 */
#ifndef DEVICE_CUDA_CUDA_H
#define DEVICE_CUDA_CUDA_H

#include "device/backend/backend.h"
#include "device/backend/program_cache.h"
#include "device/cuda/cuda_abi.h"
#include "device/runtime.h"

/* --- the driver's library (cuda_library.c) ---------------------------------------------------- */

/* Its functions. Tests provide their own. */
struct cuda_functions {
#define CUDA_FUNCTION(presence, name, symbol, parameters) int(*name) parameters;
#include "device/cuda/cuda_functions.def"
#undef CUDA_FUNCTION
};

enum { CUDA_DRIVER_VERSION_MIN = 12000 };

/* As device_prepare(). */
void cuda_library_prepare(void);

/*
 * Opens libcuda.so.1 for the rest of the process. UNSUPPORTED: there is none, or it lacks a
 * required function.
 */
bool cuda_library_open(struct cuda_functions *out_functions, struct error *error);
/*
 * Starts the driver and counts GPUs. UNSUPPORTED: it does not start, is too old, or finds no GPU.
 */
bool cuda_library_start(const struct cuda_functions *functions, int *out_gpus, struct error *error);

/* --- the device ------------------------------------------------------------------------------- */

enum { CUDA_STREAMS_MAX = 64, CUDA_SEGMENTS_MAX = 256 };

struct cuda_stream {
    struct cu_stream *stream; /* NULL: not made yet */
    struct cu_event *reached; /* recorded after the work that others wait for */
    bool has_work;            /* stream 0 has not waited for it yet */
    uint64_t epoch;           /* the work of stream 0 that this stream has waited for */
};

/*
 * Freed memory is kept for reuse. Allocating costs more than a small kernel, and waits for the
 * whole GPU.
 */
struct cuda_block {
    device_address address;
    uint64_t size_bytes;
    bool is_free;
    bool waits_for_graph; /* reusable after the graph recorded with it has run */
    struct cuda_block *next;
};

/* Addresses for buffers, given by the owner of the device. 0 bytes: the driver chooses. */
struct cuda_window {
    device_address start;
    uint64_t size_bytes;
    size_t grain_bytes; /* buffers begin and end at multiples of it */
};

/* A mark in a stream. `capture` is the recording that it belongs to; 0: none. */
struct cuda_mark {
    struct cu_event *event;
    uint64_t capture;
};

struct cuda_segment {
    struct cu_event *begin, *end;
};

/* Time is a sum of segments. Making a graph and pauses are not part of it. */
struct cuda_timer {
    struct cuda_segment segments[CUDA_SEGMENTS_MAX];
    int count;
    bool is_running;     /* the last segment has begun */
    bool has_end;        /* the last segment has an end, which later work moves */
    bool began_by_order; /* started by time_begin, not by the first launch */
    bool is_paused;      /* new work is not counted */
    bool has_work;       /* work was enqueued since the last segment began */
    bool is_end_last;    /* nothing was enqueued since its end */
};

struct cuda_device {
    struct device base;
    const struct cuda_functions *functions;
    struct cuda_shared *shared;
    cu_device ordinal;
    struct cu_context *context;
    struct cuda_stream streams[CUDA_STREAMS_MAX];
    struct cu_stream *transfer; /* for writes while a graph is recorded */
    uint64_t epoch;             /* of stream 0 */
    uint64_t marked_epoch;      /* the epoch at which streams[0].reached was recorded */
    uint64_t capture;           /* the number of the recording; 0: none is running */
    uint64_t capture_count;
    struct cu_graph_executable *graph; /* the running or last graph */
    struct cuda_block *blocks;
    struct cuda_window window;
    struct cuda_mark *marks;
    size_t mark_count, mark_capacity;
    struct cuda_timer timer;
    device_address flush;
    uint64_t flush_bytes;
    bool may_hold_lines; /* kernels may hold lines in the L2 since the last reset */
    bool has_tensor_maps;
    int lost_status; /* of the driver, when a fault lost the context; 0: none */
    char lost_because[256];
    char bus_id[32];
};

/* Of all devices of one device_open. */
struct cuda_shared {
    struct cuda_functions functions;
    struct cuda_device *devices[DEVICE_COUNT_MAX]; /* NULL: closed */
    int device_count;
    struct program_cache *cache;
    int references;
};

struct cuda_kernel {
    char *name;
    struct cu_function *function;
    int max_threads, registers, static_shared_bytes;
    uint32_t shared_limit_bytes; /* the opted-in dynamic shared memory */
    bool non_portable_cluster;
    struct device_parameter *parameters; /* NULL until needed, or if there are none */
    uint32_t parameter_count;
    bool has_parameters;
    struct cuda_kernel *next;
};

struct cuda_module {
    struct device_module base;
    struct cu_module *module;
    struct cuda_kernel *kernels;
    char *ptx, *source_name;
    size_t ptx_bytes;
    struct cached_program *cached; /* NULL until parameters are needed */
};

static inline struct cuda_device *cuda_self(struct device *device)
{
    return (struct cuda_device *)device;
}

/* 0 for attributes that an older driver does not know. */
int cuda_attribute(const struct cuda_device *device, int attribute_number);

/* cuda.c: opens with given functions, which are copied. device_kind_cuda uses the library's. */
bool cuda_open_with(const struct cuda_functions *functions, const struct device_request *request, int first,
                    struct device **out_devices, struct error *error);

/* --- cuda_status.c ---------------------------------------------------------------------------- */

/*
 * True for status 0. Otherwise fills the error. A sticky status loses the device; a kernel's fault
 * also goes to the observation.
 */
bool cuda_check(struct cuda_device *device, int status, struct error *error, const char *doing, ...)
    __attribute__((format(printf, 4, 5)));
/* The same without a device. */
bool cuda_check_call(int status, struct error *error, const char *doing);
/*
 * CRASH if the device is lost. Otherwise makes its context current. Called first in every function.
 */
bool cuda_enter(struct cuda_device *device, struct error *error);
/* Whether the kernels of this observation ended in a way that is a verdict, not an error. */
bool cuda_has_fault(const struct cuda_device *device);

/* --- cuda_stream.c ---------------------------------------------------------------------------- */

/*
 * The stream for one piece of work, after everything that it must wait for. RANGE: no such stream.
 */
bool cuda_stream_use(struct cuda_device *device, int index, struct cu_stream **out_stream, struct error *error);
/*
 * Waits for everything, up to the deadline. Faults of kernels go to the observation and are no
 * error.
 */
bool cuda_wait(struct cuda_device *device, struct error *error);
bool cuda_mark(struct device *device, int stream, uint64_t *out_mark, struct error *error);
bool cuda_wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error);
void cuda_streams_done(struct cuda_device *device);

/* --- cuda_time.c ------------------------------------------------------------------------------ */

bool cuda_time_begin(struct device *device, struct error *error);
bool cuda_time_pause(struct device *device, struct error *error);
bool cuda_time_resume(struct device *device, struct error *error);
bool cuda_elapsed_ns(struct device *device, double *out_ns, struct error *error);
bool cuda_time_first_launch(struct cuda_device *device, struct error *error); /* begins unless time_begin has begun */
bool cuda_time_segment(struct cuda_device *device, struct error *error);
bool cuda_time_end(struct cuda_device *device, struct error *error);
/*
 * For all devices of the opening: each clock ends with its own work, not when the host waits for
 * it.
 */
bool cuda_time_end_all(struct cuda_device *device, struct error *error);
void cuda_time_note_work(struct cuda_device *device);
void cuda_time_done(struct cuda_device *device);
bool cuda_flush_cache(struct device *device, struct error *error);

/* --- cuda_memory.c ---------------------------------------------------------------------------- */

bool cuda_allocate(struct device *device, uint64_t size_bytes, const char *name, device_address *out_address,
                   struct error *error);
bool cuda_release(struct device *device, device_address address, struct error *error);
bool cuda_write(struct device *device, device_address to, const void *from, uint64_t size_bytes, struct error *error);
bool cuda_read(struct device *device, void *to, device_address from, uint64_t size_bytes, struct error *error);
bool cuda_fill(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes, struct error *error);
bool cuda_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes, struct error *error);
void cuda_memory_graph_over(struct cuda_device *device); /* frees blocks that waited for the graph */
void cuda_memory_wipe(struct cuda_device *device);       /* hides the contents from the next user of the GPU */
void cuda_memory_done(struct cuda_device *device);

/* --- cuda_window.c ---------------------------------------------------------------------------- */

/* Reserves the addresses. Before the first buffer. */
bool cuda_window_open(struct device *device, device_address start, uint64_t size_bytes, struct error *error);
/* A status of the driver. `size_bytes` is a multiple of the grain. */
int cuda_window_take(struct cuda_device *device, uint64_t size_bytes, uint64_t *out_address);
void cuda_window_give(struct cuda_device *device, const struct cuda_block *block);
void cuda_window_done(struct cuda_device *device);

/* --- cuda_runtime.c --------------------------------------------------------------------------- */

extern const struct device_runtime cuda_runtime;

/* --- cuda_module.c ---------------------------------------------------------------------------- */

struct device_module *cuda_load(struct device *device, const struct device_image *image, struct error *error);
void cuda_unload(struct device *device, struct device_module *module);
bool cuda_kernel_parameters(struct device_module *module, const char *kernel, struct device_parameter *out_parameters,
                            uint32_t capacity, uint32_t *out_count, struct error *error);
bool cuda_max_blocks(struct device_module *module, const char *kernel, uint32_t block_threads,
                     uint32_t dynamic_shared_bytes, uint32_t *out_blocks_per_sm, struct error *error);
bool cuda_symbol(struct device_module *module, const char *name, device_address *out_address, uint64_t *out_size_bytes,
                 struct error *error);
struct cuda_kernel *cuda_find_kernel(struct cuda_module *module, const char *name, struct error *error);
/* Fills in the kernel's parameters, in the layout of kernel_parameters. */
bool cuda_know_parameters(struct cuda_module *module, struct cuda_kernel *kernel, struct error *error);
/* Opts in to more than 48 KB of dynamic shared memory if needed. */
bool cuda_allow_shared(struct cuda_device *device, struct cuda_kernel *kernel, uint32_t dynamic_shared_bytes,
                       struct error *error);

/* --- cuda_launch.c, cuda_graph.c, cuda_tensor_map.c ------------------------------------------- */

bool cuda_launch(struct device *device, struct device_module *module, const struct device_launch *launch,
                 struct error *error);
bool cuda_graph_begin(struct device *device, struct error *error);
bool cuda_graph_end(struct device *device, struct error *error);
void cuda_graph_done(struct cuda_device *device);
bool cuda_tensor_map(struct device *device, const struct device_tensor_map *map,
                     uint8_t out_bytes[DEVICE_TENSOR_MAP_BYTES], struct error *error);

#endif
