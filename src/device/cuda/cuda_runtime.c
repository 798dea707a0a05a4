/*
 * What a CUDA runtime needs of a GPU. The caller waits for each launch, so waiting for one stream
 * or mark is waiting for all, and there is no race to look for.
 */
#include "device/cuda/cuda.h"

/* Twice the memory, since freed addresses leave gaps. */
static bool place(struct device *device, device_address first, uint64_t size_bytes, struct error *error)
{
    const uint64_t grain_bytes = UINT64_C(1) << 30;
    uint64_t wanted_bytes = (2 * device->properties.memory_bytes / grain_bytes + 1) * grain_bytes;
    return cuda_window_open(device, first, wanted_bytes < size_bytes ? wanted_bytes : size_bytes, error);
}

static void describe(struct device *device, struct device_limits *out_limits)
{
    const struct cuda_device *self = cuda_self(device);
    *out_limits = (struct device_limits){.threads_per_sm = (uint32_t)cuda_attribute(self, CU_DEVICE_THREADS_PER_SM),
                                         .blocks_per_sm = (uint32_t)cuda_attribute(self, CU_DEVICE_BLOCKS_PER_SM),
                                         .registers_per_sm = (uint32_t)cuda_attribute(self, CU_DEVICE_REGISTERS_PER_SM),
                                         .shared_bytes_per_sm = (uint32_t)cuda_attribute(self, CU_DEVICE_SHARED_PER_SM),
                                         .clock_khz = (uint32_t)cuda_attribute(self, CU_DEVICE_CLOCK_KHZ),
                                         .memory_clock_khz = (uint32_t)cuda_attribute(self, CU_DEVICE_MEMORY_CLOCK_KHZ),
                                         .memory_bus_bits = (uint32_t)cuda_attribute(self, CU_DEVICE_MEMORY_BUS_BITS)};
}

static int fault(const struct device *device)
{
    return ((const struct cuda_device *)device)->lost_status;
}

static bool free_stream(struct device *device, int stream, struct error *error)
{
    (void)device, (void)stream, (void)error;
    return true;
}

static bool wait_for_stream(struct device *device, int stream, struct error *error)
{
    (void)stream;
    return device->vtable->synchronise(device, error);
}

static bool wait_for_mark(struct device *device, uint64_t mark, struct error *error)
{
    (void)mark;
    return device->vtable->synchronise(device, error);
}

/* Buffers are open to all GPUs of the opening. The virtual device finds a missing permission. */
static void allow_peer(struct device *device, const struct device *peer, bool is_allowed)
{
    (void)device, (void)peer, (void)is_allowed;
}

static bool share(struct device *device, device_address address, struct error *error)
{
    (void)device, (void)address, (void)error;
    return true;
}

static void note_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes)
{
    (void)device, (void)to, (void)from, (void)size_bytes;
}

/* The driver refuses it once a kernel with malloc() has run. */
static bool limit_heap(struct device *device, uint64_t size_bytes, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    if (!self->functions->context_limit)
        return error_set(error, ERROR_UNSUPPORTED, "the driver cannot change the kernels' heap");
    return cuda_enter(self, error) && cuda_check(self, self->functions->context_limit(CU_LIMIT_HEAP_BYTES, size_bytes),
                                                 error, "changing the kernels' heap");
}

const struct device_runtime cuda_runtime = {
    .place = place,
    .describe = describe,
    .fault = fault,
    .free_stream = free_stream,
    .wait_for_stream = wait_for_stream,
    .wait_for_mark = wait_for_mark,
    .allow_peer = allow_peer,
    .share = share,
    .note_copy = note_copy,
    .limit_heap = limit_heap,
};
