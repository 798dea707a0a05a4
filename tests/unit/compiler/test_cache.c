/* Tests the cache of compiles: hits, damage, trimming. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/file.h"
#include "compiler/result/cache.h"

struct fixture {
    struct arena *arena;
    const char *folder;
    char key[HASH_HEX_BYTES];
    struct reply reply;
};

static const struct source source = {"a.cu", "kernel\n", 7};
static const char *const names[] = {"k<float>", NULL};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    static const char *const lowered[] = {"_Z1kIfEvv", NULL};
    fixture->reply = (struct reply){.result = 6,
                                    .elapsed_ns = UINT64_MAX - 1,
                                    .lowered_names = lowered,
                                    .name_count = 2,
                                    .log = "log\n",
                                    .ptx = ".version 9.0\n",
                                    .ptx_bytes = 13,
                                    .cubin = "\0ELF",
                                    .cubin_bytes = 4};
    struct compile_request request = {.source = &source, .architecture = "sm_90", .names = names};
    cache_key(&request, "13.0", fixture->key);
    *state = fixture;
    return file_make_temporary_folder(fixture->arena, NULL, &fixture->folder, NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    file_remove_tree(fixture->folder, NULL);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static const char *entry(struct fixture *fixture)
{
    return arena_printf(fixture->arena, "%s/%s.compile", fixture->folder, fixture->key);
}

static void what_is_stored_comes_back(void **state)
{
    struct fixture *fixture = *state;
    struct reply reply = {0};
    assert_false(cache_load(fixture->folder, fixture->key, fixture->arena, &reply));
    cache_store(fixture->folder, fixture->key, &fixture->reply, CACHE_BYTES_DEFAULT);
    assert_true(cache_load(fixture->folder, fixture->key, fixture->arena, &reply));
    assert_int_equal(reply.result, 6);
    assert_true(reply.elapsed_ns == UINT64_MAX - 1);
    assert_int_equal(reply.name_count, 2);
    assert_string_equal(reply.lowered_names[0], "_Z1kIfEvv");
    assert_null(reply.lowered_names[1]);
    assert_string_equal(reply.log, "log\n");
    assert_string_equal(reply.ptx, ".version 9.0\n");
    assert_int_equal(reply.ptx_bytes, 13);
    assert_int_equal(reply.cubin_bytes, 4);
    assert_memory_equal(reply.cubin, "\0ELF", 4);
}

/* A flipped bit or a cut anywhere makes the entry a miss and removes the file. */
static void broken_entries_are_misses(void **state)
{
    struct fixture *fixture = *state;
    CLEANUP(buffer_done) struct buffer whole = BUFFER_INIT;
    cache_store(fixture->folder, fixture->key, &fixture->reply, CACHE_BYTES_DEFAULT);
    assert_true(file_read(entry(fixture), 1 << 20, &whole, NULL));
    for (size_t i = 0; i < whole.size_bytes; i++) {
        struct reply reply;
        whole.data[i] ^= 1;
        assert_true(file_write_atomic(entry(fixture), whole.data, whole.size_bytes, NULL));
        assert_false(cache_load(fixture->folder, fixture->key, fixture->arena, &reply));
        assert_false(file_exists(entry(fixture)));
        whole.data[i] ^= 1;
        assert_true(file_write_atomic(entry(fixture), whole.data, i, NULL));
        assert_false(cache_load(fixture->folder, fixture->key, fixture->arena, &reply));
    }
}

/* A file with a right hash and wrong sizes. */
static void lying_sizes_are_misses(void **state)
{
    struct fixture *fixture = *state;
    static const char *const bodies[] = {
        "",
        "5",
        "999999999999999999999\n{}",
        "2\n{}",
        "-1\n",
        "85\n{\"result\":0,\"elapsed_ns\":\"0x0000000000000000\",\"log\":9,\"ptx\":0,\"cubin\":0,\"lowered\":[]}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        char hex[HASH_HEX_BYTES];
        struct reply reply;
        hash_bytes(bodies[i], strlen(bodies[i]), hex);
        const char *text = arena_printf(fixture->arena, "warpschool compile 1\n%s\n%s", hex, bodies[i]);
        assert_true(file_write_atomic(entry(fixture), text, strlen(text), NULL));
        assert_false(cache_load(fixture->folder, fixture->key, fixture->arena, &reply));
    }
}

static void key_of(const struct compile_request *request, const char *version, char out_key[HASH_HEX_BYTES])
{
    cache_key(request, version, out_key);
}

static void the_key_depends_on_everything(void **state)
{
    (void)state;
    static const char *const other_names[] = {"k<double>", NULL};
    static const char *const defines[] = {"k<float>", NULL};
    static const struct source other = {"b.cu", "kernel2\n", 8};
    static const struct source renamed = {"c.cu", "kernel\n", 7};
    struct compile_request base = {.source = &source, .architecture = "sm_90", .names = names};
    struct compile_request variants[9];
    for (size_t i = 0; i < 9; i++)
        variants[i] = base;
    variants[1].architecture = "sm_90a";
    variants[2].names = other_names;
    variants[3].names = NULL;
    variants[4].debug = true;
    variants[5].want_cubin = true;
    variants[6].source = &other;
    variants[7].names = NULL;
    variants[7].defines = defines;
    variants[8].relocatable = true;
    char keys[10][HASH_HEX_BYTES];
    for (size_t i = 0; i < 9; i++)
        key_of(&variants[i], "13.0", keys[i]);
    key_of(&base, "13.1", keys[9]);
    for (size_t i = 0; i < 10; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(keys[i], keys[j]);
    struct compile_request same = base;
    same.source = &renamed;
    char key[HASH_HEX_BYTES];
    key_of(&same, "13.0", key);
    assert_string_equal(key, keys[0]);
}

/* A changed launch line waits for no compiler. Numbers of lines stay in the result. */
static void comments_and_plan_lines_do_not_count(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "//! launch k() grid=1\nvoid k() { /* 1 */ f(\"//a\"); }\n",
        "//! launch k() grid=(n+255)/256\nvoid k() { /* 2 */ f(\"//a\"); } // the same\n",
        "//! launch k() grid=1\n//\nvoid k() { /* 1 */ f(\"//a\"); }\n",
        "//! launch k() grid=1\nvoid k() { /* one */ f(\"//a\"); }\n",
        "//! launch k() grid=1\nvoid k() { /* 1 */ f(\"//b\"); }\n",
    };
    char keys[5][HASH_HEX_BYTES];
    for (size_t i = 0; i < 5; i++) {
        struct source text = {"k.cu", texts[i], strlen(texts[i])};
        key_of(&(struct compile_request){.source = &text, .architecture = "sm_90"}, "13.0", keys[i]);
    }
    assert_string_equal(keys[0], keys[1]);
    for (size_t i = 2; i < 5; i++)
        assert_string_not_equal(keys[0], keys[i]);
}

static void the_oldest_go_first(void **state)
{
    struct fixture *fixture = *state;
    enum { entries = 20, ptx_bytes = 10000 };
    char *ptx = arena_alloc(fixture->arena, ptx_bytes + 1);
    memset(ptx, 'x', ptx_bytes);
    fixture->reply.ptx = ptx;
    fixture->reply.ptx_bytes = ptx_bytes;
    char keys[entries][HASH_HEX_BYTES];
    struct reply reply;
    for (int i = 0; i < entries; i++) {
        hash_bytes(&i, sizeof i, keys[i]);
        cache_store(fixture->folder, keys[i], &fixture->reply, 100000);
        const char *path = arena_printf(fixture->arena, "%s/%s.compile", fixture->folder, keys[i]);
        struct timespec times[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
        /* used recently, so it stays */
        cache_load(fixture->folder, keys[0], fixture->arena, &reply);
    }
    int left = 0;
    for (int i = 0; i < entries; i++)
        left += cache_load(fixture->folder, keys[i], fixture->arena, &reply);
    assert_in_range(left, 5, 10);
    assert_true(cache_load(fixture->folder, keys[0], fixture->arena, &reply));
    assert_true(cache_load(fixture->folder, keys[entries - 1], fixture->arena, &reply));
    assert_false(cache_load(fixture->folder, keys[1], fixture->arena, &reply));
}

static void a_folder_that_cannot_be_written_is_no_error(void **state)
{
    struct fixture *fixture = *state;
    struct reply reply;
    cache_store("/proc/absent/folder", fixture->key, &fixture->reply, CACHE_BYTES_DEFAULT);
    assert_false(cache_load("/proc/absent/folder", fixture->key, fixture->arena, &reply));
    cache_store(fixture->folder, fixture->key, &fixture->reply, 10);
    assert_false(cache_load(fixture->folder, fixture->key, fixture->arena, &reply));
}

#define CACHE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CACHE_TEST(what_is_stored_comes_back),
        CACHE_TEST(broken_entries_are_misses),
        CACHE_TEST(lying_sizes_are_misses),
        CACHE_TEST(the_key_depends_on_everything),
        CACHE_TEST(comments_and_plan_lines_do_not_count),
        CACHE_TEST(the_oldest_go_first),
        CACHE_TEST(a_folder_that_cannot_be_written_is_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
