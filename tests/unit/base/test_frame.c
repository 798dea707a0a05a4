/* Tests messages between processes: whole, cut, changed, hostile, late. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/frame.h"
#include "base/json.h"

#define MS INT64_C(1000000)

static const struct frame_limits limits = {.header_bytes = 4096, .blob_count = 8, .total_bytes = 32 << 20};

static void make_pipe(int ends[2])
{
    assert_int_equal(pipe(ends), 0);
}

static void close_pipe(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static void a_message_arrives_as_it_was_sent(void **state)
{
    (void)state;
    int ends[2];
    make_pipe(ends);
    CLEANUP(json_decref) json_t *header = json_pack("{s:i}", "n", 7);
    struct frame_blob blobs[] = {{"abc", 3}, {"", 0}, {"0123456789abcdef", 16}};
    struct error error;
    assert_true(frame_write(ends[1], 42, header, blobs, 3, clock_deadline_ns(1000 * MS), &error));
    assert_true(frame_write(ends[1], 43, header, NULL, 0, clock_deadline_ns(1000 * MS), &error));
    CLEANUP(frame_done) struct frame frame = FRAME_INIT;
    assert_true(frame_read(ends[0], &limits, clock_deadline_ns(1000 * MS), &frame, &error));
    int64_t n = 0;
    assert_true(json_get_integer(frame.header, "n", &n, NULL) && n == 7);
    assert_int_equal(frame.type, 42);
    assert_int_equal(frame.blob_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(frame.blobs[i].size_bytes, blobs[i].size_bytes);
        assert_memory_equal(frame.blobs[i].data, blobs[i].data, blobs[i].size_bytes);
        assert_int_equal((uintptr_t)frame.blobs[i].data % 16, 0);
    }
    CLEANUP(frame_done) struct frame second = FRAME_INIT;
    assert_true(frame_read(ends[0], &limits, clock_deadline_ns(1000 * MS), &second, &error));
    assert_int_equal(second.type, 43);
    close_pipe(ends);
}

struct sender {
    int fd;
    unsigned char *data;
    size_t size_bytes;
    bool sent;
};

static void *send_large(void *argument)
{
    struct sender *sender = argument;
    CLEANUP(json_decref) json_t *header = json_object();
    struct frame_blob blob = {sender->data, sender->size_bytes};
    sender->sent = frame_write(sender->fd, 1, header, &blob, 1, clock_deadline_ns(5000 * MS), NULL);
    return NULL;
}

static void large_messages_pass_through_a_socket_pair(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    struct sender sender = {.fd = ends[1], .size_bytes = 5000001};
    sender.data = malloc(sender.size_bytes);
    for (size_t i = 0; i < sender.size_bytes; i++)
        sender.data[i] = (unsigned char)(i * 31);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, send_large, &sender), 0);
    CLEANUP(frame_done) struct frame frame = FRAME_INIT;
    assert_true(frame_read(ends[0], &limits, clock_deadline_ns(5000 * MS), &frame, NULL));
    pthread_join(thread, NULL);
    assert_true(sender.sent);
    assert_int_equal(frame.blobs[0].size_bytes, sender.size_bytes);
    assert_memory_equal(frame.blobs[0].data, sender.data, sender.size_bytes);
    free(sender.data);
    close_pipe(ends);
}

/* Writes the bytes of a whole message. */
static size_t wire_form(unsigned char *out_bytes, size_t room_bytes)
{
    int ends[2];
    make_pipe(ends);
    CLEANUP(json_decref) json_t *header = json_pack("{s:s}", "k", "v");
    struct frame_blob blobs[] = {{"xyz", 3}};
    assert_true(frame_write(ends[1], 5, header, blobs, 1, CLOCK_NO_DEADLINE, NULL));
    ssize_t got = read(ends[0], out_bytes, room_bytes);
    close_pipe(ends);
    assert_int_equal(got, 64);
    return (size_t)got;
}

static void a_message_in_single_bytes_is_put_together(void **state)
{
    (void)state;
    unsigned char bytes[256];
    size_t size_bytes = wire_form(bytes, sizeof bytes);
    int ends[2];
    make_pipe(ends);
    CLEANUP(frame_reader_free) struct frame_reader *reader = frame_reader_new(ends[0], &limits);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < size_bytes; i++) {
            struct frame frame = FRAME_INIT;
            bool ready = true;
            assert_true(frame_reader_take(reader, &frame, &ready, NULL));
            assert_false(ready);
            assert_int_equal(write(ends[1], &bytes[i], 1), 1);
        }
        struct frame frame = FRAME_INIT;
        bool ready = false;
        assert_true(frame_reader_take(reader, &frame, &ready, NULL));
        assert_true(ready);
        assert_int_equal(frame.type, 5);
        assert_memory_equal(frame.blobs[0].data, "xyz", 3);
        frame_done(&frame);
    }
    close_pipe(ends);
}

/* Sends bytes, closes the pipe, and reads. The result must be an error or a sound message. */
static bool reads_as_message(const unsigned char *bytes, size_t size_bytes, struct error *error)
{
    int ends[2];
    make_pipe(ends);
    assert_int_equal(write(ends[1], bytes, size_bytes), size_bytes);
    close(ends[1]);
    CLEANUP(frame_done) struct frame frame = FRAME_INIT;
    bool whole = frame_read(ends[0], &limits, clock_deadline_ns(1000 * MS), &frame, error);
    close(ends[0]);
    return whole;
}

static void every_cut_is_noticed(void **state)
{
    (void)state;
    unsigned char bytes[256];
    size_t size_bytes = wire_form(bytes, sizeof bytes);
    for (size_t cut = 0; cut < size_bytes; cut++) {
        struct error error = {0};
        assert_false(reads_as_message(bytes, cut, &error));
        assert_int_equal(error.code, ERROR_CRASH);
    }
    assert_true(reads_as_message(bytes, size_bytes, NULL));
}

static void every_changed_byte_is_survived(void **state)
{
    (void)state;
    unsigned char bytes[256];
    size_t size_bytes = wire_form(bytes, sizeof bytes);
    for (size_t at = 0; at < size_bytes; at++) {
        unsigned char kept = bytes[at];
        static const unsigned char values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
        for (size_t i = 0; i < sizeof values; i++) {
            bytes[at] = values[i];
            struct error error = {0};
            if (!reads_as_message(bytes, size_bytes, &error))
                assert_int_not_equal(error.code, ERROR_NONE);
        }
        bytes[at] = kept;
    }
}

struct hostile_case {
    size_t offset;
    uint64_t value;
    size_t value_bytes;
    enum error_code code;
};

static void hostile_sizes_are_refused_before_memory_is_taken(void **state)
{
    (void)state;
    static const struct hostile_case cases[] = {
        {0, 0, 4, ERROR_SYNTAX},                  /* magic */
        {8, 5000, 4, ERROR_MEMORY},               /* header over its limit */
        {8, 0xffffffff, 4, ERROR_MEMORY},         /* largest header */
        {8, 3, 4, ERROR_SYNTAX},                  /* header cut, rest not zero */
        {12, 9, 4, ERROR_MEMORY},                 /* too many blobs */
        {12, 0xffffffff, 4, ERROR_MEMORY},        /* far too many */
        {16, UINT64_MAX, 8, ERROR_MEMORY},        /* overflows when padded */
        {16, UINT64_MAX - 64, 8, ERROR_MEMORY},   /* overflows when added */
        {16, UINT64_C(1) << 40, 8, ERROR_MEMORY}, /* over the limit */
        {16, 31 << 20, 8, ERROR_CRASH},           /* allowed, but never sent */
        {24, 1, 1, ERROR_SYNTAX},                 /* dirty padding after the sizes */
        {63, 1, 1, ERROR_SYNTAX},                 /* dirty padding at the end */
        {32, '[', 1, ERROR_SYNTAX},               /* broken JSON */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned char bytes[256];
        size_t size_bytes = wire_form(bytes, sizeof bytes);
        for (size_t j = 0; j < cases[i].value_bytes; j++)
            bytes[cases[i].offset + j] = (unsigned char)(cases[i].value >> (8 * j));
        struct error error = {0};
        assert_false(reads_as_message(bytes, size_bytes, &error));
        if (error.code != cases[i].code)
            fail_msg("case %zu: %s", i, error.message);
    }
}

static void a_silent_peer_times_out(void **state)
{
    (void)state;
    int ends[2];
    make_pipe(ends);
    struct frame frame = FRAME_INIT;
    struct error error;
    assert_false(frame_read(ends[0], &limits, clock_deadline_ns(20 * MS), &frame, &error));
    assert_int_equal(error.code, ERROR_TIMEOUT);
    CLEANUP(json_decref) json_t *header = json_object();
    static const char much[1 << 20];
    struct frame_blob blob = {much, sizeof much};
    assert_false(frame_write(ends[1], 1, header, &blob, 1, clock_deadline_ns(20 * MS), &error));
    assert_int_equal(error.code, ERROR_TIMEOUT);
    close_pipe(ends);
}

static void *drip(void *argument)
{
    struct sender *sender = argument;
    for (size_t i = 0; i < sender->size_bytes; i++) {
        usleep(2000);
        if (write(sender->fd, &sender->data[i], 1) != 1)
            break;
    }
    return NULL;
}

static void a_peer_that_drips_cannot_stretch_the_deadline(void **state)
{
    (void)state;
    unsigned char bytes[256];
    int ends[2];
    struct sender sender = {.data = bytes, .size_bytes = wire_form(bytes, sizeof bytes)};
    make_pipe(ends);
    sender.fd = ends[1];
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, drip, &sender), 0);
    struct frame frame = FRAME_INIT;
    struct error error;
    assert_false(frame_read(ends[0], &limits, clock_deadline_ns(30 * MS), &frame, &error));
    assert_int_equal(error.code, ERROR_TIMEOUT);
    pthread_join(thread, NULL);
    close_pipe(ends);
}

static void a_dead_peer_is_an_error_and_no_signal(void **state)
{
    (void)state;
    int ends[2];
    make_pipe(ends);
    close(ends[0]);
    CLEANUP(json_decref) json_t *header = json_object();
    struct error error;
    assert_false(frame_write(ends[1], 1, header, NULL, 0, CLOCK_NO_DEADLINE, &error));
    assert_int_equal(error.code, ERROR_CRASH);
    close(ends[1]);
}

static void a_broken_reader_stays_broken(void **state)
{
    (void)state;
    int ends[2];
    make_pipe(ends);
    assert_int_equal(write(ends[1], "this is not a message", 21), 21);
    CLEANUP(frame_reader_free) struct frame_reader *reader = frame_reader_new(ends[0], &limits);
    struct frame frame = FRAME_INIT;
    bool ready = false;
    struct error error;
    assert_false(frame_reader_take(reader, &frame, &ready, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_false(frame_reader_take(reader, &frame, &ready, &error));
    assert_int_equal(error.code, ERROR_INTERNAL);
    close_pipe(ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_arrives_as_it_was_sent),
        cmocka_unit_test(large_messages_pass_through_a_socket_pair),
        cmocka_unit_test(a_message_in_single_bytes_is_put_together),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(every_changed_byte_is_survived),
        cmocka_unit_test(hostile_sizes_are_refused_before_memory_is_taken),
        cmocka_unit_test(a_silent_peer_times_out),
        cmocka_unit_test(a_peer_that_drips_cannot_stretch_the_deadline),
        cmocka_unit_test(a_dead_peer_is_an_error_and_no_signal),
        cmocka_unit_test(a_broken_reader_stays_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
