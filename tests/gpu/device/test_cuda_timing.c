/* Tests a real GPU's times: repeatable, within the datasheet, twice as long for twice the work. */
#include "device/health.h"
#include "device/roofline.h"
#include "device/timing.h"
#include "gpu_support.h"

static struct device *device;
static struct device_module *module, *calibration;

enum { COPY_BYTES = 1 << 30 };

struct pair {
    struct gpu_call calls[TIMING_SIDES];
    struct device_module *modules[TIMING_SIDES];
    int times[TIMING_SIDES];
    bool as_graph[TIMING_SIDES];
    device_address from;
    uint64_t from_bytes;
};

static bool refresh(void *context, enum timing_side side, uint32_t run, struct error *error)
{
    struct pair *pair = context;
    (void)side;
    return !pair->from || device->vtable->fill(device, pair->from, (uint8_t)(run * 37 + 1), pair->from_bytes, error);
}

static bool enqueue(struct pair *pair, enum timing_side side, struct error *error)
{
    for (int i = 0; i < pair->times[side]; i++)
        if (!gpu_launch(device, pair->modules[side], &pair->calls[side], error))
            return false;
    return true;
}

static bool run_side(void *context, enum timing_side side, struct error *error)
{
    struct pair *pair = context;
    bool as_graph = pair->as_graph[side];
    return (!as_graph || device->vtable->graph_begin(device, error)) && enqueue(pair, side, error) &&
           (!as_graph || device->vtable->graph_end(device, error)) && device->vtable->synchronise(device, error);
}

static struct timing_result measure(struct pair *pair, const char *name)
{
    struct timing_result result = {0};
    struct timing_request request = {
        .devices = &device,
        .device_count = 1,
        .callbacks = {.context = pair, .refresh = refresh, .run = run_side},
        .has_reference = true,
    };
    device->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(60000000000));
    assert_done(timing_measure(&request, &result, error));
    printf("%s: %u runs, %.2f us [%.2f, %.2f] beside %.2f us [%.2f, %.2f], ratio %.4f [%.4f, %.4f], overhead %.2f us, "
           "%s%s\n",
           name, result.runs, result.times_ns[0].median / 1e3, result.times_ns[0].low / 1e3,
           result.times_ns[0].high / 1e3, result.times_ns[1].median / 1e3, result.times_ns[1].low / 1e3,
           result.times_ns[1].high / 1e3, result.ratio.median, result.ratio.low, result.ratio.high,
           result.overhead_ns / 1e3, result.status == TIMING_RECORDED ? "recorded" : "not recorded: ", result.note);
    return result;
}

static struct gpu_call copy_call(device_address to, device_address from, uint64_t size_bytes)
{
    return (struct gpu_call){
        .launch = {.kernel = "calibrate_copy", .grid = {(uint32_t)((size_bytes / 16 + 511) / 512)}, .block = {512}},
        .values = {to, from, size_bytes / 16}};
}

static void print_health(void)
{
    struct device_health health = {0};
    struct error error = {0};
    if (!device->vtable->health(device, &health, &error)) {
        printf("health: %s\n", error.message);
        return;
    }
    const char *objection = health_objection(&health);
    printf("health: driver %s, SM %u MHz, %u C, slowdowns 0x%llx, others %u %% busy%s%s\n", health.driver,
           health.sm_clock_mhz, health.temperature_c, (unsigned long long)health.slowdowns, health.others_busy_percent,
           objection ? ": " : "", objection ? objection : "");
}

static void the_roofline_lies_below_the_datasheet(void **state)
{
    (void)state;
    struct device_image image = gpu_image("roofline");
    struct roofline first = {0}, second = {0};
    print_health();
    assert_done(roofline_measure(device, &image, &first, error));
    assert_done(roofline_measure(device, &image, &second, error));
    printf("roofline: copy %.3f and %.3f TB/s of %.3f, fma %.2f and %.2f TFLOP/s of %.2f\n",
           first.copy_bytes_per_second / 1e12, second.copy_bytes_per_second / 1e12,
           device->properties.dram_bytes_per_second / 1e12, first.fp32_flops / 1e12, second.fp32_flops / 1e12,
           device->properties.fp32_flops / 1e12);
    print_health();
    assert_true(first.copy_bytes_per_second < device->properties.dram_bytes_per_second);
    assert_true(first.copy_bytes_per_second > 0.7 * device->properties.dram_bytes_per_second);
    assert_true(first.fp32_flops < 1.01 * device->properties.fp32_flops);
    assert_true(first.fp32_flops > 0.7 * device->properties.fp32_flops);
    assert_true(second.copy_bytes_per_second / first.copy_bytes_per_second > 0.97);
    assert_true(second.copy_bytes_per_second / first.copy_bytes_per_second < 1.03);
}

/* One kernel on both sides has a ratio of 1 at every size. */
static void equals_are_equal(void **state)
{
    (void)state;
    device_address to = gpu_buffer(device, COPY_BYTES), from = gpu_buffer(device, COPY_BYTES);
    static const uint64_t sizes[] = {1 << 30,  64 << 20, 64 << 20, 64 << 20, 64 << 20,
                                     64 << 20, 4 << 20,  4 << 20,  1 << 14};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t size_bytes = sizes[i];
        struct pair pair = {
            .modules = {calibration, calibration}, .times = {1, 1}, .from = from, .from_bytes = size_bytes};
        char name[64];
        pair.calls[0] = pair.calls[1] = copy_call(to, from, size_bytes);
        snprintf(name, sizeof name, "copy of %llu KiB", (unsigned long long)size_bytes >> 10);
        struct timing_result result = measure(&pair, name);
        if (result.status == TIMING_RECORDED)
            assert_true(result.ratio.median > 0.97 && result.ratio.median < 1.03);
    }
    assert_done(device->vtable->release(device, to, error));
    assert_done(device->vtable->release(device, from, error));
}

/* Repeats a comparison twenty times and measures the ratio's spread. */
static void the_ratio_repeats(void **state)
{
    (void)state;
    enum { SIZE_BYTES = 256 << 20 };
    device_address to = gpu_buffer(device, SIZE_BYTES), from = gpu_buffer(device, SIZE_BYTES);
    double least = 1e9, greatest = 0;
    for (int i = 0; i < 20; i++) {
        struct pair pair = {.modules = {calibration, calibration}, .times = {1, 2}};
        pair.calls[0] = pair.calls[1] = copy_call(to, from, SIZE_BYTES);
        struct timing_result result = measure(&pair, "once beside twice");
        assert_int_equal(result.status, TIMING_RECORDED);
        least = result.ratio.median < least ? result.ratio.median : least;
        greatest = result.ratio.median > greatest ? result.ratio.median : greatest;
    }
    printf("ratio of two copies to one: %.4f to %.4f\n", least, greatest);
    assert_true(greatest / least < 1.02);
    assert_done(device->vtable->release(device, to, error));
    assert_done(device->vtable->release(device, from, error));
}

static void launches_cost_less_in_a_graph(void **state)
{
    (void)state;
    struct pair pair = {.modules = {module, module}, .times = {200, 200}, .as_graph = {true, false}};
    pair.calls[0].launch.kernel = pair.calls[1].launch.kernel = "nothing";
    measure(&pair, "200 empty kernels as a graph, beside as launches");
    pair.times[0] = pair.times[1] = 1;
    pair.as_graph[0] = false;
    int64_t began_ns = clock_monotonic_ns();
    measure(&pair, "one empty kernel");
    printf("that took %.1f ms\n", (double)(clock_monotonic_ns() - began_ns) / 1e6);
}

static int set_up(void **state)
{
    (void)state;
    struct device_image image = gpu_image("kernels"), calibration_image = gpu_image("roofline");
    device = gpu_open();
    module = gpu_load(device, &image);
    calibration = gpu_load(device, &calibration_image);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    device->vtable->unload(device, module);
    device->vtable->unload(device, calibration);
    device_close(device);
    return 0;
}

static int run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_roofline_lies_below_the_datasheet),
        cmocka_unit_test(equals_are_equal),
        cmocka_unit_test(the_ratio_repeats),
        cmocka_unit_test(launches_cost_less_in_a_graph),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

int main(void)
{
    return gpu_main(run);
}
