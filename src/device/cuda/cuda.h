/*
 * The cuda device's own state, and what its files share: library, statuses, streams, memory, modules, time, graphs.
 *
 * Everything is enqueued on streams of the device's own; stream 0 waits for all others and holds up what follows, as
 * the plan language says. A fault of a kernel loses the context for the rest of the process: the device then refuses
 * everything but being closed.
 */
#ifndef DEVICE_CUDA_CUDA_H
#define DEVICE_CUDA_CUDA_H

#include "device/backend/backend.h"
#include "device/backend/program_cache.h"
#include "device/cuda/cuda_abi.h"

/* --- the driver's library (cuda_library.c) ------------------------------------------------------------------------ */

/* Its functions; tests fill one of their own. */
struct cuda_functions {
#define CUDA_FUNCTION(presence, name, symbol, parameters) int(*name) parameters;
#include "device/cuda/cuda_functions.def"
#undef CUDA_FUNCTION
};

enum { CUDA_DRIVER_VERSION_MIN = 12000 };

/* Opens libcuda.so.1 for the rest of the process. UNSUPPORTED: none, or one that lacks a required function. */
bool cuda_library_open(struct cuda_functions *out_functions, struct error *error);
/* Starts the driver and counts GPUs. UNSUPPORTED: does not start, too old, no GPU. */
bool cuda_library_start(const struct cuda_functions *functions, int *out_gpus, struct error *error);

/* --- the device --------------------------------------------------------------------------------------------------- */

enum { CUDA_STREAMS_MAX = 64, CUDA_SEGMENTS_MAX = 256 };

struct cuda_stream {
    struct cu_stream *stream; /* NULL: not made yet */
    struct cu_event *reached; /* recorded behind what others have to wait for */
    bool has_work;            /* that stream 0 has not waited for */
    uint64_t epoch;           /* the work of stream 0 that this stream has waited for */
};

/* Memory that was given back is kept: allocating costs more than a small kernel, and waits for the whole GPU. */
struct cuda_block {
    device_address address;
    uint64_t size_bytes;
    bool is_free;
    bool waits_for_graph; /* free once the graph that was recorded with it has run */
    struct cuda_block *next;
};

/* A mark in a stream; `capture` tells which recording it belongs to, 0 none. */
struct cuda_mark {
    struct cu_event *event;
    uint64_t capture;
};

struct cuda_segment {
    struct cu_event *begin, *end;
};

/* Time is the sum of segments: making a graph is not part of it, nor is what happens in a pause. */
struct cuda_timer {
    struct cuda_segment segments[CUDA_SEGMENTS_MAX];
    int count;
    bool is_running;     /* the last segment has begun */
    bool has_end;        /* and has an end, which later work moves on */
    bool began_by_order; /* by time_begin, not by the first launch */
    bool is_paused;      /* what is enqueued now is not counted */
    bool has_work;       /* something was enqueued since the last segment began */
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
    uint64_t marked_epoch;      /* at which streams[0].reached was recorded */
    uint64_t capture;           /* number of the recording, 0: none goes on */
    uint64_t capture_count;
    struct cu_graph_executable *graph; /* that runs or ran last */
    struct cuda_block *blocks;
    struct cuda_mark *marks;
    size_t mark_count, mark_capacity;
    struct cuda_timer timer;
    device_address flush;
    uint64_t flush_bytes;
    bool may_hold_lines; /* in the L2 on purpose: kernels ran since they were last let go of */
    bool has_tensor_maps;
    bool is_hung; /* a kernel outlived the deadline: nothing that waits may be called any more */
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
    uint32_t shared_limit_bytes; /* dynamic shared memory that was opted into */
    bool non_portable_cluster;
    struct device_parameter *parameters; /* NULL until they are asked for, and where there are none */
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
    struct cached_program *cached; /* NULL until parameters are asked for */
};

static inline struct cuda_device *cuda_self(struct device *device)
{
    return (struct cuda_device *)device;
}

/* cuda.c: opens on given functions, which are copied; device_kind_cuda does it on the library's. */
bool cuda_open_with(const struct cuda_functions *functions, const struct device_request *request, int first,
                    struct device **out_devices, struct error *error);

/* --- cuda_status.c ------------------------------------------------------------------------------------------------ */

const char *cuda_status_words(int status);
/* True if 0. Else fills the error; a sticky status loses the device and, if a kernel's doing, goes to the observation.
 */
bool cuda_check(struct cuda_device *device, int status, struct error *error, const char *doing, ...)
    __attribute__((format(printf, 4, 5)));
/* The same without a device. */
bool cuda_check_call(int status, struct error *error, const char *doing);
/* CRASH if the device is lost; else makes its context current. At the beginning of everything. */
bool cuda_enter(struct cuda_device *device, struct error *error);
/* Whether the kernels of this observation ended in a way that is a verdict rather than an error. */
bool cuda_has_fault(const struct cuda_device *device);

/* --- cuda_stream.c ------------------------------------------------------------------------------------------------ */

/* The stream to enqueue one piece of work on, after what it has to wait for. RANGE: no such stream. */
bool cuda_stream_use(struct cuda_device *device, int index, struct cu_stream **out_stream, struct error *error);
/* Waits for everything, until the deadline; what kernels did wrong is in the observation afterwards, and no error. */
bool cuda_wait(struct cuda_device *device, struct error *error);
bool cuda_mark(struct device *device, int stream, uint64_t *out_mark, struct error *error);
bool cuda_wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error);
void cuda_streams_done(struct cuda_device *device);

/* --- cuda_time.c -------------------------------------------------------------------------------------------------- */

bool cuda_time_begin(struct device *device, struct error *error);
bool cuda_time_pause(struct device *device, struct error *error);
bool cuda_time_resume(struct device *device, struct error *error);
bool cuda_elapsed_ns(struct device *device, double *out_ns, struct error *error);
bool cuda_time_first_launch(struct cuda_device *device, struct error *error); /* begins unless time_begin has */
bool cuda_time_segment(struct cuda_device *device, struct error *error);
bool cuda_time_end(struct cuda_device *device, struct error *error);
/* Of all devices of the opening: each clock ends with its own work, not when the host comes to wait for it. */
bool cuda_time_end_all(struct cuda_device *device, struct error *error);
void cuda_time_note_work(struct cuda_device *device);
void cuda_time_done(struct cuda_device *device);
bool cuda_flush_cache(struct device *device, struct error *error);

/* --- cuda_memory.c ------------------------------------------------------------------------------------------------ */

bool cuda_allocate(struct device *device, uint64_t size_bytes, const char *name, device_address *out_address,
                   struct error *error);
bool cuda_release(struct device *device, device_address address, struct error *error);
bool cuda_write(struct device *device, device_address to, const void *from, uint64_t size_bytes, struct error *error);
bool cuda_read(struct device *device, void *to, device_address from, uint64_t size_bytes, struct error *error);
bool cuda_fill(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes, struct error *error);
bool cuda_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes, struct error *error);
void cuda_memory_graph_over(struct cuda_device *device); /* blocks that waited for it become free */
void cuda_memory_wipe(struct cuda_device *device);       /* whoever opens the GPU next finds nothing of this one's */
void cuda_memory_done(struct cuda_device *device);

/* --- cuda_module.c ------------------------------------------------------------------------------------------------ */

struct device_module *cuda_load(struct device *device, const struct device_image *image, struct error *error);
void cuda_unload(struct device *device, struct device_module *module);
bool cuda_kernel_parameters(struct device_module *module, const char *kernel, struct device_parameter *out_parameters,
                            uint32_t capacity, uint32_t *out_count, struct error *error);
bool cuda_max_blocks(struct device_module *module, const char *kernel, uint32_t block_threads,
                     uint32_t dynamic_shared_bytes, uint32_t *out_blocks_per_sm, struct error *error);
bool cuda_symbol(struct device_module *module, const char *name, device_address *out_address, uint64_t *out_size_bytes,
                 struct error *error);
struct cuda_kernel *cuda_find_kernel(struct cuda_module *module, const char *name, struct error *error);
/* Fills in the kernel's parameters, in the layout that kernel_parameters tells. */
bool cuda_know_parameters(struct cuda_module *module, struct cuda_kernel *kernel, struct error *error);
/* Opts into more dynamic shared memory than 48 KB where it is needed. */
bool cuda_allow_shared(struct cuda_device *device, struct cuda_kernel *kernel, uint32_t dynamic_shared_bytes,
                       struct error *error);

/* --- cuda_launch.c, cuda_graph.c, cuda_tensor_map.c --------------------------------------------------------------- */

bool cuda_launch(struct device *device, struct device_module *module, const struct device_launch *launch,
                 struct error *error);
bool cuda_graph_begin(struct device *device, struct error *error);
bool cuda_graph_end(struct device *device, struct error *error);
void cuda_graph_done(struct cuda_device *device);
bool cuda_tensor_map(struct device *device, const struct device_tensor_map *map,
                     uint8_t out_bytes[DEVICE_TENSOR_MAP_BYTES], struct error *error);

#endif
