/* Tests what NVML's answers mean for measuring. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "device/cuda/nvml.h"

enum { OWN_PID = 4242 };

static int initialise(void)
{
    return 0;
}
static int find(const char *bus_id, struct nvml_device **out_device)
{
    *out_device = (struct nvml_device *)1;
    return strcmp(bus_id, "0000:01:00.0") == 0 ? 0 : 6;
}
static int driver_version(char *out_text, unsigned capacity)
{
    strncpy(out_text, "580.159.04", capacity);
    return 0;
}
static int clock_of(struct nvml_device *device, int type, unsigned *out_mhz)
{
    (void)device;
    *out_mhz = type == NVML_CLOCK_SM ? 1980 : 2619;
    return 0;
}
static int refused(struct nvml_device *device, int sensor, unsigned *out_value)
{
    (void)device;
    (void)sensor;
    *out_value = 12345;
    return 3; /* not supported */
}
static int slowdowns(struct nvml_device *device, unsigned long long *out_reasons)
{
    (void)device;
    *out_reasons = HEALTH_SLOWDOWN_POWER_CAP;
    return 0;
}
static int processes(struct nvml_device *device, unsigned *count, struct nvml_process *out_processes)
{
    (void)device;
    out_processes[0].pid = OWN_PID;
    out_processes[1].pid = 77;
    *count = 2;
    return 0;
}
static int samples(struct nvml_device *device, struct nvml_sample *out_samples, unsigned *count,
                   unsigned long long since_us)
{
    (void)device, (void)since_us;
    out_samples[0] = (struct nvml_sample){.pid = OWN_PID, .sm_percent = 90};
    out_samples[1] = (struct nvml_sample){.pid = 77, .sm_percent = 40};
    out_samples[2] = (struct nvml_sample){.pid = 78, .sm_percent = 4000000}; /* no percentage */
    *count = 3;
    return 0;
}

static const struct nvml_functions all = {.initialise = initialise,
                                          .device_by_bus_id = find,
                                          .driver_version = driver_version,
                                          .clock = clock_of,
                                          .temperature = refused,
                                          .slowdowns = slowdowns,
                                          .processes = processes,
                                          .samples = samples};

static void figures_are_read_and_refusals_left_out(void **state)
{
    (void)state;
    struct device_health health;
    assert_true(health_read_with(&all, "0000:01:00.0", OWN_PID, &health, NULL));
    assert_string_equal(health.driver, "580.159.04");
    assert_int_equal(health.sm_clock_mhz, 1980);
    assert_int_equal(health.temperature_c, 0);
    assert_int_equal(health.others_busy_percent, 40);
    assert_string_equal(health_objection(&health), "another program is using the GPU");
}

/* A container's NVML uses other process numbers. No process may count as another program there. */
static void who_does_not_find_itself_accuses_nobody(void **state)
{
    (void)state;
    struct device_health health;
    assert_true(health_read_with(&all, "0000:01:00.0", 1, &health, NULL));
    assert_int_equal(health.others_busy_percent, 0);
    assert_null(health_objection(&health));
}

static void a_gpu_that_nvml_does_not_know_is_said(void **state)
{
    (void)state;
    struct device_health health;
    struct error error = {0};
    assert_false(health_read_with(&all, "0000:02:00.0", OWN_PID, &health, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "NVML does not know the GPU at 0000:02:00.0 (NVML error 6)");
}

static void slowdowns_are_objected_to_except_the_power_cap(void **state)
{
    (void)state;
    static const struct {
        uint64_t slowdowns;
        const char *words; /* NULL: measuring is allowed */
    } rows[] = {{0, NULL},
                {HEALTH_SLOWDOWN_POWER_CAP, NULL},
                {1, NULL}, /* idle */
                {HEALTH_SLOWDOWN_HEAT_SOFTWARE, "hot"},
                {HEALTH_SLOWDOWN_HEAT_HARDWARE | HEALTH_SLOWDOWN_HARDWARE, "hot"},
                {HEALTH_SLOWDOWN_HARDWARE, "protects itself"},
                {HEALTH_SLOWDOWN_POWER_BRAKE, "power supply"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct device_health health = {.slowdowns = rows[i].slowdowns};
        const char *objection = health_objection(&health);
        assert_int_equal(objection != NULL, rows[i].words != NULL);
        assert_true(!objection || strstr(objection, rows[i].words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_read_and_refusals_left_out),
        cmocka_unit_test(who_does_not_find_itself_accuses_nobody),
        cmocka_unit_test(a_gpu_that_nvml_does_not_know_is_said),
        cmocka_unit_test(slowdowns_are_objected_to_except_the_power_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
