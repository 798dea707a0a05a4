/*
 * How a GPU is doing, as NVML tells (libnvidia-ml.so.1, by dlopen): clocks, heat, power, what slows it down, who else
 * uses it. What cannot be known is 0 and named in no flag.
 */
#ifndef DEVICE_HEALTH_H
#define DEVICE_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* Why the clocks are lower than asked for; the values are NVML's. */
enum health_slowdown {
    HEALTH_SLOWDOWN_POWER_CAP = 0x4, /* expected under full load; both sides of a comparison meet it */
    HEALTH_SLOWDOWN_HARDWARE = 0x8,
    HEALTH_SLOWDOWN_HEAT_SOFTWARE = 0x20,
    HEALTH_SLOWDOWN_HEAT_HARDWARE = 0x40,
    HEALTH_SLOWDOWN_POWER_BRAKE = 0x80,
    /* Those under which no time is worth keeping. */
    HEALTH_SLOWDOWN_SEVERE = HEALTH_SLOWDOWN_HARDWARE | HEALTH_SLOWDOWN_HEAT_SOFTWARE | HEALTH_SLOWDOWN_HEAT_HARDWARE |
                             HEALTH_SLOWDOWN_POWER_BRAKE,
};

struct device_health {
    uint32_t sm_clock_mhz, memory_clock_mhz;
    uint32_t temperature_c;
    uint32_t power_mw, power_limit_mw;
    uint64_t energy_mj;           /* since the driver was loaded */
    uint64_t slowdowns;           /* enum health_slowdown, and others */
    uint32_t other_processes;     /* that hold the GPU's memory */
    uint32_t others_busy_percent; /* of the SMs, in the last second, by other processes */
    char driver[64];              /* "580.159.04" */
};

/* `bus_id` as the driver API gives it. UNSUPPORTED: no NVML here, or it does not know this GPU. */
bool health_read(const char *bus_id, struct device_health *out_health, struct error *error);

/* What is wrong with measuring now: "the GPU is throttled by heat", or NULL if nothing is. */
const char *health_objection(const struct device_health *health);

#endif
