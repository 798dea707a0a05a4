/*
 * Tests the variables of programs compiled with -G. The PTX files are NVRTC's of the .cu files
 * beside them (--device-debug --gpu-architecture=compute_90).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/told.h"
#include "ptx/debug.h"
#include "ptx_text.h"

#define FOLDER WARPSCHOOL_SOURCE_DIR "/tests/ptx/debug/"

struct debug_test {
    struct ptx_text ptx;
    char *text, *kernel;
    struct ptx_debug *debug; /* NULL: see `error` */
    struct error error;
};

static struct debug_test read_bytes(const char *ptx, size_t ptx_bytes, const char *kernel, size_t kernel_bytes)
{
    struct debug_test test = {.ptx = ptx_text_parse_bytes(ptx, ptx_bytes)};
    struct source source = {"kernel.cu", kernel, kernel_bytes};
    if (!test.ptx.program)
        ptx_text_print_errors(&test.ptx);
    assert_non_null(test.ptx.program);
    test.debug =
        ptx_debug_read(test.ptx.arena, test.ptx.source, test.ptx.program, kernel ? &source : NULL, &test.error);
    return test;
}

/* The text must be NUL-terminated, as ptx_text_read() returns it. */
static struct debug_test read_file(const char *ptx, const char *kernel)
{
    size_t ptx_bytes, kernel_bytes;
    char *text = ptx_text_read(ptx, &ptx_bytes), *source = ptx_text_read(kernel, &kernel_bytes);
    assert_non_null(text);
    assert_non_null(source);
    struct debug_test test = read_bytes(text, ptx_bytes, source, kernel_bytes);
    test.text = text;
    test.kernel = source;
    if (!test.debug)
        fail_msg("%s", test.error.message);
    return test;
}

static void done(struct debug_test *test)
{
    ptx_text_done(&test->ptx);
    free(test->text);
    free(test->kernel);
}

/* The `nth` variable of that name, from 0. */
static const struct ptx_debug_variable *find_nth(const struct debug_test *test, const char *function, const char *name,
                                                 int nth)
{
    const struct ptx_debug_function *found = ptx_debug_function(test->debug, function);
    assert_non_null(found);
    for (uint32_t i = 0; i < found->variable_count; i++)
        if (strcmp(found->variables[i].name, name) == 0 && nth-- == 0)
            return &found->variables[i];
    fail_msg("no variable %s in %s", name, function);
    return NULL;
}

static const struct ptx_debug_variable *find(const struct debug_test *test, const char *function, const char *name)
{
    return find_nth(test, function, name, 0);
}

static void check_type(const struct debug_test *test, const char *name, const char *type, enum ptx_debug_kind kind,
                       uint64_t size_bytes)
{
    const struct ptx_debug_variable *variable = find(test, "variables", name);
    assert_string_equal(variable->type->name, type);
    assert_int_equal(variable->type->kind, kind);
    assert_int_equal(variable->type->size_bytes, size_bytes);
}

static void reads_types(void **state)
{
    (void)state;
    struct debug_test test = read_file(FOLDER "variables.ptx", FOLDER "variables.cu");
    check_type(&test, "a", "const float *", PTX_DEBUG_POINTER, 8);
    check_type(&test, "bytes", "const unsigned char *", PTX_DEBUG_POINTER, 8);
    check_type(&test, "n", "int", PTX_DEBUG_SIGNED, 4);
    check_type(&test, "c", "unsigned char", PTX_DEBUG_UNSIGNED, 1);
    check_type(&test, "d", "double", PTX_DEBUG_FLOAT, 8);
    check_type(&test, "flag", "bool", PTX_DEBUG_BOOLEAN, 1);
    check_type(&test, "big", "long long", PTX_DEBUG_SIGNED, 8);
    check_type(&test, "small", "short", PTX_DEBUG_SIGNED, 2);
    check_type(&test, "letter", "char", PTX_DEBUG_CHARACTER, 1);
    check_type(&test, "how", "mode", PTX_DEBUG_SIGNED, 4);
    check_type(&test, "q", "float4", PTX_DEBUG_STRUCTURE, 16);
    check_type(&test, "local", "float[4]", PTX_DEBUG_ARRAY, 16);
    check_type(&test, "tile", "float[32][33]", PTX_DEBUG_ARRAY, 4224);
    const struct ptx_debug_type *q = find(&test, "variables", "q")->type;
    assert_int_equal(q->member_count, 4);
    assert_string_equal(q->members[3].name, "w");
    assert_int_equal(q->members[3].offset_bytes, 12);
    const struct ptx_debug_type *given = find(&test, "variables", "given")->type; /* base class, m, s[2] */
    assert_int_equal(given->member_count, 3);
    assert_int_equal(given->members[2].type->count, 2);
    assert_int_equal(find(&test, "_Z3putRfRK5state", "st")->type->kind, PTX_DEBUG_REFERENCE);
    done(&test);
}

/* The PTX line of the first text after `after`. */
static int line_of(const struct debug_test *test, const char *after, const char *text)
{
    const char *at = strstr(strstr(test->text, after), text);
    int line = 1;
    for (const char *c = test->text; c < at; c++)
        line += *c == '\n';
    return line;
}

static void reads_places(void **state)
{
    (void)state;
    struct debug_test test = read_file(FOLDER "block_sum.ptx", FOLDER "block_sum.cu");
    const struct ptx_debug_variable *n = find(&test, "block_sum", "n"), *sum = find(&test, "block_sum", "sum");
    int call = line_of(&test, ".entry block_sum", "add.f32");
    assert_true(n->is_parameter);
    const struct ptx_debug_place *place = ptx_debug_place(n, call);
    assert_int_equal(place->kind, PTX_DEBUG_REGISTER);
    assert_memory_equal(place->name, "%r", 2);
    assert_null(ptx_debug_place(sum, sum->first)); /* not set yet */
    assert_true(sum->place_count > 2);             /* a loop moves it from register to register */
    place = ptx_debug_place(sum, call);
    assert_non_null(place);
    assert_memory_equal(place->name, "%f", 2);
    const struct ptx_debug_variable *i = find(&test, "block_sum", "i"), *half = find(&test, "block_sum", "half");
    assert_true(i->first < call && call < i->end); /* a scope of its own */
    assert_true(half->first >= i->end);
    done(&test);
    test = read_file(FOLDER "vector_add.ptx", FOLDER "vector_add.cu");
    place = ptx_debug_place(find(&test, "vector_add", "y"), 100); /* float4: in local memory */
    assert_int_equal(place->kind, PTX_DEBUG_VARIABLE);
    assert_string_equal(place->name, "__local_depot0");
    assert_int_equal(place->offset_bytes, 16);
    done(&test);
}

/* The debug data does not have these variables. */
static void finds_shared_variables(void **state)
{
    (void)state;
    struct debug_test test = read_file(FOLDER "variables.ptx", FOLDER "variables.cu");
    const struct ptx_debug_variable *more = find(&test, "variables", "more"); /* the second of one declaration */
    assert_true(more->is_shared);
    assert_string_equal(more->type->name, "float4[2]");
    assert_string_equal(more->places[0].name, "_ZZ9variablesE4more");
    assert_int_equal(find(&test, "variables", "fours")->line, 32);
    const struct ptx_debug_type *tile = find(&test, "variables", "tile")->type; /* [TILE][TILE + 1] */
    assert_int_equal(tile->count, 32);
    assert_int_equal(tile->element->count, 33);
    assert_true(find(&test, "", "whole")->is_shared);
    assert_false(find(&test, "", "table")->is_shared);
    assert_string_equal(find(&test, "", "dynamic")->type->name, "unsigned char[0]");
    done(&test);
    test = read_file(FOLDER "softmax_online.ptx", FOLDER "softmax_online.cu");
    const struct ptx_debug_variable *parts = find(&test, "_Z10join_block7running", "parts");
    assert_string_equal(parts->type->name, "running[32]");
    done(&test);
}

static void reads_inlined_functions(void **state)
{
    (void)state;
    struct debug_test test = read_file(FOLDER "variables.ptx", FOLDER "variables.cu");
    const struct ptx_debug_variable *y = find(&test, "variables", "y");
    assert_string_equal(y->type->name, "float");
    assert_int_equal(y->line, 20);
    assert_non_null(ptx_debug_place(y, y->first));
    done(&test);
}

/* --- what is damaged or hostile --------------------------------------------------------------- */

#define KERNEL_PTX ".version 9.0\n.target sm_90, debug\n.address_size 64\n.visible .entry kernel()\n{\nret;\n}\n"

static void check_error(const char *sections, enum error_code code, const char *message)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_append_text(&text, KERNEL_PTX);
    buffer_append_text(&text, sections);
    struct debug_test test = read_bytes(buffer_text(&text), text.size_bytes, NULL, 0);
    assert_null(test.debug);
    assert_int_equal(test.error.code, code);
    struct arena *arena = arena_new();
    assert_non_null(strstr(told_english(arena, test.error.message), message));
    arena_free(arena);
    done(&test);
}

static void refuses_damaged_data(void **state)
{
    (void)state;
    check_error("", ERROR_NOT_FOUND, "no debug data");
    check_error(".section .debug_info\n{\n.b32 4\n}\n", ERROR_SYNTAX, "damaged");
    check_error(".section .debug_info\n{\n.b32 20, 5\n.b32 0\n.b8 8, 0\n}\n", ERROR_UNSUPPORTED, "version 5");
    check_error(".section .debug_info\n{\n.b16 x y\n}\n", ERROR_SYNTAX, "line 10");
    check_error(".section .debug_info\n{\n.b7 1\n}\n", ERROR_SYNTAX, "expected .b8");
    check_error(".section .debug_info\n{\n.b8 1a\n}\n", ERROR_SYNTAX, "expected a number");
    /* an entry of code 9, and no such abbreviation */
    check_error(".section .debug_abbrev\n{\n.b8 0\n}\n.section .debug_info\n{\n.b32 8\n.b8 2, 0\n.b32 .debug_abbrev\n"
                ".b8 8, 9\n}\n",
                ERROR_SYNTAX, "damaged");
    /* an attribute of an unknown form */
    check_error(".section .debug_abbrev\n{\n.b8 1, 17, 0, 3, 127, 0, 0, 0\n}\n.section .debug_info\n{\n.b32 8\n"
                ".b8 2, 0\n.b32 .debug_abbrev\n.b8 8, 1\n}\n",
                ERROR_SYNTAX, "damaged");
}

/* A unit with one entry that contains itself without end. */
static void bounds_nesting(void **state)
{
    (void)state;
    struct buffer sections CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_append_text(&sections, ".section .debug_abbrev\n{\n.b8 1, 11, 1, 0, 0, 0\n}\n.section .debug_info\n{\n"
                                  ".b32 500\n.b8 2, 0\n.b32 .debug_abbrev\n.b8 8\n");
    buffer_append_repeat(&sections, ".b8 1\n", 400);
    buffer_append_text(&sections, "}\n");
    check_error(buffer_text(&sections), ERROR_RANGE, "nested too deeply");
}

/* A type that is its own target: typedef of itself. */
static void survives_circular_types(void **state)
{
    (void)state;
    static const char text[] = KERNEL_PTX
        ".section .debug_abbrev\n{\n.b8 1, 22, 0, 73, 19, 3, 8, 0, 0, 2, 46, 1, 3, 8, 0, 0\n"
        ".b8 3, 52, 0, 3, 8, 73, 19, 0, 0, 4, 19, 1, 3, 8, 11, 11, 0, 0, 5, 13, 0, 3, 8, 73, 19, 0, 0, 0\n}\n"
        ".section .debug_info\n{\n.b32 60\n.b8 2, 0\n.b32 .debug_abbrev\n.b8 8\n"
        ".b8 1\n.b32 11\n.b8 84, 0\n"                  /* 11: typedef T of 11 */
        ".b8 4, 83, 0, 8, 5, 109, 0\n.b32 18\n.b8 0\n" /* 18: struct S { S m; } */
        ".b8 2, 107, 101, 114, 110, 101, 108, 0\n"     /* function kernel */
        ".b8 3, 120, 0\n.b32 11\n.b8 3, 121, 0\n.b32 18\n.b8 0\n}\n";
    struct debug_test test = read_bytes(text, sizeof text - 1, NULL, 0);
    if (!test.debug)
        fail_msg("%s", test.error.message);
    assert_string_equal(find(&test, "kernel", "x")->type->name, "T");
    const struct ptx_debug_type *s = find(&test, "kernel", "y")->type;
    assert_string_equal(s->name, "S");
    assert_int_equal(s->member_count, 1);
    assert_null(ptx_debug_place(find(&test, "kernel", "y"), 6)); /* no place at all */
    done(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_types),
        cmocka_unit_test(reads_places),
        cmocka_unit_test(finds_shared_variables),
        cmocka_unit_test(reads_inlined_functions),
        cmocka_unit_test(refuses_damaged_data),
        cmocka_unit_test(bounds_nesting),
        cmocka_unit_test(survives_circular_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
