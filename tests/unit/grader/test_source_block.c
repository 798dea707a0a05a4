/* Tests the indices that do not fit their launch line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "grader/source/source_block.h"

static char text[500];

/* A kernel `add` with this launch and this body. */
static struct source file(const char *options, const char *body)
{
    snprintf(text, sizeof text,
             "//! launch add(a, n) %s\nextern \"C\" __global__ void add(float *a, int n)\n{\n    %s\n}\n", options,
             body);
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void an_index_of_other_blocks_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("grid=(n+255)/256 block=256", "int i = blockIdx.x * 128 + threadIdx.x;");
    struct source_block_width found = source_block_width(&source, arena);
    assert_int_equal(found.line, 4);
    assert_int_equal(found.launch_line, 1);
    assert_string_equal(found.width, "128");
    assert_string_equal(found.threads, "256");
    static const char *const none[] = {
        "int i = blockIdx.x * 256 + threadIdx.x;", "int i = blockIdx.x * blockDim.x + threadIdx.x;",
        "int i = blockIdx.x * 128 + threadIdx.y;",
        "int i = blockIdx.x * 1024 + threadIdx.x; for (int k = 0; k < 4; k++) a[i] = k;"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file("grid=(n+255)/256 block=256", none[i]);
        assert_int_equal(source_block_width(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_launch_of_one_dimension_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("grid=(n+255)/256 block=256", "int row = blockIdx.y * blockDim.y + threadIdx.y;");
    struct source_block_flat found = source_block_flat(&source, arena);
    assert_int_equal(found.line, 4);
    assert_string_equal(found.name, "blockIdx.y");
    assert_null(found.option);
    source = file("grid=(w+31)/32,(h+7)/8 block=256", "int row = blockIdx.y * blockDim.y + threadIdx.y;");
    found = source_block_flat(&source, arena);
    assert_string_equal(found.name, "threadIdx.y");
    assert_string_equal(found.option, "block=");
    source = file("grid=(w*h+255)/256 block=32,8", "int row = blockIdx.y * blockDim.y + threadIdx.y;");
    found = source_block_flat(&source, arena);
    assert_string_equal(found.name, "blockIdx.y");
    assert_string_equal(found.option, "grid=");
    source = file("grid=(w+31)/32 block=32,8", "for (int row = threadIdx.y; row < n; row += 8);");
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    source = file("grid=(w+31)/32,min(h, 8) block=256", "int row = blockIdx.y;");
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    source = file("grid=ceil_div(w, 32),h block=32,8", "int row = blockIdx.y;");
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    source = file("grid=(w + 31) / 32, (h+7)/8 block=32,8", "int row = blockIdx.y;");
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    source = file("grid=(w + 31) / 32 block=32,8", "int row = blockIdx.y;");
    assert_string_equal(source_block_flat(&source, arena).option, "grid=");
    source = file("grid=1 block=1", "int row = blockIdx.y * blockDim.y + threadIdx.y;"); /* too small in x, too */
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    source = file("grid=(n+31)/32,n block=32", "int row = blockIdx.y * blockDim.y + threadIdx.y;");
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    source = file("grid=n block=32", "int row = blockIdx.x; // not blockIdx.y");
    assert_int_equal(source_block_flat(&source, arena).line, 0);
    arena_free(arena);
}

static void a_dimension_that_nobody_reads_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const struct {
        const char *options, *body, *name;
    } plans[] = {
        {"grid=(n+31)/32,n block=32", "int i = blockIdx.x;", "blockIdx.y"},
        {"grid=n block=32,8", "int i = threadIdx.x;", "threadIdx.y"},
        {"grid=n block=32,1", "int i = threadIdx.x;", NULL},
        {"grid=n block=32,1 // one warp", "int i = threadIdx.x;", NULL},
        {"grid=max(n, 1) block=32", "int i = threadIdx.x;", NULL},
        {"grid=n block=32,8", "int i = threadIdx.y * 32 + threadIdx.x;", NULL},
        {"grid=n block=32,8", "int i = group.thread_rank();", NULL},
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        struct source source = file(plans[i].options, plans[i].body);
        struct source_block_unread found = source_block_unread(&source, arena);
        assert_int_equal(found.line, plans[i].name ? 1 : 0);
        if (plans[i].name)
            assert_string_equal(found.name, plans[i].name);
    }
    arena_free(arena);
}

static void the_axes_of_a_launch_are_read(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("grid=(max(h,w)+7)/8,(w+31)/32 block=32,8", "int row = blockIdx.x * 32 + threadIdx.x;");
    struct source_block_axes found = source_block_axes(&source, arena);
    assert_int_equal(found.launch_line, 1);
    assert_int_equal(found.x_line, 4);
    assert_string_equal(found.exchanged, "(w+31)/32,(max(h,w)+7)/8");
    source = file("grid=h,w block=32,8", "int i = blockIdx.x;\n int j = blockIdx.x;");
    found = source_block_axes(&source, arena);
    assert_int_equal(found.launch_line, 1);
    assert_int_equal(found.x_line, 0);
    static const char *const none[] = {"grid=n block=256", "grid=n,h,w block=256", "block=256"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i], "int i = blockIdx.x;");
        assert_int_equal(source_block_axes(&source, arena).launch_line, 0);
    }
    source = file("grid=h,w block=32,8", "a[0] = 1;");
    assert_int_equal(source_block_axes(&source, arena).launch_line, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_axes_of_a_launch_are_read),
        cmocka_unit_test(an_index_of_other_blocks_is_found),
        cmocka_unit_test(a_launch_of_one_dimension_is_found),
        cmocka_unit_test(a_dimension_that_nobody_reads_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
