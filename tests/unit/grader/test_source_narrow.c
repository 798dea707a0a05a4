/* Tests the indices of a narrow type. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/source/source_narrow.h"

static struct source file(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void a_narrow_index_is_found(void **state)
{
    (void)state;
    struct source source = file("int n;\nunsigned char i = blockIdx.x * 256 + threadIdx.x;");
    struct source_narrow found = source_narrow_find(&source);
    assert_int_equal(found.line, 2);
    assert_string_equal(found.type, "unsigned char");
    assert_int_equal(found.most, 255);
    assert_false(found.is_rounded);
    struct source rounded = file("float i = blockIdx.x * blockDim.x + threadIdx.x;");
    assert_true(source_narrow_find(&rounded).is_rounded);
    static const char *const none[] = {"int i = blockIdx.x;",
                                       "short i = 4; int k = blockIdx.x;",
                                       "unsigned short t = threadIdx.x;",
                                       "const unsigned char *row = (const unsigned char *)x + blockIdx.x;",
                                       "signed char *out = q + (size_t)blockIdx.x * cols;",
                                       "float x = (blockIdx.x * 32 + threadIdx.x) / 32.0f;",
                                       "float x = 0.5f * blockIdx.x;",
                                       "float s,\n int n)\n{ int i = blockIdx.x * 32 + threadIdx.x;",
                                       "float x = in[blockIdx.x * 32 + threadIdx.x];"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source other = file(none[i]);
        assert_int_equal(source_narrow_find(&other).line, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_narrow_index_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
