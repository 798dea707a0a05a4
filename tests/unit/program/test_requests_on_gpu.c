/* Tests the requests of a program on a GPU: each launch is measured alone, and a fault is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_fake.h"

#include "base/told.h"
#include "program/serve/session.h"

static const struct source source = {"a.cu", "int main() {}\n", 14};

struct fixture {
    struct arena *arena;
    struct program_request request;
    struct program_result result;
    struct session session;
    struct session_module module;
    char output[256];
};

static void keep_output(void *context, enum program_stream stream, const char *text, size_t size_bytes)
{
    struct fixture *fixture = context;
    size_t used = strlen(fixture->output);
    (void)stream;
    snprintf(fixture->output + used, sizeof fixture->output - used, "%.*s", (int)size_bytes, text);
}

/* The driver has the first window for itself. */
static int set_up(void **state)
{
    struct fixture *fixture = test_calloc(1, sizeof *fixture);
    struct device *device = fake_open();
    fake.moves_windows = 1;
    fixture->arena = arena_new();
    fixture->request =
        (struct program_request){.sources = &source, .source_count = 1, .take_output = keep_output, .context = fixture};
    fixture->session = (struct session){.request = &fixture->request,
                                        .arena = fixture->arena,
                                        .result = &fixture->result,
                                        .process = SUBPROCESS_INIT,
                                        .fd = -1};
    assert_true(session_take_devices(&fixture->session, &device, 1, NULL));
    fixture->module.image = (struct device_image){.ptx = fake_ptx, .ptx_bytes = sizeof fake_ptx - 1};
    assert_non_null(session_module_here(&fixture->session, &fixture->module));
    fixture->session.modules = &fixture->module;
    fixture->session.kernels = arena_alloc(fixture->arena, sizeof *fixture->session.kernels);
    fixture->session.kernels[fixture->session.kernel_count++] =
        (struct session_kernel){.name = "k", .readable = "k", .module = &fixture->module, .argument_bytes = 32};
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    session_close_devices(&fixture->session);
    arena_free(fixture->arena);
    test_free(fixture);
    return 0;
}

typedef int handler(struct session *session, struct session_call *call, struct error *error);

static int send(struct fixture *fixture, handler *handle, const uint64_t values[WIRE_VALUES], const void *payload,
                size_t payload_bytes, uint64_t *out_value)
{
    struct error error = {0};
    struct session_call call = {.payload = payload, .place = {source.name, 2}, .answer_payload = BUFFER_INIT};
    if (values)
        memcpy(call.request.values, values, sizeof call.request.values);
    call.request.payload_bytes = payload_bytes;
    int status = handle(&fixture->session, &call, &error);
    buffer_done(&call.answer_payload);
    if (out_value)
        *out_value = call.answer.values[0];
    return status;
}

static int launch(struct fixture *fixture, uint32_t threads)
{
    struct {
        struct wire_launch shape;
        char arguments[32];
    } payload = {.shape = {.grid = {1, 1, 1}, .block = {threads, 1, 1}}};
    return send(fixture, session_handle_launch, NULL, &payload, sizeof payload.shape + 32, NULL);
}

static uint64_t allocate(struct fixture *fixture, uint64_t size_bytes)
{
    uint64_t address = 0;
    assert_int_equal(send(fixture, session_handle_allocate, (uint64_t[WIRE_VALUES]){size_bytes}, NULL, 0, &address), 0);
    return address;
}

static void launches_are_measured(void **state)
{
    struct fixture *fixture = *state;
    struct program_result *result = &fixture->result;
    fake.elapsed_ms = 2;
    assert_int_equal(launch(fixture, 32), 0);
    fake.elapsed_ms = 4;
    assert_int_equal(launch(fixture, 32), 0); /* the same again is not left out */
    assert_true(result->is_measured);
    assert_int_equal(result->launch_count, 1);
    assert_int_equal(result->launches[0].count, 2);
    assert_int_equal(result->launches[0].repeated, 0);
    assert_true(result->launches[0].total_ns == 6e6);
    assert_true(result->launches[0].least_ns == 2e6 && result->launches[0].most_ns == 4e6);
    assert_true(result->elapsed_ns == 6e6);
    assert_int_equal(result->span_total, 2);
    assert_int_equal(result->finding_count, 0);
    assert_string_equal(result->device_name, "Fake GPU 0");
}

/* Buffers have addresses that the program knows as the device's. A variable need not. */
static void memory_is_where_the_program_expects_it(void **state)
{
    struct fixture *fixture = *state;
    uint64_t a = allocate(fixture, 64), b = allocate(fixture, 64);
    char variable[8] = "other";
    assert_int_equal(a, WIRE_DEVICE_FIRST + 2 * WIRE_DEVICES_MAX * WIRE_DEVICE_BYTES);
    assert_int_equal(session_owner(&fixture->session, a), 0);
    assert_int_equal(session_owner(&fixture->session, b), 0);
    assert_int_equal(send(fixture, session_handle_write, (uint64_t[WIRE_VALUES]){a, 4, 4, 1}, "abcd", 4, NULL), 0);
    assert_int_equal(send(fixture, session_handle_copy, (uint64_t[WIRE_VALUES]){b, 4, a, 4, 4, 1}, NULL, 0, NULL), 0);
    assert_int_equal(send(fixture, session_handle_copy,
                          (uint64_t[WIRE_VALUES]){(uint64_t)(uintptr_t)variable, 4, b, 4, 4, 1}, NULL, 0, NULL),
                     0);
    assert_memory_equal(variable, "abcdr", 5);
    assert_int_equal(send(fixture, session_handle_fill, (uint64_t[WIRE_VALUES]){a, 65, 65, 1}, NULL, 0, NULL),
                     ERROR_OF_cudaErrorInvalidValue);
    assert_string_equal(fixture->result.findings[0].name, "copy_too_long");
    /* the same fill runs each time: a launch could have written in between */
    fake.log[0] = '\0';
    for (int i = 0; i < 2; i++)
        assert_int_equal(send(fixture, session_handle_fill, (uint64_t[WIRE_VALUES]){a, 9, 9, 1}, NULL, 0, NULL), 0);
    const char *first = strstr(fake.log, "fill 9 ");
    assert_true(first && strstr(first + 1, "fill 9 "));
    /* nor is it known that nothing has written to b */
    assert_int_equal(send(fixture, session_handle_read, (uint64_t[WIRE_VALUES]){b, 4, 4, 1}, NULL, 0, NULL), 0);
    assert_int_equal(fixture->result.finding_count, 1);
}

static void a_fault_is_named_at_its_launch(void **state)
{
    struct fixture *fixture = *state;
    struct program_result *result = &fixture->result;
    fake_fail("stream_query", 716);
    assert_int_equal(launch(fixture, 32), 0);
    assert_int_equal(fixture->session.fault, ERROR_OF_cudaErrorMisalignedAddress);
    assert_int_equal(result->finding_count, 1);
    assert_string_equal(result->findings[0].name, "kernel_fault");
    assert_non_null(strstr(told_english(fixture->arena, result->findings[0].message),
                           "k, launched here, ended with cudaErrorMisalignedAddress"));
    assert_int_equal(launch(fixture, 32), ERROR_OF_cudaErrorMisalignedAddress);
    assert_true(result->launches[0].total_ns == 0);
}

static void a_refused_launch_is_named(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(launch(fixture, 513), ERROR_OF_cudaErrorInvalidValue); /* 512 fit */
    assert_string_equal(fixture->result.findings[0].name, "launch_refused");
    assert_int_equal(fixture->session.fault, 0);
    assert_int_equal(launch(fixture, 512), 0);
}

static void limits_are_those_of_the_gpu(void **state)
{
    struct fixture *fixture = *state;
    struct error error = {0};
    struct session_call call = {.answer_payload = BUFFER_INIT};
    struct wire_properties properties;
    fake.attributes[CU_DEVICE_BLOCKS_PER_SM] = 24;
    assert_int_equal(session_handle_properties(&fixture->session, &call, &error), 0);
    memcpy(&properties, call.answer_payload.data, sizeof properties);
    assert_int_equal(properties.blocks_per_sm_max, 24);
    assert_int_equal(properties.sm_count, 132);
    assert_string_equal(properties.name, "Fake GPU 0");
    buffer_done(&call.answer_payload);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(launches_are_measured, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_is_where_the_program_expects_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fault_is_named_at_its_launch, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_refused_launch_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(limits_are_those_of_the_gpu, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
