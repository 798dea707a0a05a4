/* What a CUDA runtime needs of a device, and plans do not. */
#ifndef DEVICE_RUNTIME_H
#define DEVICE_RUNTIME_H

#include "device/device.h"

/* What a program can ask about a GPU, and a plan cannot. 0: unknown. */
struct device_limits {
    uint32_t threads_per_sm, blocks_per_sm, registers_per_sm, shared_bytes_per_sm;
    uint32_t clock_khz, memory_clock_khz, memory_bus_bits;
};

struct device_runtime {
    /*
     * Before the first buffer: its address and those of all later ones are in this range. The
     * addresses of variables may be elsewhere. NULL: buffers are in the range of their device
     * already (cudart/wire.h).
     */
    bool (*place)(struct device *device, device_address first, uint64_t size_bytes, struct error *error);
    void (*describe)(struct device *device, struct device_limits *out_limits);
    /* The driver's number of the fault that lost the device; 0: none. NULL: findings tell it. */
    int (*fault)(const struct device *device);
    /* This stream and stream 0 do not wait for each other. Call it before the stream gets work. */
    bool (*free_stream)(struct device *device, int stream, struct error *error);
    /* The host waits for one stream. */
    bool (*wait_for_stream)(struct device *device, int stream, struct error *error);
    /* The host waits for a mark of any device of the same opening. */
    bool (*wait_for_mark)(struct device *device, uint64_t mark, struct error *error);
    /*
     * After device_enable_peers(): whether kernels may access the buffers of a peer. Copies may in
     * any case.
     */
    void (*allow_peer)(struct device *device, const struct device *peer, bool is_allowed);
    /* Kernels of all peers may access a buffer. */
    bool (*share)(struct device *device, device_address address, struct error *error);
    /*
     * Before a copy to the host (`to` 0) or from it (`from` 0) in the device's stream: a race with
     * other streams is a finding.
     */
    void (*note_copy)(struct device *device, device_address to, device_address from, uint64_t size_bytes);
    /* The most that kernels' malloc() gives in all. */
    bool (*limit_heap)(struct device *device, uint64_t size_bytes, struct error *error);
    /* Whether memory that kernels allocated is not released yet. NULL: unknown. */
    bool (*heap_kept)(const struct device *device);
};

#endif
