/* Tests the requests of a program: what they do, and what they refuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "program/serve/session.h"

#include "base/told.h"

static const struct source source = {"a.cu", "int main() {}\n  cudaMalloc(&d_a, 100);\n", 38};

struct fixture {
    struct arena *arena;
    struct program_request request;
    struct program_result result;
    struct session session;
};

static void ignore_output(void *context, enum program_stream stream, const char *text, size_t size_bytes)
{
    (void)context, (void)stream, (void)text, (void)size_bytes;
}

static int set_up(void **state)
{
    struct fixture *fixture = test_calloc(1, sizeof *fixture);
    struct device_request device = {.kind = "virtual", .count = 2, .threads = 1, .seed = 1};
    struct error error = {0};
    fixture->arena = arena_new();
    fixture->request =
        (struct program_request){.sources = &source, .source_count = 1, .device = device, .take_output = ignore_output};
    fixture->session = (struct session){.request = &fixture->request,
                                        .arena = fixture->arena,
                                        .result = &fixture->result,
                                        .process = SUBPROCESS_INIT,
                                        .fd = -1};
    assert_true(session_open_devices(&fixture->session, &error));
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

/* Sends values from line 2 of the source. The answer's payload must be freed. */
static int send(struct fixture *fixture, handler *handle, const uint64_t values[WIRE_VALUES], const char *payload,
                struct session_call *out_call)
{
    struct error error = {0};
    *out_call = (struct session_call){.payload = payload, .place = {source.name, 2}, .answer_payload = BUFFER_INIT};
    memcpy(out_call->request.values, values, sizeof out_call->request.values);
    out_call->request.payload_bytes = payload ? strlen(payload) : 0;
    return handle(&fixture->session, out_call, &error);
}

static int ask(struct fixture *fixture, handler *handle, const uint64_t values[WIRE_VALUES], const char *payload)
{
    struct session_call call;
    int status = send(fixture, handle, values, payload, &call);
    buffer_done(&call.answer_payload);
    return status;
}

static uint64_t allocate(struct fixture *fixture, uint64_t size_bytes)
{
    struct session_call call;
    assert_int_equal(send(fixture, session_handle_allocate, (uint64_t[WIRE_VALUES]){size_bytes}, NULL, &call), 0);
    return call.answer.values[0];
}

static void expect_finding(const struct fixture *fixture, size_t index, const char *name, const char *words)
{
    assert_true(index < fixture->result.finding_count);
    const struct program_finding *finding = &fixture->result.findings[index];
    assert_string_equal(finding->name, name);
    assert_non_null(strstr(told_english(fixture->arena, finding->message), words));
    assert_string_equal(finding->file, "a.cu");
    assert_int_equal(finding->line, 2);
}

static void test_rows_come_back(void **state)
{
    struct fixture *fixture = *state;
    struct session_call call;
    uint64_t a = allocate(fixture, 100), b = allocate(fixture, 100);
    /* two rows of 3 bytes, 10 apart; then packed ones of b */
    assert_int_equal(ask(fixture, session_handle_write, (uint64_t[WIRE_VALUES]){a, 10, 3, 2}, "abcdef"), 0);
    assert_int_equal(ask(fixture, session_handle_copy, (uint64_t[WIRE_VALUES]){b, 3, a, 10, 3, 2}, NULL), 0);
    assert_int_equal(ask(fixture, session_handle_fill, (uint64_t[WIRE_VALUES]){b, 1, 1, 1, 'x'}, NULL), 0);
    assert_int_equal(send(fixture, session_handle_read, (uint64_t[WIRE_VALUES]){b, 6, 6, 1}, NULL, &call), 0);
    assert_memory_equal(call.answer_payload.data, "xbcdef", 6);
    assert_int_equal(call.answer_payload.size_bytes, 6);
    buffer_done(&call.answer_payload);
    assert_int_equal(fixture->result.finding_count, 0);
    assert_int_equal(fixture->result.to_device.bytes, 6);
}

static void test_mistakes_are_named(void **state)
{
    struct fixture *fixture = *state;
    uint64_t a = allocate(fixture, 100);
    assert_int_not_equal(ask(fixture, session_handle_fill, (uint64_t[WIRE_VALUES]){a, 101, 101, 1, 0}, NULL), 0);
    expect_finding(fixture, 0, "copy_too_long", "1 byte past the end of 'd_a' (100 bytes)");
    assert_int_equal(ask(fixture, session_handle_release, (uint64_t[WIRE_VALUES]){a}, NULL), 0);
    assert_int_not_equal(ask(fixture, session_handle_release, (uint64_t[WIRE_VALUES]){a}, NULL), 0);
    expect_finding(fixture, 1, "double_free", "in line 2");
    assert_int_not_equal(ask(fixture, session_handle_fill, (uint64_t[WIRE_VALUES]){a, 4, 4, 1, 0}, NULL), 0);
    expect_finding(fixture, 2, "use_after_free", "was freed in line 2");
    assert_int_not_equal(ask(fixture, session_handle_release, (uint64_t[WIRE_VALUES]){4096}, NULL), 0);
    expect_finding(fixture, 3, "wrong_free", "host memory");
    allocate(fixture, 7);
    session_note_leaks(&fixture->session);
    expect_finding(fixture, 4, "leak", "(7 bytes) is never freed");
    assert_true(fixture->result.findings[4].is_note);
}

/* Numbers that no honest runtime sends: each is refused, and nothing is read or written for it. */
static const struct {
    handler *handle;
    uint64_t values[WIRE_VALUES];
    const char *payload;
} hostile[] = {
    {session_handle_allocate, {UINT64_MAX, WIRE_MEMORY_DEVICE}, NULL},
    {session_handle_allocate, {16, WIRE_MEMORY_COUNT}, NULL},
    {session_handle_write, {WIRE_DEVICE_FIRST, 1, UINT64_MAX, UINT64_MAX}, "x"},
    {session_handle_write, {WIRE_DEVICE_FIRST, 1, 2, 1}, "x"},
    {session_handle_write, {0, 1, 1, 1}, "x"},
    {session_handle_read, {WIRE_DEVICE_FIRST, UINT64_MAX, 8, 2}, NULL},
    {session_handle_read, {WIRE_DEVICE_FIRST + 4096, UINT64_C(1) << 63, 1, 3}, NULL},
    {session_handle_copy, {WIRE_DEVICE_FIRST, 8, UINT64_MAX - 3, 8, 8, 1}, NULL},
    {session_handle_fill, {WIRE_DEVICE_FIRST, 1, UINT64_C(1) << 45, 1, 0}, NULL},
    {session_handle_symbol, {0}, NULL},
    {session_handle_kernel, {UINT64_MAX, 1, 1}, NULL},
    {session_handle_launch, {0}, "short"},
    {session_handle_attribute, {7, 8, 1}, NULL},
    {session_handle_mistake, {WIRE_MISTAKE_COUNT}, NULL},
    {session_handle_copy, {WIRE_DEVICE_FIRST + 7 * WIRE_DEVICE_BYTES, 8, WIRE_DEVICE_FIRST, 8, 8, 1}, NULL},
    {session_handle_fill, {WIRE_DEVICE_FIRST + 4096, 1, 1, 1, 0, 77}, NULL},
    {session_handle_synchronise, {77}, NULL},
    {session_handle_synchronise, {UINT64_MAX - 2}, NULL},
    {session_handle_record, {77, 0}, NULL},
    {session_handle_wait, {77, 0}, NULL},
    {session_handle_peer, {7, 1}, NULL},
    {session_handle_peer, {UINT64_MAX, 1}, NULL},
};

static void test_hostile_numbers(void **state)
{
    struct fixture *fixture = *state;
    allocate(fixture, 64);
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++)
        assert_int_not_equal(ask(fixture, hostile[i].handle, hostile[i].values, hostile[i].payload), 0);
}

/* A reason that there is not is no finding, and no crash. */
static void test_reasons_of_events_and_textures(void **state)
{
    struct fixture *fixture = *state;
    const uint64_t wrong[][2] = {{WIRE_MISTAKE_EVENT, WIRE_EVENT_LACK_COUNT},
                                 {WIRE_MISTAKE_TEXTURE, WIRE_TEXTURE_FITS},
                                 {WIRE_MISTAKE_TEXTURE, WIRE_TEXTURE_LACK_COUNT},
                                 {WIRE_MISTAKE_TEXTURE, UINT64_MAX}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(
            ask(fixture, session_handle_mistake, (uint64_t[WIRE_VALUES]){wrong[i][0], 0, 0, wrong[i][1]}, NULL), 0);
    assert_int_equal(fixture->result.finding_count, 0);
    ask(fixture, session_handle_mistake, (uint64_t[WIRE_VALUES]){WIRE_MISTAKE_EVENT, 0, 0, WIRE_EVENT_NO_END}, NULL);
    expect_finding(fixture, 0, "event_failed", "second event was never recorded");
    ask(fixture, session_handle_mistake, (uint64_t[WIRE_VALUES]){WIRE_MISTAKE_TEXTURE, 0, 0, WIRE_TEXTURE_UNKNOWN},
        NULL);
    expect_finding(fixture, 1, "texture_failed", "mipmaps");
}

static struct session_stream *new_stream(struct fixture *fixture, bool is_free)
{
    struct session_call call;
    assert_int_equal(send(fixture, session_handle_stream, (uint64_t[WIRE_VALUES]){is_free}, NULL, &call), 0);
    return session_stream(&fixture->session, call.answer.values[0]);
}

static double work(struct fixture *fixture, uint64_t stream, double ns)
{
    return session_add_work(&fixture->session, session_stream(&fixture->session, stream), ns);
}

/* A stream's work is in a row, streams overlap, and the default stream waits. */
static void test_streams_overlap(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(new_stream(fixture, i == 3)->number, i + 1);
    assert_true(work(fixture, 1, 100) == 100);
    assert_true(work(fixture, 1, 50) == 150);
    assert_true(work(fixture, 2, 30) == 30);
    assert_true(work(fixture, 4, 500) == 500); /* which the default stream does not wait for */
    assert_true(work(fixture, 0, 10) == 160);
    assert_true(work(fixture, 2, 5) == 165);
    session_wait(&fixture->session, session_stream(&fixture->session, 0));
    assert_true(work(fixture, 3, 1) == 166);
    session_wait(&fixture->session, NULL);
    assert_true(work(fixture, 3, 1) == 501);
    assert_true(fixture->result.elapsed_ns == 501);
}

static void test_devices_are_apart(void **state)
{
    struct fixture *fixture = *state;
    struct session *session = &fixture->session;
    uint64_t a = allocate(fixture, 64), no_values[WIRE_VALUES] = {0};
    session_use(session, 1);
    uint64_t b = allocate(fixture, 64), stream_count = session->stream_count;
    assert_int_equal(session_owner(session, a), 0);
    assert_int_equal(session_owner(session, b), 1);
    assert_int_equal(session_owner(session, b + 5 * WIRE_DEVICE_BYTES), -1);
    assert_int_equal(session->devices[1].live_bytes, 64);
    assert_int_equal(new_stream(fixture, false)->device, 1);
    assert_int_equal(session->stream_count, stream_count + 1);
    /* an event of device 0 in the stream of device 1 */
    assert_int_equal(ask(fixture, session_handle_record, (uint64_t[WIRE_VALUES]){1, 0}, NULL),
                     ERROR_OF_cudaErrorInvalidResourceHandle);
    expect_finding(fixture, 0, "wrong_device", "device 1");
    assert_int_equal(ask(fixture, session_handle_peer, (uint64_t[WIRE_VALUES]){0, 1}, NULL), 0);
    assert_int_equal(ask(fixture, session_handle_peer, (uint64_t[WIRE_VALUES]){0, 1}, NULL),
                     ERROR_OF_cudaErrorPeerAccessAlreadyEnabled);
    assert_int_equal(ask(fixture, session_handle_peer, (uint64_t[WIRE_VALUES]){0, 0}, NULL), 0);
    assert_int_equal(ask(fixture, session_handle_write, (uint64_t[WIRE_VALUES]){a, 4, 4, 1}, "abcd"), 0);
    assert_int_equal(ask(fixture, session_handle_copy, (uint64_t[WIRE_VALUES]){b, 4, a, 4, 4, 1}, NULL), 0);
    assert_int_equal(fixture->result.between_devices.count, 1);
    assert_int_equal(ask(fixture, session_handle_reset, no_values, NULL), 0);
    assert_int_equal(session->devices[1].live_bytes, 0);
    assert_int_equal(session->live_bytes, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rows_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mistakes_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hostile_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reasons_of_events_and_textures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_streams_overlap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_devices_are_apart, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
