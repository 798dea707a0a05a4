/* Tests arenas, buffers and errors. */
#include <errno.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

static void arena_memory_is_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    unsigned char *before = NULL;
    size_t before_bytes = 0;
    for (size_t size_bytes = 0; size_bytes < 100000; size_bytes = size_bytes * 3 / 2 + 1) {
        unsigned char *memory = arena_alloc(arena, size_bytes);
        assert_int_equal((uintptr_t)memory % alignof(max_align_t), 0);
        for (size_t i = 0; i < size_bytes; i++)
            assert_int_equal(memory[i], 0);
        if (size_bytes)
            memset(memory, 0xAA, size_bytes);
        for (size_t i = 0; i < before_bytes; i++)
            assert_int_equal(before[i], 0xAA);
        before = memory;
        before_bytes = size_bytes;
    }
    assert_true(arena_size_bytes(arena) >= before_bytes);
}

/* Its chunks then have another size. */
static void a_large_arena_is_zeroed_and_apart(void **state)
{
    (void)state;
    enum { COUNT = 600, BYTES = 10008 };
    CLEANUP(arena_free) struct arena *arena = arena_new();
    unsigned char *pieces[COUNT];
    for (int i = 0; i < COUNT; i++) {
        static const unsigned char zeros[BYTES];
        pieces[i] = arena_alloc(arena, BYTES);
        assert_int_equal((uintptr_t)pieces[i] % alignof(max_align_t), 0);
        assert_memory_equal(pieces[i], zeros, BYTES);
        memset(pieces[i], i % 251, BYTES);
    }
    for (int i = 0; i < COUNT; i++)
        assert_true(pieces[i][0] == i % 251 && memcmp(pieces[i], pieces[i] + 1, BYTES - 1) == 0);
}

static void arena_copies_are_terminated(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    assert_string_equal(arena_strdup(arena, ""), "");
    assert_string_equal(arena_strndup(arena, "abcdef", 3), "abc");
    assert_string_equal(arena_printf(arena, "%d-%s", 7, "x"), "7-x");
    assert_memory_equal(arena_memdup(arena, "a\0b", 3), "a\0b", 3);
    assert_non_null(arena_memdup(arena, NULL, 0));
}

static void ask_for_too_much(size_t count, size_t element_bytes)
{
    pid_t child = fork();
    if (!child) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(0);
        struct arena *arena = arena_new();
        arena_alloc_array(arena, count, element_bytes);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void an_overflowing_array_ends_the_process(void **state)
{
    (void)state;
    ask_for_too_much(SIZE_MAX / 2, 3);
    ask_for_too_much(SIZE_MAX, 1);
    ask_for_too_much(SIZE_MAX / 16 + 1, 16);
}

static void buffers_grow_and_stay_terminated(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer buffer = BUFFER_INIT;
    assert_string_equal(buffer_text(&buffer), "");
    buffer_append(&buffer, NULL, 0);
    for (int i = 0; i < 1000; i++) {
        buffer_append_char(&buffer, 'x');
        assert_int_equal(buffer.data[buffer.size_bytes], 0);
    }
    buffer_clear(&buffer);
    buffer_printf(&buffer, "%s", "");
    buffer_printf(&buffer, "%05d", 42);
    buffer_append_repeat(&buffer, "ab", 2);
    buffer_append(&buffer, "\0c", 2);
    assert_int_equal(buffer.size_bytes, 11);
    assert_memory_equal(buffer.data, "00042abab\0c", 12);
}

static void a_taken_buffer_starts_again(void **state)
{
    (void)state;
    struct buffer buffer = BUFFER_INIT;
    char *empty = buffer_take(&buffer);
    assert_string_equal(empty, "");
    buffer_append_text(&buffer, "mine");
    char *taken = buffer_take(&buffer);
    assert_string_equal(taken, "mine");
    assert_int_equal(buffer.size_bytes, 0);
    assert_null(buffer.data);
    free(empty);
    free(taken);
}

static void errors_carry_code_context_and_hint(void **state)
{
    (void)state;
    struct error error;
    assert_false(error_set(&error, ERROR_RANGE, "n is %d", 5));
    assert_false(error_add_context(&error, "in %s", "x"));
    assert_false(error_add_hint(&error, "use less"));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(error.message, "in x: n is 5");
    assert_string_equal(error.hint, "use less");
    errno = ENOENT;
    assert_false(error_set_errno(&error, "cannot open '%s'", "f"));
    assert_string_equal(error.message, "cannot open 'f': No such file or directory");
    assert_string_equal(error.hint, "");
    errno = ENOMEM;
    error_set_errno(&error, "m");
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_false(error_set(NULL, ERROR_IO, "dropped") || error_add_hint(NULL, "dropped") ||
                 error_add_context(NULL, "dropped") || error_set_errno(NULL, "dropped"));
}

static void long_errors_are_cut(void **state)
{
    (void)state;
    char text[3 * ERROR_MESSAGE_BYTES];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct error error;
    error_set(&error, ERROR_IO, "%s", text);
    error_add_context(&error, "%s", text);
    error_set_errno(&error, "%s", text);
    error_add_hint(&error, "%s", text);
    assert_int_equal(strlen(error.message), ERROR_MESSAGE_BYTES - 1);
    assert_int_equal(strlen(error.hint), ERROR_HINT_BYTES - 1);
}

static void a_list_grows_by_one_and_keeps_its_items(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    int *items = NULL;
    size_t capacity = 0;
    for (size_t count = 0; count < 1000; count++) {
        ARENA_ROOM(arena, items, count, capacity);
        assert_true(capacity > count);
        items[count] = (int)count;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(a_large_arena_is_zeroed_and_apart),
        cmocka_unit_test(arena_copies_are_terminated),
        cmocka_unit_test(a_list_grows_by_one_and_keeps_its_items),
        cmocka_unit_test(an_overflowing_array_ends_the_process),
        cmocka_unit_test(buffers_grow_and_stay_terminated),
        cmocka_unit_test(a_taken_buffer_starts_again),
        cmocka_unit_test(errors_carry_code_context_and_hint),
        cmocka_unit_test(long_errors_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
