/* A release build must hold all instruction sets, or vgpu.determinism would compare nothing. */
#include "vgpu_fixture.h"

#include "vgpu/execution/device.h"
#include "vgpu/lanes/isa.h"

static const char *chosen(enum vgpu_isa isa)
{
    const struct vgpu_handlers *handlers = isa_handlers(isa);
    return handlers ? handlers->isa : "none";
}

static void the_best_set_is_there(void **state)
{
    (void)state;
    unsetenv("WARPSCHOOL_VGPU_ISA");
    assert_string_not_equal(chosen(VGPU_ISA_BEST), "none");
}

static void the_environment_overrides_the_best_alone(void **state)
{
    (void)state;
    const char *best = chosen(VGPU_ISA_BEST), *portable = chosen(VGPU_ISA_PORTABLE);
    setenv("WARPSCHOOL_VGPU_ISA", "portable", 1);
    assert_string_equal(chosen(VGPU_ISA_BEST), portable);
    assert_string_equal(chosen(VGPU_ISA_AVX2), strcmp(best, "portable") == 0 ? "none" : "avx2");
    setenv("WARPSCHOOL_VGPU_ISA", "abacus", 1);
    assert_string_equal(chosen(VGPU_ISA_BEST), best);
    unsetenv("WARPSCHOOL_VGPU_ISA");
}

static void a_build_without_sanitizers_has_every_set(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip();
#endif
    assert_string_equal(chosen(VGPU_ISA_PORTABLE), "portable");
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        assert_string_equal(chosen(VGPU_ISA_AVX2), "avx2");
    if (__builtin_cpu_supports("avx512vl"))
        assert_string_equal(chosen(VGPU_ISA_AVX512), "avx512");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_set_is_there),
        cmocka_unit_test(the_environment_overrides_the_best_alone),
        cmocka_unit_test(a_build_without_sanitizers_has_every_set),
    };
    return cmocka_run_group_tests_name("vgpu isa", tests, NULL, NULL);
}
