/*
 * A CUDA driver without a GPU: functions that keep a log, move bytes in host memory, and fail
 * where a test wants it.
 */
#ifndef SUPPORT_CUDA_FAKE_H
#define SUPPORT_CUDA_FAKE_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "device/cuda/cuda.h"

enum { FAKE_GRAIN_BYTES = 2 << 20, FAKE_LOG_BYTES = 16384, FAKE_ATTRIBUTES_MAX = 128 };

struct fake_driver {
    char log[FAKE_LOG_BYTES]; /* "launch k s2;" and so on, in order */
    int gpus, version;
    int attributes[FAKE_ATTRIBUTES_MAX];
    const char *failing; /* the table's name of the function that fails */
    int failing_status;
    int failing_after; /* calls that succeed before */
    int failing_times; /* calls that fail then; 0: all */
    size_t memory_left;
    uintptr_t next_handle;
    struct cu_launch_config config;
    struct cu_launch_attribute attributes_of_launch[2];
    void *arguments[3]; /* of kernel k */
    float elapsed_ms;
    uint64_t tensor_shape[5], tensor_strides[5];
    uint32_t tensor_box[5];
    int tensor_type, tensor_swizzle;
    int moves_windows; /* how often reserved addresses are not the wanted ones */
    int busy_queries;  /* stream_query returns NOT_READY this often; negative: always */
};

static struct fake_driver fake;

__attribute__((format(printf, 1, 2))) static inline void fake_note(const char *format, ...)
{
    size_t used = strlen(fake.log);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fake.log + used, sizeof fake.log - used, format, arguments);
    va_end(arguments);
}

static inline int fake_status(const char *name)
{
    if (!fake.failing || strcmp(fake.failing, name) != 0 || fake.failing_after-- > 0)
        return CU_OK;
    if (fake.failing_times && --fake.failing_times == 0)
        fake.failing = NULL;
    return fake.failing_status;
}

static inline void fake_fail(const char *name, int status)
{
    fake.failing = name;
    fake.failing_status = status;
    fake.failing_after = fake.failing_times = 0;
}

static inline void *fake_handle(void)
{
    return (void *)++fake.next_handle;
}

static inline unsigned fake_number(const void *handle)
{
    return (unsigned)(uintptr_t)handle;
}

static inline int fake_initialise(unsigned flags)
{
    (void)flags;
    return fake_status("initialise");
}
static inline int fake_driver_version(int *out_version)
{
    *out_version = fake.version;
    return fake_status("driver_version");
}
static inline int fake_device_count(int *out_count)
{
    *out_count = fake.gpus;
    return fake_status("device_count");
}
static inline int fake_device_get(cu_device *out_device, int ordinal)
{
    *out_device = ordinal;
    return fake_status("device_get");
}
static inline int fake_device_name(char *out_name, int capacity, cu_device device)
{
    snprintf(out_name, (size_t)capacity, "Fake GPU %d", device);
    return fake_status("device_name");
}
static inline int fake_device_attribute(int *out_value, int attribute, cu_device device)
{
    (void)device;
    *out_value = fake.attributes[attribute];
    return fake_status("device_attribute");
}
static inline int fake_device_memory(size_t *out_bytes, cu_device device)
{
    (void)device;
    *out_bytes = (size_t)1 << 30;
    return fake_status("device_memory");
}
static inline int fake_device_bus_id(char *out_text, int capacity, cu_device device)
{
    snprintf(out_text, (size_t)capacity, "0000:0%d:00.0", device);
    return fake_status("device_bus_id");
}
static inline int fake_device_can_reach(int *out_can, cu_device device, cu_device peer)
{
    (void)device, (void)peer;
    *out_can = fake.attributes[0]; /* no attribute has this number */
    return fake_status("device_can_reach");
}
static inline int fake_context_flags(cu_device device, unsigned flags)
{
    (void)device, (void)flags;
    return fake_status("context_flags");
}
static inline int fake_context_retain(struct cu_context **out_context, cu_device device)
{
    *out_context = (struct cu_context *)(uintptr_t)(1000 + device);
    fake_note("retain %d;", device);
    return fake_status("context_retain");
}
static inline int fake_context_use(struct cu_context *context)
{
    (void)context;
    return fake_status("context_use");
}
static inline int fake_context_limit(int limit, size_t value)
{
    fake_note("limit %d=%zu;", limit, value);
    return fake_status("context_limit");
}
static inline int fake_context_reach(struct cu_context *peer, unsigned flags)
{
    (void)flags;
    fake_note("reach %u;", fake_number(peer));
    return fake_status("context_reach");
}
static inline int fake_reset_persisting_l2(void)
{
    fake_note("reset l2;");
    return fake_status("reset_persisting_l2");
}
static inline int fake_memory_info(size_t *out_free_bytes, size_t *out_total_bytes)
{
    *out_free_bytes = fake.memory_left;
    *out_total_bytes = (size_t)1 << 30;
    return fake_status("memory_info");
}
static inline int fake_memory_allocate(uint64_t *out_address, size_t size_bytes)
{
    int status = fake_status("memory_allocate");
    if (status != CU_OK)
        return status;
    if (size_bytes > fake.memory_left)
        return CU_OUT_OF_MEMORY;
    size_t *block = aligned_alloc(512, 512 + size_bytes); /* the size precedes the block */
    *block = size_bytes;
    fake.memory_left -= size_bytes;
    *out_address = (uint64_t)(uintptr_t)block + 512;
    fake_note("allocate %zu;", size_bytes);
    return CU_OK;
}
static inline int fake_memory_free(uint64_t address)
{
    size_t *block = (size_t *)(uintptr_t)(address - 512);
    fake.memory_left += *block;
    fake_note("free %zu;", *block);
    free(block);
    return fake_status("memory_free");
}
static inline int fake_memory_grain(size_t *out_bytes, const struct cu_memory_kind *kind, int option)
{
    (void)kind, (void)option;
    *out_bytes = FAKE_GRAIN_BYTES;
    return fake_status("memory_grain");
}
static inline int fake_address_reserve(uint64_t *out_address, size_t size_bytes, size_t alignment, uint64_t wanted,
                                       unsigned long long flags)
{
    (void)size_bytes, (void)alignment, (void)flags;
    bool moves = fake.moves_windows && fake.moves_windows--;
    *out_address = moves ? wanted + FAKE_GRAIN_BYTES : wanted;
    return fake_status("address_reserve");
}
static inline int fake_address_free(uint64_t address, size_t size_bytes)
{
    (void)address, (void)size_bytes;
    fake_note("free window;");
    return fake_status("address_free");
}
static inline int fake_memory_create(unsigned long long *out_handle, size_t size_bytes,
                                     const struct cu_memory_kind *kind, unsigned long long flags)
{
    (void)kind, (void)flags;
    *out_handle = 0;
    return size_bytes > fake.memory_left ? CU_OUT_OF_MEMORY : fake_status("memory_create");
}
static inline int fake_memory_drop(unsigned long long handle)
{
    (void)handle;
    return fake_status("memory_drop");
}
/* The process has the memory at the address itself. */
static inline int fake_memory_map(uint64_t address, size_t size_bytes, size_t offset_bytes, unsigned long long handle,
                                  unsigned long long flags)
{
    (void)offset_bytes, (void)handle, (void)flags;
    void *at = (void *)(uintptr_t)address;
    int status = fake_status("memory_map");
    if (status != CU_OK)
        return status;
    if (mmap(at, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != at)
        abort();
    fake.memory_left -= size_bytes;
    fake_note("map %zu;", size_bytes);
    return CU_OK;
}
static inline int fake_memory_unmap(uint64_t address, size_t size_bytes)
{
    munmap((void *)(uintptr_t)address, size_bytes);
    fake.memory_left += size_bytes;
    fake_note("unmap %zu;", size_bytes);
    return fake_status("memory_unmap");
}
static inline int fake_memory_allow(uint64_t address, size_t size_bytes, const struct cu_memory_access *access,
                                    size_t count)
{
    (void)address, (void)size_bytes, (void)access;
    fake_note("allow %zu;", count);
    return fake_status("memory_allow");
}
static inline int fake_memory_write(uint64_t to, const void *from, size_t size_bytes, struct cu_stream *stream)
{
    memcpy((void *)(uintptr_t)to, from, size_bytes);
    fake_note("write s%u;", fake_number(stream));
    return fake_status("memory_write");
}
static inline int fake_memory_read(void *to, uint64_t from, size_t size_bytes, struct cu_stream *stream)
{
    memcpy(to, (const void *)(uintptr_t)from, size_bytes);
    fake_note("read s%u;", fake_number(stream));
    return fake_status("memory_read");
}
static inline int fake_memory_copy(uint64_t to, uint64_t from, size_t size_bytes, struct cu_stream *stream)
{
    memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, size_bytes);
    fake_note("copy s%u;", fake_number(stream));
    return fake_status("memory_copy");
}
static inline int fake_memory_fill(uint64_t to, unsigned char byte, size_t size_bytes, struct cu_stream *stream)
{
    memset((void *)(uintptr_t)to, byte, size_bytes);
    fake_note("fill %zu s%u;", size_bytes, fake_number(stream));
    return fake_status("memory_fill");
}
static inline int fake_stream_create(struct cu_stream **out_stream, unsigned flags)
{
    (void)flags;
    *out_stream = fake_handle();
    return fake_status("stream_create");
}
static inline int fake_stream_destroy(struct cu_stream *stream)
{
    (void)stream;
    return fake_status("stream_destroy");
}
static inline int fake_stream_query(struct cu_stream *stream)
{
    (void)stream;
    if (fake.busy_queries) {
        fake.busy_queries -= fake.busy_queries > 0;
        return CU_NOT_READY;
    }
    return fake_status("stream_query");
}
static inline int fake_stream_wait(struct cu_stream *stream, struct cu_event *event, unsigned flags)
{
    (void)flags;
    fake_note("wait s%u e%u;", fake_number(stream), fake_number(event));
    return fake_status("stream_wait");
}
static inline int fake_event_create(struct cu_event **out_event, unsigned flags)
{
    (void)flags;
    *out_event = fake_handle();
    return fake_status("event_create");
}
static inline int fake_event_destroy(struct cu_event *event)
{
    (void)event;
    return fake_status("event_destroy");
}
static inline int fake_context_synchronise(void)
{
    return fake_status("context_synchronise");
}
static inline int fake_device_uuid(struct cu_uuid *out_uuid, cu_device device)
{
    for (size_t i = 0; i < sizeof out_uuid->bytes; i++)
        out_uuid->bytes[i] = (uint8_t)(16 * device + (int)i);
    return fake_status("device_uuid");
}
static inline int fake_event_record(struct cu_event *event, struct cu_stream *stream)
{
    fake_note("record e%u s%u;", fake_number(event), fake_number(stream));
    return fake_status("event_record");
}
static inline int fake_event_elapsed(float *out_ms, struct cu_event *begin, struct cu_event *end)
{
    fake_note("elapsed e%u e%u;", fake_number(begin), fake_number(end));
    *out_ms = fake.elapsed_ms;
    return fake_status("event_elapsed");
}
static inline int fake_module_load(struct cu_module **out_module, const void *image, unsigned option_count,
                                   int *options, void **values)
{
    bool is_ptx = memcmp(image,
                         "\x7f"
                         "ELF",
                         4) != 0;
    (void)options;
    fake_note("load %s;", is_ptx ? "ptx" : "cubin");
    int status = fake_status(is_ptx ? "load_ptx" : "load_cubin");
    if (status != CU_OK && option_count)
        snprintf(values[0], (size_t)(uintptr_t)values[1], "line 3: no such thing\nthat is all\n");
    *out_module = status == CU_OK ? fake_handle() : NULL;
    return status;
}
static inline int fake_module_unload(struct cu_module *module)
{
    (void)module;
    fake_note("unload;");
    return fake_status("module_unload");
}
static inline int fake_module_function(struct cu_function **out_function, struct cu_module *module, const char *name)
{
    (void)module;
    if (strcmp(name, "missing") == 0)
        return CU_NOT_FOUND;
    *out_function = fake_handle();
    return fake_status("module_function");
}
static inline int fake_module_variable(uint64_t *out_address, size_t *out_bytes, struct cu_module *module,
                                       const char *name)
{
    (void)module;
    if (strcmp(name, "table") != 0)
        return CU_NOT_FOUND;
    *out_address = 0x7000;
    *out_bytes = 64;
    return fake_status("module_variable");
}
static inline int fake_function_attribute(int *out_value, int attribute, struct cu_function *function)
{
    (void)function;
    *out_value = attribute == CU_FUNCTION_MAX_THREADS           ? 512
                 : attribute == CU_FUNCTION_REGISTERS           ? 128
                 : attribute == CU_FUNCTION_STATIC_SHARED_BYTES ? 1024
                                                                : 0;
    return fake_status("function_attribute");
}
static inline int fake_function_set(struct cu_function *function, int attribute, int value)
{
    (void)function;
    fake_note("set %d=%d;", attribute, value);
    return fake_status("function_set");
}
static inline int fake_function_parameter(struct cu_function *function, size_t index, size_t *out_offset,
                                          size_t *out_bytes)
{
    (void)function;
    *out_offset = index * 8;
    *out_bytes = index == 1 ? 4 : 8;
    return index < 2 ? CU_OK : 1;
}
static inline int fake_max_blocks(int *out_blocks, struct cu_function *function, int threads, size_t shared_bytes)
{
    (void)function, (void)shared_bytes;
    *out_blocks = 1024 / threads;
    return fake_status("max_blocks");
}
static inline int fake_launch(const struct cu_launch_config *config, struct cu_function *function, void **arguments,
                              void **extra)
{
    (void)function, (void)extra;
    fake.config = *config;
    memcpy(fake.attributes_of_launch, config->attributes, config->attribute_count * sizeof *config->attributes);
    memcpy(fake.arguments, arguments, sizeof fake.arguments);
    fake_note("launch s%u;", fake_number(config->stream));
    return fake_status("launch");
}
static inline int fake_capture_begin(struct cu_stream *stream, int mode)
{
    fake_note("capture s%u mode %d;", fake_number(stream), mode);
    return fake_status("capture_begin");
}
static inline int fake_capture_end(struct cu_stream *stream, struct cu_graph **out_graph)
{
    fake_note("captured s%u;", fake_number(stream));
    int status = fake_status("capture_end");
    *out_graph = status == CU_OK ? fake_handle() : NULL;
    return status;
}
static inline int fake_graph_instantiate(struct cu_graph_executable **out_executable, struct cu_graph *graph,
                                         unsigned long long flags)
{
    (void)graph, (void)flags;
    int status = fake_status("graph_instantiate");
    *out_executable = status == CU_OK ? fake_handle() : NULL;
    return status;
}
static inline int fake_graph_upload(struct cu_graph_executable *executable, struct cu_stream *stream)
{
    (void)executable, (void)stream;
    return fake_status("graph_upload");
}
static inline int fake_graph_launch(struct cu_graph_executable *executable, struct cu_stream *stream)
{
    (void)executable;
    fake_note("graph s%u;", fake_number(stream));
    return fake_status("graph_launch");
}
static inline int fake_graph_destroy(struct cu_graph *graph)
{
    (void)graph;
    return fake_status("graph_destroy");
}
static inline int fake_graph_executable_destroy(struct cu_graph_executable *executable)
{
    (void)executable;
    fake_note("drop graph;");
    return fake_status("graph_executable_destroy");
}
static inline int fake_tensor_map(struct cu_tensor_map *out_map, int type, uint32_t rank, void *address,
                                  const uint64_t *shape, const uint64_t *strides, const uint32_t *box,
                                  const uint32_t *element_strides, int interleave, int swizzle, int promotion, int fill)
{
    (void)address, (void)element_strides, (void)interleave, (void)promotion, (void)fill;
    memcpy(fake.tensor_shape, shape, rank * sizeof *shape);
    memcpy(fake.tensor_strides, strides, (rank - 1) * sizeof *strides);
    memcpy(fake.tensor_box, box, rank * sizeof *box);
    fake.tensor_type = type;
    fake.tensor_swizzle = swizzle;
    memset(out_map->bytes, 0x5a, sizeof out_map->bytes);
    return fake_status("tensor_map");
}

/* The figures of an H100, but little memory. */
static inline struct cuda_functions fake_functions(void)
{
    fake = (struct fake_driver){.gpus = 2, .version = 13000, .memory_left = (size_t)64 << 20};
    const int attributes[][2] = {{0, 1},
                                 {CU_DEVICE_MAX_THREADS_PER_BLOCK, 1024},
                                 {CU_DEVICE_MAX_BLOCK_X, 1024},
                                 {CU_DEVICE_MAX_BLOCK_X + 1, 1024},
                                 {CU_DEVICE_MAX_BLOCK_X + 2, 64},
                                 {CU_DEVICE_MAX_GRID_X, INT32_MAX},
                                 {CU_DEVICE_MAX_GRID_X + 1, 65535},
                                 {CU_DEVICE_MAX_GRID_X + 2, 65535},
                                 {CU_DEVICE_SHARED_PER_BLOCK, 49152},
                                 {CU_DEVICE_SHARED_PER_BLOCK_OPTIN, 232448},
                                 {CU_DEVICE_WARP_LANES, 32},
                                 {CU_DEVICE_CLOCK_KHZ, 1980000},
                                 {CU_DEVICE_SM_COUNT, 132},
                                 {CU_DEVICE_MEMORY_CLOCK_KHZ, 2619000},
                                 {CU_DEVICE_MEMORY_BUS_BITS, 5120},
                                 {CU_DEVICE_L2_BYTES, 1 << 20},
                                 {CU_DEVICE_COMPUTE_MAJOR, 9},
                                 {CU_DEVICE_COOPERATIVE, 1},
                                 {CU_DEVICE_CLUSTERS, 1},
                                 {CU_DEVICE_TENSOR_MAPS, 1}};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        fake.attributes[attributes[i][0]] = attributes[i][1];
    return (struct cuda_functions){
#define CUDA_FUNCTION(presence, name, symbol, parameters) .name = fake_##name,
#include "device/cuda/cuda_functions.def"
#undef CUDA_FUNCTION
    };
}

static inline struct device *fake_open(void)
{
    struct cuda_functions functions = fake_functions();
    struct device_request request = {.kind = "cuda", .count = 1, .seed = 7};
    struct device *device = NULL;
    if (!cuda_open_with(&functions, &request, 0, &device, NULL))
        abort();
    fake.log[0] = '\0';
    return device;
}

static const char fake_ptx[] = ".version 9.0\n.target sm_90\n.address_size 64\n"
                               ".visible .entry k(.param .u64 k_0, .param .f32 k_1, .param .align 8 .b8 k_2[16])\n"
                               "{\n    ret;\n}\n";

static inline struct device_module *fake_load(struct device *device, struct error *error)
{
    struct device_image image = {.ptx = fake_ptx, .ptx_bytes = sizeof fake_ptx - 1, .source_name = "k.cu"};
    return device->vtable->load(device, &image, error);
}

#endif
