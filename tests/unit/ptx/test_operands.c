/* Tests operands: registers, addresses, vectors, constants, labels, calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

static struct ptx_text parse(const char *body)
{
    struct ptx_text text = ptx_text_parse_body(body);
    if (!text.program)
        ptx_text_print_errors(&text);
    assert_non_null(text.program);
    return text;
}

static const struct ptx_instruction *instruction_at(const struct ptx_text *text, uint32_t index)
{
    const struct ptx_function *kernel = ptx_find_function(text->program, "kernel");
    assert_true(index < kernel->instruction_count);
    return &kernel->instructions[index];
}

static void test_spelling_is_taken_apart(void **state)
{
    (void)state;
    struct ptx_text text = parse("ld.global.nc.L1::no_allocate.L2::128B.v2.f32 {%f1, _}, [%d1+-8];");
    const struct ptx_instruction *load = instruction_at(&text, 0);
    assert_int_equal(load->opcode, PTX_OPCODE_LD);
    assert_int_equal(load->space, PTX_SPACE_GLOBAL);
    assert_int_equal(load->vector, 2);
    assert_int_equal(load->type_count, 1);
    assert_int_equal(load->types[0], PTX_TYPE_F32);
    assert_int_equal(load->modifier_count, 4);
    assert_int_equal(load->modifiers[0], PTX_MODIFIER_NC);
    assert_true(ptx_has_modifier(load, PTX_MODIFIER_L2_128B));
    assert_int_equal(ptx_modifier_of_class(load, PTX_CLASS_EVICTION), PTX_MODIFIER_L1_NO_ALLOCATE);
    assert_int_equal(ptx_modifier_of_class(load, PTX_CLASS_SCOPE), PTX_MODIFIER_NONE);
    assert_string_equal(load->mnemonic, "ld.global.nc.L1::no_allocate.L2::128B.v2.f32");
    assert_int_equal(load->ptx_line, PTX_TEXT_BODY_LINE);
    assert_int_equal(load->operands[0].kind, PTX_OPERAND_VECTOR);
    assert_int_equal(load->operands[0].element_count, 2);
    assert_int_equal(load->operands[0].elements[1].kind, PTX_OPERAND_SINK);
    assert_int_equal(load->operands[1].kind, PTX_OPERAND_MEMORY);
    assert_int_equal(load->operands[1].base_kind, PTX_OPERAND_REGISTER);
    assert_int_equal(load->operands[1].offset_bytes, -8);
    ptx_text_done(&text);
}

static void test_longest_name_wins(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        enum ptx_opcode opcode;
        enum ptx_space space, space_2;
    } cases[] = {
        {"cp.async.ca.shared.global [%d1], [%d2], 4;", PTX_OPCODE_CP_ASYNC, PTX_SPACE_SHARED, PTX_SPACE_GLOBAL},
        {"cp.async.wait_group 0;", PTX_OPCODE_CP_ASYNC_WAIT_GROUP, 0, 0},
        {"cp.async.bulk.wait_group 0;", PTX_OPCODE_CP_ASYNC_BULK_WAIT_GROUP, 0, 0},
        {"bar.warp.sync -1;", PTX_OPCODE_BAR_WARP_SYNC, 0, 0},
        {"bar.sync 0;", PTX_OPCODE_BAR, 0, 0},
        {"barrier.cluster.arrive;", PTX_OPCODE_BARRIER_CLUSTER, 0, 0},
        {"fence.proxy.async;", PTX_OPCODE_FENCE_PROXY, 0, 0},
        {"fence.sc.gpu;", PTX_OPCODE_FENCE, 0, 0},
        {"vote.sync.any.pred %p1, %p2, -1;", PTX_OPCODE_VOTE_SYNC, 0, 0},
        {"vote.any.sync.pred %p1, %p2, -1;", PTX_OPCODE_VOTE_SYNC, 0, 0},
        {"vote.ballot.b32.sync %r1, %p2, -1;", PTX_OPCODE_VOTE_SYNC, 0, 0},
        {"redux.add.sync.s32 %r1, %r2, -1;", PTX_OPCODE_REDUX_SYNC, 0, 0},
        {"match.sync.any.b32 %r1, %r2, -1;", PTX_OPCODE_MATCH, 0, 0},
        {"ld.shared::cluster.u32 %r1, [%r2];", PTX_OPCODE_LD, PTX_SPACE_SHARED_CLUSTER, 0},
        {"ld.param::entry.u64 %d1, [pointer];", PTX_OPCODE_LD, PTX_SPACE_PARAMETER, 0},
        {"ld.u32 %r1, [%d1];", PTX_OPCODE_LD, PTX_SPACE_GENERIC, 0},
        {"cvta.to.global.u64 %d1, %d2;", PTX_OPCODE_CVTA, PTX_SPACE_GLOBAL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ptx_text text = parse(cases[i].body);
        const struct ptx_instruction *instruction = instruction_at(&text, 0);
        assert_int_equal(instruction->opcode, cases[i].opcode);
        assert_int_equal(instruction->space, cases[i].space);
        assert_int_equal(instruction->space_2, cases[i].space_2);
        ptx_text_done(&text);
    }
}

static void test_immediates(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum ptx_type type;
        uint64_t bits;
    } cases[] = {
        {"-1", PTX_TYPE_S64, UINT64_MAX},
        {"0xffffffff", PTX_TYPE_S64, 0xffffffff},
        {"5U", PTX_TYPE_U64, 5},
        {"010", PTX_TYPE_S64, 8},
        {"0b11", PTX_TYPE_S64, 3},
        {"WARP_SZ", PTX_TYPE_S64, 32},
        {"WARP_SZ-1", PTX_TYPE_S64, 31},
        {"(1 << 4) | 3 * 2 + 1", PTX_TYPE_S64, 23},
        {"-7 / 2", PTX_TYPE_S64, (uint64_t)-3},
        {"-7 % 4", PTX_TYPE_S64, 1},
        {"~0 >> 60", PTX_TYPE_U64, 15},
        {"~0 / 2 > 0", PTX_TYPE_S64, 1},
        {"-8 >> 1", PTX_TYPE_S64, (uint64_t)-4},
        {"(.u64)-1 >> 60", PTX_TYPE_U64, 15},
        {"~0 & 0xf0", PTX_TYPE_U64, 0xf0},
        {"!0 + !5", PTX_TYPE_S64, 1},
        {"3 > 2 ? 10 : 20", PTX_TYPE_S64, 10},
        {"1 ? 2 : 0 ? 3 : 4", PTX_TYPE_S64, 2},
        {"-1 < 0U", PTX_TYPE_S64, 0},
        {"1 == 1 && 0 || 2 != 2", PTX_TYPE_S64, 0},
        {"1 << 64", PTX_TYPE_S64, 0},
        {"-9223372036854775807 - 1", PTX_TYPE_S64, UINT64_C(1) << 63},
        {"0f3F800000", PTX_TYPE_F32, 0x3f800000},
        {"-0f3F800000", PTX_TYPE_F32, 0xbf800000},
        {"0d3FF0000000000000", PTX_TYPE_F64, UINT64_C(0x3ff0000000000000)},
        {"1.5", PTX_TYPE_F64, UINT64_C(0x3ff8000000000000)},
        {"1.5 + 1", PTX_TYPE_F64, UINT64_C(0x4004000000000000)},
        {"-1e0", PTX_TYPE_F64, UINT64_C(0xbff0000000000000)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[100];
        snprintf(body, sizeof body, cases[i].type == PTX_TYPE_F32 ? "mov.b32 %%r1, %s;" : "mov.b64 %%d1, %s;",
                 cases[i].text);
        struct ptx_text text = parse(body);
        const struct ptx_operand *operand = &instruction_at(&text, 0)->operands[1];
        assert_int_equal(operand->kind, PTX_OPERAND_IMMEDIATE);
        if (operand->immediate_type != cases[i].type || operand->bits != cases[i].bits)
            fail_msg("%s is %s %llx", cases[i].text, ptx_type_name(operand->immediate_type),
                     (unsigned long long)operand->bits);
        ptx_text_done(&text);
    }
}

static void test_special_registers(void **state)
{
    (void)state;
    struct ptx_text text = parse("mov.u32 %r1, %ctaid.z; mov.u32 %r2, %envreg7; mov.u64 %d1, %pm5_64;");
    const struct ptx_operand *operand = &instruction_at(&text, 0)->operands[1];
    assert_int_equal(operand->kind, PTX_OPERAND_SPECIAL);
    assert_int_equal(operand->special, PTX_SPECIAL_CTAID);
    assert_int_equal(operand->component, 2);
    operand = &instruction_at(&text, 1)->operands[1];
    assert_int_equal(operand->special, PTX_SPECIAL_ENVREG);
    assert_int_equal(operand->bits, 7);
    assert_int_equal(operand->component, PTX_COMPONENT_ALL);
    operand = &instruction_at(&text, 2)->operands[1];
    assert_int_equal(operand->special, PTX_SPECIAL_PM_64);
    assert_int_equal(operand->bits, 5);
    ptx_text_done(&text);
}

static void test_pairs_and_negation(void **state)
{
    (void)state;
    struct ptx_text text = parse("setp.lt.and.s32 _|%p2, %r1, %r2, !%p3; @!%p4 bra end; end: ret;");
    const struct ptx_instruction *compare = instruction_at(&text, 0), *branch = instruction_at(&text, 1);
    assert_int_equal(compare->operands[0].kind, PTX_OPERAND_SINK);
    assert_non_null(compare->operands[0].pair);
    assert_int_equal(compare->operands[0].pair->kind, PTX_OPERAND_REGISTER);
    assert_true(compare->operands[3].is_negated);
    assert_true(branch->is_guarded && branch->guard_negated);
    assert_int_equal(branch->operands[0].kind, PTX_OPERAND_LABEL);
    assert_int_equal(branch->operands[0].target, 2);
    ptx_text_done(&text);
}

static void test_tensor_coordinates(void **state)
{
    (void)state;
    struct ptx_text text = parse("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%d1, {%r1, 5}], [%r2];");
    const struct ptx_operand *map = &instruction_at(&text, 0)->operands[0];
    assert_true(map->has_coordinates);
    assert_int_equal(map->element_count, 2);
    assert_int_equal(map->elements[1].bits, 5);
    ptx_text_done(&text);
}

static void test_words_apart_are_one_spelling(void **state)
{
    (void)state;
    struct ptx_text text = parse("ld .global\n .u32 %r1, [%d1];");
    assert_string_equal(instruction_at(&text, 0)->mnemonic, "ld.global.u32");
    ptx_text_done(&text);
}

/* Inner scopes have their own registers, labels and variables, which hide outer ones. */
static void test_scopes(void **state)
{
    (void)state;
    struct ptx_text text = parse("mov.b32 %r1, 1;\n"
                                 "{ .reg .b64 %r<3>; mov.b64 %r1, 2; bra end; end: mov.b64 %r2, %r1; }\n"
                                 "{ .reg .b32 t; { .reg .b64 t; mov.b64 t, 3; } mov.b32 t, 4; bra end; }\n"
                                 "mov.b32 %r1, 5; end: ret;");
    const struct ptx_function *kernel = ptx_find_function(text.program, "kernel");
    static const char *const names[] = {"%r1", "%r1$1", NULL, "%r2", "t", "t$1", NULL, "%r1"};
    static const enum ptx_type types[] = {PTX_TYPE_B32, PTX_TYPE_B64, 0, PTX_TYPE_B64,
                                          PTX_TYPE_B64, PTX_TYPE_B32, 0, PTX_TYPE_B32};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!names[i])
            continue;
        const struct ptx_register *entry = &kernel->registers[instruction_at(&text, i)->operands[0].register_slot];
        assert_string_equal(entry->name, names[i]);
        assert_int_equal(entry->type, types[i]);
    }
    assert_int_equal(instruction_at(&text, 2)->operands[0].target, 3);
    assert_int_equal(instruction_at(&text, 6)->operands[0].target, 8);
    assert_int_equal(kernel->register_count, 5);
    ptx_text_done(&text);
}

static void test_vector_registers_become_slots(void **state)
{
    (void)state;
    struct ptx_text text = parse(".reg .v2 .f32 v; ld.global.v2.f32 v, [%d1]; add.f32 %f1, v.x, v.y;");
    const struct ptx_operand *vector = &instruction_at(&text, 0)->operands[0];
    const struct ptx_instruction *sum = instruction_at(&text, 1);
    assert_int_equal(vector->kind, PTX_OPERAND_VECTOR);
    assert_int_equal(vector->element_count, 2);
    assert_int_equal(sum->operands[1].register_slot, vector->elements[0].register_slot);
    assert_int_equal(sum->operands[2].register_slot, vector->elements[1].register_slot);
    ptx_text_done(&text);
}

static void test_call(void **state)
{
    (void)state;
    struct ptx_text text =
        ptx_text_parse(".version 9.0\n.func (.param .b32 out) f(.param .b64 in, .param .b32 x) ;\n"
                       ".func g();\n.entry k() {\n.reg .b64 %d<2>;\n.param .b32 r; .param .b64 a; .param .b32 b;\n"
                       "call.uni (r), f, (a, b);\ncall g;\n"
                       "p: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[12]);\n"
                       "call (r), %d1, (a), p;\nlist: .calltargets f, f;\ncall (r), %d1, (a, b), list;\n}\n");
    if (!text.program)
        ptx_text_print_errors(&text);
    assert_non_null(text.program);
    const struct ptx_function *kernel = ptx_find_function(text.program, "k");
    const struct ptx_instruction *direct = &kernel->instructions[0], *indirect = &kernel->instructions[2];
    assert_int_equal(direct->operand_count, 4);
    assert_int_equal(direct->operands[0].element_count, 1);
    assert_int_equal(direct->operands[1].kind, PTX_OPERAND_FUNCTION);
    assert_int_equal(direct->operands[1].target, ptx_find_function(text.program, "f")->index);
    assert_int_equal(direct->operands[2].element_count, 2);
    assert_string_equal(direct->operands[2].elements[1].variable->name, "b");
    assert_int_equal(direct->operands[3].kind, PTX_OPERAND_NONE);
    assert_int_equal(kernel->instructions[1].operands[2].element_count, 0);
    assert_int_equal(indirect->operands[1].kind, PTX_OPERAND_REGISTER);
    assert_int_equal(indirect->operands[3].kind, PTX_OPERAND_PROTOTYPE);
    assert_int_equal(text.program->prototypes[indirect->operands[3].target].parameters[0]->size_bytes, 12);
    assert_int_equal(kernel->instructions[3].operands[3].kind, PTX_OPERAND_LIST);
    assert_int_equal(kernel->instructions[3].operands[3].element_count, 2);
    assert_true(ptx_find_function(text.program, "f")->is_called);
    ptx_text_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spelling_is_taken_apart),
        cmocka_unit_test(test_longest_name_wins),
        cmocka_unit_test(test_immediates),
        cmocka_unit_test(test_special_registers),
        cmocka_unit_test(test_pairs_and_negation),
        cmocka_unit_test(test_tensor_coordinates),
        cmocka_unit_test(test_words_apart_are_one_spelling),
        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_vector_registers_become_slots),
        cmocka_unit_test(test_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
