/* Tests the opcode tables: rows, forms and programs that use them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <glob.h>

#include "ptx/form/form.h"
#include "ptx/form/type_sets.h"
#include "ptx_text.h"

static void test_every_row_is_whole(void **state)
{
    (void)state;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        const struct ptx_opcode_info *row = ptx_opcode_info(opcode);
        size_t length = 0;
        assert_int_equal(ptx_opcode_find(row->mnemonic, strlen(row->mnemonic), &length), opcode);
        assert_int_equal(length, strlen(row->mnemonic));
        assert_true(row->types_min <= row->types_max);
        assert_true((row->types == 0) == (row->types_max == 0));
        assert_true(row->types_max <= PTX_TYPES_MAX);
        assert_true(strlen(row->section) >= 5);
        assert_true(ptx_category_name(row->category)[0] != '\0');
        assert_true(ptx_unit_name(row->unit)[0] != '\0');
    }
}

static bool modifier_word_is_known(const char *word, size_t length)
{
    if (length == 5 && memcmp(word, "Space", 5) == 0)
        return true;
    if (isupper((unsigned char)word[0]) && ptx_modifier_class_find(word, length) != PTX_CLASS_NONE)
        return true;
    return ptx_modifier_find(word, length) != PTX_MODIFIER_NONE;
}

static void test_every_modifier_named_by_a_row_exists(void **state)
{
    (void)state;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        const char *list = ptx_opcode_info(opcode)->modifiers;
        while (*list) {
            size_t length = strcspn(list, " !+~");
            if (!modifier_word_is_known(list, length))
                fail_msg("%s: unknown modifier word '%.*s'", ptx_opcode_info(opcode)->mnemonic, (int)length, list);
            list += length;
            list += strspn(list, " !+~");
        }
    }
}

static void test_every_operand_shape_has_known_letters(void **state)
{
    (void)state;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        struct ptx_shape shapes[PTX_SHAPES_MAX];
        uint8_t count = operand_shapes_compile(ptx_opcode_info(opcode)->operands, shapes);
        assert_in_range(count, 1, PTX_SHAPES_MAX);
        for (uint8_t i = 0; i < count; i++) {
            assert_true(shapes[i].count <= PTX_SLOTS_MAX);
            for (uint8_t s = 0; s < shapes[i].count; s++)
                assert_non_null(strchr("dapmviLBC", shapes[i].slots[s].class));
        }
    }
}

static bool has_operand(const struct ptx_shape *shape, char class)
{
    for (uint8_t i = 0; i < shape->count; i++)
        if (shape->slots[i].class == class)
            return true;
    return false;
}

static void test_destinations_come_first(void **state)
{
    (void)state;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        struct ptx_shape shapes[PTX_SHAPES_MAX];
        uint8_t count = operand_shapes_compile(ptx_opcode_info(opcode)->operands, shapes);
        for (uint8_t i = 0; i < count; i++)
            for (uint8_t s = 1; s < shapes[i].count; s++)
                if (shapes[i].slots[s].class == 'd' && shapes[i].slots[s - 1].class != 'd')
                    fail_msg("%s: a destination behind a source", ptx_opcode_info(opcode)->mnemonic);
    }
}

/*
 * What each kind of action must have among its operands, and what it cannot have: letters of
 * shapes.
 */
static const struct {
    const char *has, *lacks;
} operands_of_action[PTX_DOES_COUNT] = {
    [PTX_DOES_COMPUTE] = {"d", ""},
    [PTX_DOES_COMPARE] = {"d", "m"},
    [PTX_DOES_COPY] = {"d", "m"},
    [PTX_DOES_LOAD] = {"dm", ""},
    [PTX_DOES_STORE] = {"m", "d"},
    [PTX_DOES_ATOMIC] = {"dm", ""},
    [PTX_DOES_REDUCE] = {"m", "d"},
    [PTX_DOES_TRANSFER] = {"m", "d"},
    [PTX_DOES_WRITE] = {"m", "d"},
    [PTX_DOES_LOAD_ROWS] = {"dm", ""},
    [PTX_DOES_STORE_ROWS] = {"mv", "d"},
    [PTX_DOES_LOAD_FRAGMENT] = {"dm", ""},
    [PTX_DOES_STORE_FRAGMENT] = {"mv", "d"},
    [PTX_DOES_MULTIPLY] = {"", ""},
    [PTX_DOES_SHUFFLE] = {"da", "m"},
    [PTX_DOES_VOTE] = {"d", "m"},
    [PTX_DOES_BRANCH] = {"", "dm"},
    [PTX_DOES_CALL] = {"C", "dm"},
    [PTX_DOES_END] = {"", "damv"},
    [PTX_DOES_BARRIER] = {"a", "m"},
    [PTX_DOES_WARP_BARRIER] = {"a", "dm"},
    [PTX_DOES_CLUSTER_BARRIER] = {"", "dm"},
    [PTX_DOES_OTHER] = {"", ""},
};

static void test_what_a_row_does_agrees_with_its_operands(void **state)
{
    (void)state;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        const struct ptx_opcode_info *row = ptx_opcode_info(opcode);
        struct ptx_shape shapes[PTX_SHAPES_MAX];
        uint8_t count = operand_shapes_compile(row->operands, shapes);
        assert_in_range(row->does, PTX_DOES_NOTHING + 1, PTX_DOES_COUNT - 1);
        for (uint8_t i = 0; i < count; i++) {
            for (const char *class = operands_of_action[row->does].has; *class; class ++)
                if (!has_operand(&shapes[i], *class))
                    fail_msg("%s: no operand '%c'", row->mnemonic, *class);
            for (const char *class = operands_of_action[row->does].lacks; *class; class ++)
                if (has_operand(&shapes[i], *class))
                    fail_msg("%s: an operand '%c'", row->mnemonic, *class);
        }
    }
}

static void test_operand_types_fit_the_shape(void **state)
{
    (void)state;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        const struct ptx_opcode_info *row = ptx_opcode_info(opcode);
        struct ptx_shape shapes[PTX_SHAPES_MAX];
        operand_shapes_compile(row->operands, shapes);
        size_t letters = strlen(row->operand_types);
        assert_int_equal(strspn(row->operand_types, "01wuq-p?cyblm"), letters);
        assert_true(letters <= (size_t)shapes[0].count + (row->operand_types[0] == '?'));
        assert_true(row->types_max > 1 || !strpbrk(row->operand_types, "1m"));
    }
}

static void test_further_facts_are_of_rows_that_compute(void **state)
{
    (void)state;
    const uint64_t floats = FLOATS | HALVES;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        const struct ptx_opcode_info *row = ptx_opcode_info(opcode);
        bool computes = row->does == PTX_DOES_COMPUTE;
        assert_true(row->flops == 0 || (computes && (row->types & floats)));
        assert_true(row->arithmetic == PTX_ARITHMETIC_NONE || (computes && (row->types & floats)));
        assert_true(row->flow == PTX_FLOW_ANY || ptx_action_is_pure(row->does));
        assert_true(!row->takes_carry || row->category == PTX_CATEGORY_EXTENDED);
        assert_true(!row->names_lanes || strrchr(row->operands, 'a'));
    }
}

static void test_words_find_themselves(void **state)
{
    (void)state;
    for (int type = 1; type < PTX_TYPE_COUNT; type++) {
        const char *name = ptx_type_name(type);
        assert_int_equal(ptx_type_find(name, strlen(name)), type);
        assert_int_equal(ptx_modifier_find(name, strlen(name)), PTX_MODIFIER_NONE);
        assert_true(ptx_type_bits(type) > 0);
    }
    for (int modifier = 1; modifier < PTX_MODIFIER_COUNT; modifier++) {
        const char *name = ptx_modifier_name(modifier);
        assert_int_equal(ptx_modifier_find(name, strlen(name)), modifier);
        assert_int_not_equal(ptx_modifier_class(modifier), PTX_CLASS_NONE);
    }
}

static void test_special_registers(void **state)
{
    (void)state;
    uint32_t index;
    assert_int_equal(ptx_special_register_find("%tid", 4, &index), PTX_SPECIAL_TID);
    assert_int_equal(ptx_special_register_find("%envreg31", 9, &index), PTX_SPECIAL_ENVREG);
    assert_int_equal(index, 31);
    assert_int_equal(ptx_special_register_find("%envreg32", 9, &index), PTX_SPECIAL_NONE);
    assert_int_equal(ptx_special_register_find("%envreg03", 9, &index), PTX_SPECIAL_NONE);
    assert_int_equal(ptx_special_register_find("%pm7", 4, &index), PTX_SPECIAL_PM);
    assert_int_equal(index, 7);
    assert_int_equal(ptx_special_register_find("%pm3_64", 7, &index), PTX_SPECIAL_PM_64);
    assert_int_equal(index, 3);
    assert_int_equal(ptx_special_register_find("%reserved_smem_offset_1", 23, &index),
                     PTX_SPECIAL_RESERVED_SMEM_OFFSET);
    assert_int_equal(ptx_special_register_find("%r1", 3, &index), PTX_SPECIAL_NONE);
    assert_int_equal(ptx_special_register_type(PTX_SPECIAL_CLOCK64), PTX_TYPE_U64);
}

static void mark_opcodes(const char *path, bool seen[PTX_OPCODE_COUNT])
{
    size_t size_bytes;
    char *text = ptx_text_read(path, &size_bytes);
    assert_non_null(text);
    struct ptx_text parsed = ptx_text_parse_bytes(text, size_bytes);
    if (!parsed.program)
        ptx_text_print_errors(&parsed);
    assert_non_null(parsed.program);
    for (uint32_t f = 0; f < parsed.program->function_count; f++)
        for (uint32_t i = 0; i < parsed.program->functions[f].instruction_count; i++)
            seen[parsed.program->functions[f].instructions[i].opcode] = true;
    ptx_text_done(&parsed);
    free(text);
}

/* Current assemblers reject these forms, or the row only adds a word to a covered row. */
static bool is_exempt(int opcode)
{
    return opcode == PTX_OPCODE_SHFL || opcode == PTX_OPCODE_VOTE ||
           ptx_opcode_info(opcode)->category == PTX_CATEGORY_VIDEO;
}

static void test_every_row_has_a_program_that_uses_it(void **state)
{
    (void)state;
    bool seen[PTX_OPCODE_COUNT] = {false};
    glob_t files;
    assert_int_equal(glob(WARPSCHOOL_SOURCE_DIR "/tests/ptx/forms/*.ptx", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        mark_opcodes(files.gl_pathv[i], seen);
    globfree(&files);
    bool missing = false;
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++) {
        if (seen[opcode] || is_exempt(opcode))
            continue;
        missing = true;
        print_message("no program in tests/ptx/forms uses '%s'\n", ptx_opcode_info(opcode)->mnemonic);
    }
    assert_false(missing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_whole),
        cmocka_unit_test(test_every_modifier_named_by_a_row_exists),
        cmocka_unit_test(test_destinations_come_first),
        cmocka_unit_test(test_what_a_row_does_agrees_with_its_operands),
        cmocka_unit_test(test_operand_types_fit_the_shape),
        cmocka_unit_test(test_further_facts_are_of_rows_that_compute),
        cmocka_unit_test(test_every_operand_shape_has_known_letters),
        cmocka_unit_test(test_words_find_themselves),
        cmocka_unit_test(test_special_registers),
        cmocka_unit_test(test_every_row_has_a_program_that_uses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
