/* Tests the program that changes what is loaded from shared memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/grade/shared_use.h"

static void each_loaded_register_is_changed(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const char *changed = shared_use_changed(arena, "\tld.global.f32 \t%f1, [%rd1];\n"
                                                    "\tld.shared.f32 \t%f2, [%r7+4];\n"
                                                    "@%p1 ld.shared.v2.u32 {%r1, %r2}, [tile];\n"
                                                    "\tst.global.f32 \t[%rd2], %f2;\n");
    assert_string_equal(changed, "\tld.global.f32 \t%f1, [%rd1];\n"
                                 "\tld.shared.f32 \t%f2, [%r7+4];\n"
                                 " not.b32 %f2, %f2;\n"
                                 "@%p1 ld.shared.v2.u32 {%r1, %r2}, [tile];\n"
                                 "@%p1  not.b32 %r1, %r1;\n"
                                 "@%p1  not.b32 %r2, %r2;\n"
                                 "\tst.global.f32 \t[%rd2], %f2;\n");
    arena_free(arena);
}

static void other_ways_to_shared_memory_are_left_alone(void **state)
{
    static const char *const texts[] = {
        "\tst.shared.f32 [%r1], %f1;\n",
        "\tld.shared.f32 %f1, [%r1];\n\tld.f32 %f2, [%rd1];\n",
        "\tld.shared.f32 %f1, [%r1];\n\tldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2];\n",
        "\tld.shared.u8 %rs1, [%r1];\n",
        "",
    };
    (void)state;
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_null(shared_use_changed(arena, texts[i]));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_loaded_register_is_changed),
        cmocka_unit_test(other_ways_to_shared_memory_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
