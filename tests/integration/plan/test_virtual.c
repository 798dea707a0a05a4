/* Tests plans on the virtual device: PTX kernels, memory, findings, counters, times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device/modelling.h"
#include "plan_support.h"

/* Each kernel has one thread per element, i = blockIdx.x * blockDim.x + threadIdx.x, with i < n. */
#define PROLOGUE                 \
    "  mov.u32 %r1, %ctaid.x;\n" \
    "  mov.u32 %r2, %ntid.x;\n"  \
    "  mov.u32 %r3, %tid.x;\n"   \
    "  mad.lo.s32 %r4, %r1, %r2, %r3;\n"
#define REGISTERS "  .reg .pred %p<3>;\n  .reg .b32 %r<12>;\n  .reg .b64 %rd<12>;\n  .reg .f32 %f<6>;\n"
#define GUARD "  setp.ge.s32 %p1, %r4, %r5;\n  @%p1 bra DONE;\n  mul.wide.s32 %rd9, %r4, 4;\n"

static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .const .align 4 .b8 weights[16];\n"
    ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)\n{\n" REGISTERS
    "  ld.param.u64 %rd1, [a];\n  ld.param.u64 %rd2, [b];\n  ld.param.u64 %rd3, [c];\n  ld.param.u32 %r5, "
    "[n];\n" PROLOGUE GUARD "  add.s64 %rd1, %rd1, %rd9;\n  add.s64 %rd2, %rd2, %rd9;\n  add.s64 %rd3, %rd3, %rd9;\n"
    "  ld.global.f32 %f1, [%rd1];\n  ld.global.f32 %f2, [%rd2];\n  add.f32 %f3, %f1, %f2;\n"
    "  st.global.f32 [%rd3], %f3;\nDONE:\n  ret;\n}\n"
    ".visible .entry scale(.param .u64 x, .param .f32 by, .param .u32 n)\n{\n" REGISTERS
    "  ld.param.u64 %rd1, [x];\n  ld.param.f32 %f2, [by];\n  ld.param.u32 %r5, [n];\n" PROLOGUE GUARD
    "  add.s64 %rd1, %rd1, %rd9;\n  ld.global.f32 %f1, [%rd1];\n  mul.f32 %f3, %f1, %f2;\n"
    "  st.global.f32 [%rd1], %f3;\nDONE:\n  ret;\n}\n"
    /* y[i] = first[1][i]: the element of rank 1 */
    ".visible .entry take(.param .u64 all, .param .u64 y, .param .u32 n)\n{\n" REGISTERS
    "  ld.param.u64 %rd1, [all];\n  ld.param.u64 %rd2, [y];\n  ld.param.u32 %r5, [n];\n" PROLOGUE GUARD
    "  ld.global.u64 %rd3, [%rd1+8];\n  add.s64 %rd3, %rd3, %rd9;\n  add.s64 %rd2, %rd2, %rd9;\n"
    "  ld.global.f32 %f1, [%rd3];\n  st.global.f32 [%rd2], %f1;\nDONE:\n  ret;\n}\n"
    ".visible .entry weigh(.param .u64 y, .param .u32 n)\n{\n" REGISTERS
    "  ld.param.u64 %rd1, [y];\n  ld.param.u32 %r5, [n];\n" PROLOGUE GUARD
    "  ld.const.f32 %f1, [weights+8];\n  add.s64 %rd1, %rd1, %rd9;\n  st.global.f32 [%rd1], %f1;\nDONE:\n  ret;\n}\n"
    ".visible .entry fault(.param .u32 n)\n{\n  trap;\n}\n";

static const char kernels[] = "__global__ void add(const float *a, const float *b, float *c, int n);\n"
                              "__global__ void scale(float *x, float by, int n);\n"
                              "__global__ void take(float *const *all, float *y, int n);\n"
                              "__global__ void weigh(float *y, int n);\n"
                              "__global__ void fault(int n);\n"
                              "__constant__ float weights[4];\n";

static const char parameters[] = "//? param a f32[n] in\n//? param b f32[n] in\n//? param c f32[n] out\n"
                                 "//? param n i32\n//? param by f32\n//? case n=1000 by=0.5\n";

enum { N = 1000, RANKS_MAX = 2 };

struct trial {
    struct arena *arena;
    struct plan_file file;
    struct plan *plan;
    int ranks;
    struct device *devices[RANKS_MAX];
    struct device_module *modules[RANKS_MAX];
    device_address addresses[3][RANKS_MAX];
    struct plan_outcome outcome;
    struct plan_timeline *timeline;
    struct error error;
    bool ran;
};

/* a[i] = i + 10000 * rank, b[i] = 2 * i */
static void fill(struct trial *trial, int rank)
{
    struct device *device = trial->devices[rank];
    float values[N];
    static const char *const names[] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        assert_true(device->vtable->allocate(device, sizeof values, names[i], &trial->addresses[i][rank], NULL));
        for (int at = 0; at < N; at++)
            values[at] = i == 0 ? (float)(at + 10000 * rank) : 2.0f * (float)at;
        if (i < 2)
            assert_true(device->vtable->write(device, trial->addresses[i][rank], values, sizeof values, NULL));
    }
}

static void trial_begin(struct trial *trial, int ranks, bool models_time, const char *plan)
{
    *trial = (struct trial){.arena = arena_new(), .ranks = ranks};
    char *text = arena_printf(trial->arena, "%s%s%s\n", kernels, parameters, plan);
    plan_file_read(&trial->file, trial->arena, "t.cu", text, strlen(text));
    struct diagnostics *diagnostics = diagnostics_new(trial->arena);
    trial->plan = plan_parse(trial->arena, &trial->file.source, diagnostics);
    if (!trial->plan ||
        !plan_check(trial->plan, &trial->file.source, trial->file.parameters, trial->file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(trial->arena, diagnostics));
    struct device_request request = {.kind = "virtual", .count = ranks, .threads = 1};
    struct device_image image = {.ptx = ptx, .ptx_bytes = sizeof ptx - 1, .source_name = "t.cu"};
    if (!device_open(&request, trial->devices, &trial->error))
        fail_msg("%s", trial->error.message);
    struct plan_argument arguments[5] = {0};
    for (int rank = 0; rank < ranks; rank++) {
        fill(trial, rank);
        trial->modules[rank] = trial->devices[rank]->vtable->load(trial->devices[rank], &image, &trial->error);
        if (!trial->modules[rank])
            fail_msg("%s", trial->error.message);
        trial->devices[rank]->modelling->is_on = models_time;
    }
    for (size_t i = 0; i < 5; i++)
        arguments[i] = (struct plan_argument){.parameter = &trial->file.parameters[i],
                                              .scalar = trial->file.values[i],
                                              .addresses = i < 3 ? trial->addresses[i] : NULL,
                                              .element_count = N};
    trial->timeline = ARENA_NEW(trial->arena, struct plan_timeline);
    struct plan_bindings bindings = {.timeline = trial->timeline,
                                     .devices = trial->devices,
                                     .modules = trial->modules,
                                     .device_count = ranks,
                                     .arguments = arguments,
                                     .argument_count = 5};
    trial->ran = plan_execute(trial->plan, &bindings, &trial->outcome, &trial->error);
}

static void trial_start(struct trial *trial, int ranks, const char *plan)
{
    trial_begin(trial, ranks, false, plan);
}

static void trial_end(struct trial *trial)
{
    for (int rank = 0; rank < trial->ranks; rank++) {
        trial->devices[rank]->vtable->unload(trial->devices[rank], trial->modules[rank]);
        device_close(trial->devices[rank]);
    }
    arena_free(trial->arena);
}

static float result(struct trial *trial, int rank, int index)
{
    float value = 0;
    struct device *device = trial->devices[rank];
    assert_true(device->vtable->read(device, &value, trial->addresses[2][rank] + 4 * (uint64_t)index, 4, NULL));
    return value;
}

static void expect_clean(struct trial *trial)
{
    if (!trial->ran)
        fail_msg("%s", trial->error.message);
    for (int rank = 0; rank < trial->ranks; rank++) {
        const struct observation *observation = trial->devices[rank]->observation;
        if (observation->finding_count)
            fail_msg("rank %d: %s", rank, observation->findings[0].message);
    }
    assert_false(trial->outcome.stopped);
}

static void a_launch_computes_and_is_counted(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, "//! launch add(a, b, c, n) grid=(n+255)/256 block=256");
    expect_clean(&trial);
    for (int i = 0; i < N; i++)
        assert_true(result(&trial, 0, i) == 3.0f * (float)i);
    const struct observation *observation = trial.devices[0]->observation;
    assert_int_equal(observation->kernel_count, 1);
    assert_string_equal(observation->kernels[0].kernel, "add");
    assert_int_equal(observation->kernels[0].grid[0], 4);
    assert_int_equal(observation->kernels[0].totals[VGPU_COUNTER_GLOBAL_LOAD_BYTES], 8 * N);
    assert_int_equal(observation->kernels[0].totals[VGPU_COUNTER_GLOBAL_STORE_SECTORS], N / 8);
    trial_end(&trial);
}

static void scratch_loops_and_float_arguments(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1,
                "//! scratch s f32[n] poison\n"
                "//! copy s a\n"
                "//! for i in 0..2 { launch scale(s, 2*by + i, n) grid=ceil_div(n, 128) block=128 }\n"
                "//! launch add(s, b, c, n) grid=ceil_div(n, 256) block=256");
    expect_clean(&trial);
    assert_int_equal(trial.outcome.scratch_bytes, 4 * N);
    assert_true(result(&trial, 0, 17) == 17 * 2.0f + 34);
    const struct observation *observation = trial.devices[0]->observation;
    assert_int_equal(observation->kernel_count, 2);
    assert_int_equal(observation->kernels[0].launches, 2);
    trial_end(&trial);
}

static void poisoned_scratch_is_found(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, "//! scratch lost f32[n]\n//! launch add(lost, b, c, n) grid=4 block=256");
    assert_true(trial.ran);
    (void)result(&trial, 0, 0); /* the host's read of the sums makes the finding */
    const struct observation *observation = trial.devices[0]->observation;
    assert_true(observation->finding_count > 0);
    assert_int_equal(observation->findings[0].kind, VGPU_FINDING_UNINITIALISED_GLOBAL);
    assert_string_equal(observation->findings[0].buffer, "lost");
    assert_non_null(strstr(observation->findings[0].message, "which was never written; nothing was written to "
                                                             "lost before"));
    trial_end(&trial);
    trial_start(&trial, 1,
                "//! scratch half f32[n]\n"
                "//! launch scale(half, 2*by, 7) grid=1 block=128\n"
                "//! launch add(half, b, c, n) grid=4 block=256");
    assert_true(trial.ran);
    (void)result(&trial, 0, 7);
    observation = trial.devices[0]->observation;
    assert_true(observation->finding_count > 0);
    assert_non_null(strstr(observation->findings[observation->finding_count - 1].message, "only the first 7 of the"));
    trial_end(&trial);
}

static void an_access_past_the_end_is_found(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, "//! launch add(a, b, c + 1, n) grid=4 block=256");
    assert_true(trial.ran);
    const struct observation *observation = trial.devices[0]->observation;
    assert_true(observation->finding_count > 0);
    assert_int_equal(observation->findings[0].kind, VGPU_FINDING_OUT_OF_BOUNDS);
    assert_string_equal(observation->findings[0].buffer, "c");
    trial_end(&trial);
}

static void a_trap_ends_the_plan(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, "//! launch fault(n) grid=1 block=32\n//! launch add(a, b, c, n) grid=4 block=256");
    assert_true(trial.ran && trial.outcome.stopped);
    assert_int_equal(trial.outcome.launches, 1);
    assert_true(trial.devices[0]->observation->faulted);
    trial_end(&trial);
}

static void constants_are_filled_by_name(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, "//! copy symbol(weights) b + 4 count=4\n//! launch weigh(c, n) grid=4 block=256");
    expect_clean(&trial);
    assert_true(result(&trial, 0, 999) == 12.0f);
    trial_end(&trial);
}

static void ranks_reach_each_other(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 2,
                "//! launch take(peers(a), c, n) grid=4 block=256 device=0\n"
                "//! copy c peer(c, 0) when=rank == 1");
    expect_clean(&trial);
    assert_true(result(&trial, 0, 5) == 10005.0f);
    assert_true(result(&trial, 1, 6) == 10006.0f);
    trial_end(&trial);
}

/* Computes c = 2 a + b in two streams. */
static void start_two_streams(struct trial *trial, const char *ordered)
{
    char plan[512];
    snprintf(plan, sizeof plan,
             "//! scratch s f32[n] poison\n//! copy s a\n"
             "//! launch scale(s, 2, n) grid=4 block=256 stream=1 as=scaled\n"
             "//! launch add(s, b, c, n) grid=4 block=256 stream=2 %s",
             ordered);
    trial_start(trial, 1, plan);
}

static const struct vgpu_finding *only_finding(const struct trial *trial, int rank)
{
    const struct observation *observation = trial->devices[rank]->observation;
    if (!trial->ran)
        fail_msg("%s", trial->error.message);
    assert_int_equal(observation->finding_count, 1);
    return &observation->findings[0];
}

static void a_missing_after_gives_a_wrong_result_and_a_race(void **state)
{
    (void)state;
    struct trial trial;
    start_two_streams(&trial, "after=scaled");
    expect_clean(&trial);
    assert_true(result(&trial, 0, 10) == 40.0f);
    trial_end(&trial);
    start_two_streams(&trial, "");
    const struct vgpu_finding *finding = only_finding(&trial, 0);
    assert_int_equal(finding->kind, VGPU_FINDING_RACE_WRITE_AFTER_READ);
    assert_string_equal(finding->kernel, "scale");
    assert_string_equal(finding->other.kernel, "add");
    assert_int_equal(finding->count, N);
    assert_string_equal(finding->message, "thread (0,0,0) of block (0,0,0) writes s[0], which thread (0,0,0) of block "
                                          "(0,0,0) of add read in line 25, and nothing orders the two launches");
    assert_true(result(&trial, 0, 10) == 30.0f);
    trial_end(&trial);
}

/* The line of a statement of the plan, counted from 0. */
static int plan_line(const struct trial *trial, int statement)
{
    int line = 1;
    for (const char *at = trial->file.source.text; strncmp(at, "//! ", 4) != 0; at++)
        line += *at == '\n';
    return line + statement;
}

static void a_copy_that_waits_for_nothing_races(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1,
                "//! launch scale(a, by, n) grid=4 block=256 stream=1 as=scaled\n"
                "//! copy c a stream=2");
    const struct vgpu_finding *finding = only_finding(&trial, 0);
    assert_int_equal(finding->check, VGPU_CHECK_RACE);
    assert_int_equal(finding->count, N);
    assert_non_null(strstr(finding->message, "nothing orders the two"));
    assert_int_equal(finding->other.line, plan_line(&trial, 1)); /* of the copy in the plan */
    trial_end(&trial);
    trial_start(&trial, 1,
                "//! launch scale(a, by, n) grid=4 block=256 stream=1 as=scaled\n"
                "//! copy c a stream=2 after=scaled as=copied\n//! zero c stream=1 after=copied");
    expect_clean(&trial);
    assert_true(result(&trial, 0, 10) == 0.0f);
    trial_end(&trial);
    trial_start(&trial, 2, /* all devices see the zeroed scratch */
                "//! scratch s f32[n] zero\n"
                "//! launch take(peers(s), c, n) grid=4 block=256 stream=1");
    expect_clean(&trial);
    trial_end(&trial);
    trial_start(&trial, 2,
                "//! copy c b\n"
                "//! launch take(peers(c), a, n) grid=4 block=256 stream=1\n"
                "//! launch scale(c, by, n) grid=4 block=256");
    expect_clean(&trial);
    trial_end(&trial);
}

/* Rank 0 reads what rank 1 scales: a race in one statement, an order in two. */
static void devices_race_for_memory_that_both_reach(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 2,
                "//! launch scale(a, by, n) grid=4 block=256 device=1 stream=1\n"
                "//! launch take(peers(a), c, n) grid=4 block=256 device=0 stream=1");
    const struct vgpu_finding *finding = only_finding(&trial, 0);
    assert_int_equal(finding->kind, VGPU_FINDING_RACE_READ_AFTER_WRITE);
    assert_int_equal(finding->device, 0);
    assert_int_equal(finding->other.device, 1);
    assert_non_null(strstr(finding->message,
                           "on device 0 reads a[0], which thread (0,0,0) of block (0,0,0) of scale on "
                           "device 1 wrote in line"));
    trial_end(&trial);
    trial_start(&trial, 2,
                "//! launch scale(a, by, n) grid=4 block=256 device=1 stream=1 as=scaled\n"
                "//! launch take(peers(a), c, n) grid=4 block=256 device=0 stream=1 after=scaled");
    expect_clean(&trial);
    trial_end(&trial);
    trial_start(&trial, 2,
                "//! launch scale(a, by, n) grid=4 block=256 device=1\n"
                "//! launch take(peers(a), c, n) grid=4 block=256 device=0");
    expect_clean(&trial);
    trial_end(&trial);
}

/* Every rank scales its own a and writes c of rank 1. */
static void ranks_of_one_statement_may_overlap(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 2, "//! launch scale(a, by, n) grid=4 block=256\n//! launch add(a, b, c, n) grid=4 block=256");
    expect_clean(&trial);
    trial_end(&trial);
    trial_start(&trial, 2, "//! launch add(a, b, peer(c, 1), n) grid=4 block=256");
    const struct vgpu_finding *finding = only_finding(&trial, 1);
    assert_int_equal(finding->kind, VGPU_FINDING_RACE_WRITE_WRITE);
    assert_int_equal(finding->other.device, 0);
    trial_end(&trial);
}

static void what_no_device_takes_names_the_line(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, "//! launch add(a, b, c, n) grid=1 block=2048");
    assert_false(trial.ran);
    assert_true(support_says(&trial.error, "t.cu:13:5: "));
    trial_end(&trial);
    trial_start(&trial, 1, "//! launch add(a, b, n) grid=1 block=32");
    assert_false(trial.ran);
    assert_true(support_says(&trial.error, "kernel add takes 4 parameters, the plan passes 3"));
    trial_end(&trial);
    trial_start(&trial, 1, "//! launch scale(c, n, b) grid=1 block=32");
    assert_false(trial.ran);
    assert_true(support_says(&trial.error, "argument 3 of scale: the plan passes a buffer"));
    trial_end(&trial);
}

/* --- modelled time ---------------------------------------------------------------------------- */

static struct device_model model_of(int ranks, const char *plan)
{
    struct trial trial;
    trial_begin(&trial, ranks, true, plan);
    if (!trial.ran)
        fail_msg("%s", trial.error.message);
    struct device_model model = trial.devices[0]->modelling->model;
    trial_end(&trial);
    return model;
}

static void streams_overlap_in_the_modelled_time(void **state)
{
    (void)state;
    struct device_model listed = model_of(1, "//! launch scale(a, by, n) grid=4 block=256\n"
                                             "//! launch scale(b, by, n) grid=4 block=256");
    struct device_model apart = model_of(1, "//! launch scale(a, by, n) grid=4 block=256 stream=1\n"
                                            "//! launch scale(b, by, n) grid=4 block=256 stream=2");
    struct device_model waits = model_of(1, "//! launch scale(a, by, n) grid=4 block=256 stream=2 as=first\n"
                                            "//! launch scale(b, by, n) grid=4 block=256 stream=1 after=first");
    assert_true(apart.launches == 2 && apart.elapsed_ns < listed.elapsed_ns - 10);
    assert_float_equal(waits.elapsed_ns, listed.elapsed_ns, 1e-3);
    assert_float_equal(apart.alone_ns, listed.alone_ns, 1e-3);
    assert_true(listed.elapsed_ns < listed.alone_ns);
}

/* On an H100, each further launch costs 2.6 us, and each further graph node 1.2 us. */
static void a_graph_costs_less_than_its_launches(void **state)
{
    (void)state;
    struct device_model listed = model_of(1, "//! for i in 0..4 { launch scale(a, by, n) grid=4 block=256 }");
    struct device_model graph = model_of(1, "//! graph { for i in 0..4 { launch scale(a, by, n) grid=4 block=256 } }");
    struct device_model two = model_of(1, "//! graph { launch scale(a, by, n) grid=4 block=256 }\n"
                                          "//! graph { launch scale(a, by, n) grid=4 block=256 }");
    assert_float_equal(listed.elapsed_ns - graph.elapsed_ns, 3 * (0.84 * 3100 - 1200), 1);
    assert_true(two.elapsed_ns > 2 * 0.84 * 3100);
}

static void copies_and_fills_count(void **state)
{
    (void)state;
    const char launched[] = "//! launch scale(a, by, n) grid=4 block=256\n";
    char copied[200];
    snprintf(copied, sizeof copied, "%s//! copy c a\n//! zero c", launched);
    struct device_model without = model_of(1, launched), with = model_of(1, copied);
    assert_int_equal(with.copies, 2);
    assert_float_equal(with.dram_bytes - without.dram_bytes, 3 * 4 * N, 1e-3);
    assert_true(with.elapsed_ns - without.elapsed_ns > 2 * 0.84 * 3100);
    struct device_model scratch = model_of(1, "//! launch scale(a, by, n) grid=4 block=256\n//! scratch s f32[n]");
    assert_int_equal(scratch.copies, 0); /* the plan does not pay for poisoning */
}

static void a_copy_to_another_device_takes_the_link(void **state)
{
    (void)state;
    struct device_model model = model_of(2, "//! launch scale(a, by, n) grid=4 block=256 device=0\n"
                                            "//! copy peer(c, 1) a device=0");
    assert_int_equal(model.copies, 1);
    assert_float_equal(model.link_bytes, 4 * N, 1e-3);
    assert_true(model.elapsed_ns > (1 + 0.84) * 3100 + 4.0 * N / 450);
}

/* The second launch waits for the copy, which waits for the first. The third overlaps. */
static void the_timeline_has_modelled_times(void **state)
{
    (void)state;
    struct trial trial;
    trial_begin(&trial, 2, true,
                "//! scratch s f32[n] zero\n"
                "//! launch scale(a, by, n) grid=4 block=256 device=0 stream=1 as=first\n"
                "//! copy peer(c, 1) a device=0 stream=1 as=sent\n"
                "//! launch scale(c, by, n) grid=4 block=256 device=1 stream=1 after=sent\n"
                "//! launch scale(b, by, n) grid=4 block=256 device=1 stream=2");
    if (!trial.ran)
        fail_msg("%s", trial.error.message);
    const struct plan_timeline *timeline = trial.timeline;
    const struct plan_bar *bars = timeline->bars;
    assert_true(timeline->is_modelled);
    assert_int_equal(timeline->bar_count, 4);
    assert_true(bars[0].end_ns > bars[0].begin_ns && bars[1].begin_ns >= bars[0].end_ns);
    assert_true(bars[2].begin_ns >= bars[1].end_ns && bars[3].begin_ns < bars[2].begin_ns);
    assert_float_equal(bars[2].end_ns, trial.devices[1]->modelling->model.elapsed_ns, 1e-3);
    assert_int_equal(bars[2].end, 3);
    trial_end(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_timeline_has_modelled_times),
        cmocka_unit_test(a_launch_computes_and_is_counted),
        cmocka_unit_test(scratch_loops_and_float_arguments),
        cmocka_unit_test(poisoned_scratch_is_found),
        cmocka_unit_test(an_access_past_the_end_is_found),
        cmocka_unit_test(a_trap_ends_the_plan),
        cmocka_unit_test(constants_are_filled_by_name),
        cmocka_unit_test(ranks_reach_each_other),
        cmocka_unit_test(a_missing_after_gives_a_wrong_result_and_a_race),
        cmocka_unit_test(a_copy_that_waits_for_nothing_races),
        cmocka_unit_test(devices_race_for_memory_that_both_reach),
        cmocka_unit_test(ranks_of_one_statement_may_overlap),
        cmocka_unit_test(what_no_device_takes_names_the_line),
        cmocka_unit_test(streams_overlap_in_the_modelled_time),
        cmocka_unit_test(a_graph_costs_less_than_its_launches),
        cmocka_unit_test(copies_and_fills_count),
        cmocka_unit_test(a_copy_to_another_device_takes_the_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
