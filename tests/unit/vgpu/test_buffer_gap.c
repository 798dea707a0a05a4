/* An access that misses a buffer by up to its own length hits no other buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "vgpu/vgpu.h"

static void test_gap_grows_with_the_buffer(void **state)
{
    (void)state;
    struct vgpu *device;
    struct vgpu_options options = {.threads = 1};
    struct error error = {0};
    assert_true(vgpu_open(&options, 1, &device, &error));
    static const uint64_t sizes_bytes[] = {4, 4096, 1 << 20};
    for (size_t i = 0; i < sizeof sizes_bytes / sizeof sizes_bytes[0]; i++) {
        uint64_t first, second;
        assert_true(vgpu_allocate(device, sizes_bytes[i], "a", &first, &error));
        assert_true(vgpu_allocate(device, 4, "b", &second, &error));
        assert_true(second - first >= 2 * sizes_bytes[i] + 4096);
    }
    vgpu_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gap_grows_with_the_buffer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
