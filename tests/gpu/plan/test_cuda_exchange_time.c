/* A plan in which two real GPUs read each other's memory gives repeatable times. */
#include "device/timing.h"
#include "gpu_support.h"
#include "plan_support.h"

static const char text[] =
    "__global__ void add_pairs(const float *mine, const float *theirs, float *out, int count);\n"
    "//? param x f32[n] in\n//? param y f32[n] out\n//? param n i32\n//? case n=4194304\n//? devices 2\n"
    "//! launch add_pairs(x, peer(x, 1 - rank), y, n) grid=(n+255)/256 block=256\n";

enum { RANKS = 2, N = 1 << 22, COMPARISONS = 4 };

struct exchange {
    struct device *devices[RANKS];
    struct device_module *modules[RANKS];
    device_address x[RANKS], y[RANKS];
    struct device_image image;
    const struct plan *plan;
    struct plan_file file;
};

/* Refreshes as the judge does: new numbers, and the module as loaded. */
static bool refresh(void *context, enum timing_side side, uint32_t run, struct error *error)
{
    struct exchange *exchange = context;
    for (int rank = 0; rank < RANKS; rank++) {
        struct device *device = exchange->devices[rank];
        struct device_parameter ignored[1];
        uint32_t count;
        if (exchange->modules[rank])
            device->vtable->unload(device, exchange->modules[rank]);
        exchange->modules[rank] = gpu_load(device, &exchange->image);
        if (!device->vtable->fill(device, exchange->x[rank], (uint8_t)(run + side), N * sizeof(float), error) ||
            !device->vtable->kernel_parameters(exchange->modules[rank], "add_pairs", ignored, 1, &count, error))
            return false;
    }
    return true;
}

static bool run(void *context, enum timing_side side, struct error *error)
{
    struct exchange *exchange = context;
    struct plan_outcome outcome = {0};
    struct plan_argument arguments[] = {
        {.parameter = &exchange->file.parameters[0], .addresses = exchange->x, .element_count = N},
        {.parameter = &exchange->file.parameters[1], .addresses = exchange->y, .element_count = N},
        {.parameter = &exchange->file.parameters[2], .scalar = exchange->file.values[2]}};
    struct plan_bindings bindings = {.devices = exchange->devices,
                                     .modules = exchange->modules,
                                     .device_count = RANKS,
                                     .arguments = arguments,
                                     .argument_count = 3};
    (void)side;
    return plan_execute(exchange->plan, &bindings, &outcome, error);
}

static void open_exchange(struct exchange *exchange, struct arena *arena)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    plan_file_read(&exchange->file, arena, "t.cu", text, strlen(text));
    struct plan *plan = plan_parse(arena, &exchange->file.source, diagnostics);
    if (!plan || !plan_check(plan, &exchange->file.source, exchange->file.parameters, exchange->file.parameter_count,
                             diagnostics))
        fail_msg("%s", support_errors(arena, diagnostics));
    exchange->plan = plan;
    exchange->image = gpu_image("kernels");
    gpu_open_two(exchange->devices);
    for (int rank = 0; rank < RANKS; rank++) {
        exchange->devices[rank]->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(120000000000));
        exchange->x[rank] = gpu_buffer(exchange->devices[rank], N * sizeof(float));
        exchange->y[rank] = gpu_buffer(exchange->devices[rank], N * sizeof(float));
    }
}

static void tell(const struct timing_result *result)
{
    for (int side = 0; side < TIMING_SIDES; side++)
        printf("%.2f us [%.2f, %.2f], ", result->times_ns[side].median / 1e3, result->times_ns[side].low / 1e3,
               result->times_ns[side].high / 1e3);
    printf("ratio %.4f [%.4f, %.4f], %u runs, %s\n", result->ratio.median, result->ratio.low, result->ratio.high,
           result->runs, result->status == TIMING_RECORDED ? "recorded" : result->note);
}

/* Both sides are one plan, so the ratio is 1. */
static void an_exchange_takes_the_same_time_again(void **state)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct exchange exchange = {0};
    (void)state;
    open_exchange(&exchange, arena);
    struct timing_request request = {.devices = exchange.devices,
                                     .device_count = RANKS,
                                     .callbacks = {.context = &exchange, .refresh = refresh, .run = run},
                                     .has_reference = true,
                                     .budget_ns = INT64_C(4000000000)};
    int recorded = 0, equal = 0;
    for (int i = 0; i < COMPARISONS; i++) {
        struct timing_result result = {0};
        assert_done(timing_measure(&request, &result, error));
        tell(&result);
        recorded += result.status == TIMING_RECORDED;
        equal += result.ratio.median > 0.97 && result.ratio.median < 1.03;
    }
    for (int rank = 0; rank < RANKS; rank++)
        device_close(exchange.devices[rank]);
    assert_int_equal(recorded, COMPARISONS);
    assert_int_equal(equal, COMPARISONS);
}

static int run_on_gpus(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_exchange_takes_the_same_time_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
    return gpu_main_of_two(run_on_gpus);
}
