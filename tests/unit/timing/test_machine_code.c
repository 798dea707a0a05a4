/* Tests loops of machine code, written by hand: their PTX loop and a warp's time per round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "timing/schedule/machine_code.h"

struct word {
    uint64_t low, high;
};

enum { LOAD = 0x981, ADD = 0x7221, LOAD_SHARED = 0x984, BARRIERS_NONE = 7 };

/* Makes an instruction that stalls, releases barrier `releases`, and waits for the set `waits`. */
static struct word word_of(uint64_t opcode, uint64_t stall, uint64_t releases, uint64_t waits)
{
    uint64_t control = stall | releases << 5 | (uint64_t)BARRIERS_NONE << 8 | waits << 11;
    return (struct word){.low = opcode, .high = control << 41 | (uint64_t)4 << 9};
}

/* Makes a branch over this many instructions, counted from the next one. */
static struct word branch_by(int64_t instructions)
{
    struct word word = word_of(0x947, 5, BARRIERS_NONE, 0);
    uint64_t words = (uint64_t)(instructions * 4);
    word.low |= (words & 0xff) << 16 | words >> 8 << 34;
    word.high |= words >> 38 & 0x3ff;
    return word;
}

static struct time_machine read(const struct word *code, size_t count)
{
    struct time_machine machine;
    machine_code_read(code, count * sizeof *code, &machine);
    return machine;
}

static const struct time_machine_latencies far_away = {.global_cycles = 700, .shared_cycles = 30};

static void loads_in_one_batch_cost_one_latency(void **state)
{
    struct word code[] = {word_of(ADD, 4, 7, 0), word_of(LOAD, 1, 0, 0), word_of(LOAD, 1, 1, 0), word_of(ADD, 4, 7, 3),
                          branch_by(-4)};
    struct time_machine machine = read(code, 5);
    (void)state;
    assert_int_equal(machine.loop_count, 1);
    assert_int_equal(machine.loops[0].first, 1);
    assert_int_equal(machine.loops[0].last, 4);
    double cycles = machine_code_cycles(&machine, &machine.loops[0], &far_away);
    assert_in_range((long)cycles, 701, 720);
}

static void a_load_behind_a_wait_costs_another(void **state)
{
    struct word code[] = {word_of(LOAD, 1, 0, 0), word_of(ADD, 4, 7, 1), word_of(LOAD, 1, 0, 0), word_of(ADD, 4, 7, 1),
                          branch_by(-5)};
    struct time_machine machine = read(code, 5);
    (void)state;
    double cycles = machine_code_cycles(&machine, &machine.loops[0], &far_away);
    assert_in_range((long)cycles, 1400, 1430);
}

static void loads_are_told_apart(void **state)
{
    struct word code[] = {word_of(LOAD, 1, 0, 0), word_of(ADD, 4, 7, 1), word_of(LOAD, 1, 0, 0), word_of(ADD, 4, 7, 1),
                          branch_by(-5)};
    struct time_machine machine = read(code, 5);
    double by_load[] = {700, 40};
    struct time_machine_latencies latencies = {.global_cycles = 700, .by_load = by_load, .load_count = 2};
    (void)state;
    assert_in_range((long)machine_code_cycles(&machine, &machine.loops[0], &latencies), 740, 770);
    latencies.load_count = 3; /* the loop has fewer loads, so its classes decide */
    assert_in_range((long)machine_code_cycles(&machine, &machine.loops[0], &latencies), 1400, 1430);
}

static void unrolled_loops_match(void **state)
{
    struct word four[] = {
        word_of(LOAD, 1, 0, 0), word_of(LOAD, 1, 0, 0), word_of(LOAD, 1, 0, 0), word_of(LOAD, 1, 0, 0),
        branch_by(-5),          word_of(LOAD, 1, 0, 0), branch_by(-2),          word_of(LOAD_SHARED, 1, 0, 0),
        branch_by(-2)};
    struct time_machine machine = read(four, 9);
    double loads[TIME_MACHINE_CLASSES] = {[TIME_MACHINE_GLOBAL_LOAD] = 1}, shared[TIME_MACHINE_CLASSES] = {0};
    uint32_t copies = 0;
    int next = 0;
    (void)state;
    shared[TIME_MACHINE_SHARED_LOAD] = 1;
    assert_int_equal(machine.loop_count, 3);
    assert_ptr_equal(machine_code_match(&machine, loads, 100, false, &next, &copies), &machine.loops[0]);
    assert_int_equal(copies, 4);
    assert_int_equal(next, 2); /* after the loop for the rest */
    assert_ptr_equal(machine_code_match(&machine, shared, 100, false, &next, &copies), &machine.loops[2]);
    assert_null(machine_code_match(&machine, loads, 100, false, &next, &copies));
    next = 0; /* too few rounds to reach the unrolled loop */
    assert_ptr_equal(machine_code_match(&machine, loads, 2, false, &next, &copies), &machine.loops[1]);
    assert_int_equal(copies, 1);
}

/* A test of an edge: one side loads word by word, and the other at once. */
static void code_that_branches_skip_counts_half(void **state)
{
    struct word code[] = {
        word_of(LOAD_SHARED, 1, 0, 0), branch_by(3),          word_of(ADD, 8, 7, 0), word_of(LOAD, 8, 0, 0),
        word_of(ADD, 8, 7, 0),         word_of(ADD, 4, 7, 0), branch_by(-7)};
    struct time_machine machine = read(code, 7);
    double counts[TIME_MACHINE_CLASSES] = {[TIME_MACHINE_GLOBAL_LOAD] = 5, [TIME_MACHINE_SHARED_LOAD] = 1};
    struct time_machine_latencies near = {.global_cycles = 0, .shared_cycles = 0};
    uint32_t copies = 0;
    int next = 0;
    (void)state;
    assert_int_equal(machine.loop_count, 1);
    assert_int_equal(machine.loops[0].optional[TIME_MACHINE_GLOBAL_LOAD], 1);
    assert_null(machine_code_match(&machine, counts, 100, false, &next, &copies));
    assert_ptr_equal(machine_code_match(&machine, counts, 100, true, &next, &copies), &machine.loops[0]);
    assert_int_equal(copies, 1);
    assert_int_equal((int)machine_code_cycles(&machine, &machine.loops[0], &near), 1 + 5 + 3 * 8 / 2 + 4 + 5);
}

static void a_branch_out_of_a_loop_hides_it(void **state)
{
    struct word code[] = {word_of(LOAD_SHARED, 1, 0, 0), branch_by(2), word_of(ADD, 8, 7, 0), branch_by(-4),
                          word_of(ADD, 8, 7, 0)};
    (void)state;
    assert_int_equal(read(code, 5).loop_count, 0);
}

static void any_bytes_are_safe(void **state)
{
    uint8_t bytes[4096 + 7];
    (void)state;
    for (unsigned seed = 0; seed < 64; seed++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = i % 16 < 2 && seed % 2 ? (uint8_t)(i % 16 ? 0x79 : 0x47) : (uint8_t)((i * 31 + seed) * 97 >> 3);
        struct time_machine machine;
        machine_code_read(bytes, sizeof bytes, &machine);
        for (int i = 0; i < machine.loop_count; i++)
            assert_true(machine_code_cycles(&machine, &machine.loops[i], &far_away) >= 0);
    }
    struct time_machine none;
    machine_code_read(NULL, 64, &none);
    assert_int_equal(none.loop_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_in_one_batch_cost_one_latency),
        cmocka_unit_test(a_load_behind_a_wait_costs_another),
        cmocka_unit_test(loads_are_told_apart),
        cmocka_unit_test(unrolled_loops_match),
        cmocka_unit_test(code_that_branches_skip_counts_half),
        cmocka_unit_test(a_branch_out_of_a_loop_hides_it),
        cmocka_unit_test(any_bytes_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
