/* Tests PTX files of real compilers: they parse, print and keep their lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>

#include "ptx_program_text.h"
#include "ptx_text.h"

static struct buffer disassemble(const struct ptx_program *program)
{
    struct buffer out = BUFFER_INIT;
    ptx_program_text(program, &out);
    return out;
}

static void assert_same_instructions(const struct ptx_program *left, const struct ptx_program *right)
{
    assert_int_equal(left->function_count, right->function_count);
    for (uint32_t f = 0; f < left->function_count; f++) {
        const struct ptx_function *a = &left->functions[f], *b = ptx_find_function(right, a->name);
        assert_non_null(b);
        assert_int_equal(a->instruction_count, b->instruction_count);
        assert_int_equal(a->block_count, b->block_count);
        assert_true(a->register_count >= b->register_count); /* vector registers may have unused parts */
        assert_int_equal(a->parameter_bytes, b->parameter_bytes);
        for (uint32_t i = 0; i < a->instruction_count; i++) {
            struct buffer one = BUFFER_INIT, two = BUFFER_INIT;
            ptx_disassemble_instruction(left, a, &a->instructions[i], &one);
            ptx_disassemble_instruction(right, b, &b->instructions[i], &two);
            assert_string_equal(buffer_text(&one), buffer_text(&two));
            assert_int_equal(a->instructions[i].line, b->instructions[i].line);
            buffer_done(&one);
            buffer_done(&two);
        }
    }
}

static void check_file(const char *path)
{
    size_t size_bytes;
    char *text = ptx_text_read(path, &size_bytes);
    assert_non_null(text);
    struct ptx_text first = ptx_text_parse_bytes(text, size_bytes);
    if (!first.program)
        ptx_text_print_errors(&first);
    assert_non_null(first.program);
    struct buffer once = disassemble(first.program);
    struct ptx_text second = ptx_text_parse_bytes(once.data, once.size_bytes);
    if (!second.program)
        ptx_text_print_errors(&second);
    assert_non_null(second.program);
    assert_same_instructions(first.program, second.program);
    struct buffer twice = disassemble(second.program);
    struct ptx_text third = ptx_text_parse_bytes(twice.data, twice.size_bytes);
    struct buffer thrice = disassemble(third.program);
    assert_string_equal(buffer_text(&twice), buffer_text(&thrice));
    buffer_done(&once);
    buffer_done(&twice);
    buffer_done(&thrice);
    ptx_text_done(&first);
    ptx_text_done(&second);
    ptx_text_done(&third);
    free(text);
}

static void check_folder(const char *pattern)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    assert_true(files.gl_pathc >= 5);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        print_message("%s\n", files.gl_pathv[i]);
        check_file(files.gl_pathv[i]);
    }
    globfree(&files);
}

static void test_compiled_samples_round_trip(void **state)
{
    (void)state;
    check_folder(WARPSCHOOL_SOURCE_DIR "/tests/ptx/samples/*.ptx");
}

static void test_forms_round_trip(void **state)
{
    (void)state;
    check_folder(WARPSCHOOL_SOURCE_DIR "/tests/ptx/forms/*.ptx");
}

static void test_variables_and_syntax_round_trip(void **state)
{
    (void)state;
    check_folder(WARPSCHOOL_SOURCE_DIR "/tests/ptx/conformance/variable_*.ptx");
    check_folder(WARPSCHOOL_SOURCE_DIR "/tests/ptx/conformance/syntax_*.ptx");
}

/* Every load and store of vector_add belongs to the line of the addition. */
static void test_vector_add_lines(void **state)
{
    (void)state;
    size_t size_bytes;
    char *text = ptx_text_read(WARPSCHOOL_SOURCE_DIR "/tests/ptx/samples/basics.sm_80.ptx", &size_bytes);
    assert_non_null(text);
    struct ptx_text parsed = ptx_text_parse_bytes(text, size_bytes);
    assert_non_null(parsed.program);
    const struct ptx_function *kernel = ptx_find_function(parsed.program, "vector_add");
    assert_non_null(kernel);
    assert_true(kernel->is_entry && kernel->is_visible);
    assert_int_equal(kernel->parameter_count, 4);
    assert_int_equal(kernel->parameters[3]->offset_bytes, 24);
    assert_int_equal(kernel->parameter_bytes, 28);
    int memory = 0;
    for (uint32_t i = 0; i < kernel->instruction_count; i++) {
        const struct ptx_instruction *instruction = &kernel->instructions[i];
        bool is_global = instruction->space == PTX_SPACE_GLOBAL &&
                         (instruction->opcode == PTX_OPCODE_LD || instruction->opcode == PTX_OPCODE_ST);
        memory += is_global;
        if (is_global)
            assert_int_equal(ptx_line_in_file(instruction, instruction->location->file), 9);
    }
    assert_int_equal(memory, 3);
    ptx_text_done(&parsed);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiled_samples_round_trip),
        cmocka_unit_test(test_forms_round_trip),
        cmocka_unit_test(test_variables_and_syntax_round_trip),
        cmocka_unit_test(test_vector_add_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
