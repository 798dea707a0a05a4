/* Tests the file of GPU figures between two runs of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "grader/time/measured/roofline_store.h"

static struct arena *arena;
static const char *folder;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return file_make_temporary_folder(arena, NULL, &folder, NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    file_remove_tree(folder, NULL);
    arena_free(arena);
    return 0;
}

static void what_was_kept_is_found_for_that_gpu_and_driver_alone(void **state)
{
    (void)state;
    struct device_properties gpu = {.uuid = "GPU-1", .driver = "580.1"}, other = {.uuid = "GPU-2", .driver = "580.1"},
                             updated = {.uuid = "GPU-1", .driver = "590.2"}, unknown = {0};
    struct roofline found, first = {3.03e12, 65e12}, second = {4e12, 60e12};
    assert_false(roofline_store_find(folder, &gpu, &found));
    roofline_store_keep(folder, &gpu, &first);
    roofline_store_keep(folder, &other, &second);
    assert_true(roofline_store_find(folder, &gpu, &found));
    assert_true(found.copy_bytes_per_second == 3.03e12 && found.fp32_flops == 65e12);
    assert_true(roofline_store_find(folder, &other, &found));
    assert_true(found.copy_bytes_per_second == 4e12);
    assert_false(roofline_store_find(folder, &updated, &found));
    roofline_store_keep(folder, &unknown, &first);
    assert_false(roofline_store_find(folder, &unknown, &found));
    assert_false(roofline_store_find(NULL, &gpu, &found));
}

static void a_damaged_file_is_written_anew(void **state)
{
    (void)state;
    struct device_properties gpu = {.uuid = "GPU-1", .driver = "1"};
    struct roofline found, figures = {3e12, 6e13};
    const char *path = path_join(arena, folder, ROOFLINE_FILE);
    static const char *const texts[] = {"[1]", "{",
                                        "{\"GPU-1 1\": {\"copy_bytes_per_second\": -1, \"fp32_flops\": 1e13}}",
                                        "{\"GPU-1 1\": {\"copy_bytes_per_second\": 3e12}}", "{\"GPU-1 1\": 3}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(file_write_atomic(path, texts[i], strlen(texts[i]), NULL));
        assert_false(roofline_store_find(folder, &gpu, &found));
        roofline_store_keep(folder, &gpu, &figures);
        assert_true(roofline_store_find(folder, &gpu, &found));
    }
    struct roofline nonsense = {0, 1e13};
    file_remove_tree(path, NULL);
    roofline_store_keep(folder, &(struct device_properties){.uuid = "GPU-9"}, &nonsense);
    assert_false(roofline_store_find(folder, &(struct device_properties){.uuid = "GPU-9"}, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_kept_is_found_for_that_gpu_and_driver_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_written_anew, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
