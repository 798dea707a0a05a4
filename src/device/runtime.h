/* What a CUDA runtime needs of a device, and plans do not. */
#ifndef DEVICE_RUNTIME_H
#define DEVICE_RUNTIME_H

#include "device/device.h"

struct device_runtime {
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
};

#endif
