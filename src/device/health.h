/*
 * The state of a GPU from NVML (libnvidia-ml.so.1, by dlopen): its clock, its temperature,
 * slowdowns, other processes. Unknown values are 0 and set no flag.
 */
#ifndef DEVICE_HEALTH_H
#define DEVICE_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Reasons for clocks below the requested ones; the values are NVML's. */
enum health_slowdown {
    HEALTH_SLOWDOWN_POWER_CAP = 0x4, /* normal under full load; both sides of a comparison have it */
    HEALTH_SLOWDOWN_HARDWARE = 0x8,
    HEALTH_SLOWDOWN_HEAT_SOFTWARE = 0x20,
    HEALTH_SLOWDOWN_HEAT_HARDWARE = 0x40,
    HEALTH_SLOWDOWN_POWER_BRAKE = 0x80,
    /* Slowdowns that make a time worthless. */
    HEALTH_SLOWDOWN_SEVERE = HEALTH_SLOWDOWN_HARDWARE | HEALTH_SLOWDOWN_HEAT_SOFTWARE | HEALTH_SLOWDOWN_HEAT_HARDWARE |
                             HEALTH_SLOWDOWN_POWER_BRAKE,
};

struct device_health {
    uint32_t sm_clock_mhz;
    uint32_t temperature_c;
    uint64_t slowdowns;           /* enum health_slowdown, and other bits */
    uint32_t others_busy_percent; /* share of the last second in which other processes used the SMs */
    char driver[64];              /* "580.159.04" */
};

/* `bus_id` in the driver API's form. UNSUPPORTED: no NVML here, or it does not know this GPU. */
bool health_read(const char *bus_id, struct device_health *out_health, struct error *error);

/* The reason against measuring now, "the GPU is throttled by heat"; NULL: none. */
const char *health_objection(const struct device_health *health);

#endif
