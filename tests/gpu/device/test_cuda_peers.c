/* Tests two real GPUs with access to each other: copies, kernels, order, time, faults of one. */
#include "device/timing.h"
#include "gpu_support.h"

enum { COUNT = 1 << 20, SLOW_NS = 20000000, QUICK_NS = 5000000 };

static struct device *devices[2];
static struct device_module *modules[2];
static struct device_image image;

static void launch_on(int which, struct gpu_call call)
{
    assert_done(gpu_launch(devices[which], modules[which], &call, error));
}

static void synchronise(int which)
{
    assert_done(devices[which]->vtable->synchronise(devices[which], error));
    assert_false(devices[which]->observation->faulted);
}

static int value_at(int which, device_address address)
{
    int value = -1;
    assert_done(devices[which]->vtable->read(devices[which], &value, address, sizeof value, error));
    return value;
}

static device_address zeros(int which, uint64_t size_bytes)
{
    device_address address = gpu_buffer(devices[which], size_bytes);
    assert_done(devices[which]->vtable->fill(devices[which], address, 0, size_bytes, error));
    synchronise(which);
    return address;
}

static void release(int which, device_address address)
{
    assert_done(devices[which]->vtable->release(devices[which], address, error));
}

/* --- identity --------------------------------------------------------------------------------- */

static void every_gpu_has_a_number(void **state)
{
    (void)state;
    int count = device_count("cuda");
    char kind[16];
    struct device *device = NULL;
    struct error refused = {0};
    assert_true(count >= 2);
    assert_int_equal(device_count("cuda:1"), count - 1);
    assert_string_not_equal(devices[0]->properties.uuid, devices[1]->properties.uuid);
    assert_true(devices[0]->properties.peers && devices[1]->properties.peers);
    assert_done(device_open(&(struct device_request){.kind = "cuda:1", .count = 1}, &device, error));
    assert_string_equal(device->properties.uuid, devices[1]->properties.uuid);
    device_close(device);
    snprintf(kind, sizeof kind, "cuda:%d", count);
    assert_false(device_open(&(struct device_request){.kind = kind, .count = 1}, &device, &refused));
    assert_int_equal(refused.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(refused.message, "counted from cuda:0"));
}

/* --- memory ----------------------------------------------------------------------------------- */

static void copies_go_from_one_to_the_other(void **state)
{
    (void)state;
    int *sent = malloc(COUNT * sizeof *sent), *got = calloc(COUNT, sizeof *got);
    device_address here = gpu_buffer(devices[0], COUNT * sizeof *sent);
    for (int by = 0; by < 2; by++) { /* either device copies */
        device_address there = gpu_buffer(devices[1], COUNT * sizeof *sent);
        for (int i = 0; i < COUNT; i++)
            sent[i] = i * 7 + by;
        assert_done(devices[0]->vtable->write(devices[0], here, sent, COUNT * sizeof *sent, error));
        assert_done(devices[by]->vtable->copy(devices[by], there, here, COUNT * sizeof *sent, error));
        synchronise(by);
        assert_done(devices[1]->vtable->read(devices[1], got, there, COUNT * sizeof *got, error));
        assert_memory_equal(sent, got, COUNT * sizeof *got);
        release(1, there);
    }
    release(0, here);
    free(sent);
    free(got);
}

static void kernels_read_and_write_the_others_memory(void **state)
{
    (void)state;
    device_address there = zeros(1, COUNT * sizeof(int)), here = zeros(0, sizeof(int));
    launch_on(0, (struct gpu_call){.launch = {.kernel = "add_one", .grid = {COUNT / 256}, .block = {256}},
                                   .values = {there, COUNT}});
    synchronise(0);
    assert_int_equal(value_at(1, there), 1);
    assert_int_equal(value_at(1, there + (COUNT - 1) * sizeof(int)), 1);
    launch_on(0, (struct gpu_call){.launch.kernel = "read_int", .values = {here, there + 4}});
    synchronise(0);
    assert_int_equal(value_at(0, here), 1);
    release(1, there);
    release(0, here);
}

static void both_count_in_one_number(void **state)
{
    (void)state;
    device_address total = zeros(0, sizeof(int));
    for (int which = 0; which < 2; which++)
        launch_on(which, (struct gpu_call){.launch = {.kernel = "count_together", .grid = {8}, .block = {128}},
                                           .values = {total, 100}});
    for (int which = 0; which < 2; which++)
        synchronise(which);
    assert_int_equal(value_at(0, total), 2 * 8 * 128 * 100);
    release(0, total);
}

/* --- order and time --------------------------------------------------------------------------- */

static struct gpu_call slow_write(device_address to, int value, int wait_ns, int stream)
{
    return (struct gpu_call){.launch = {.kernel = "slow_write", .stream = stream},
                             .values = {to, (uint64_t)value, (uint64_t)wait_ns}};
}

/* The first GPU writes into the second's memory. Only a wait for its mark sees the value. */
static void a_mark_of_one_holds_up_the_other(void **state)
{
    (void)state;
    device_address cell = zeros(1, sizeof(int)), early = zeros(1, sizeof(int)), late = zeros(1, sizeof(int));
    uint64_t mark = 0;
    launch_on(0, slow_write(cell, 7, SLOW_NS, 1));
    assert_done(devices[0]->vtable->mark(devices[0], 1, &mark, error));
    launch_on(1, (struct gpu_call){.launch = {.kernel = "read_int", .stream = 1}, .values = {early, cell}});
    assert_done(devices[1]->vtable->wait_for(devices[1], 2, devices[0], mark, error));
    launch_on(1, (struct gpu_call){.launch = {.kernel = "read_int", .stream = 2}, .values = {late, cell}});
    synchronise(1);
    synchronise(0);
    assert_int_equal(value_at(1, early), 0);
    assert_int_equal(value_at(1, late), 7);
    release(1, cell);
    release(1, early);
    release(1, late);
}

static bool run_both(void *context, enum timing_side side, struct error *error)
{
    const device_address *cells = context;
    (void)side;
    for (int which = 0; which < 2; which++) {
        struct gpu_call call = slow_write(cells[which], 1, which ? SLOW_NS : QUICK_NS, 0);
        if (!gpu_launch(devices[which], modules[which], &call, error))
            return false;
    }
    return devices[0]->vtable->synchronise(devices[0], error) && devices[1]->vtable->synchronise(devices[1], error);
}

static void each_has_a_clock_and_the_slowest_counts(void **state)
{
    (void)state;
    device_address cells[2] = {zeros(0, sizeof(int)), zeros(1, sizeof(int))};
    double elapsed_ns[2] = {0};
    struct timing_result result = {0};
    for (int which = 0; which < 2; which++)
        assert_done(devices[which]->vtable->time_begin(devices[which], error));
    assert_done(run_both(cells, TIMING_LEARNER, error));
    for (int which = 0; which < 2; which++)
        assert_done(devices[which]->vtable->elapsed_ns(devices[which], &elapsed_ns[which], error));
    assert_true(elapsed_ns[0] > QUICK_NS && elapsed_ns[0] < 1.5 * QUICK_NS);
    assert_true(elapsed_ns[1] > SLOW_NS && elapsed_ns[1] < 1.5 * SLOW_NS);
    struct timing_request request = {
        .devices = devices, .device_count = 2, .callbacks = {.context = cells, .run = run_both}, .runs_max = 8};
    assert_done(timing_measure(&request, &result, error));
    printf("side by side %.2f and %.2f ms, timed as %.2f ms %s\n", elapsed_ns[0] / 1e6, elapsed_ns[1] / 1e6,
           result.times_ns[0].median / 1e6, result.note);
    if (result.status == TIMING_RECORDED)
        assert_true(result.times_ns[0].median > SLOW_NS && result.times_ns[0].median < 1.2 * SLOW_NS);
    release(0, cells[0]);
    release(1, cells[1]);
}

/* --- faults ----------------------------------------------------------------------------------- */

/* Returns 0 on success. Each case has its own process, whose contexts then end. */
static int in_child(int (*run)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int code = run();
        fflush(stdout);
        _exit(code);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int reach_without_asking(void)
{
    gpu_open_two(devices);
    modules[0] = gpu_load(devices[0], &image);
    struct gpu_call call = {.launch = {.kernel = "add_one", .block = {32}}, .values = {zeros(1, 128), 32}};
    gpu_launch(devices[0], modules[0], &call, NULL);
    devices[0]->vtable->synchronise(devices[0], NULL);
    printf("without peer access: %s\n", devices[0]->observation->fault);
    return devices[0]->observation->faulted && devices[0]->lost && !devices[1]->lost ? 0 : 1;
}

static void without_peer_access_it_is_a_fault(void **state)
{
    (void)state;
    assert_int_equal(in_child(reach_without_asking), 0);
}

static int break_the_second(void)
{
    struct error error = {0};
    gpu_open_two(devices);
    if (!device_enable_peers(devices, 2, &error))
        return 2;
    for (int i = 0; i < 2; i++)
        modules[i] = gpu_load(devices[i], &image);
    struct gpu_call call = {.launch.kernel = "illegal_store"};
    gpu_launch(devices[1], modules[1], &call, NULL);
    devices[1]->vtable->synchronise(devices[1], NULL);
    bool told = devices[1]->observation->faulted && devices[1]->lost;
    struct gpu_call harmless = {.launch.kernel = "nothing"};
    bool others = gpu_launch(devices[0], modules[0], &harmless, &error) &&
                  devices[0]->vtable->synchronise(devices[0], &error) && !devices[0]->observation->faulted;
    printf("the second broke: %s; the first %s %s\n", devices[1]->observation->fault,
           others ? "goes on" : "ends too:", error.message);
    device_close(devices[1]);
    device_close(devices[0]);
    return told ? 0 : 1;
}

static void a_fault_of_one_is_told_of_that_one(void **state)
{
    (void)state;
    assert_int_equal(in_child(break_the_second), 0);
}

/* Each device closes without an error after the other's memory is gone. */
static void one_can_close_before_the_other(void **state)
{
    (void)state;
    struct device *again[2];
    gpu_open_two(again);
    assert_done(device_enable_peers(again, 2, error));
    device_close(again[0]);
    device_address left = gpu_buffer(again[1], 64);
    assert_done(again[1]->vtable->release(again[1], left, error));
    device_close(again[1]);
}

static int open_both(void **state)
{
    (void)state;
    gpu_open_two(devices);
    assert_done(device_enable_peers(devices, 2, error));
    assert_done(device_enable_peers(devices, 2, error)); /* again: no effect */
    for (int i = 0; i < 2; i++)
        modules[i] = gpu_load(devices[i], &image);
    return 0;
}

static int close_both(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        devices[i]->vtable->unload(devices[i], modules[i]);
        device_close(devices[i]);
    }
    return 0;
}

static int run(void)
{
    const struct CMUnitTest broken[] = {cmocka_unit_test(without_peer_access_it_is_a_fault),
                                        cmocka_unit_test(a_fault_of_one_is_told_of_that_one)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_gpu_has_a_number),
        cmocka_unit_test(copies_go_from_one_to_the_other),
        cmocka_unit_test(kernels_read_and_write_the_others_memory),
        cmocka_unit_test(both_count_in_one_number),
        cmocka_unit_test(a_mark_of_one_holds_up_the_other),
        cmocka_unit_test(each_has_a_clock_and_the_slowest_counts),
        cmocka_unit_test(one_can_close_before_the_other),
    };
    image = gpu_image("kernels");
    int failures = cmocka_run_group_tests(broken, NULL, NULL);
    return failures + cmocka_run_group_tests(tests, open_both, close_both);
}

int main(void)
{
    return gpu_main_of_two(run);
}
