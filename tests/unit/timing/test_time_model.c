/* Tests the time model: samples, lazy memory, profiles, and an H100's times (measured_h100.tsv). */
#include "base/told.h"
#include "timing/costs/costs.h"
#include "timing/time_model.h"
#include "vgpu/profile.h"
#include "vgpu_fixture.h"

enum { MI = 1 << 20 };

#define COPY_BODY(to)                                                                                            \
    "{\n.reg .pred %p<2>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .f32 %f<2>;\n"                              \
    "ld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nld.param.u32 %r1, [p2];\n"                              \
    "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\nmad.lo.s32 %r5, %r2, %r3, %r4;\n"      \
    "setp.ge.s32 %p1, %r5, %r1;\n@%p1 bra DONE;\n"                                                               \
    "cvta.to.global.u64 %rd3, %rd1;\nmul.wide.s32 %rd4, %r5, 4;\nadd.s64 %rd5, %rd3, %rd4;\nld.global.f32 %f1, " \
    "[%rd5];\n" to "cvta.to.global.u64 %rd6, %rd2;\nmul.wide.s32 %rd4, %r6, 4;\nadd.s64 %rd7, %rd6, %rd4;\n"     \
    "st.global.f32 [%rd7], %f1;\nDONE:\nret;\n}\n"
#define PARAMETERS "(.param .u64 p0, .param .u64 p1, .param .u32 p2)\n"
/*
 * copy: element i to i. scatter: lane l of a warp to l * 2048 + i / 32, so each store touches
 * 32 lines.
 */
#define MULTIPLY                                                                                           \
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r1, %r1, %r1}, {%r1, " \
    "%r1}, {%f1, %f2, %f3, %f4};\n"
/*
 * 32 rounds of a copy and a chain of work. In the other tile the next copy is in flight, if the
 * warp waits for all groups but the last `most`.
 */
#define COPY_LOOP(name, most)                                                                                    \
    ".visible .entry " name "(.param .u64 p0, .param .u64 p1)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<12>;\n"        \
    ".reg .b64 %rd<8>;\n.shared .align 256 .b8 " name "_tile[256];\nld.param.u64 %rd1, [p0];\n"                  \
    "ld.param.u64 %rd2, [p1];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r4, %tid.x;\nshl.b32 %r3, %r2, 10;\n"            \
    "add.s32 %r5, %r3, %r4;\nmul.wide.u32 %rd3, %r5, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n" \
    "mov.u32 %r6, " name "_tile;\nshl.b32 %r7, %r4, 2;\nadd.s32 %r6, %r6, %r7;\nmov.u32 %r8, 0;\n"               \
    "mov.u32 %r9, 1;\ncp.async.ca.shared.global [%r6], [%rd4], 4;\ncp.async.commit_group;\n" name                \
    "_next:\nadd.u32 %r8, %r8, 1;\nxor.b32 %r6, %r6, 128;\nsetp.eq.u32 %p1, %r8, 32;\n@%p1 bra " name            \
    "_last;\nadd.s64 %rd4, %rd4, 128;\ncp.async.ca.shared.global [%r6], [%rd4], 4;\ncp.async.commit_group;\n"    \
    "cp.async.wait_group " most ";\nbra.uni " name "_go;\n" name "_last:\ncp.async.wait_group 0;\n" name         \
    "_go:\nmov.u32 %r10, 0;\n" name "_work:\nmad.lo.u32 %r9, %r9, %r9, %r10;\nadd.u32 %r10, %r10, 1;\n"          \
    "setp.lt.u32 %p2, %r10, 100;\n@%p2 bra " name "_work;\nsetp.lt.u32 %p3, %r8, 32;\n@%p3 bra " name            \
    "_next;\nst.global.u32 [%rd5], %r9;\nret;\n}\n"

static const char kernels[] = PTX_HEADER
    ".const .align 4 .u32 weight = 7;\n"
    ".visible .entry copy_weighted" PARAMETERS COPY_BODY(
        "mov.u32 %r6, %r5;\n{ .reg .b32 %w; ld.const.u32 %w, [weight]; }\n") ".visible .entry copy" PARAMETERS
        COPY_BODY("mov.u32 %r6, %r5;\n") ".visible .entry scatter" PARAMETERS COPY_BODY(
            "and.b32 %r6, %r5, 31;\nshl.b32 %r6, %r6, 11;\nshr.u32 %r7, %r5, 5;\nadd.s32 %r6, %r6, "
            "%r7;\n") ".visible .entry nothing()\n{\nret;\n}\n"
                      ".visible .entry multiply()\n{\n.reg .b32 %r<3>;\n.reg .f32 %f<5>;\nmov.u32 %r1, 1006648320;\n"
                      "mov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\nmov.f32 %f3, %f1;\nmov.f32 %f4, %f1;\n" MULTIPLY
                          MULTIPLY "ret;\n}\n"
                      ".visible .entry multiply_forever()\n{\n.reg .b32 %r<3>;\n.reg .f32 %f<5>;\nmov.u32 %r1, "
                      "1006648320;\n"
                      "mov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\nmov.f32 %f3, %f1;\nmov.f32 %f4, "
                      "%f1;\nAGAIN:\n" MULTIPLY "bra.uni AGAIN;\n}\n"
                      ".visible .entry load_forever(.param .u64 p0)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<5>;\n"
                      "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 128;\nadd.s64 %rd3, "
                      "%rd1, "
                      "%rd2;\nAGAIN:\nld.volatile.global.u32 %r2, [%rd3];\nbra.uni AGAIN;\n}\n"
                      /*
                       * address_by_value: a loaded value decides an address. branch_by_value: it
                       * decides a branch.
                       * value_alone: a loop adds it up.
                       */
                      ".visible .entry address_by_value(.param .u64 p0, .param .u64 p1)\n{\n.reg .pred %p<2>;\n.reg "
                      ".b32 "
                      "%r<8>;\n.reg "
                      ".b64 %rd<8>;\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nmov.u32 %r1, %tid.x;\n"
                      "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                      "ld.global.u32 %r2, [%rd4];\n"
                      "and.b32 %r3, %r2, 63;\nmul.wide.u32 %rd6, %r3, 4;\nadd.s64 %rd7, %rd2, %rd6;\n"
                      "st.global.u32 [%rd7], %r1;\nret;\n}\n"
                      ".visible .entry branch_by_value(.param .u64 p0, .param .u64 p1)\n{\n.reg .pred %p<2>;\n.reg "
                      ".b32 "
                      "%r<8>;\n.reg "
                      ".b64 %rd<8>;\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nmov.u32 %r1, %tid.x;\n"
                      "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                      "ld.global.u32 %r2, [%rd4];\n"
                      "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra DONE;\nst.global.u32 [%rd5], %r1;\nDONE:\nret;\n}\n"
                      ".visible .entry value_alone(.param .u64 p0, .param .u64 p1)\n{\n.reg .pred %p<2>;\n.reg .b32 "
                      "%r<8>;\n.reg "
                      ".b64 %rd<8>;\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\nmov.u32 %r1, %tid.x;\n"
                      "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                      "ld.global.u32 %r2, [%rd4];\n"
                      "mov.u32 %r4, 0;\nmov.u32 %r5, 0;\nAGAIN:\nadd.u32 %r4, %r4, %r2;\nadd.u32 %r5, %r5, 1;\n"
                      "setp.lt.u32 %p1, %r5, 4;\n@%p1 bra AGAIN;\nst.global.u32 [%rd5], %r4;\nret;\n}\n"
                      /* as copy, by way of shared memory */
                      ".visible .entry copy_async(.param .u64 p0, .param .u64 p1)\n{\n.reg .b32 %r<8>;\n.reg .b64 "
                      "%rd<8>;\n.shared .align 16 .b8 tile[1024];\nld.param.u64 %rd1, [p0];\nld.param.u64 %rd2, [p1];\n"
                      "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, %tid.x;\n"
                      "mad.lo.s32 %r5, %r2, %r3, %r4;\nmul.wide.s32 %rd3, %r5, 4;\nadd.s64 %rd4, %rd1, %rd3;\n"
                      "add.s64 %rd5, %rd2, %rd3;\nmov.u32 %r6, tile;\nshl.b32 %r7, %r4, 2;\nadd.s32 %r6, %r6, %r7;\n"
                      "cp.async.ca.shared.global [%r6], [%rd4], 4;\ncp.async.commit_group;\ncp.async.wait_group 0;\n"
                      "ld.shared.u32 %r1, [%r6];\nst.global.u32 [%rd5], %r1;\nret;\n}\n"
                      /* a thread stores neighbouring words, one store each */
                      ".visible .entry three_words(.param .u64 p0, .param .u64 p1)\n{\n.reg .b32 %r<8>;\n.reg .b64 "
                      "%rd<8>;\n.reg .f32 "
                      "%f<2>;\nld.param.u64 %rd1, [p1];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, "
                      "%tid.x;\n"
                      "mad.lo.s32 %r5, %r2, %r3, %r4;\nmov.f32 %f1, 0f3f800000;\nmul.wide.s32 %rd4, %r5, 12;\nadd.s64 "
                      "%rd5, "
                      "%rd1, %rd4;\n"
                      "st.global.f32 [%rd5+0], %f1;\n"
                      "st.global.f32 [%rd5+4], %f1;\n"
                      "st.global.f32 [%rd5+8], %f1;\n"
                      "ret;\n}\n"
                      ".visible .entry eight_words(.param .u64 p0, .param .u64 p1)\n{\n.reg .b32 %r<8>;\n.reg .b64 "
                      "%rd<8>;\n.reg .f32 "
                      "%f<2>;\nld.param.u64 %rd1, [p1];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\nmov.u32 %r4, "
                      "%tid.x;\n"
                      "mad.lo.s32 %r5, %r2, %r3, %r4;\nmov.f32 %f1, 0f3f800000;\nmul.wide.s32 %rd4, %r5, 32;\nadd.s64 "
                      "%rd5, "
                      "%rd1, %rd4;\n"
                      "st.global.f32 [%rd5+0], %f1;\n"
                      "st.global.f32 [%rd5+4], %f1;\n"
                      "st.global.f32 [%rd5+8], %f1;\n"
                      "st.global.f32 [%rd5+12], %f1;\n"
                      "st.global.f32 [%rd5+16], %f1;\n"
                      "st.global.f32 [%rd5+20], %f1;\n"
                      "st.global.f32 [%rd5+24], %f1;\n"
                      "st.global.f32 [%rd5+28], %f1;\n"
                      "ret;\n}\n" COPY_LOOP("copies_ahead", "1") COPY_LOOP("copies_at_once", "0");

static void fill_indices(void *context, uint64_t offset, void *out, uint64_t size_bytes)
{
    uint32_t *words = out, *calls = context;
    for (uint64_t i = 0; i < size_bytes / 4; i++)
        words[i] = (uint32_t)(offset / 4 + i);
    (*calls)++;
}

struct scene {
    struct vgpu_fixture f;
    uint32_t fills;
    struct {
        uint64_t from, to;
        uint32_t n;
    } arguments;
};

static void open_scene(struct scene *scene, const char *architecture, uint32_t elements)
{
    struct error error = {0};
    struct vgpu_options options = {.architecture = architecture, .threads = 2, .seed = 7};
    scene->fills = 0;
    scene->arguments.n = elements;
    fixture_open_with(&scene->f, kernels, &options);
    assert_true(vgpu_allocate_lazy(scene->f.device, 4ULL * elements, "a", fill_indices, &scene->fills,
                                   &scene->arguments.from, &error));
    assert_true(vgpu_allocate_lazy(scene->f.device, 4ULL * elements, "c", NULL, NULL, &scene->arguments.to, &error));
}

static struct time_request request_of(const struct scene *scene, const char *kernel, uint32_t blocks, uint32_t threads)
{
    return (struct time_request){.launch = {.kernel = kernel,
                                            .grid = {blocks, 1, 1},
                                            .block = {threads, 1, 1},
                                            .arguments = &scene->arguments,
                                            .argument_bytes = sizeof scene->arguments},
                                 .resources = {.registers = 16},
                                 .seed = 3};
}

static struct time_estimate estimate(const struct scene *scene, const char *kernel, uint32_t blocks, uint32_t threads)
{
    struct error error = {0};
    struct time_request request = request_of(scene, kernel, blocks, threads);
    struct time_estimate result = {0};
    bool done = time_model_estimate(scene->f.module, &request, &result, &error);
    if (!done)
        print_error("%s\n", error.message);
    assert_true(done);
    return result;
}

static void assert_near(double value, double expected, double share)
{
    if (!(value >= expected * (1 - share) && value <= expected * (1 + share)))
        fail_msg("%g is not within %g %% of %g", value, share * 100, expected);
}

static void only_sampled_blocks_run(void **state)
{
    struct scene scene;
    struct error error = {0};
    uint64_t blocks[] = {1, 3};
    uint32_t out[5 * 64];
    (void)state;
    open_scene(&scene, "h100", 5 * 64);
    struct vgpu_launch launch = request_of(&scene, "copy", 5, 64).launch;
    launch.sample = blocks;
    launch.sample_count = 2;
    launch.checks = VGPU_COUNT;
    struct vgpu_report *report = vgpu_launch(scene.f.module, &launch, &error);
    assert_non_null(report);
    assert_int_equal(report->totals[VGPU_COUNTER_WARPS_LAUNCHED], 4);
    assert_true(vgpu_read(scene.f.device, out, scene.arguments.to, sizeof out, &error));
    for (uint32_t i = 0; i < 5 * 64; i++)
        assert_int_equal(out[i], i / 64 % 2 ? i : 0);
    vgpu_report_free(report);
    fixture_close(&scene.f);
}

static void lazy_memory_is_made_where_it_is_touched(void **state)
{
    struct scene scene;
    struct error error = {0};
    uint32_t word;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    assert_int_equal(scene.fills, 0);
    assert_true(vgpu_read(scene.f.device, &word, scene.arguments.from + 4ULL * 12345678, sizeof word, &error));
    assert_int_equal(word, 12345678);
    assert_int_equal(scene.fills, 1);
    assert_true(vgpu_read(scene.f.device, &word, scene.arguments.from + 4ULL * 12345679, sizeof word, &error));
    assert_int_equal(scene.fills, 1);
    fixture_close(&scene.f);
}

static void a_profile_holds_lines_and_sectors(void **state)
{
    struct scene scene;
    struct error error = {0};
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    struct vgpu_launch launch = request_of(&scene, "scatter", 1, 32).launch;
    launch.checks = VGPU_COUNT;
    launch.profile = true;
    struct vgpu_report *report = vgpu_launch(scene.f.module, &launch, &error);
    assert_non_null(report);
    const struct vgpu_profile *profile = report->profile;
    assert_int_equal(profile->request_count, 2);
    assert_int_equal(profile->requests[0].kind, VGPU_REQUEST_LOAD);
    assert_int_equal(profile->requests[0].line_count, 1);
    assert_int_equal(profile->lines[0].sectors, 15);
    assert_int_equal(profile->lines[0].whole_sectors, 15);
    assert_int_equal(profile->requests[1].kind, VGPU_REQUEST_STORE);
    assert_int_equal(profile->requests[1].line_count, 32);
    assert_int_equal(profile->lines[1].sectors, 1);
    assert_int_equal(profile->lines[1].whole_sectors, 0);
    vgpu_report_free(report);
    fixture_close(&scene.f);
}

/* Measured on an H100: 66 us and 690 us. Stores of neighbouring lanes to few lines combine. */
static void stores_of_neighbouring_words_go_out_together(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_estimate three = estimate(&scene, "three_words", 65536, 256);
    assert_near(three.total_ns, 66e3, 0.15);
    assert_true(three.moved.l2_written < 1.05 * 12 * 65536 * 256);
    assert_near(estimate(&scene, "eight_words", 32768, 256).total_ns, 690e3, 0.15);
    fixture_close(&scene.f);
}

/* The limit counts work, since a clock would depend on the machine's load. */
static uint64_t instructions_until_the_limit(const struct scene *scene, const char *kernel, bool profile)
{
    enum { LIMIT = 1 << 18 };
    struct error error = {0};
    struct vgpu_launch launch = request_of(scene, kernel, 1, 32).launch;
    launch.checks = VGPU_COUNT;
    launch.profile = profile;
    launch.instruction_limit = LIMIT;
    struct vgpu_report *report = vgpu_launch(scene->f.module, &launch, &error);
    assert_non_null(report);
    assert_true(report->timed_out);
    uint64_t instructions = report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    vgpu_report_free(report);
    return instructions;
}

static void limits_count_work(void **state)
{
    enum { LIMIT = 1 << 18, LINES = 32 };
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    /* rounds of two instructions; the limit is checked every few rounds */
    for (int profiles = 0; profiles < 2; profiles++)
        assert_near((double)instructions_until_the_limit(&scene, "multiply_forever", profiles),
                    2.0 * LIMIT / (2 + VGPU_MATRIX_WORK), 0.05);
    assert_near((double)instructions_until_the_limit(&scene, "load_forever", true),
                2.0 * LIMIT / (2 + LINES * VGPU_LINE_WORK), 0.05);
    fixture_close(&scene.f);
}

/* A matrix product costs this CPU far more than another instruction, with a record or without. */
static void blocks_without_a_record_count_matrix_products(void **state)
{
    enum { BLOCKS = 64, PRODUCTS = 2, MOST = 32 };
    struct scene scene;
    struct error error = {0};
    struct time_estimate result;
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    struct time_request request = request_of(&scene, "multiply", BLOCKS, 32);
    request.needs_no_time = true;
    assert_true(time_model_estimate(scene.f.module, &request, &result, &error));
    double least = PRODUCTS * VGPU_MATRIX_WORK;
    assert_true(result.counts.warp_instructions >= BLOCKS * least &&
                result.counts.warp_instructions <= BLOCKS * (least + MOST));
    fixture_close(&scene.f);
}

static void an_endless_kernel_has_no_time(void **state)
{
    struct scene scene;
    struct error error = {0};
    struct time_estimate result;
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    struct time_request request = request_of(&scene, "multiply_forever", 1, 32);
    assert_false(time_model_estimate(scene.f.module, &request, &result, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "too much work"));
    fixture_close(&scene.f);
}

/* The limit of a block holds for a block that runs alone. */
static void a_block_over_its_limit_is_stopped_and_counted(void **state)
{
    enum { LIMIT = 1 << 20, BLOCKS = 7 };
    struct scene scene;
    struct error error = {0};
    struct time_estimate result;
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    struct time_request request = request_of(&scene, "multiply_forever", BLOCKS, 32);
    request.block_limit = LIMIT;
    assert_false(time_model_estimate(scene.f.module, &request, &result, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_near(result.excess.instructions, 2.0 * LIMIT / (2 + VGPU_MATRIX_WORK), 0.1);
    assert_int_equal(result.excess.blocks, BLOCKS);
    request = request_of(&scene, "copy", BLOCKS, 32);
    request.block_limit = LIMIT;
    assert_true(time_model_estimate(scene.f.module, &request, &result, &error));
    assert_true(result.excess.instructions == 0);
    fixture_close(&scene.f);
}

/* Medians of an H100, see the table. */
static void times_are_those_of_an_h100(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_estimate copy = estimate(&scene, "copy", 64 * MI / 256, 256);
    assert_near(copy.total_ns, 223740, 0.10);
    assert_near(copy.moved.dram_read, 268435456, 0.01);
    assert_near(copy.fit.occupancy, 1, 0.001);
    assert_true(copy.sample.blocks_run < copy.sample.blocks / 50);
    struct time_estimate empty = estimate(&scene, "nothing", 262144, 256);
    assert_near(empty.total_ns, 161340, 0.10);
    assert_int_equal(empty.cause.limiter, TIME_LIMIT_DISPATCH);
    struct time_estimate one = estimate(&scene, "nothing", 1, 32);
    assert_near(one.total_ns, 3170, 0.15);
    assert_int_equal(one.cause.limiter, TIME_LIMIT_LAUNCH);
    assert_int_equal(one.cause.line, 0);
    fixture_close(&scene.f);
}

static void write_sentence(const struct time_estimate *estimate, char *out, size_t capacity)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char told[1200];
    time_sentence(estimate, told, sizeof told);
    snprintf(out, capacity, "%s", told_english(arena, told));
}

static void scattered_stores_limit_and_are_named(void **state)
{
    struct scene scene;
    char sentence[256];
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    struct time_estimate scatter = estimate(&scene, "scatter", 64 * 1024 / 256, 256),
                         copy = estimate(&scene, "copy", 64 * 1024 / 256, 256);
    assert_true(scatter.terms_ns[TIME_LIMIT_L2_STORE] > 4 * copy.terms_ns[TIME_LIMIT_L2_STORE]);
    assert_true(scatter.total_ns > copy.total_ns);
    scatter.cause.limiter = TIME_LIMIT_L2_STORE;
    write_sentence(&scatter, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "stores that scatter"));
    fixture_close(&scene.f);
}

/* The busiest unit follows from bytes, as in a profiler, not from DRAM's time. */
static void the_busiest_unit_is_named(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_estimate copy = estimate(&scene, "copy", 64 * MI / 256, 256);
    double bytes = copy.moved.dram_read + copy.moved.dram_written, peak = 3.352e12;
    assert_near(copy.busy[TIME_LIMIT_DRAM], bytes / peak * 1e9 / copy.total_ns, 0.01);
    assert_int_equal(copy.cause.limiter, TIME_LIMIT_DRAM);
    for (int i = 0; i < TIME_LIMIT_COUNT; i++)
        assert_true(copy.busy[i] >= 0 && copy.busy[i] <= copy.busy[TIME_LIMIT_DRAM]);
    assert_true(copy.busy[TIME_LIMIT_LATENCY] <= 0);
    fixture_close(&scene.f);
}

static void a_sentence_says_what_is_waited_for(void **state)
{
    char sentence[384];
    (void)state;
    struct time_estimate waits = {
        .cause.limiter = TIME_LIMIT_LATENCY, .cause.slowest = TIME_LIMIT_L2_STORE, .cause.worth = 2, .cause.line = 7};
    write_sentence(&waits, sentence, sizeof sentence);
    assert_string_equal(sentence,
                        "Limited by latency at line 7: threads wait for stores that scatter over L2, but no unit is "
                        "near its peak. Without this limit: at most 2x as fast. Let neighbouring threads write "
                        "neighbouring addresses.");
    struct time_estimate busy = {
        .cause.limiter = TIME_LIMIT_DRAM, .cause.slowest = TIME_LIMIT_DISPATCH, .cause.worth = 1.25};
    busy.busy[TIME_LIMIT_DRAM] = 0.7;
    write_sentence(&busy, sentence, sizeof sentence);
    assert_string_equal(sentence,
                        "Limited by DRAM bandwidth (70 % of its peak). Without this limit: at most 1.25x as "
                        "fast. It is held up by the rate at which blocks start. Let each thread do more, with "
                        "fewer or larger blocks.");
}

static void special_units_do_more_than_divide(void **state)
{
    char sentence[384];
    (void)state;
    struct time_estimate estimate = {.cause.limiter = TIME_LIMIT_SPECIAL,
                                     .cause.slowest = TIME_LIMIT_SPECIAL,
                                     .cause.worth = 2,
                                     .cause.converts = true};
    write_sentence(&estimate, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "__match_any_sync"));
    estimate.cause.converts = false;
    write_sentence(&estimate, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "fewer divisions"));
}

static void stores_to_local_memory_scatter_by_no_address(void **state)
{
    char sentence[384];
    (void)state;
    struct time_estimate estimate = {.cause.limiter = TIME_LIMIT_L2_STORE,
                                     .cause.slowest = TIME_LIMIT_L2_STORE,
                                     .cause.worth = 2,
                                     .cause.is_of_stack = true};
    write_sentence(&estimate, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "stores to local memory"));
    assert_non_null(strstr(sentence, "instead of recursion"));
    assert_null(strstr(sentence, "neighbouring"));
}

static void registers_that_spill_scatter_by_no_address(void **state)
{
    char sentence[384];
    (void)state;
    struct time_estimate estimate = {.cause.limiter = TIME_LIMIT_L2_STORE,
                                     .cause.slowest = TIME_LIMIT_L2_STORE,
                                     .cause.worth = 2,
                                     .cause.is_of_spills = true};
    write_sentence(&estimate, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "registers that spill to local memory"));
    assert_non_null(strstr(sentence, "allow more registers"));
    estimate.cause.limiter = estimate.cause.slowest = TIME_LIMIT_ISSUE;
    write_sentence(&estimate, sentence, sizeof sentence);
    assert_null(strstr(sentence, "spill"));
}

static void the_same_seed_gives_the_same_bits(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 4 * MI);
    struct time_estimate first = estimate(&scene, "copy", 4 * MI / 256, 256),
                         second = estimate(&scene, "copy", 4 * MI / 256, 256);
    assert_memory_equal(&first.total_ns, &second.total_ns, sizeof first.total_ns);
    assert_memory_equal(first.terms_ns, second.terms_ns, sizeof first.terms_ns);
    fixture_close(&scene.f);
}

static void shared_memory_costs_occupancy_and_time(void **state)
{
    struct scene scene;
    struct error error = {0};
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_request request = request_of(&scene, "copy", 64 * MI / 256, 256);
    struct time_estimate crowded, alone;
    assert_true(time_model_estimate(scene.f.module, &request, &crowded, &error));
    request.launch.dynamic_shared_bytes = 200000;
    assert_true(time_model_estimate(scene.f.module, &request, &alone, &error));
    assert_int_equal(alone.fit.blocks_per_sm, 1);
    assert_int_equal(alone.fit.limit, VGPU_BY_SHARED);
    assert_int_equal(alone.cause.limiter, TIME_LIMIT_LATENCY);
    assert_near(alone.total_ns, 1253790, 0.15);
    assert_true(alone.total_ns > 4 * crowded.total_ns);
    fixture_close(&scene.f);
}

static void every_architecture_has_rates_and_a_faster_one_is_faster(void **state)
{
    double copy_ns[2];
    static const char *const names[] = {"t4", "h200"};
    (void)state;
    for (size_t i = 0; vgpu_architecture_at(i); i++)
        assert_non_null(rates_find(vgpu_architecture_at(i)->base));
    for (int i = 0; i < 2; i++) {
        struct scene scene;
        open_scene(&scene, names[i], 16 * MI);
        struct time_estimate copy = estimate(&scene, "copy", 16 * MI / 256, 256);
        assert_true(copy.error > 0.2);
        copy_ns[i] = copy.total_ns;
        fixture_close(&scene.f);
    }
    assert_true(copy_ns[0] > 4 * copy_ns[1]);
}

static void matrix_products_take_the_tensor_cores(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 1024);
    struct time_estimate few = estimate(&scene, "multiply", 132 * 64, 1024);
    /* per SM 2 products, 32 warps, 64 blocks: 1.70 cycles each (kernels/calibration/tensor.cu) */
    assert_near(few.terms_ns[TIME_LIMIT_TENSOR], 2 * 32 * 64 * 1.70 / 1.98, 0.02);
    /* the second product waits for the first */
    struct time_estimate one = estimate(&scene, "multiply", 1, 32), none = estimate(&scene, "nothing", 1, 32);
    assert_true(one.terms_ns[TIME_LIMIT_LATENCY] - none.terms_ns[TIME_LIMIT_LATENCY] > 28 / 1.98);
    fixture_close(&scene.f);
}

static void an_estimate_says_what_is_written_and_what_it_draws(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_estimate copy = estimate(&scene, "copy", 64 * MI / 256, 256);
    assert_int_equal(copy.written.count, 1);
    assert_int_equal(copy.written.stored[0].address, scene.arguments.to);
    assert_near(copy.written.stored[0].bytes, 4.0 * 64 * MI, 0.01);
    assert_true(copy.written.stored[0].doubt < 0.1 * copy.written.stored[0].bytes);
    double watts = copy.joules / (copy.total_ns * 1e-9);
    assert_true(watts > 300 && watts < 700); /* 506 W on an H100 */
    fixture_close(&scene.f);
}

/* A copy issued one round ahead costs no latency, in a loop of several blocks too. */
static void a_copy_ahead_is_not_waited_for(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", MI);
    struct time_estimate ahead = estimate(&scene, "copies_ahead", 132, 32);
    struct time_estimate at_once = estimate(&scene, "copies_at_once", 132, 32);
    assert_true(ahead.terms_ns[TIME_LIMIT_LATENCY] < 0.8 * at_once.terms_ns[TIME_LIMIT_LATENCY]);
    fixture_close(&scene.f);
}

/* An asynchronous copy moves as much from DRAM as a load, and a warp waits for it as long. */
static void an_asynchronous_copy_goes_through_the_caches(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_estimate plain = estimate(&scene, "copy", 64 * MI / 256, 256);
    struct time_estimate async = estimate(&scene, "copy_async", 64 * MI / 256, 256);
    assert_near(async.moved.dram_read, 4.0 * 64 * MI, 0.01);
    assert_near(async.moved.dram_read, plain.moved.dram_read, 0.01);
    assert_near(async.counts.sectors, plain.counts.sectors, 0.001);
    assert_true(async.terms_ns[TIME_LIMIT_LATENCY] > 0.9 * plain.terms_ns[TIME_LIMIT_LATENCY]);
    assert_near(async.total_ns, plain.total_ns, 0.2);
    fixture_close(&scene.f);
}

/* The counts of a sample are those of the whole launch, as its counters have them. */
static void an_estimate_counts_for_the_whole_launch(void **state)
{
    enum { SECTORS_OF_WARP = 4 };
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * MI);
    struct time_estimate half = estimate(&scene, "copy", 32 * MI / 256, 256);
    assert_near(half.written.stored[0].bytes, 4.0 * 32 * MI, 0.01);
    assert_near(half.counts.sectors, 2.0 * SECTORS_OF_WARP * 32 * MI / 32, 0.001);
    assert_true(half.counts.issued > 5.0 * 32 * MI / 32);
    struct time_estimate weighted = estimate(&scene, "copy_weighted", 32 * MI / 256, 256);
    assert_near(weighted.counts.sectors, half.counts.sectors, 0.001); /* constant memory is counted apart */
    assert_true(weighted.counts.issued > half.counts.issued);
    fixture_close(&scene.f);
}

static void what_a_sample_writes_can_be_taken_back(void **state)
{
    (void)state;
    enum { ELEMENTS = 1 << 16 };
    struct error error = {0};
    struct scene scene;
    open_scene(&scene, "h100", ELEMENTS);
    uint32_t *content = malloc(4 * ELEMENTS), *after = malloc(4 * ELEMENTS);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        content[i] = ~i;
    assert_true(vgpu_allocate(scene.f.device, 4 * ELEMENTS, "out", &scene.arguments.to, &error));
    assert_true(vgpu_write(scene.f.device, scene.arguments.to, content, 4 * ELEMENTS, &error));
    struct time_request request = request_of(&scene, "copy", ELEMENTS / 256, 256);
    struct time_estimate kept = {0}, changed = {0};
    request.keeps_memory = true;
    assert_true(time_model_estimate(scene.f.module, &request, &kept, &error));
    assert_true(vgpu_read(scene.f.device, after, scene.arguments.to, 4 * ELEMENTS, &error));
    assert_memory_equal(after, content, 4 * ELEMENTS);
    request.keeps_memory = false;
    assert_true(time_model_estimate(scene.f.module, &request, &changed, &error));
    assert_true(vgpu_read(scene.f.device, after, scene.arguments.to, 4 * ELEMENTS, &error));
    assert_memory_not_equal(after, content, 4 * ELEMENTS);
    assert_true(kept.total_ns == changed.total_ns);
    free(content);
    free(after);
    fixture_close(&scene.f);
}

/* Samples read an earlier launch's output. Its values matter where they decide an address or a
 * branch. */
static void values_matter_where_they_decide_what_is_done(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, "h100", 64 * 1024);
    (void)estimate(&scene, "copy", 256, 256);
    scene.arguments.from = scene.arguments.to;
    assert_true(estimate(&scene, "address_by_value", 1, 64).dependences.reads_earlier);
    assert_true(estimate(&scene, "branch_by_value", 1, 64).dependences.reads_earlier);
    struct time_estimate alone = estimate(&scene, "value_alone", 1, 64);
    assert_false(alone.dependences.reads_earlier);
    assert_true(alone.dependences.on_unsampled_blocks);
    fixture_close(&scene.f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_sampled_blocks_run),
        cmocka_unit_test(lazy_memory_is_made_where_it_is_touched),
        cmocka_unit_test(a_profile_holds_lines_and_sectors),
        cmocka_unit_test(stores_of_neighbouring_words_go_out_together),
        cmocka_unit_test(limits_count_work),
        cmocka_unit_test(blocks_without_a_record_count_matrix_products),
        cmocka_unit_test(an_endless_kernel_has_no_time),
        cmocka_unit_test(a_block_over_its_limit_is_stopped_and_counted),
        cmocka_unit_test(times_are_those_of_an_h100),
        cmocka_unit_test(scattered_stores_limit_and_are_named),
        cmocka_unit_test(the_busiest_unit_is_named),
        cmocka_unit_test(a_sentence_says_what_is_waited_for),
        cmocka_unit_test(special_units_do_more_than_divide),
        cmocka_unit_test(stores_to_local_memory_scatter_by_no_address),
        cmocka_unit_test(registers_that_spill_scatter_by_no_address),
        cmocka_unit_test(the_same_seed_gives_the_same_bits),
        cmocka_unit_test(shared_memory_costs_occupancy_and_time),
        cmocka_unit_test(every_architecture_has_rates_and_a_faster_one_is_faster),
        cmocka_unit_test(matrix_products_take_the_tensor_cores),
        cmocka_unit_test(an_estimate_says_what_is_written_and_what_it_draws),
        cmocka_unit_test(an_asynchronous_copy_goes_through_the_caches),
        cmocka_unit_test(a_copy_ahead_is_not_waited_for),
        cmocka_unit_test(an_estimate_counts_for_the_whole_launch),
        cmocka_unit_test(what_a_sample_writes_can_be_taken_back),
        cmocka_unit_test(values_matter_where_they_decide_what_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
