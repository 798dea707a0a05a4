/* Tests kernels that break on a real GPU, each in its own process, since the context is lost. */
#include "gpu_support.h"

static struct device_image image;

struct outcome {
    bool faulted, timed_out, lost, refuses;
    char fault[256];
    char error[256];
};

static struct outcome break_device(const char *kernel, uint64_t argument)
{
    struct outcome outcome = {0};
    struct error error = {0};
    struct device *device = gpu_open();
    struct device_module *module = gpu_load(device, &image);
    device_address buffer = gpu_buffer(device, 64), more = 0;
    struct gpu_call call = {.launch.kernel = kernel, .values = {argument ? argument : buffer}};
    device->vtable->fill(device, buffer, 0, 64, NULL);
    device->vtable->synchronise(device, NULL);
    device->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(1000000000));
    bool done = gpu_launch(device, module, &call, &error) && device->vtable->synchronise(device, &error);
    outcome.refuses = !device->vtable->allocate(device, 64, "more", &more, done ? &error : NULL);
    outcome.faulted = device->observation->faulted;
    outcome.timed_out = device->observation->timed_out;
    outcome.lost = device->lost;
    snprintf(outcome.fault, sizeof outcome.fault, "%s", device->observation->fault);
    snprintf(outcome.error, sizeof outcome.error, "%s", error.message);
    device->vtable->unload(device, module);
    device_close(device);
    return outcome;
}

static struct outcome break_in_child(const char *kernel, uint64_t argument)
{
    struct outcome outcome = {0};
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        outcome = break_device(kernel, argument);
        _exit(write(pipes[1], &outcome, sizeof outcome) == sizeof outcome ? 0 : 1);
    }
    close(pipes[1]);
    int status = 0;
    assert_int_equal(read(pipes[0], &outcome, sizeof outcome), sizeof outcome);
    close(pipes[0]);
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    printf("%s: %s%s| then: %s\n", kernel, outcome.timed_out ? "timed out, " : "", outcome.fault, outcome.error);
    return outcome;
}

static void expect_fault(const char *kernel, uint64_t argument, const char *words)
{
    struct outcome outcome = break_in_child(kernel, argument);
    assert_true(outcome.faulted && outcome.lost && outcome.refuses);
    if (!strstr(outcome.fault, words))
        fail_msg("said '%s', not '%s'", outcome.fault, words);
}

static void an_illegal_address_is_told(void **state)
{
    (void)state;
    expect_fault("illegal_store", 0, "lies in no buffer");
}

static void a_misaligned_address_is_told(void **state)
{
    (void)state;
    expect_fault("misaligned_store", 0, "not a multiple");
}

static void a_trap_is_told(void **state)
{
    (void)state;
    expect_fault("trap", 0, "trap");
}

static void an_assertion_is_told(void **state)
{
    (void)state;
    expect_fault("fail_assertion", 1, "assertion");
}

static void a_kernel_without_end_is_given_up(void **state)
{
    (void)state;
    struct outcome outcome = break_in_child("run_for_ever", 0);
    assert_true(outcome.timed_out && outcome.lost && outcome.refuses && !outcome.faulted);
}

/* After all faults, a new process works. */
static void the_next_process_works(void **state)
{
    (void)state;
    struct outcome outcome = break_in_child("nothing", 0);
    assert_false(outcome.faulted || outcome.timed_out || outcome.lost || outcome.refuses);
}

static int run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_illegal_address_is_told),
        cmocka_unit_test(a_misaligned_address_is_told),
        cmocka_unit_test(a_trap_is_told),
        cmocka_unit_test(an_assertion_is_told),
        cmocka_unit_test(a_kernel_without_end_is_given_up),
        cmocka_unit_test(the_next_process_works),
    };
    image = gpu_image("kernels");
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
    return gpu_main(run);
}
