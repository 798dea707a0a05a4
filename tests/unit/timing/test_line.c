/* The line named for a limit is the line that contributes most to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "timing/limits/limits.h"

enum { LOAD_A, LOAD_B, STORE, ATOMIC, BARRIER, OP_COUNT };

static const struct ptx_instruction instructions[OP_COUNT] = {
    [LOAD_A] = {.opcode = PTX_OPCODE_LD},  [LOAD_B] = {.opcode = PTX_OPCODE_LD},   [STORE] = {.opcode = PTX_OPCODE_ST},
    [ATOMIC] = {.opcode = PTX_OPCODE_RED}, [BARRIER] = {.opcode = PTX_OPCODE_BAR},
};

struct scene {
    struct vgpu_profiled_op ops[OP_COUNT];
    struct time_op_traffic traffic_ops[OP_COUNT];
    struct vgpu_profile profile;
    struct time_traffic traffic;
};

/* Lines 10 to 14, one op each; all loads miss everywhere. */
static void open_scene(struct scene *scene)
{
    *scene =
        (struct scene){.profile = {.ops = scene->ops, .op_count = OP_COUNT}, .traffic = {.ops = scene->traffic_ops}};
    for (int i = 0; i < OP_COUNT; i++) {
        scene->ops[i] = (struct vgpu_profiled_op){.instruction = &instructions[i], .line = 10 + i, .warps = 8};
        scene->traffic_ops[i] =
            (struct time_op_traffic){.requests = 8, .missed_l1 = 8, .missed_l2 = 8, .lines = 8, .missed_lines = 8};
    }
    for (int i = LOAD_A; i <= STORE; i++) {
        scene->ops[i].requests = 8;
        scene->ops[i].lines = 8;
        scene->ops[i].sectors = 32;
    }
}

static void assert_line(struct scene *scene, enum time_limit limit, int line)
{
    assert_int_equal(line_find(limit, &scene->profile, &scene->traffic), line);
}

static void dram_names_the_line_that_moves_most_from_there(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    scene.ops[LOAD_A].sectors = 100;
    assert_line(&scene, TIME_LIMIT_DRAM, 10);
    scene.traffic_ops[LOAD_A].missed_l2 = 1; /* of 8: L2 holds the rest */
    assert_line(&scene, TIME_LIMIT_DRAM, 11);
    assert_line(&scene, TIME_LIMIT_L2, 10);
    scene.ops[STORE].sectors = 64; /* all stores go through */
    assert_line(&scene, TIME_LIMIT_DRAM, 12);
}

static void loads_alone_miss_l1_and_stores_alone_fill_sectors(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    scene.ops[STORE].lines = scene.ops[STORE].sectors = 1000;
    scene.ops[LOAD_B].lines = 9;
    assert_line(&scene, TIME_LIMIT_L1_MISS, 11);
    assert_line(&scene, TIME_LIMIT_L2_STORE, 12);
}

static void local_memory_is_of_the_stack(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    struct ptx_instruction local = instructions[STORE];
    assert_false(line_is_of_stack(TIME_LIMIT_L2_STORE, &scene.profile, &scene.traffic));
    local.space = PTX_SPACE_LOCAL;
    scene.ops[STORE].instruction = &local;
    assert_true(line_is_of_stack(TIME_LIMIT_L2_STORE, &scene.profile, &scene.traffic));
    assert_false(line_is_of_stack(TIME_LIMIT_DRAM, &scene.profile, &scene.traffic)); /* the loads bring more */
    assert_false(line_is_of_stack(TIME_LIMIT_ISSUE, &scene.profile, &scene.traffic));
}

static void shared_memory_names_the_line_with_most_passes(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    scene.ops[LOAD_A].wavefronts = 40;
    scene.ops[LOAD_B].wavefronts = 80;
    assert_line(&scene, TIME_LIMIT_SHARED, 11);
}

static void ops_of_one_line_count_together(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    scene.ops[LOAD_A].sectors = 40;
    scene.ops[LOAD_B].line = scene.ops[STORE].line = 20; /* 32 sectors each */
    assert_line(&scene, TIME_LIMIT_DRAM, 20);
}

static void atomics_and_barriers_have_their_lines(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    assert_line(&scene, TIME_LIMIT_ATOMIC, 0); /* no atomic ran */
    scene.ops[ATOMIC].atomics = 8;
    scene.ops[ATOMIC].requests = 8;
    assert_line(&scene, TIME_LIMIT_ATOMIC, 13);
    assert_line(&scene, TIME_LIMIT_BARRIER, 14);
}

static void a_term_without_a_line_of_its_own_names_none(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    assert_line(&scene, TIME_LIMIT_LAUNCH, 0);
    assert_line(&scene, TIME_LIMIT_DISPATCH, 0);
    for (int i = 0; i < OP_COUNT; i++)
        scene.ops[i].line = 0; /* compiled without line numbers */
    assert_line(&scene, TIME_LIMIT_DRAM, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dram_names_the_line_that_moves_most_from_there),
        cmocka_unit_test(loads_alone_miss_l1_and_stores_alone_fill_sectors),
        cmocka_unit_test(local_memory_is_of_the_stack),
        cmocka_unit_test(shared_memory_names_the_line_with_most_passes),
        cmocka_unit_test(ops_of_one_line_count_together),
        cmocka_unit_test(atomics_and_barriers_have_their_lines),
        cmocka_unit_test(a_term_without_a_line_of_its_own_names_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
