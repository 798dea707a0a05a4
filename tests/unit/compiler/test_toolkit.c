/* Tests the search for a CUDA Toolkit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "compiler/toolkit.h"

/* A fake file system below a temporary folder. */
struct fixture {
    struct arena *arena;
    const char *root;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    *state = fixture;
    return file_make_temporary_folder(fixture->arena, NULL, &fixture->root, NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    file_remove_tree(fixture->root, NULL);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static const char *at(struct fixture *fixture, const char *path)
{
    return arena_printf(fixture->arena, "%s/%s", fixture->root, path);
}

static void put(struct fixture *fixture, const char *path, const char *text)
{
    const char *full = at(fixture, path);
    assert_true(file_make_folders(path_folder(fixture->arena, full), NULL));
    assert_true(file_write_atomic(full, text, strlen(text), NULL));
}

static void put_library(struct fixture *fixture, const char *folder, const char *version)
{
    char path[256];
    snprintf(path, sizeof path, "%s/libnvrtc.so.%d", folder, atoi(version));
    put(fixture, path, "");
    snprintf(path, sizeof path, "%s/libnvrtc-builtins.so.%s", folder, version);
    put(fixture, path, "");
}

static void usual_place_is_found(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    struct toolkit_gap gaps[TOOLKIT_GAPS_MAX];
    put_library(fixture, "usr/local/cuda/lib64", "13.0");
    put(fixture, "usr/local/cuda/include/cuda_fp16.h", "");
    put(fixture, "usr/local/cuda/include/crt/mma.h", "");
    put(fixture, "usr/local/cuda/include/cccl/cuda/std/cstdint", "");
    struct toolkit_search search = {.system_root = fixture->root};
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.version, "13.0");
    assert_true(toolkit.pinned);
    assert_string_equal(toolkit.library, at(fixture, "usr/local/cuda/lib64/libnvrtc.so.13"));
    assert_string_equal(toolkit.builtins, at(fixture, "usr/local/cuda/lib64/libnvrtc-builtins.so.13.0"));
    assert_string_equal(toolkit.include, at(fixture, "usr/local/cuda/include"));
    assert_string_equal(toolkit.cccl, at(fixture, "usr/local/cuda/include/cccl"));
    assert_int_equal(toolkit_gaps(&toolkit, gaps), 0);
}

static void environment_comes_first(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    put_library(fixture, "usr/local/cuda/lib64", "13.0");
    put_library(fixture, "home/cuda/lib64", "13.0");
    put_library(fixture, "path/cuda/targets/x86_64-linux/lib", "13.0");
    struct toolkit_search search = {.system_root = fixture->root, .cuda_home = at(fixture, "home/cuda")};
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.root, at(fixture, "home/cuda"));
    search.cuda_path = at(fixture, "path/cuda");
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.root, at(fixture, "path/cuda"));
    search.cuda_path = at(fixture, "absent");
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.root, at(fixture, "home/cuda"));
}

static void another_version_is_taken_only_when_named(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    struct error error;
    put_library(fixture, "usr/local/cuda/lib64", "12.8");
    struct toolkit_search search = {.system_root = fixture->root};
    assert_false(toolkit_find(&search, &toolkit, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_non_null(strstr(error.message, "12.8"));
    assert_non_null(strstr(error.hint, "--toolkit"));
    search.explicit_root = at(fixture, "usr/local/cuda");
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.version, "12.8");
    assert_false(toolkit.pinned);
}

static void the_pinned_one_wins_within_a_folder(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    put_library(fixture, "usr/local/cuda/lib64", "12.9");
    put_library(fixture, "usr/local/cuda/lib64", "13.0");
    struct toolkit_search search = {.system_root = fixture->root};
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.version, "13.0");
}

static void loader_folders_are_searched(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    put_library(fixture, "opt/nvidia/cuda/lib", "13.0");
    put(fixture, "opt/nvidia/cuda/include/cuda_fp16.h", "");
    put(fixture, "etc/ld.so.conf.d/a.conf", "# a comment\n/absent/lib\n");
    put(fixture, "etc/ld.so.conf.d/b.conf", "/opt/nvidia/cuda/lib\n");
    put(fixture, "etc/ld.so.conf.d/ignored", "/opt/other\n");
    struct toolkit_search search = {.system_root = fixture->root};
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.library, at(fixture, "opt/nvidia/cuda/lib/libnvrtc.so.13"));
    assert_string_equal(toolkit.include, at(fixture, "opt/nvidia/cuda/include"));
}

static void wheels_are_found_in_the_private_folder(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    struct toolkit_gap gaps[TOOLKIT_GAPS_MAX];
    put_library(fixture, "private/nvidia/cu13/lib", "13.0");
    struct toolkit_search search = {.system_root = at(fixture, "nowhere"), .private_root = at(fixture, "private")};
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.library_dir, at(fixture, "private/nvidia/cu13/lib"));
    assert_string_equal(toolkit.include, "");
    assert_int_equal(toolkit_gaps(&toolkit, gaps), 3);
    assert_non_null(strstr(gaps[0].mend, "nvidia-cuda-runtime"));
    assert_non_null(strstr(gaps[1].mend, "nvidia-cuda-crt"));
    assert_non_null(strstr(gaps[2].mend, "nvidia-cuda-cccl"));
    put(fixture, "private/nvidia/cu13/include/cuda_fp16.h", "");
    assert_true(toolkit_find(&search, &toolkit, NULL));
    assert_string_equal(toolkit.include, at(fixture, "private/nvidia/cu13/include"));
    assert_int_equal(toolkit_gaps(&toolkit, gaps), 2);
}

/* A partial installation is none: builtins without the library, or a name like a version's. */
static void halves_are_passed_over(void **state)
{
    struct fixture *fixture = *state;
    struct toolkit toolkit;
    struct error error;
    put(fixture, "usr/local/cuda/lib64/libnvrtc-builtins.so.13.0", "");
    put(fixture, "usr/local/cuda/lib64/libnvrtc-builtins.so.13.0.88", "");
    put(fixture, "usr/local/cuda/lib64/libnvrtc-builtins.so.x.y", "");
    struct toolkit_search search = {.system_root = fixture->root};
    assert_false(toolkit_find(&search, &toolkit, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    search.explicit_root = fixture->root;
    assert_false(toolkit_find(&search, &toolkit, &error));
    assert_non_null(strstr(error.message, fixture->root));
}

#define TOOLKIT_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOOLKIT_TEST(usual_place_is_found),
        TOOLKIT_TEST(environment_comes_first),
        TOOLKIT_TEST(another_version_is_taken_only_when_named),
        TOOLKIT_TEST(the_pinned_one_wins_within_a_folder),
        TOOLKIT_TEST(loader_folders_are_searched),
        TOOLKIT_TEST(wheels_are_found_in_the_private_folder),
        TOOLKIT_TEST(halves_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
