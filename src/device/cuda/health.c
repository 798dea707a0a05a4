/* Reads the state of a GPU through NVML, and judges it. */
#include "device/health.h"

#include <dlfcn.h>
#include <stddef.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "device/cuda/nvml.h"

enum presence { REQUIRED, OPTIONAL };
enum { PROCESSES_MAX = 64, BUSY_WINDOW_US = 1000000 };

static const struct {
    enum presence presence;
    const char *symbol;
    size_t offset_bytes;
} functions[] = {
#define NVML_FUNCTION(presence, name, symbol, parameters) {presence, symbol, offsetof(struct nvml_functions, name)},
#include "device/cuda/nvml_functions.def"
#undef NVML_FUNCTION
};

/* --- the library ------------------------------------------------------------------------------ */

static bool resolve(void *library, struct nvml_functions *out_functions, struct error *error)
{
    struct nvml_functions found = {0};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library, functions[i].symbol);
        if (!function && functions[i].presence == REQUIRED)
            return error_set(error, ERROR_UNSUPPORTED, "NVML is too old: it lacks %s", functions[i].symbol);
        *(void **)((char *)&found + functions[i].offset_bytes) = function;
    }
    *out_functions = found;
    return true;
}

/*
 * The loader counts how often a library is opened. NVML stays initialised until the process ends.
 */
bool health_read(const char *bus_id, struct device_health *out_health, struct error *error)
{
    struct nvml_functions found;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return error_set(error, ERROR_UNSUPPORTED, "no NVML on this machine: libnvidia-ml.so.1 cannot be opened");
    bool read =
        resolve(library, &found, error) && health_read_with(&found, bus_id, (uint32_t)getpid(), out_health, error);
    dlclose(library);
    return read;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void read_clocks(const struct nvml_functions *nvml, struct nvml_device *device, struct device_health *health)
{
    unsigned value = 0;
    if (nvml->clock && nvml->clock(device, NVML_CLOCK_SM, &value) == 0)
        health->sm_clock_mhz = value;
    unsigned long long reasons = 0;
    if (nvml->slowdowns && nvml->slowdowns(device, &reasons) == 0)
        health->slowdowns = reasons;
}

static void read_power(const struct nvml_functions *nvml, struct nvml_device *device, struct device_health *health)
{
    unsigned value = 0;
    if (nvml->temperature && nvml->temperature(device, NVML_SENSOR_GPU, &value) == 0)
        health->temperature_c = value;
}

/*
 * In a container NVML may use other process numbers. If it does not list this process, the others
 * cannot be told apart.
 */
static bool finds_itself(const struct nvml_functions *nvml, struct nvml_device *device, uint32_t own_pid)
{
    struct nvml_process processes[PROCESSES_MAX];
    unsigned count = PROCESSES_MAX;
    bool found_self = false;
    if (!nvml->processes || nvml->processes(device, &count, processes) != 0 || count > PROCESSES_MAX)
        return false;
    for (unsigned i = 0; i < count; i++)
        found_self |= processes[i].pid == own_pid;
    return found_self;
}

static void read_others(const struct nvml_functions *nvml, struct nvml_device *device, uint32_t own_pid,
                        struct device_health *health)
{
    struct nvml_sample samples[PROCESSES_MAX];
    unsigned count = PROCESSES_MAX;
    unsigned long long since_us = (unsigned long long)(clock_wall_ns() / 1000) - BUSY_WINDOW_US;
    if (!finds_itself(nvml, device, own_pid) || !nvml->samples || nvml->samples(device, samples, &count, since_us) != 0)
        return;
    for (unsigned i = 0; i < count && i < PROCESSES_MAX; i++)
        if (samples[i].pid != own_pid && samples[i].sm_percent <= 100)
            health->others_busy_percent += samples[i].sm_percent;
}

bool health_read_with(const struct nvml_functions *nvml, const char *bus_id, uint32_t own_pid,
                      struct device_health *out_health, struct error *error)
{
    struct device_health health = {0};
    struct nvml_device *device = NULL;
    int status = nvml->initialise();
    if (status == 0)
        status = nvml->device_by_bus_id(bus_id, &device);
    if (status != 0)
        return error_set(error, ERROR_UNSUPPORTED, "NVML does not know the GPU at %s (NVML error %d)", bus_id, status);
    if (nvml->driver_version)
        nvml->driver_version(health.driver, sizeof health.driver);
    health.driver[sizeof health.driver - 1] = '\0';
    read_clocks(nvml, device, &health);
    read_power(nvml, device, &health);
    read_others(nvml, device, own_pid, &health);
    *out_health = health;
    return true;
}

/* --- judging ---------------------------------------------------------------------------------- */

enum { OTHERS_BUSY_PERCENT_MAX = 5 };

const char *health_objection(const struct device_health *health)
{
    if (health->slowdowns & (HEALTH_SLOWDOWN_HEAT_SOFTWARE | HEALTH_SLOWDOWN_HEAT_HARDWARE))
        return N_("the GPU is too hot and runs slower than it can");
    if (health->slowdowns & HEALTH_SLOWDOWN_POWER_BRAKE)
        return N_("the machine's power supply slows the GPU down");
    if (health->slowdowns & HEALTH_SLOWDOWN_HARDWARE)
        return N_("the GPU protects itself and runs slower than it can");
    if (health->others_busy_percent > OTHERS_BUSY_PERCENT_MAX)
        return N_("another program is using the GPU");
    return NULL;
}
