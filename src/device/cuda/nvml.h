/*
 * The used parts of NVML's binary interface: two structures, some numbers, and the table of
 * functions that tests can replace.
 */
#ifndef DEVICE_CUDA_NVML_H
#define DEVICE_CUDA_NVML_H

#include "device/health.h"

struct nvml_device;

struct nvml_process {
    uint32_t pid;
    uint64_t memory_bytes;
    uint32_t gpu_instance, compute_instance;
};

struct nvml_sample {
    uint32_t pid;
    uint64_t time_us;
    uint32_t sm_percent, memory_percent, encoder_percent, decoder_percent;
};

enum { NVML_CLOCK_SM = 1, NVML_SENSOR_GPU = 0 };

struct nvml_functions {
#define NVML_FUNCTION(presence, name, symbol, parameters) int(*name) parameters;
#include "device/cuda/nvml_functions.def"
#undef NVML_FUNCTION
};

/* With given functions; every process but `own_pid` counts as other. */
bool health_read_with(const struct nvml_functions *functions, const char *bus_id, uint32_t own_pid,
                      struct device_health *out_health, struct error *error);

#endif
