/* Tests the profile of a launch. */
#include "vgpu/profile.h"
#include "vgpu_fixture.h"

static const char stores_locally[] =
    PTX_HEADER ".visible .entry k()\n{\n.local .align 4 .b8 depot[16];\n.reg .b32 %r<2>;\n"
               "mov.u32 %r1, %ctaid.x;\nst.local.u32 [depot], %r1;\nret;\n}\n";

/* Each block has a place of its own for local memory, in the largest grid, too. */
static void local_memory_of_two_blocks_shares_no_line(void **state)
{
    enum { SAMPLED = 3 };
    const uint64_t sample[SAMPLED] = {0, 1 << 21, INT32_MAX - 1};
    struct error error = {0};
    struct vgpu_fixture f;
    (void)state;
    fixture_open(&f, stores_locally, 1);
    struct vgpu_launch launch = {.kernel = "k",
                                 .grid = {INT32_MAX, 1, 1},
                                 .block = {32, 1, 1},
                                 .checks = VGPU_COUNT,
                                 .sample = sample,
                                 .sample_count = SAMPLED,
                                 .profile = true};
    f.report = vgpu_launch(f.module, &launch, &error);
    assert_non_null(f.report);
    const struct vgpu_profile *profile = f.report->profile;
    assert_int_equal(profile->request_count, SAMPLED);
    for (size_t i = 0; i < SAMPLED; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(profile->lines[profile->requests[i].first_line].line,
                                 profile->lines[profile->requests[j].first_line].line);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_memory_of_two_blocks_shares_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
