/* Tests stepping back in a late block: earlier blocks do not run again, and no state changes. */
#include <time.h>

#include "vgpu/step.h"
#include "vgpu_fixture.h"

enum { THREADS = 64, NUMBERS = 64, BLOCKS = 40, LAST = BLOCKS - 1, ROUNDS = 100, LONG_ROUNDS = 500 };

/*
 * All blocks race on out[tid]: they add to it in a loop, without an order. They read an undefined
 * word, and thread 63 stores beside `out`. Where the guard is false, %r8 keeps the previous
 * block's value.
 */
static const char summing[] =
    PTX_HEADER ".visible .entry summing(.param .u64 in, .param .u64 out, .param .u32 rounds)\n{\n"
               ".reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<10>;\n.shared .align 4 .b8 tile[256];\n"
               "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u32 %r14, [rounds];\n"
               "mov.u32 %r1, %tid.x;\nmov.u32 %r9, %ctaid.x;\n"
               "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
               "mov.u32 %r10, tile;\nshl.b32 %r11, %r1, 2;\nadd.u32 %r12, %r10, %r11;\n"
               "mov.u32 %r2, 0;\nsetp.lt.u32 %p3, %r9, 39;\n@%p3 mov.u32 %r8, 7;\n"
               "selp.b32 %r13, %r14, 20, %p3;\n"
               "LOOP:\n"
               "ld.global.u32 %r3, [%rd4];\nld.global.u32 %r4, [%rd5];\nadd.u32 %r5, %r3, %r4;\n"
               "st.global.u32 [%rd5], %r5;\nst.shared.u32 [%r12], %r5;\nbar.sync 0;\n"
               "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, %r13;\n@%p1 bra LOOP;\n"
               "setp.eq.u32 %p2, %r1, 63;\n@%p2 st.global.u32 [%rd5+4], %r5;\n"
               "red.global.add.u32 [%rd2+8], 1;\nret;\n}\n";

struct stepping {
    struct vgpu_fixture f;
    struct vgpu_step *step;
    uint64_t in, out;
    struct {
        uint64_t in, out;
        uint32_t rounds;
    } arguments;
};

/* Earlier blocks take `rounds` rounds of the loop, the last one 20. */
static void prepare(struct stepping *s, uint32_t rounds)
{
    uint32_t numbers[NUMBERS];
    for (uint32_t i = 0; i < NUMBERS; i++)
        numbers[i] = 100 + i;
    fixture_open(&s->f, summing, 1);
    s->f.launch.checks = VGPU_CHECK_ALL | VGPU_COUNT;
    s->in = fixture_buffer(&s->f, "in", numbers, sizeof(numbers));
    s->out = fixture_buffer(&s->f, "out", NULL, sizeof(numbers)); /* undefined at first */
    s->f.launch.kernel = "summing";
    memcpy(s->f.launch.grid, (uint32_t[]){BLOCKS, 1, 1}, sizeof(s->f.launch.grid));
    memcpy(s->f.launch.block, (uint32_t[]){THREADS, 1, 1}, sizeof(s->f.launch.block));
    s->arguments.in = s->in;
    s->arguments.out = s->out;
    s->arguments.rounds = rounds;
    s->f.launch.arguments = &s->arguments;
    s->f.launch.argument_bytes = 2 * sizeof(uint64_t) + sizeof(uint32_t);
}

static void open_at(struct stepping *s, uint64_t block)
{
    struct error error = {0};
    struct vgpu_step_options options = {.block = block, .warp = 1};
    s->step = vgpu_step_open(s->f.module, &s->f.launch, &options, &error);
    if (!s->step)
        fail_msg("%s", error.message);
}

static void done(struct stepping *s)
{
    vgpu_step_close(s->step);
    fixture_close(&s->f);
}

static void forward(struct stepping *s, uint64_t count)
{
    struct error error = {0};
    enum vgpu_step_stop stop;
    if (!vgpu_step_run(s->step, VGPU_STEP_INSTRUCTION, count, &stop, &error))
        fail_msg("%s", error.message);
}

static void back(struct stepping *s, uint64_t count)
{
    struct error error = {0};
    enum vgpu_step_stop stop;
    if (!vgpu_step_back(s->step, count, &stop, &error))
        fail_msg("%s", error.message);
    assert_int_equal(stop, VGPU_STEP_REACHED);
}

/* --- all visible state, as text --------------------------------------------------------------- */

static void write_registers(struct stepping *s, struct buffer *out)
{
    for (uint32_t i = 0; i < vgpu_step_register_count(s->step); i++) {
        struct vgpu_step_register found;
        struct error error = {0};
        assert_true(vgpu_step_register_at(s->step, i, &found, &error));
        buffer_printf(out, "%s %08x:", found.name, found.defined);
        for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++)
            buffer_printf(out, " %llx", (unsigned long long)found.values[lane]);
        buffer_printf(out, "\n");
    }
}

static void write_findings(const struct vgpu_report *report, struct buffer *out)
{
    buffer_printf(out, "%zu findings, %llu in all\n", report->finding_count, (unsigned long long)report->finding_total);
    for (size_t i = 0; i < report->finding_count; i++)
        buffer_printf(out, "%s (%u) x%llu %s\n", report->findings[i].message, report->findings[i].block[0],
                      (unsigned long long)report->findings[i].count, report->findings[i].instruction);
}

static void write_memory(struct stepping *s, struct buffer *out)
{
    uint32_t memory[NUMBERS];
    fixture_read(&s->f, s->out, memory, sizeof(memory));
    for (int i = 0; i < NUMBERS; i++)
        buffer_printf(out, " %x", memory[i]);
    buffer_printf(out, "\n");
}

static char *seen(struct stepping *s)
{
    struct buffer out = BUFFER_INIT;
    const struct vgpu_step_state *state = vgpu_step_state(s->step);
    buffer_printf(&out, "at %llu, %llu executed, PTX line %d, next %d, active %08x, waiting %08x, ended %d\n",
                  (unsigned long long)state->position, (unsigned long long)state->executed, state->ptx_line,
                  state->is_next, state->active, state->at_barrier, state->ended);
    for (uint32_t i = 0; i < state->request_count; i++)
        for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++)
            buffer_printf(&out, " %llx", (unsigned long long)state->requests[i].addresses[lane]);
    write_registers(s, &out);
    write_findings(vgpu_step_report(s->step), &out);
    write_memory(s, &out);
    char *text = strdup(buffer_text(&out));
    buffer_done(&out);
    return text;
}

/* --- tests ------------------------------------------------------------------------------------ */

static void sees_the_same_after_going_back(void **state)
{
    (void)state;
    enum { STEPS = 60 };
    struct stepping s = {0};
    char *before[STEPS + 1];
    prepare(&s, ROUNDS);
    open_at(&s, LAST);
    for (int i = 0; i <= STEPS; i++) {
        before[i] = seen(&s);
        if (i < STEPS)
            forward(&s, 1);
    }
    assert_non_null(strstr(before[0], "findings"));
    assert_true(vgpu_step_report(s.step)->finding_count > 1);
    for (int i = STEPS - 1; i >= 0; i--) {
        back(&s, 1);
        char *now = seen(&s);
        assert_string_equal(now, before[i]);
        free(now);
    }
    for (int i = 0; i <= STEPS; i++)
        free(before[i]);
    done(&s);
}

static void assert_same_report(const struct vgpu_report *one, const struct vgpu_report *other)
{
    struct buffer left = BUFFER_INIT, right = BUFFER_INIT;
    write_findings(one, &left);
    write_findings(other, &right);
    assert_string_equal(buffer_text(&left), buffer_text(&right));
    assert_memory_equal(one->totals, other->totals, sizeof(one->totals));
    assert_int_equal(one->line_count, other->line_count);
    buffer_done(&left);
    buffer_done(&right);
}

/* Steps back inside the block, and from after its end. */
static void ends_like_an_ordinary_launch(void **state)
{
    (void)state;
    struct error error = {0};
    for (uint64_t block = LAST - 1; block <= LAST; block++) {
        struct stepping ordinary = {0}, stepped = {0};
        uint32_t left[NUMBERS], right[NUMBERS];
        enum vgpu_step_stop stop;
        prepare(&ordinary, ROUNDS);
        prepare(&stepped, ROUNDS);
        ordinary.f.report = vgpu_launch(ordinary.f.module, &ordinary.f.launch, &error);
        assert_non_null(ordinary.f.report);
        open_at(&stepped, block);
        forward(&stepped, 37);
        back(&stepped, 20);
        assert_true(vgpu_step_run(stepped.step, VGPU_STEP_END, 0, &stop, &error));
        back(&stepped, 1);
        back(&stepped, 3);
        stepped.f.report = vgpu_step_finish(stepped.step, &error);
        assert_non_null(stepped.f.report);
        assert_same_report(ordinary.f.report, stepped.f.report);
        fixture_read(&ordinary.f, ordinary.out, left, sizeof(left));
        fixture_read(&stepped.f, stepped.out, right, sizeof(right));
        assert_memory_equal(left, right, sizeof(left));
        done(&ordinary);
        done(&stepped);
    }
}

static void gives_memory_back_when_it_closes(void **state)
{
    (void)state;
    struct stepping s = {0};
    uint32_t before[NUMBERS], after[NUMBERS];
    prepare(&s, ROUNDS);
    fixture_read(&s.f, s.out, before, sizeof(before));
    open_at(&s, LAST);
    forward(&s, 30);
    back(&s, 10);
    vgpu_step_close(s.step);
    s.step = NULL;
    fixture_read(&s.f, s.out, after, sizeof(after));
    assert_memory_equal(before, after, sizeof(before));
    done(&s);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Earlier blocks run about 970 times as many instructions as the return needs. */
static void does_not_run_earlier_blocks_again(void **state)
{
    (void)state;
    struct stepping s = {0};
    prepare(&s, LONG_ROUNDS);
    double begin = seconds_now();
    open_at(&s, LAST);
    double opened = seconds_now() - begin, least = 1e9;
    forward(&s, 40);
    for (int i = 0; i < 5; i++) {
        begin = seconds_now();
        back(&s, 1);
        double took = seconds_now() - begin;
        least = took < least ? took : least;
    }
    print_message("opened in %.1f ms, went back in %.1f ms\n", opened * 1e3, least * 1e3);
    assert_true(least < opened / 3);
    done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_the_same_after_going_back),
        cmocka_unit_test(ends_like_an_ordinary_launch),
        cmocka_unit_test(gives_memory_back_when_it_closes),
        cmocka_unit_test(does_not_run_earlier_blocks_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
