/* Tests messages about places as far from their buffer as an address can be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "vgpu/report/report.h"

enum { MESSAGE_BYTES = VGPU_TOLD_BYTES, ELEMENT_BYTES = 4, BUFFER_BYTES = 128 };

static struct vgpu_finding access_at(int64_t offset_bytes)
{
    return (struct vgpu_finding){.kind = VGPU_FINDING_OUT_OF_BOUNDS,
                                 .access = VGPU_ACCESS_READ,
                                 .space = VGPU_FINDING_SPACE_GLOBAL,
                                 .address = 0xdead0000,
                                 .size_bytes = ELEMENT_BYTES,
                                 .buffer = "a",
                                 .buffer_bytes = BUFFER_BYTES,
                                 .offset_bytes = offset_bytes};
}

static void finding_says(const struct vgpu_finding *finding, const char *text)
{
    static const uint32_t block_dim[3] = {32, 1, 1};
    char told[MESSAGE_BYTES];
    CLEANUP(arena_free) struct arena *arena = arena_new();
    finding_write_message(finding, block_dim, told, sizeof told);
    const char *message = told_english(arena, told);
    if (!strstr(message, text))
        fail_msg("at %lld: '%s' does not say '%s'", (long long)finding->offset_bytes, message, text);
}

static void says(int64_t offset_bytes, const char *text)
{
    struct vgpu_finding finding = access_at(offset_bytes);
    finding_says(&finding, text);
}

static void near_places_are_named_by_element(void **state)
{
    (void)state;
    says(128, "reads a[32], past the end of a");
    says(-4, "reads a[-1], 4 bytes before the start of a");
    says(126, "reads 4 bytes at byte 126 of a, the last 2 bytes past the end of a");
    says(-2, "reads 4 bytes at byte -2 of a, 2 bytes before the start of a");
}

static void another_variable_is_named(void **state)
{
    (void)state;
    struct vgpu_finding finding = access_at(128);
    finding.inside = "b";
    finding_says(&finding, "reads a[32], past the end of a and inside b");
}

static void a_shared_index_is_not_a_missing_barrier(void **state)
{
    (void)state;
    struct vgpu_finding finding = access_at(12);
    finding.kind = VGPU_FINDING_RACE_WRITE_WRITE;
    finding.access = VGPU_ACCESS_WRITE;
    finding.line = 7;
    finding.other = (struct vgpu_party){.line = 7, .ptx_line = 30, .access = VGPU_ACCESS_WRITE, .thread = {1, 0, 0}};
    finding_says(&finding, "writes a[3], which thread (1,0,0) wrote in the same line: two threads write one element");
    finding.other.line = 5;
    finding_says(&finding, "wrote in line 5 without a __syncwarp() or __syncthreads() between the two");
}

static void places_at_the_ends_of_the_range_are_far(void **state)
{
    (void)state;
    static const int64_t far[] = {INT64_MIN, INT64_MIN + 8, INT64_MAX, INT64_MAX - 7, INT64_MAX - 3};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        says(far[i], "reads 4 bytes at 0xdead0000, far from every buffer");
    struct vgpu_finding wide = access_at(INT64_MAX);
    wide.size_bytes = 16;
    wide.buffer_bytes = ELEMENT_BYTES;
    finding_says(&wide, "reads 16 bytes at 0xdead0000, far from every buffer");
}

static void distances_do_not_wrap(void **state)
{
    (void)state;
    struct vgpu_finding most = access_at(INT64_MAX), least = access_at(INT64_MIN), inside = access_at(124);
    assert_true(vgpu_finding_bytes_past(&most) == (uint64_t)INT64_MAX + ELEMENT_BYTES - BUFFER_BYTES);
    assert_true(vgpu_finding_bytes_before(&most) == 0);
    assert_true(vgpu_finding_bytes_past(&least) == 0);
    assert_true(vgpu_finding_bytes_before(&least) == (uint64_t)INT64_MAX + 1);
    most.size_bytes = 16;
    most.buffer_bytes = ELEMENT_BYTES; /* further than a signed number reaches */
    assert_true(vgpu_finding_bytes_past(&most) == (uint64_t)INT64_MAX + 12);
    assert_true(vgpu_finding_bytes_past(&inside) == 0 && vgpu_finding_bytes_before(&inside) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_places_are_named_by_element),
        cmocka_unit_test(another_variable_is_named),
        cmocka_unit_test(a_shared_index_is_not_a_missing_barrier),
        cmocka_unit_test(places_at_the_ends_of_the_range_are_far),
        cmocka_unit_test(distances_do_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
