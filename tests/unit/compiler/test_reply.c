/* Tests answers of a hostile child, and results made from honest answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "compiler/process/protocol.h"
#include "compiler/result/reply.h"

static const struct source source = {"k.cu", "__global__ void k() {}\n", 23};

static struct frame make_frame(const char *header, struct frame_blob *blobs, size_t blob_count)
{
    return (struct frame){
        .type = PROTOCOL_RESULT, .header = json_loads(header, 0, NULL), .blobs = blobs, .blob_count = blob_count};
}

static void malformed_answers_are_a_crash(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "{}",
        "{\"result\": 0}",
        "{\"result\": -1, \"elapsed_ns\": \"0x0000000000000001\", \"lowered\": []}",
        "{\"result\": 99999999999, \"elapsed_ns\": \"0x0000000000000001\", \"lowered\": []}",
        "{\"result\": \"0\", \"elapsed_ns\": \"0x0000000000000001\", \"lowered\": []}",
        "{\"result\": 0, \"elapsed_ns\": -5, \"lowered\": []}",
        "{\"result\": 0, \"elapsed_ns\": \"0x0000000000000001\", \"lowered\": {}}",
        "{\"result\": 0, \"elapsed_ns\": \"0x0000000000000001\", \"lowered\": 7}",
    };
    struct frame_blob blobs[PROTOCOL_BLOBS] = {0};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct frame frame = make_frame(headers[i], blobs, PROTOCOL_BLOBS);
        struct reply reply;
        struct error error = {0};
        assert_false(reply_from_frame(&frame, arena, &reply, &error));
        assert_int_equal(error.code, ERROR_CRASH);
        json_decref(frame.header);
    }
}

static const char good_header[] =
    "{\"result\": 0, \"elapsed_ns\": \"0x0000000000000005\", \"lowered\": [\"_Z1kv\", null, 7]}";

static void wrong_frames_are_a_crash(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct frame_blob blobs[PROTOCOL_BLOBS] = {0};
    struct reply reply;
    struct frame frame = make_frame(good_header, blobs, PROTOCOL_BLOBS - 1);
    assert_false(reply_from_frame(&frame, arena, &reply, NULL));
    frame.blob_count = PROTOCOL_BLOBS;
    frame.type = PROTOCOL_READY;
    assert_false(reply_from_frame(&frame, arena, &reply, NULL));
    frame.type = PROTOCOL_RESULT;
    assert_true(reply_from_frame(&frame, arena, &reply, NULL));
    json_decref(frame.header);
}

static void texts_end_at_their_first_nul(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct frame_blob blobs[PROTOCOL_BLOBS] = {
        [PROTOCOL_LOG] = {"\x1b[2Jlog\n", 8}, [PROTOCOL_PTX] = {".version\0.evil", 14}, [PROTOCOL_CUBIN] = {"\0\1", 2}};
    struct frame frame = make_frame(good_header, blobs, PROTOCOL_BLOBS);
    struct reply reply;
    assert_true(reply_from_frame(&frame, arena, &reply, NULL));
    assert_string_equal(reply.ptx, ".version");
    assert_int_equal(reply.ptx_bytes, 8);
    assert_int_equal(reply.cubin_bytes, 2);
    assert_null(strchr(reply.log, '\x1b'));
    assert_true(reply.elapsed_ns == 5);
    assert_int_equal(reply.name_count, 3);
    assert_string_equal(reply.lowered_names[0], "_Z1kv");
    assert_null(reply.lowered_names[1]);
    assert_null(reply.lowered_names[2]);
    json_decref(frame.header);
}

static struct compile_result *result_of(struct arena *arena, struct reply reply, const char *const *names)
{
    struct compile_request request = {.source = &source, .architecture = "sm_90", .names = names};
    reply.ptx = reply.ptx ? reply.ptx : "";
    return reply_result(&reply, &request, UINT64_C(2) << 30, arena);
}

static void success_needs_every_name(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    static const char *const names[] = {"k", "l", NULL};
    static const char *const lowered[] = {"_Z1kv", NULL};
    struct compile_result *result =
        result_of(arena, (struct reply){.log = "", .lowered_names = lowered, .name_count = 1}, names);
    assert_false(result->ok);
    assert_non_null(strstr(diagnostics_at(result->diagnostics, 0)->message, "'l'"));
    result = result_of(arena, (struct reply){.log = "", .lowered_names = lowered, .name_count = 1}, NULL);
    assert_true(result->ok);
}

/* The log never decides whether a compile succeeded. */
static void the_log_does_not_decide(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct compile_result *result =
        result_of(arena, (struct reply){.result = 6, .log = "ptxas info : all is well\n"}, NULL);
    assert_false(result->ok);
    assert_int_equal(diagnostics_error_count(result->diagnostics), 1);
    result = result_of(arena, (struct reply){.log = "/warpschool/kernel.cu(1): error: not really\n"}, NULL);
    assert_true(result->ok);
}

/* The assembler of this toolkit fails without an error line. */
static void too_much_shared_memory_is_named(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct compile_result *result =
        result_of(arena,
                  (struct reply){.result = 6,
                                 .log = "ptxas info    : Compiling entry function '_Z4gemmILi64EEvv' for 'sm_90'\n"
                                        "ptxas info    : Used 12 registers, used 1 barriers, 65536 bytes smem\n"},
                  NULL);
    assert_false(result->ok);
    assert_int_equal(diagnostics_error_count(result->diagnostics), 1);
    assert_string_equal(diagnostics_at(result->diagnostics, 0)->message,
                        "gemm<64> declares 65536 bytes of shared memory, and a block may declare at most 49152");
    assert_non_null(strstr(diagnostics_at(result->diagnostics, 0)->hint, "shared="));
}

static void memory_is_named(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    static const struct reply replies[] = {
        {.result = 1, .log = ""},
        {.result = 6, .log = "/warpschool/kernel.cu(1): catastrophic error: unable to obtain mapped memory\n"},
    };
    for (size_t i = 0; i < 2; i++) {
        struct compile_result *result = result_of(arena, replies[i], NULL);
        assert_false(result->ok);
        assert_int_equal(diagnostics_count(result->diagnostics), 1);
        assert_non_null(strstr(diagnostics_at(result->diagnostics, 0)->message, "2 GiB memory limit"));
        assert_false(reply_is_lasting(&replies[i]));
    }
    assert_true(reply_is_lasting(&(struct reply){.result = 6, .log = "error: memory\n"}));
    assert_true(reply_is_lasting(&(struct reply){.result = 0, .log = "unable to obtain mapped memory"}));
    assert_false(reply_is_lasting(&(struct reply){.result = 11, .log = ""}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_answers_are_a_crash),   cmocka_unit_test(wrong_frames_are_a_crash),
        cmocka_unit_test(texts_end_at_their_first_nul),    cmocka_unit_test(success_needs_every_name),
        cmocka_unit_test(the_log_does_not_decide),         cmocka_unit_test(memory_is_named),
        cmocka_unit_test(too_much_shared_memory_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
