/* Tests stepping: an ordinary launch, seen instruction by instruction. */
#include "vgpu/step.h"
#include "vgpu_fixture.h"

/* tile[i] is in[i] * 2 for i < 20, else in[i] + 1. After a barrier, out[i] is tile[63 - i]. */
static const char diverging[] = PTX_HEADER ".file 1 \"k.cu\"\n"
                                           ".visible .entry diverging(.param .u64 in, .param .u64 out)\n{\n"
                                           ".reg .pred %p<3>; .reg .b32 %r<20>; .reg .b64 %rd<10>;\n"
                                           ".shared .align 4 .b8 tile[256];\n"
                                           ".loc 1 3 0\n"
                                           "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\n"
                                           "mov.u32 %r1, %tid.x;\n"
                                           "mul.wide.u32 %rd3, %r1, 4;\n"
                                           "add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                                           ".loc 1 4 0\n"
                                           "ld.global.u32 %r2, [%rd4];\n"
                                           ".loc 1 5 0\n"
                                           "setp.lt.u32 %p1, %r1, 20;\n"
                                           "@%p1 bra TWICE;\n"
                                           ".loc 1 6 0\n"
                                           "add.u32 %r3, %r2, 1;\n"
                                           "bra JOIN;\n"
                                           "TWICE:\n.loc 1 7 0\n"
                                           "shl.b32 %r3, %r2, 1;\n"
                                           "JOIN:\n.loc 1 8 0\n"
                                           "mov.u32 %r5, tile;\nshl.b32 %r6, %r1, 2;\nadd.u32 %r7, %r5, %r6;\n"
                                           "st.shared.u32 [%r7], %r3;\n"
                                           ".loc 1 9 0\n"
                                           "bar.sync 0;\n"
                                           ".loc 1 10 0\n"
                                           "xor.b32 %r8, %r1, 63;\nshl.b32 %r9, %r8, 2;\nadd.u32 %r10, %r5, %r9;\n"
                                           "ld.shared.u32 %r11, [%r10];\n"
                                           ".loc 1 11 0\n"
                                           "st.global.u32 [%rd5], %r11;\n"
                                           "ret;\n}\n";

struct stepping {
    struct vgpu_fixture f;
    struct vgpu_step *step;
    uint64_t in, out;
    uint8_t arguments[64];
};

/* Prepares a launch of `kernel`(in, out) with 64 numbers each. */
static void prepare(struct stepping *s, const char *text, const char *kernel, uint32_t blocks, uint32_t threads)
{
    uint32_t numbers[64];
    for (uint32_t i = 0; i < 64; i++)
        numbers[i] = 100 + i;
    fixture_open(&s->f, text, 1);
    s->in = fixture_buffer(&s->f, "in", numbers, sizeof(numbers));
    s->out = fixture_buffer(&s->f, "out", NULL, sizeof(numbers));
    s->f.launch.kernel = kernel;
    memcpy(s->f.launch.grid, (uint32_t[]){blocks, 1, 1}, sizeof(s->f.launch.grid));
    memcpy(s->f.launch.block, (uint32_t[]){threads, 1, 1}, sizeof(s->f.launch.block));
    memcpy(s->arguments, (uint64_t[]){s->in, s->out}, 16);
    s->f.launch.arguments = s->arguments;
    s->f.launch.argument_bytes = sizeof(s->arguments);
}

static void open_at(struct stepping *s, uint64_t block, uint32_t warp, bool alone)
{
    struct error error = {0};
    s->step = vgpu_step_open(s->f.module, &s->f.launch,
                             &(struct vgpu_step_options){.block = block, .warp = warp, .alone = alone}, &error);
    if (!s->step)
        fail_msg("%s", error.message);
}

static void done(struct stepping *s)
{
    vgpu_step_close(s->step);
    fixture_close(&s->f);
}

static enum vgpu_step_stop run(struct stepping *s, enum vgpu_step_goal goal, uint64_t number)
{
    struct error error = {0};
    enum vgpu_step_stop stop;
    if (!vgpu_step_run(s->step, goal, number, &stop, &error))
        fail_msg("%s", error.message);
    return stop;
}

static void back(struct stepping *s, uint64_t count)
{
    struct error error = {0};
    enum vgpu_step_stop stop;
    if (!vgpu_step_back(s->step, count, &stop, &error))
        fail_msg("%s", error.message);
    assert_int_equal(stop, VGPU_STEP_REACHED);
}

static struct vgpu_step_register reg(struct stepping *s, const char *name)
{
    struct error error = {0};
    struct vgpu_step_register found;
    if (!vgpu_step_register(s->step, name, &found, &error))
        fail_msg("%s", error.message);
    return found;
}

/* All visible state as one number. */
static uint64_t digest(struct stepping *s)
{
    const struct vgpu_step_state *state = vgpu_step_state(s->step);
    uint64_t hash = 14695981039346656037U,
             words[] = {state->position, state->ended,       state->executed,   state->live,
                        state->active,   state->at_barrier,  state->at_sync,    (uint64_t)state->line,
                        state->ptx_line, state->split_count, state->call_count, state->barrier_count,
                        state->is_next};
#define MIX(data, size)                             \
    for (size_t mixed = 0; mixed < (size); mixed++) \
    hash = (hash ^ ((const uint8_t *)(data))[mixed]) * 1099511628211U
    MIX(words, sizeof(words));
    for (uint32_t i = 0; i < state->split_count; i++) {
        uint32_t split[] = {state->splits[i].mask, state->splits[i].state, (uint32_t)state->splits[i].ptx_line};
        MIX(split, sizeof(split));
    }
    for (uint32_t i = 0; i < state->request_count; i++)
        MIX(state->requests[i].addresses, sizeof(state->requests[i].addresses));
    for (uint32_t i = 0; i < vgpu_step_register_count(s->step); i++) {
        struct vgpu_step_register found;
        struct error error = {0};
        assert_true(vgpu_step_register_at(s->step, i, &found, &error));
        MIX(found.values, sizeof(found.values));
        MIX(&found.defined, sizeof(found.defined));
    }
    uint32_t memory[64];
    fixture_read(&s->f, s->out, memory, sizeof(memory));
    MIX(memory, sizeof(memory));
    uint64_t findings = vgpu_step_report(s->step)->finding_total;
    MIX(&findings, sizeof(findings));
#undef MIX
    return hash;
}

static void shows_registers_line_and_lanes(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, diverging, "diverging", 1, 64);
    open_at(&s, 0, 1, false);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_int_equal(now->position, 0);
    assert_int_equal(now->warp_count, 2);
    assert_int_equal(now->live, UINT32_MAX);
    assert_int_equal(reg(&s, "%r1").defined, 0);
    assert_int_equal(run(&s, VGPU_STEP_LINE, 5), VGPU_STEP_REACHED);
    now = vgpu_step_state(s.step);
    assert_int_equal(now->line, 5);
    assert_string_equal(now->instruction, "setp.lt.u32 %p1, %r1, 20");
    assert_string_equal(now->previous, "ld.global.u32 %r2, [%rd4]");
    assert_string_equal(now->function, "diverging");
    assert_int_equal(now->executed, 7);
    assert_true(now->is_next);
    struct vgpu_step_register r2 = reg(&s, "%r2");
    assert_int_equal(r2.bits, 32);
    assert_int_equal(r2.defined, UINT32_MAX);
    for (uint32_t lane = 0; lane < 32; lane++)
        assert_int_equal(r2.values[lane], 100 + 32 + lane);
    assert_int_equal(reg(&s, "%rd4").values[3], s.in + 4 * 35);
    struct error error = {0};
    struct vgpu_step_register none;
    assert_false(vgpu_step_register(s.step, "%r99", &none, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    done(&s);
}

static void shows_both_sides_of_a_branch(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, diverging, "diverging", 1, 64);
    open_at(&s, 0, 0, false);
    run(&s, VGPU_STEP_LINE, 6);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_int_equal(now->active, ~0U << 20);
    assert_int_equal(now->split_count, 2);
    assert_int_equal(now->splits[0].mask | now->splits[1].mask, UINT32_MAX);
    run(&s, VGPU_STEP_INSTRUCTION, 1);
    assert_int_equal(reg(&s, "%r3").defined, ~0U << 20);
    assert_int_equal(reg(&s, "%r3").values[20], 121);
    run(&s, VGPU_STEP_NEXT_LINE, 0);
    now = vgpu_step_state(s.step);
    assert_int_equal(now->line, 7);
    assert_int_equal(now->active, (1U << 20) - 1);
    run(&s, VGPU_STEP_LINE, 8);
    now = vgpu_step_state(s.step);
    assert_int_equal(now->active, UINT32_MAX); /* one group again */
    assert_int_equal(reg(&s, "%p1").values[19], 1);
    assert_int_equal(reg(&s, "%p1").values[20], 0);
    done(&s);
}

static void shows_who_waits_at_a_barrier(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, diverging, "diverging", 1, 64);
    open_at(&s, 0, 0, false);
    assert_int_equal(run(&s, VGPU_STEP_BARRIER, 0), VGPU_STEP_REACHED);
    assert_int_equal(vgpu_step_state(s.step)->line, 9);
    assert_int_equal(vgpu_step_state(s.step)->barrier_count, 0);
    run(&s, VGPU_STEP_INSTRUCTION, 1);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_int_equal(now->at_barrier, UINT32_MAX);
    assert_int_equal(now->active, 0);
    assert_false(now->is_next);
    assert_int_equal(now->barrier_count, 1);
    assert_int_equal(now->barriers[0].arrived, 32);
    assert_int_equal(now->barriers[0].expected, 64);
    assert_int_equal(now->barriers[0].waiting[0], UINT32_MAX);
    assert_int_equal(now->barriers[0].waiting[1], 0);
    run(&s, VGPU_STEP_INSTRUCTION, 1); /* the other warp has arrived */
    assert_int_equal(vgpu_step_state(s.step)->line, 10);
    assert_int_equal(vgpu_step_state(s.step)->barrier_count, 0);
    back(&s, 1);
    assert_int_equal(vgpu_step_state(s.step)->at_barrier, UINT32_MAX);
    done(&s);
}

static void shows_what_a_request_touches(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, diverging, "diverging", 1, 64);
    open_at(&s, 0, 1, false);
    assert_int_equal(run(&s, VGPU_STEP_ACCESS, 0), VGPU_STEP_REACHED);
    assert_int_equal(vgpu_step_state(s.step)->line, 4);
    assert_int_equal(vgpu_step_state(s.step)->request_count, 0);
    run(&s, VGPU_STEP_INSTRUCTION, 1);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_int_equal(now->request_count, 1);
    const struct vgpu_step_request *request = &now->requests[0];
    assert_int_equal(request->space, VGPU_FINDING_SPACE_GLOBAL);
    assert_int_equal(request->access, VGPU_ACCESS_READ);
    assert_int_equal(request->mask, UINT32_MAX);
    assert_int_equal(request->size_bytes, 4);
    assert_string_equal(request->buffer, "in");
    assert_int_equal(request->offset_bytes, 128);
    assert_int_equal(request->sector_count, 4);
    assert_int_equal(request->least_sectors, 4);
    assert_int_equal(request->sectors[1].address, s.in + 128 + 32);
    assert_int_equal(request->sectors[1].bytes, UINT32_MAX);
    assert_int_equal(request->sectors[1].lanes, 0xff00);
    done(&s);
}

/* Lane l writes word 2 l: two-way bank conflicts. Then all add to one global word. */
static const char conflicting[] =
    PTX_HEADER ".visible .entry conflicting(.param .u64 in, .param .u64 out)\n{\n"
               ".reg .b32 %r<20>; .reg .b64 %rd<10>;\n.shared .align 4 .b8 tile[256];\n"
               "ld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 3;\nmov.u32 %r3, tile;\n"
               "add.u32 %r4, %r3, %r2;\n"
               "st.shared.u32 [%r4], %r1;\n"
               "mov.u32 %r5, 0;\n"
               "st.global.u32 [%rd2], %r5;\n"
               "atom.global.add.u32 %r6, [%rd2], 3;\n"
               "ret;\n}\n";

static void shows_bank_conflicts_and_atomics(void **state)
{
    (void)state;
    struct stepping s = {0};
    uint32_t value;
    prepare(&s, conflicting, "conflicting", 1, 32);
    open_at(&s, 0, 0, false);
    run(&s, VGPU_STEP_ACCESS, 0);
    run(&s, VGPU_STEP_INSTRUCTION, 1);
    const struct vgpu_step_request *request = vgpu_step_state(s.step)->requests;
    assert_int_equal(request->space, VGPU_FINDING_SPACE_SHARED);
    assert_string_equal(request->buffer, "tile");
    assert_int_equal(request->wavefronts, 2);
    assert_int_equal(request->conflicts, 1);
    assert_int_equal(request->bank_ways[0], 2);
    assert_int_equal(request->bank_ways[1], 0);
    assert_int_equal(request->bank_lanes[2], 1U << 1 | 1U << 17);
    run(&s, VGPU_STEP_ACCESS, 0);
    run(&s, VGPU_STEP_ACCESS, 0);
    run(&s, VGPU_STEP_INSTRUCTION, 1);
    request = vgpu_step_state(s.step)->requests;
    assert_int_equal(request->access, VGPU_ACCESS_ATOMIC);
    assert_int_equal(request->sector_count, 1);
    assert_int_equal(request->sectors[0].bytes, 0xf);
    assert_int_equal(reg(&s, "%r6").values[31], 93);
    fixture_read(&s.f, s.out, &value, sizeof(value));
    assert_int_equal(value, 96);
    back(&s, 1); /* the atomic is undone, the store remains */
    fixture_read(&s.f, s.out, &value, sizeof(value));
    assert_int_equal(value, 0);
    done(&s);
}

static void goes_back_as_far_as_it_went(void **state)
{
    (void)state;
    struct stepping s = {0};
    enum { STEPS = 20 };
    uint64_t seen[STEPS + 1];
    prepare(&s, diverging, "diverging", 3, 64);
    open_at(&s, 1, 1, false);
    for (int i = 0; i <= STEPS; i++) {
        seen[i] = digest(&s);
        run(&s, VGPU_STEP_INSTRUCTION, 1);
    }
    for (int i = STEPS; i >= 0; i--) {
        back(&s, 1);
        if (digest(&s) != seen[i])
            fail_msg("step %d differs on the way back", i);
    }
    assert_int_equal(run(&s, VGPU_STEP_INSTRUCTION, 13), VGPU_STEP_REACHED);
    assert_true(digest(&s) == seen[13]);
    back(&s, 9);
    assert_true(digest(&s) == seen[4]);
    back(&s, 1000); /* its first stop: the other warp ran before */
    assert_int_equal(vgpu_step_state(s.step)->executed, 0);
    assert_true(digest(&s) == seen[1]);
    back(&s, 1);
    assert_int_equal(vgpu_step_state(s.step)->position, 0);
    done(&s);
}

/* Compares memory, findings and counters with an ordinary launch of a kernel of (in, out). */
static void assert_same_in_the_end(const char *text, const char *kernel, uint32_t blocks, uint32_t threads, bool breaks)
{
    struct stepping a = {0}, b = {0};
    struct error error = {0};
    uint32_t left[64], right[64];
    prepare(&a, text, kernel, blocks, threads);
    prepare(&b, text, kernel, blocks, threads);
    a.f.launch.checks |= VGPU_COUNT_CACHE;
    b.f.launch.checks |= VGPU_COUNT_CACHE;
    a.f.report = vgpu_launch(a.f.module, &a.f.launch, &error);
    assert_non_null(a.f.report);
    open_at(&b, blocks / 2, 0, false);
    for (int i = 0; i < 5; i++)
        run(&b, VGPU_STEP_INSTRUCTION, 7);
    back(&b, 11);
    if (breaks)
        run(&b, VGPU_STEP_END, 0);
    b.f.report = vgpu_step_finish(b.step, &error);
    assert_non_null(b.f.report);
    fixture_read(&a.f, a.out, left, sizeof(left));
    fixture_read(&b.f, b.out, right, sizeof(right));
    assert_memory_equal(left, right, sizeof(left));
    assert_memory_equal(a.f.report->totals, b.f.report->totals, sizeof(a.f.report->totals));
    assert_int_equal(a.f.report->line_count, b.f.report->line_count);
    assert_int_equal(a.f.report->finding_count, b.f.report->finding_count);
    assert_int_equal(a.f.report->finding_total, b.f.report->finding_total);
    for (size_t i = 0; i < a.f.report->finding_count; i++) {
        assert_string_equal(a.f.report->findings[i].message, b.f.report->findings[i].message);
        assert_int_equal(a.f.report->findings[i].count, b.f.report->findings[i].count);
    }
    assert_string_equal(a.f.report->fault, b.f.report->fault);
    fixture_read(&b.f, b.out, right, sizeof(right));
    vgpu_step_close(b.step); /* a finished block's memory remains */
    b.step = NULL;
    fixture_read(&b.f, b.out, right, sizeof(right));
    assert_memory_equal(left, right, sizeof(left));
    done(&a);
    done(&b);
}

/* Each thread reads its neighbour's number without a barrier: shared and global races. */
static const char racing[] =
    PTX_HEADER ".visible .entry racing(.param .u64 in, .param .u64 out)\n{\n"
               ".reg .b32 %r<20>; .reg .b64 %rd<10>;\n.shared .align 4 .b8 tile[260];\n"
               "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\n"
               "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
               "mov.u32 %r2, tile;\nshl.b32 %r3, %r1, 2;\nadd.u32 %r4, %r2, %r3;\n"
               "ld.global.u32 %r5, [%rd4];\n"
               "st.shared.u32 [%r4], %r5;\n"
               "ld.shared.u32 %r6, [%r4+4];\n"
               "st.global.u32 [%rd5], %r6;\n"
               "ret;\n}\n";

/* Calls itself until 0. Each level adds its number. */
static const char calling[] =
    PTX_HEADER ".func (.param .b32 result) add_up(.param .b32 n)\n{\n"
               ".reg .pred %p<2>; .reg .b32 %r<8>;\n"
               "ld.param.u32 %r1, [n];\nmov.u32 %r2, 0;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra DONE;\n"
               "sub.u32 %r3, %r1, 1;\n"
               "{ .param .b32 a; .param .b32 b;\nst.param.b32 [a], %r3;\ncall.uni (b), add_up, (a);\n"
               "ld.param.b32 %r4, [b]; }\n"
               "add.u32 %r2, %r4, %r1;\n"
               "DONE:\nst.param.b32 [result], %r2;\nret;\n}\n"
               ".visible .entry calling(.param .u64 in, .param .u64 out)\n{\n"
               ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
               "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 3;\n"
               "{ .param .b32 a; .param .b32 b;\nst.param.b32 [a], %r2;\ncall.uni (b), add_up, (a);\n"
               "ld.param.b32 %r3, [b]; }\n"
               "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r3;\nret;\n}\n";

static void ends_like_an_ordinary_launch(void **state)
{
    (void)state;
    assert_same_in_the_end(diverging, "diverging", 1, 64, true);
    assert_same_in_the_end(diverging, "diverging", 4, 64, false);
    assert_same_in_the_end(conflicting, "conflicting", 3, 32, true);
    assert_same_in_the_end(racing, "racing", 3, 64, true);
    assert_same_in_the_end(calling, "calling", 2, 40, true);
}

static void shows_the_call_stack(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, calling, "calling", 1, 32);
    open_at(&s, 0, 0, false);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_int_equal(now->call_count, 1);
    uint32_t deepest = 0;
    do {
        now = vgpu_step_state(s.step);
        deepest = now->call_count > deepest ? now->call_count : deepest;
        if (now->call_count == 3) {
            assert_string_equal(now->calls[0].function, "add_up");
            assert_string_equal(now->calls[2].function, "calling");
            assert_int_equal(now->calls[2].lanes, UINT32_MAX);
            assert_true(now->calls[1].ptx_line > 0);
        }
    } while (run(&s, VGPU_STEP_INSTRUCTION, 1) == VGPU_STEP_REACHED && !vgpu_step_state(s.step)->ended);
    assert_int_equal(deepest, 5);
    done(&s);
}

static void stops_at_findings(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, racing, "racing", 1, 64);
    open_at(&s, 0, 0, false);
    assert_int_equal(run(&s, VGPU_STEP_FINDING, 0), VGPU_STEP_REACHED);
    const struct vgpu_report *report = vgpu_step_report(s.step);
    assert_true(report->finding_count >= 1);
    assert_int_equal(report->findings[0].warp, vgpu_step_state(s.step)->warp);
    assert_int_equal(vgpu_step_state(s.step)->requests[0].ptx_line, report->findings[0].ptx_line);
    back(&s, 1);
    assert_int_equal(vgpu_step_report(s.step)->finding_count, 0);
    done(&s);
}

/* Adds 1 to a register `in[0]` = 100 times. */
static const char looping[] = PTX_HEADER ".visible .entry looping(.param .u64 in, .param .u64 out)\n{\n"
                                         ".reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
                                         "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\n"
                                         "ld.global.u32 %r1, [%rd1];\nmov.u32 %r2, 0;\n"
                                         "NEXT:\n"
                                         "add.u32 %r2, %r2, 1;\n"
                                         "setp.lt.u32 %p1, %r2, %r1;\n"
                                         "@%p1 bra NEXT;\n"
                                         "st.global.u32 [%rd2], %r2;\nret;\n}\n";

static void runs_to_lines_in_loops(void **state)
{
    (void)state;
    struct stepping s = {0};
    uint32_t value;
    prepare(&s, looping, "looping", 1, 32);
    fixture_read(&s.f, s.in, &value, sizeof(value));
    open_at(&s, 0, 0, false);
    run(&s, VGPU_STEP_ACCESS, 0);
    int load_line = vgpu_step_state(s.step)->ptx_line, add_line = load_line + 3;
    for (uint32_t turn = 0; turn < 10; turn++) {
        assert_int_equal(run(&s, VGPU_STEP_PTX_LINE, (uint64_t)add_line), VGPU_STEP_REACHED);
        assert_int_equal(reg(&s, "%r2").values[7], turn);
    }
    back(&s, 4); /* three instructions per turn */
    assert_int_equal(reg(&s, "%r2").values[7], 8);
    assert_int_equal(run(&s, VGPU_STEP_PTX_LINE, 1), VGPU_STEP_ENDED);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_true(now->ended);
    assert_int_equal(now->live, 0);
    assert_int_equal(now->executed, 4 + 3 * value + 2);
    back(&s, 1);
    assert_string_equal(vgpu_step_state(s.step)->instruction, "ret");
    done(&s);
}

static void gives_memory_back_when_it_closes(void **state)
{
    (void)state;
    struct stepping s = {0};
    uint32_t before[64], after[64];
    prepare(&s, diverging, "diverging", 2, 64);
    fixture_read(&s.f, s.out, before, sizeof(before));
    open_at(&s, 1, 0, false);
    run(&s, VGPU_STEP_END, 0);
    fixture_read(&s.f, s.out, after, sizeof(after));
    assert_memory_not_equal(before, after, sizeof(before));
    vgpu_step_close(s.step);
    s.step = NULL;
    fixture_read(&s.f, s.out, after, sizeof(after));
    assert_memory_equal(before, after, sizeof(before));
    open_at(&s, 1, 0, true); /* the other way round: block 0 has not run */
    assert_int_equal(vgpu_step_state(s.step)->position, 0);
    fixture_read(&s.f, s.out, after, sizeof(after));
    assert_memory_equal(before, after, sizeof(before));
    done(&s);
}

static const char waiting[] = PTX_HEADER ".visible .entry waiting(.param .u64 in, .param .u64 out)\n{\n"
                                         ".reg .pred %p<2>; .reg .b32 %r<4>;\n"
                                         "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n"
                                         "@%p1 bar.sync 1, 64;\nbar.sync 0, 64;\nret;\n}\n";

static void ends_at_a_deadlock_and_goes_back(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, waiting, "waiting", 1, 64);
    open_at(&s, 0, 0, false);
    assert_int_equal(run(&s, VGPU_STEP_END, 0), VGPU_STEP_ENDED);
    const struct vgpu_step_state *now = vgpu_step_state(s.step);
    assert_true(now->deadlocked);
    assert_int_equal(now->at_barrier, UINT32_MAX);
    assert_int_equal(now->barrier_count, 2);
    back(&s, 2);
    assert_false(vgpu_step_state(s.step)->ended);
    assert_false(vgpu_step_state(s.step)->deadlocked);
    done(&s);
}

static void keeps_to_its_limit(void **state)
{
    (void)state;
    struct stepping s = {0};
    struct error error = {0};
    prepare(&s, looping, "looping", 1, 32);
    s.step = vgpu_step_open(s.f.module, &s.f.launch, &(struct vgpu_step_options){.limit = 50}, &error);
    assert_non_null(s.step);
    assert_int_equal(run(&s, VGPU_STEP_END, 0), VGPU_STEP_AT_LIMIT);
    assert_int_equal(vgpu_step_state(s.step)->position, 50);
    assert_int_equal(run(&s, VGPU_STEP_INSTRUCTION, 1), VGPU_STEP_AT_LIMIT);
    back(&s, 3);
    assert_int_equal(vgpu_step_state(s.step)->position, 47);
    done(&s);
}

static void refuses_what_is_not_there(void **state)
{
    (void)state;
    struct stepping s = {0};
    struct error error = {0};
    prepare(&s, diverging, "diverging", 2, 64);
    assert_null(vgpu_step_open(s.f.module, &s.f.launch, &(struct vgpu_step_options){.block = 2}, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_null(vgpu_step_open(s.f.module, &s.f.launch, &(struct vgpu_step_options){.warp = 2}, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    s.f.launch.kernel = "none";
    assert_null(vgpu_step_open(s.f.module, &s.f.launch, &(struct vgpu_step_options){0}, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    s.f.launch.kernel = "diverging";
    open_at(&s, 0, 0, false);
    assert_false(vgpu_step_watch(s.step, 2, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_true(vgpu_step_watch(s.step, 1, &error));
    run(&s, VGPU_STEP_INSTRUCTION, 3);
    uint64_t third = vgpu_step_state(s.step)->position;
    assert_true(vgpu_step_watch(s.step, 0, &error));
    back(&s, 2); /* a stop of the other warp, which ran before */
    assert_true(vgpu_step_state(s.step)->position < third);
    assert_int_equal(vgpu_step_state(s.step)->warp, 0);
    done(&s);
}

/* Calls malloc and free, and frees memory during the session. */
static void undoes_what_the_heap_did(void **state)
{
    (void)state;
    static const char text[] =
        PTX_HEADER ".extern .func (.param .b64 p) malloc(.param .b64 n);\n"
                   ".visible .entry heap(.param .u64 in, .param .u64 out)\n{\n"
                   ".reg .b32 %r<4>; .reg .b64 %rd<8>;\n"
                   "ld.param.u64 %rd1, [out];\n"
                   "{ .param .b64 n; .param .b64 p;\nmov.u64 %rd2, 16;\nst.param.b64 [n], %rd2;\n"
                   "call.uni (p), malloc, (n);\nld.param.b64 %rd3, [p]; }\n"
                   "mov.u32 %r1, 7;\nst.u32 [%rd3], %r1;\nst.global.u64 [%rd1], %rd3;\nret;\n}\n";
    struct stepping s = {0};
    uint64_t first, second;
    prepare(&s, text, "heap", 1, 1);
    open_at(&s, 0, 0, false);
    run(&s, VGPU_STEP_END, 0);
    fixture_read(&s.f, s.out, &first, sizeof(first));
    back(&s, 100);
    run(&s, VGPU_STEP_END, 0);
    fixture_read(&s.f, s.out, &second, sizeof(second));
    assert_int_equal(first, second);
    assert_int_equal(reg(&s, "%rd3").values[0], first);
    done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_registers_line_and_lanes),
        cmocka_unit_test(shows_both_sides_of_a_branch),
        cmocka_unit_test(shows_who_waits_at_a_barrier),
        cmocka_unit_test(shows_what_a_request_touches),
        cmocka_unit_test(shows_bank_conflicts_and_atomics),
        cmocka_unit_test(goes_back_as_far_as_it_went),
        cmocka_unit_test(ends_like_an_ordinary_launch),
        cmocka_unit_test(shows_the_call_stack),
        cmocka_unit_test(stops_at_findings),
        cmocka_unit_test(runs_to_lines_in_loops),
        cmocka_unit_test(gives_memory_back_when_it_closes),
        cmocka_unit_test(ends_at_a_deadlock_and_goes_back),
        cmocka_unit_test(keeps_to_its_limit),
        cmocka_unit_test(refuses_what_is_not_there),
        cmocka_unit_test(undoes_what_the_heap_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
