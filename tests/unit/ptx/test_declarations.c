/* Tests declarations: parameters, functions, variables, line tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

static struct ptx_text parse(const char *source)
{
    struct ptx_text text = ptx_text_parse(source);
    if (!text.program)
        ptx_text_print_errors(&text);
    assert_non_null(text.program);
    return text;
}

static void test_header(void **state)
{
    (void)state;
    struct ptx_text text = parse(".version 8.7\n.target sm_90a, texmode_independent, debug\n.address_size 64\n"
                                 ".file 3 \"a b.cu\", 12, 34\n.pragma \"nounroll\";\n");
    assert_int_equal(text.program->version_major, 8);
    assert_int_equal(text.program->version_minor, 7);
    assert_string_equal(text.program->target, "sm_90a");
    assert_int_equal(text.program->target_sm, 90);
    assert_true(text.program->target_debug);
    assert_int_equal(text.program->address_bits, 64);
    assert_int_equal(text.program->file_count, 4);
    assert_null(text.program->files[0]);
    assert_string_equal(text.program->files[3], "a b.cu");
    ptx_text_done(&text);
}

static void test_entry(void **state)
{
    (void)state;
    struct ptx_text text =
        parse(".version 9.0\n.visible .entry k(.param .u8 a, .param .u64 .ptr .global .align 16 b, .param .align 8 .b8 "
              "c[12],\n"
              ".param .u16 d) .maxntid 256, 2 .minnctapersm 2 .maxnreg 64 .explicitcluster .reqnctapercluster 2, 1, 1\n"
              ".maxclusterrank 8 .noreturn .pragma \"nounroll\";\n{ ret; }\n");
    const struct ptx_function *kernel = ptx_find_function(text.program, "k");
    assert_non_null(kernel);
    assert_true(kernel->is_entry && kernel->is_visible && kernel->has_body && kernel->is_noreturn);
    static const uint64_t offsets[] = {0, 8, 16, 28};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(kernel->parameters[i]->offset_bytes, offsets[i]);
        assert_int_equal(kernel->parameters[i]->index, i);
        assert_int_equal(kernel->parameters[i]->role, PTX_VARIABLE_PARAMETER);
    }
    assert_int_equal(kernel->parameter_bytes, 30);
    assert_true(kernel->parameters[1]->is_pointer);
    assert_int_equal(kernel->parameters[1]->pointer_space, PTX_SPACE_GLOBAL);
    assert_int_equal(kernel->parameters[1]->pointer_align_bytes, 16);
    assert_int_equal(kernel->max_threads[1], 2);
    assert_int_equal(kernel->max_threads_per_block, 512);
    assert_int_equal(kernel->min_blocks_per_sm, 2);
    assert_int_equal(kernel->max_registers, 64);
    assert_int_equal(kernel->cluster_blocks[0], 2);
    assert_int_equal(kernel->max_cluster_blocks, 8);
    assert_true(kernel->is_explicit_cluster);
    ptx_text_done(&text);
}

static void test_declaration_and_definition_are_one(void **state)
{
    (void)state;
    struct ptx_text text = parse(".version 9.0\n.extern .func outside(.param .b64 x);\n.func f(.param .b32 x);\n"
                                 ".entry k() { .param .b32 a; call f, (a); ret; }\n.func f(.param .b32 x) { ret; }\n"
                                 ".weak .func g(.param .b32 x);\n.alias g, f;\n");
    assert_int_equal(text.program->function_count, 4);
    const struct ptx_function *function = ptx_find_function(text.program, "f");
    assert_true(function->has_body && !function->is_extern && function->is_called);
    assert_false(ptx_find_function(text.program, "outside")->has_body);
    assert_true(ptx_find_function(text.program, "outside")->is_extern);
    const struct ptx_function *alias = ptx_find_function(text.program, "g");
    assert_string_equal(alias->alias_of, "f");
    assert_ptr_equal(alias->instructions, function->instructions);
    ptx_text_done(&text);
}

static void assert_bytes(const struct ptx_text *text, const char *name, uint64_t size_bytes, const char *bytes,
                         uint64_t initial_bytes)
{
    const struct ptx_variable *variable = ptx_find_variable(text->program, name);
    assert_non_null(variable);
    assert_int_equal(variable->size_bytes, size_bytes);
    assert_int_equal(variable->initial_bytes, initial_bytes);
    assert_memory_equal(variable->initial, bytes, initial_bytes);
}

static void test_initial_values(void **state)
{
    (void)state;
    struct ptx_text text = parse(".version 9.0\n.global .u16 one = 0x1234;\n.global .u8 text[] = {104, 105, 0};\n"
                                 ".global .u8 rows[2][3] = {{1, 2}, {3}};\n.global .u8 flat[2][2] = {1, 2, 3};\n"
                                 ".const .f32 f = 1.5;\n.const .f64 d[2] = {0f40000000, 1};\n"
                                 ".global .v2 .u8 v[2] = {{1, 2}, {3, 4}};\n.global .s32 negative = -2;\n"
                                 ".visible .global .align 16 .b32 none[4];\n");
    assert_bytes(&text, "one", 2, "\x34\x12", 2);
    assert_bytes(&text, "text", 3, "hi", 3);
    assert_bytes(&text, "rows", 6, "\1\2\0\3", 4);
    assert_bytes(&text, "flat", 4, "\1\2\3", 3);
    assert_bytes(&text, "f", 4, "\0\0\xc0\x3f", 4);
    assert_bytes(&text, "d", 16, "\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\xf0\x3f", 16);
    assert_bytes(&text, "v", 4, "\1\2\3\4", 4);
    assert_bytes(&text, "negative", 4, "\xfe\xff\xff\xff", 4);
    const struct ptx_variable *none = ptx_find_variable(text.program, "none");
    assert_null(none->initial);
    assert_int_equal(none->align_bytes, 16);
    assert_true(none->is_visible);
    ptx_text_done(&text);
}

static void test_addresses_in_initial_values(void **state)
{
    (void)state;
    struct ptx_text text = parse(".version 9.0\n.global .u64 p[3] = {later, generic(later)+8, f};\n"
                                 ".global .u8 m[4] = {7, 0xff00(generic(later)+4), 0xff(later), 9};\n"
                                 ".global .u32 later[4];\n.func f() { ret; }\n");
    const struct ptx_variable *pointers = ptx_find_variable(text.program, "p");
    assert_int_equal(pointers->relocation_count, 3);
    assert_ptr_equal(pointers->relocations[0].variable, ptx_find_variable(text.program, "later"));
    assert_false(pointers->relocations[0].is_generic);
    assert_true(pointers->relocations[1].is_generic);
    assert_int_equal(pointers->relocations[1].addend, 8);
    assert_int_equal(pointers->relocations[1].offset_bytes, 8);
    assert_int_equal(pointers->relocations[1].size_bytes, 8);
    assert_null(pointers->relocations[2].variable);
    assert_int_equal(pointers->relocations[2].function, ptx_find_function(text.program, "f")->index);
    assert_true(ptx_find_function(text.program, "f")->is_called);
    const struct ptx_variable *masked = ptx_find_variable(text.program, "m");
    assert_int_equal(masked->relocation_count, 2);
    assert_int_equal(masked->relocations[0].shift_bits, 8);
    assert_int_equal(masked->relocations[0].addend, 4);
    assert_int_equal(masked->relocations[0].offset_bytes, 1);
    assert_int_equal(masked->relocations[1].shift_bits, 0);
    assert_memory_equal(masked->initial, "\7\0\0\11", 4);
    ptx_text_done(&text);
}

static void test_variables_of_a_function(void **state)
{
    (void)state;
    struct ptx_text text = parse(".version 9.0\n.extern .shared .align 16 .b8 dynamic[];\n.entry k() {\n"
                                 ".shared .align 8 .f32 tile[32][33];\n.local .b64 a, b[2];\n"
                                 "{ .param .b32 x; } { .param .b32 x; }\nret; }\n");
    const struct ptx_variable *dynamic = ptx_find_variable(text.program, "dynamic");
    assert_true(dynamic->is_extern && dynamic->is_array);
    assert_int_equal(dynamic->size_bytes, 0);
    const struct ptx_function *kernel = ptx_find_function(text.program, "k");
    static const char *const names[] = {"tile", "a", "b", "x", "x$1"};
    static const uint64_t sizes[] = {4224, 8, 16, 4, 4};
    assert_int_equal(kernel->variable_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_string_equal(kernel->variables[i]->name, names[i]);
        assert_int_equal(kernel->variables[i]->size_bytes, sizes[i]);
        assert_int_equal(kernel->variables[i]->index, i);
        assert_int_equal(kernel->variables[i]->role, PTX_VARIABLE_FUNCTION);
    }
    ptx_text_done(&text);
}

static void test_lines_and_inlining(void **state)
{
    (void)state;
    struct ptx_text text =
        parse(".version 9.0\n.file 1 \"own.cu\"\n.file 2 \"header.h\"\n.entry k() {\n.reg .b32 %r<3>;\n"
              "mov.b32 %r1, 0;\n.loc 1 10 3\nmov.b32 %r1, 1;\n"
              ".loc 2 50 1, function_name $L, inlined_at 1 10 3\nmov.b32 %r1, 2;\n"
              ".loc 2 60 1, function_name $L+4, inlined_at 2 50 1\nmov.b32 %r1, 3;\n"
              ".loc 1 0 0\nret;\n}\n");
    const struct ptx_instruction *code = ptx_find_function(text.program, "k")->instructions;
    static const int lines[] = {0, 10, 50, 60, 0}, own[] = {0, 10, 10, 10, 0};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(code[i].line, lines[i]);
        assert_int_equal(ptx_line_in_file(&code[i], 1), own[i]);
    }
    assert_int_equal(code[3].location->depth, 2);
    assert_int_equal(ptx_line_in_file(&code[3], 2), 60);
    assert_int_equal(code[1].location->column, 3);
    ptx_text_done(&text);
}

static void test_debug_sections_are_passed_over(void **state)
{
    (void)state;
    struct ptx_text text =
        parse(".version 9.0\n.section .debug_str\n{\n$L__info: .b8 1, 2 // a }\n.b64 .debug_info+4\n}\n"
              ".section .debug_loc { }\n.entry k() { ret; }\n");
    assert_non_null(ptx_find_function(text.program, "k"));
    ptx_text_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_entry),
        cmocka_unit_test(test_declaration_and_definition_are_one),
        cmocka_unit_test(test_initial_values),
        cmocka_unit_test(test_addresses_in_initial_values),
        cmocka_unit_test(test_variables_of_a_function),
        cmocka_unit_test(test_lines_and_inlining),
        cmocka_unit_test(test_debug_sections_are_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
