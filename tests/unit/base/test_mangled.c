/* Tests readable names of mangled kernels and variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/mangled.h"

/* Mangled names from the compiler, and the readable form of each. */
static const struct {
    const char *mangled, *readable;
} names[] = {
    {"plain", "plain"},
    {"_Z1dPf", "d"},
    {"_ZL5scalePfi", "scale"},
    {"_Z5scaleIfEvPT_S0_i", "scale<float>"},
    {"_ZN2ns1aEPf", "ns::a"},
    {"_ZN2ns1bIfLi4EEEvPT_", "ns::b<float, 4>"},
    {"_Z1hILb1E6float2EvT0_Pf", "h<true, float2>"},
    {"_Z1hILb0EPhEvT0_Pf", "h<false, unsigned char*>"},
    {"_ZN41_GLOBAL__N__00000000_9_source_cu_de909d8f1cEPf", "(anonymous namespace)::c"},
    {"_Z4gemmI6__halfS0_fLi128EEvPKT_", "gemm<__half, __half, float, 128>"},
    {"_Z1kIN4cuda3std5arrayIiLm3EEEEvT_", "k<cuda::std::array<int, 3>>"},
    {"_ZN1a1b1fINS_1cENS0_1dEEEvv", "a::b::f<a::c, a::b::d>"},
    {"_Z1fILin3EEvv", "f<-3>"},
    {"_Z1fIJifEEvv", "f<int, float>"},
    {"_Z1fIKfEvv", "f<float const>"},
    /* variables */
    {"_ZN2ns6paramsE", "ns::params"},
    {"_ZZ7reverseE4tile", "tile"},
    {"_ZZ5scaleIfEvPT_iE4tile_0", "tile"},
    {"_ZZ1k", "_ZZ1k"},
    /* arguments that the reader skips */
    {"_Z1fIXadL_Z1gvEEEvv", "f"},
    /* no names at all, or cut off */
    {"_Z", "_Z"},
    {"_Z99f", "_Z99f"},
    {"_ZN2ns", "_ZN2ns"},
    {"_Z1fIS9_E", "f"},
    {"_ZNS_1fE", "_ZNS_1fE"},
};

static void test_names_become_readable(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        assert_string_equal(mangled_readable(arena, names[i].mangled), names[i].readable);
    }
}

static void test_nesting_without_end_is_not_followed(void **state)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char text[4096] = "_Z1fI";
    (void)state;
    for (size_t i = 5; i + 1 < sizeof text; i++)
        text[i] = 'P';
    assert_string_equal(mangled_readable(arena, text), "f");
}

static void test_what_a_user_calls_it(void **state)
{
    const char *readable = "ns::b<float, 4>";
    (void)state;
    assert_int_equal(mangled_compare(readable, "ns::b<float,4>"), MANGLED_SAME);
    assert_int_equal(mangled_compare(readable, "b<float, 4>"), MANGLED_PART);
    assert_int_equal(mangled_compare(readable, "ns::b"), MANGLED_PART);
    assert_int_equal(mangled_compare(readable, "b"), MANGLED_PART);
    assert_int_equal(mangled_compare(readable, "ns"), MANGLED_OTHER);
    assert_int_equal(mangled_compare(readable, "b<float>"), MANGLED_OTHER);
    assert_int_equal(mangled_compare(readable, "s::b"), MANGLED_OTHER);
    assert_int_equal(mangled_compare(readable, ""), MANGLED_OTHER);
    assert_int_equal(mangled_compare("f<a::c>", "c>"), MANGLED_OTHER);
}

static void test_the_name_of_a_variable(void **state)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    static const char *const variables[] = {"ns::x", "outer::inner::filter_1"};
    (void)state;
    assert_string_equal(mangled_variable(arena, "filter"), "filter");
    assert_string_equal(mangled_variable(arena, variables[0]), "_ZN2ns1xE");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        assert_string_equal(mangled_readable(arena, mangled_variable(arena, variables[i])), variables[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_become_readable),
        cmocka_unit_test(test_nesting_without_end_is_not_followed),
        cmocka_unit_test(test_what_a_user_calls_it),
        cmocka_unit_test(test_the_name_of_a_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
