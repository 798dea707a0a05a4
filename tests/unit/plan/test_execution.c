/* Tests a plan's effects: launches, arguments, scratch, copies, ranks, schedules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device/modelling.h"
#include "plan_support.h"

struct trial {
    struct arena *arena;
    struct plan_file file;
    struct plan *plan;
    struct note_book *book;
    struct plan_outcome outcome;
    struct error error;
    size_t choice;
    bool ran;
};

static const char kernels[] = "extern \"C\" __global__ void k(const float *a, float *c, int n) {}\n"
                              "extern \"C\" __global__ void mixed(unsigned char u, double d, float f, long long l) {}\n"
                              "extern \"C\" __global__ void one(float *x) {}\n"
                              "extern \"C\" __global__ void number(int n) {}\n"
                              "extern \"C\" __global__ void half(__half h) {}\n"
                              "extern \"C\" __global__ void spread(float *const *all) {}\n"
                              "extern \"C\" __global__ void map(const CUtensorMap m) {}\n"
                              "__constant__ float filter[1024];\n";

static const char parameters[] = "//? param a f32[n] in\n"
                                 "//? param c f32[n] out\n"
                                 "//? param half_value f16\n"
                                 "//? param brain bf16\n"
                                 "//? param n i32\n"
                                 "//? param x f32\n"
                                 "//? case n=1000 x=1.5 half_value=1.5 brain=-2.0\n";

/* Notes "scratch:kernel:elements " for each stage. */
static void note_stage(void *context, const struct plan_stage *stage)
{
    struct buffer *notes = context;
    assert_true(stage->address != 0);
    buffer_printf(notes, "%s:%s:%d ", stage->scratch, stage->kernel, (int)stage->element_count);
}

static void trial_begin(struct trial *trial)
{
    *trial = (struct trial){.arena = arena_new(), .book = calloc(1, sizeof *trial->book)};
}

static void trial_go(struct trial *trial, int devices, const char *plan)
{
    char *text = arena_printf(trial->arena, "%s//? devices %d\n%s%s\n", kernels, devices, parameters, plan);
    plan_file_read(&trial->file, trial->arena, "t.cu", text, strlen(text));
    assert_string_equal(trial->file.problem, "");
    trial->file.choice = trial->choice;
    struct diagnostics *diagnostics = diagnostics_new(trial->arena);
    trial->plan = plan_parse(trial->arena, &trial->file.source, diagnostics);
    if (!trial->plan ||
        !plan_check(trial->plan, &trial->file.source, trial->file.parameters, trial->file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(trial->arena, diagnostics));
    trial->ran = plan_file_run(&trial->file, trial->plan, trial->book, &trial->outcome, &trial->error);
}

static void trial_start_on(struct trial *trial, int devices, int fault_at, bool has_streams, const char *plan)
{
    trial_begin(trial);
    trial->book->has_streams = has_streams;
    trial->book->fault_at = fault_at;
    trial_go(trial, devices, plan);
}

static void trial_start_modelled(struct trial *trial, int devices, struct device_modelling *modelling, const char *plan)
{
    trial_begin(trial);
    trial->book->modelling = modelling;
    trial_go(trial, devices, plan);
}

static void trial_start(struct trial *trial, int devices, int fault_at, const char *plan)
{
    trial_start_on(trial, devices, fault_at, false, plan);
}

static void trial_run(struct trial *trial, int devices, const char *plan)
{
    trial_start(trial, devices, 0, plan);
    if (!trial->ran)
        fail_msg("%s\n%s", plan, trial->error.message);
    assert_string_equal(trial->book->problem, "");
}

static void trial_end(struct trial *trial)
{
    free(trial->book);
    arena_free(trial->arena);
}

/* Counts buffers still live after the run, parameters excluded. */
static size_t leaked(const struct trial *trial)
{
    size_t live = 0;
    for (size_t i = 0; i < trial->book->buffer_count; i++)
        live += trial->book->buffers[i].is_live && strcmp(trial->book->buffers[i].name, "a") != 0 &&
                strcmp(trial->book->buffers[i].name, "c") != 0 && strcmp(trial->book->buffers[i].name, "filter") != 0;
    return live;
}

static void expect_failure(const char *plan, const char *message)
{
    struct trial trial;
    trial_start(&trial, 1, 0, plan);
    if (trial.ran || !support_says(&trial.error, message))
        fail_msg("%s\nsaid: %s\nnot:  %s", plan, trial.ran ? "nothing" : trial.error.message, message);
    assert_int_equal(leaked(&trial), 0);
    trial_end(&trial);
}

static void a_launch_has_its_shape_and_arguments(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1, "//! launch k(a + 4, c, n) grid=(n+255)/256, 2 block=32, 8 shared=4*n");
    const struct note *note = &trial.book->notes[0];
    assert_int_equal(trial.outcome.launches, 1);
    assert_string_equal(note->kernel, "k");
    assert_int_equal(note->launch.grid[0], 4);
    assert_int_equal(note->launch.grid[1], 2);
    assert_int_equal(note->launch.grid[2], 1);
    assert_int_equal(note->launch.block[1], 8);
    assert_int_equal(note->launch.dynamic_shared_bytes, 4000);
    assert_int_equal(note->launch.argument_bytes, 20);
    struct {
        uint64_t a, c;
        int32_t n;
    } arguments;
    memcpy(&arguments, note->arguments, sizeof arguments);
    assert_int_equal(arguments.a, trial.book->buffers[0].address + 16);
    assert_int_equal(arguments.c, trial.book->buffers[1].address);
    assert_int_equal(arguments.n, 1000);
    trial_end(&trial);
}

static void scalars_are_packed_by_the_kernels_types(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1,
              "//! launch mixed(255, 1, x, 0 - 5) grid=1 block=1\n"
              "//! launch half(half_value) grid=1 block=1\n"
              "//! launch half(brain) grid=1 block=1");
    struct {
        uint8_t u;
        double d;
        float f;
        int64_t l;
    } arguments;
    memcpy(&arguments, trial.book->notes[0].arguments, sizeof arguments);
    assert_int_equal(arguments.u, 255);
    assert_true(arguments.d == 1.0 && arguments.f == 1.5f && arguments.l == -5);
    uint16_t bits;
    memcpy(&bits, trial.book->notes[1].arguments, sizeof bits);
    assert_int_equal(bits, 0x3e00);
    memcpy(&bits, trial.book->notes[2].arguments, sizeof bits);
    assert_int_equal(bits, 0xc000);
    trial_end(&trial);
}

static void mistakes_at_run_time_name_the_line(void **state)
{
    (void)state;
    expect_failure("//! launch k(a, c) grid=1 block=1", "t.cu:17:12: kernel k takes 3 parameters, the plan passes 2");
    expect_failure("//! launch one(n) grid=1 block=1\n//! launch number(a) grid=1 block=1",
                   "t.cu:18:19: argument 1 of number: the plan passes a buffer, the kernel takes an integer of 4 "
                   "bytes");
    expect_failure("//! launch number(x) grid=1 block=1", "a number with a fraction");
    expect_failure("//! launch mixed(255, 1/n, x, 0) grid=1 block=1",
                   "t.cu:17:23: argument 2 of mixed: '1/n' divides whole numbers and drops the remainder");
    expect_failure("//! let s = 1/n\n//! launch mixed(255, s, x, 0) grid=1 block=1",
                   "t.cu:18:23: argument 2 of mixed: 's' is 0, since '1/n' divides whole numbers");
    expect_failure("//! launch number(1 << 40) grid=1 block=1", "a number too large for it");
    expect_failure("//! launch half(1) grid=1 block=1", "a structure of 2 bytes");
    expect_failure("//! launch one(a) grid=n-1000 block=1", "grid is 0 here");
    expect_failure("//! launch one(a) grid=1 block=n/0", "division by zero");
    expect_failure("//! launch one(a + (n + 1)) grid=1 block=1", "the offset into the buffer is 1001 here");
    expect_failure("//! launch one(a) grid=1 block=1 device=1", "device is 1 here");
    expect_failure("//! launch one(a) grid=1 block=1 stream=64", "stream is 64 here");
    expect_failure("//! scratch s f32[n - 1001]", "this dimension is -1 here");
    expect_failure("//! scratch s f32[1 << 40, 1 << 20]", "larger than 128 TiB");
    expect_failure("//! scratch s f32[4]\n//! copy c s",
                   "'c' has 4000 bytes, 's' has 16: say how many elements with count=");
    expect_failure("//! scratch s f32[4]\n//! copy s c count=5", "count is 5 here; it must be between 0 and 4");
    expect_failure("//! scratch s f64[n]\n//! copy c s", "elements of different sizes");
    expect_failure("//! launch one(a) grid=1 block=1 as=f[0]\n//! launch one(a) grid=1 block=1 after=f[1]",
                   "after=f[1]: no launch of that name comes before this line");
    expect_failure("//! launch one(a) grid=1 block=1 as=f\n//! launch one(a) grid=1 block=1 after=f[0]",
                   "after=f[0]: the launch of that name has another number of indices");
    expect_failure("//! for i in 0..1 << 40 { launch one(a) grid=1 block=1 }", "more than 100000 launches");
    expect_failure("//! for i in 0..1 << 40 { let j = i }", "more than 1000000 statements");
    expect_failure("//! let b = max_blocks(nowhere, 32)", "the plan launches no kernel 'nowhere'");
    expect_failure("//! let b = max_blocks(one)\n//! launch one(a) grid=b block=32", "max_blocks(one, threads)");
}

/*
 * A buffer is reported after each launch that names it. Each loop turn has a new buffer.
 */
static void stages_are_told_after_each_launch(void **state)
{
    (void)state;
    struct buffer notes CLEANUP(buffer_done) = BUFFER_INIT;
    struct trial trial = {.arena = arena_new(), .book = calloc(1, sizeof *trial.book)};
    char *text = arena_printf(trial.arena, "%s%s%s", kernels, parameters,
                              "//! scratch s f32[100]\n"
                              "//! scratch t f32[50]\n"
                              "//! launch one(t) grid=1 block=1\n"
                              "//! launch one(t) grid=1 block=1 when=0\n"
                              "//! launch k(t, s, n) grid=1 block=1\n"
                              "//! launch one(s) grid=1 block=1\n"
                              "//! for i in 0..2 { scratch u f32[8]; launch one(u) grid=1 block=1 }\n");
    struct diagnostics *diagnostics = diagnostics_new(trial.arena);
    plan_file_read(&trial.file, trial.arena, "t.cu", text, strlen(text));
    trial.file.stage = note_stage;
    trial.file.stage_context = &notes;
    trial.plan = plan_parse(trial.arena, &trial.file.source, diagnostics);
    assert_non_null(trial.plan);
    assert_true(plan_file_run(&trial.file, trial.plan, trial.book, &trial.outcome, &trial.error));
    assert_string_equal(buffer_text(&notes), "t:one:50 t:k:50 s:k:100 s:one:100 u:one:8 u:one:8 ");
    assert_int_equal(plan_scratch_count(trial.plan), 3);
    trial_end(&trial);
}

static void scratch_lives_as_long_as_its_block(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1,
              "//! scratch s f32[100] poison\n"
              "//! for i in 0..3 { scratch t f32[50] zero; launch one(t) grid=1 block=1 }\n"
              "//! scratch u f32[10]\n"
              "//! free s\n"
              "//! scratch v f32[20]");
    assert_int_equal(trial.outcome.scratch_bytes, 600);
    assert_int_equal(trial.book->poisons, 3);
    assert_int_equal(leaked(&trial), 0);
    trial_end(&trial);
}

static void loops_conditions_and_values(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1,
              "//! tune T in 8, 16\n"
              "//! let twice = 2 * T\n"
              "//! for i in 2..5 { launch number(i * twice) grid=1 block=T when=i != 3 }\n"
              "//! launch number(sm_count + cc) grid=max_blocks(number) block=1024");
    int32_t value;
    static const int32_t wanted[] = {32, 64, 132 + 90};
    assert_int_equal(trial.outcome.launches, 3);
    for (int i = 0; i < 3; i++) {
        memcpy(&value, trial.book->notes[i].arguments, sizeof value);
        assert_int_equal(value, wanted[i]);
    }
    assert_int_equal(trial.book->notes[2].launch.grid[0], 2 * 132);
    trial_end(&trial);
}

/* Runs with the choice and gives the T that was launched. */
static int32_t launched_choice(size_t choice)
{
    struct trial trial;
    int32_t value;
    trial_begin(&trial);
    trial.choice = choice;
    trial_go(&trial, 1,
             "//! tune T in 1, 2, 3, 4\n"
             "//! tune U in 0, 1\n"
             "//! let twice = 2 * T\n"
             "//! keep twice + U > 5\n"
             "//! keep U == 0 || T * 40 > sm_count\n"
             "//! launch number(10 * T + U) grid=1 block=1");
    assert_true(trial.ran);
    memcpy(&value, trial.book->notes[0].arguments, sizeof value);
    trial_end(&trial);
    return value;
}

/* sm_count is 132, so the last rule leaves T = 4 of U = 1. */
static void keep_leaves_out_configurations(void **state)
{
    (void)state;
    assert_int_equal(launched_choice(0), 30);
    assert_int_equal(launched_choice(1), 40);
    assert_int_equal(launched_choice(2), 41);
    assert_int_equal(launched_choice(3), 30);
}

/* The rule on sm_count is not known at the compile. */
static void kernels_that_keep_leaves_out_are_not_compiled(void **state)
{
    (void)state;
    struct trial trial;
    static const char *const wanted[] = {"number<3>", "number<4>"};
    trial_run(&trial, 1,
              "//! tune T in 1, 2, 3, 4\n"
              "//! keep T > 2\n"
              "//! keep T * 40 > sm_count\n"
              "//! launch number<T>(1) grid=1 block=T");
    const char *const *names = plan_name_expressions(trial.plan, trial.arena);
    for (int i = 0; i < 2; i++)
        assert_string_equal(names[i], wanted[i]);
    assert_null(names[2]);
    struct plan_configuration second = {.values = {4}};
    names = plan_name_expressions_of(trial.plan, &(struct plan_configurations){&second, 1}, trial.arena);
    assert_string_equal(names[0], wanted[1]);
    assert_null(names[1]);
    assert_int_equal(trial.book->notes[0].launch.block[0], 4);
    trial_end(&trial);
}

static void every_function_of_expressions_is_known(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1,
              "//! launch number(min(4, 9)) grid=max(1, 2) block=ceil_div(64, 2)\n"
              "//! launch number(log2(8)) grid=abs(0 - 3) block=sqrt(1024)\n"
              "//! launch number(floor(2.5)) grid=ceil(2.5) block=32");
    static const int32_t wanted[] = {4, 3, 2};
    static const uint32_t grids[] = {2, 3, 3};
    assert_int_equal(trial.outcome.launches, 3);
    for (int i = 0; i < 3; i++) {
        int32_t value;
        memcpy(&value, trial.book->notes[i].arguments, sizeof value);
        assert_int_equal(value, wanted[i]);
        assert_int_equal(trial.book->notes[i].launch.grid[0], grids[i]);
    }
    trial_end(&trial);
}

static void every_rank_runs_unless_one_is_named(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 3,
              "//! launch number(rank) grid=1 block=1\n"
              "//! launch number(ranks) grid=1 block=1 device=2\n"
              "//! launch spread(peers(c)) grid=1 block=1 when=rank == 1\n"
              "//! copy peer(c, (rank + 1) % ranks) + 8 a + 8 count=4");
    static const int ranks[] = {0, 1, 2, 2, 1};
    assert_int_equal(trial.outcome.launches, 5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(trial.book->notes[i].rank, ranks[i]);
    assert_int_equal(trial.book->copies, 3);
    assert_int_equal(leaked(&trial), 0);
    trial_end(&trial);
}

/* A write waits for all work on the device. So the addresses of peers are written before any. */
static void addresses_of_peers_are_written_before_the_first_launch(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 2,
              "//! scratch s f32[n]\n"
              "//! launch number(n) grid=1 block=1\n"
              "//! launch spread(peers(c)) grid=1 block=1\n"
              "//! launch spread(peers(s)) grid=1 block=1");
    device_address tables[2];
    for (int i = 0; i < 2; i++)
        memcpy(&tables[i], trial.book->notes[2 + 2 * i].arguments, sizeof tables[i]);
    assert_int_equal(trial.book->late_writes, 0);
    assert_true(tables[0] && tables[1] && tables[0] != tables[1]);
    assert_int_equal(leaked(&trial), 0);
    trial_end(&trial);
}

static void a_table_of_peers_that_fails_names_its_line(void **state)
{
    (void)state;
    struct trial trial;
    trial_begin(&trial);
    trial.book->refused = "peers(";
    trial_go(&trial, 2, "//! launch number(n) grid=1 block=1\n//! launch spread(peers(c)) grid=1 block=1");
    assert_false(trial.ran);
    assert_true(support_says(&trial.error, "t.cu:18:19: no room for peers(c)"));
    trial_end(&trial);
}

/* Launches are counted before the run, and each of them looks at its device as rank 0 sees it. */
static void a_device_is_named_after_the_last_one_had_work(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 3,
              "//! launch number(rank) grid=1 block=1 device=2\n"
              "//! launch number(ranks) grid=1 block=1 device=ranks - 1\n"
              "//! launch number(ranks) grid=1 block=1 device=rank");
    assert_int_equal(trial.outcome.launches, 3);
    assert_int_equal(trial.book->notes[1].rank, 2);
    assert_int_equal(trial.book->notes[2].rank, 0);
    trial_end(&trial);
}

static void a_mistake_on_one_rank_names_it(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 3, 0, "//! launch one(a + (1 - rank)) grid=1 block=1");
    assert_false(trial.ran);
    assert_true(support_says(&trial.error, "is -1 here on rank 2; it must be between 0 and"));
    trial_end(&trial);
}

static void symbols_and_tensor_maps(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1,
              "//! copy symbol(filter) a\n"
              "//! tensor_map m = tiled(c, [64], 128)\n"
              "//! launch map(m) grid=1 block=128 cluster=2");
    assert_int_equal(trial.book->copies, 1);
    assert_int_equal(trial.book->notes[0].arguments[127], 0x5a);
    assert_int_equal(trial.book->notes[0].launch.argument_bytes, 128);
    assert_int_equal(trial.book->notes[0].launch.cluster[0], 2);
    trial_end(&trial);
}

static void a_fault_ends_the_plan(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 2, 3, "//! for i in 0..100 { launch number(i) grid=1 block=1 }\n//! zero c");
    assert_true(trial.ran);
    assert_true(trial.outcome.stopped);
    assert_int_equal(trial.outcome.launches, 3);
    assert_int_equal(trial.book->fills, 0);
    trial_end(&trial);
}

static uint64_t schedule_of(int devices, const char *plan)
{
    struct trial trial;
    trial_run(&trial, devices, plan);
    uint64_t steps = trial.outcome.schedule_steps;
    trial_end(&trial);
    return steps;
}

static void the_schedule_counts_the_longest_chain(void **state)
{
    (void)state;
#define ONE "launch number(0) grid=1 block=1"
    assert_int_equal(schedule_of(1, "//! " ONE "\n//! " ONE), 2);
    assert_int_equal(schedule_of(4, "//! " ONE "\n//! " ONE), 2); /* ranks run side by side */
    assert_int_equal(schedule_of(1, "//! " ONE " stream=1\n//! " ONE " stream=2"), 1);
    assert_int_equal(schedule_of(1, "//! " ONE " stream=1\n//! " ONE "\n//! " ONE " stream=2"), 3);
    assert_int_equal(schedule_of(1, "//! " ONE " stream=1 as=f\n//! " ONE " stream=2 after=f"), 2);
    assert_int_equal(schedule_of(1, "//! " ONE " stream=1 as=f when=0\n//! " ONE " stream=2 after=f"), 1);
    /* a pipeline of 4 stages and 8 batches: 4 + 8 - 1 */
    assert_int_equal(schedule_of(4, "//! for b in 0..8 { for d in 0..ranks {\n"
                                    "//! " ONE " device=d stream=1 as=f[b, d] after=f[b, d - 1]\n//! } }"),
                     11);
    /* without streams: one after another */
    assert_int_equal(schedule_of(4, "//! for b in 0..8 { for d in 0..ranks { " ONE " device=d } }"), 32);
}

/* Returns the numbers of the launches of `number`, as text. */
static const char *order_of(char text[256], int devices, const char *plan)
{
    struct trial trial;
    trial_run(&trial, devices, plan);
    assert_int_equal(leaked(&trial), 0);
    text[0] = '\0';
    for (size_t i = 0; i < trial.book->note_count; i++) {
        int32_t value;
        memcpy(&value, trial.book->notes[i].arguments, sizeof value);
        snprintf(text + strlen(text), 256 - strlen(text), "%s%d", i ? " " : "", value);
    }
    trial_end(&trial);
    return text;
}

/* Streams run as late as they can, so launches without an order arrive in another order. */
static void only_what_the_plan_orders_is_kept(void **state)
{
    (void)state;
    char text[256];
#define NUMBER(n) "launch number(" #n ") grid=1 block=1 "
    assert_string_equal(order_of(text, 1, "//! " NUMBER(1) "\n//! " NUMBER(2)), "1 2");
    assert_string_equal(order_of(text, 1, "//! " NUMBER(1) "stream=1\n//! " NUMBER(2) "stream=2"), "2 1");
    assert_string_equal(order_of(text, 1, "//! " NUMBER(1) "stream=1\n//! " NUMBER(2) "stream=1"), "1 2");
    assert_string_equal(order_of(text, 1, "//! " NUMBER(1) "stream=1 as=f\n//! " NUMBER(2) "stream=2 after=f"), "1 2");
    assert_string_equal(order_of(text, 1, "//! " NUMBER(1) "stream=1\n//! " NUMBER(2) "\n//! " NUMBER(3) "stream=2"),
                        "1 2 3");
    assert_string_equal(order_of(text, 1,
                                 "//! for i in 0..3 {\n//! " NUMBER(i) "stream=1 as=f\n"
                                                                       "//! " NUMBER(10 + i) "stream=2 after=f\n//! }"),
                        "0 10 1 11 2 12");
    /* a name means its last bearer before this line, not a later one */
    assert_string_equal(order_of(text, 1,
                                 "//! " NUMBER(1) "stream=1 as=f\n//! " NUMBER(
                                     2) "stream=2 after=f as=g\n"
                                        "//! " NUMBER(3) "stream=3 after=g as=f\n//! " NUMBER(4) "stream=4 after=f"),
                        "1 2 3 4");
    /* a name on every rank makes every rank wait */
    assert_string_equal(
        order_of(text, 2, "//! " NUMBER(rank) "stream=1 as=f\n//! " NUMBER(10 + rank) "stream=2 after=f"), "1 0 11 10");
    /* scratch lives until its last use */
    assert_string_equal(order_of(text, 1,
                                 "//! for i in 0..2 { scratch s f32[8]; zero s stream=1; " NUMBER(
                                     i) "stream=2 }\n"
                                        "//! scratch t f32[8]\n//! copy t c stream=3 count=8\n//! free t"),
                        "0 1");
}

/* A modelled time counts the work as a host hands it over, rank by rank. */
static void modelled_streams_keep_the_order_of_the_plan(void **state)
{
    (void)state;
    struct trial trial;
    struct device_modelling modelling = {.is_on = true};
    trial_start_modelled(&trial, 2, &modelling,
                         "//! " NUMBER(rank) "stream=1 as=f\n//! " NUMBER(10 + rank) "stream=2 after=f");
    assert_true(trial.ran);
    static const int32_t wanted[] = {0, 1, 10, 11};
    for (size_t i = 0; i < 4; i++)
        assert_memory_equal(trial.book->notes[i].arguments, &wanted[i], sizeof wanted[i]);
    trial_end(&trial);
}

/* A device with real streams gets launches at once and waits where the plan requires it. */
static void real_streams_are_handed_on(void **state)
{
    (void)state;
    struct trial trial;
    trial_start_on(&trial, 1, 0, true, "//! " NUMBER(1) "stream=1 as=f\n//! " NUMBER(2) "stream=2");
    assert_true(trial.ran);
    assert_int_equal(trial.book->notes[1].launch.stream, 2);
    assert_int_equal(trial.book->synchronised, 1);
    trial_end(&trial);
    trial_start_on(&trial, 1, 0, true, "//! " NUMBER(1) "stream=1 as=f\n//! " NUMBER(2) "stream=2 after=f");
    assert_int_equal(trial.book->synchronised, 2);
    trial_end(&trial);
    trial_start_on(&trial, 2, 0, true, "//! " NUMBER(1));
    assert_int_equal(trial.book->synchronised, 2);
    trial_end(&trial);
    trial_start_on(&trial, 2, 0, true, "//! " NUMBER(1) "\n//! " NUMBER(2));
    assert_int_equal(trial.book->synchronised, 4);
    trial_end(&trial);
}

static void name_expressions_come_once_each(void **state)
{
    (void)state;
    struct trial trial;
    trial_run(&trial, 1,
              "//! tune T in 8, 16\n"
              "//! tune U in 1, 2, 3\n"
              "//! launch number<T, float2>(1) grid=1 block=T\n"
              "//! launch number<unsigned int, U, T>(1) grid=1 block=T\n"
              "//! launch number<pair<int, pair<T, 2>>>(1) grid=1 block=T\n"
              "//! launch one(a) grid=1 block=1\n//! launch one(c) grid=1 block=1\n"
              "//! launch far::away::one(a) grid=1 block=1 when=0\n"
              "//! launch far::number<T, near::pair>(1) grid=1 block=T when=0");
    static const char *const wanted[] = {"number<8, float2>",
                                         "number<16, float2>",
                                         "number<unsigned int, 1, 8>",
                                         "number<unsigned int, 1, 16>",
                                         "number<unsigned int, 2, 8>",
                                         "number<unsigned int, 2, 16>",
                                         "number<unsigned int, 3, 8>",
                                         "number<unsigned int, 3, 16>",
                                         "number<pair<int, pair<8, 2>>>",
                                         "number<pair<int, pair<16, 2>>>",
                                         "one",
                                         "far::away::one",
                                         "far::number<8, near::pair>",
                                         "far::number<16, near::pair>"};
    const char *const *names = plan_name_expressions(trial.plan, trial.arena);
    size_t count = 0;
    for (; names[count]; count++)
        assert_string_equal(names[count], wanted[count]);
    assert_int_equal(count, sizeof wanted / sizeof *wanted);
    assert_int_equal(plan_launch_count(trial.plan), 7);
    trial_end(&trial);
}

static bool know_n(void *context, const char *name, struct value *out_value)
{
    *out_value = (struct value){.integer = *(int64_t *)context, .real = (double)*(int64_t *)context};
    return strcmp(name, "n") == 0;
}

static void decisions_follow_the_size(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 1, 0,
                "//! let half = n / 2\n"
                "//! launch number(1) grid=1 block=1 when=half < 256\n"
                "//! for s in 0..2 { launch number(s) grid=1 block=1 when=s < 1 }");
    for (int i = 0; i < 2; i++) {
        int64_t n = i ? 512 : 8;
        struct expression_environment known = {.lookup = know_n, .context = &n};
        struct plan_decisions decisions = plan_decisions(trial.plan, &known, trial.arena);
        assert_int_equal(decisions.count, 11);
        assert_int_equal(decisions.truths[4], !i);  /* half < 256 */
        assert_int_equal(decisions.truths[10], -1); /* s < 1 */
    }
    trial_end(&trial);
}

static void needs_and_tuning_are_told(void **state)
{
    (void)state;
    struct trial trial;
    trial_start(&trial, 4, 0,
                "//! tune T in 8, -16\n"
                "//! graph { launch spread(peers(c)) grid=1 block=1 cooperative cluster=2 }\n"
                "//! launch number(0) grid=1 block=1 device=3 stream=1");
    struct plan_needs needs = plan_needs(trial.plan);
    const int64_t *values = NULL;
    assert_true(needs.cooperative && needs.clusters && needs.peers && needs.graph && needs.streams);
    assert_false(needs.tensor_maps);
    assert_int_equal(needs.devices, 4);
    assert_int_equal(plan_tune_count(trial.plan), 1);
    assert_string_equal(plan_tune_name(trial.plan, 0), "T");
    assert_int_equal(plan_tune_values(trial.plan, 0, &values), 2);
    assert_int_equal(values[1], -16);
    trial_end(&trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_has_its_shape_and_arguments),
        cmocka_unit_test(scalars_are_packed_by_the_kernels_types),
        cmocka_unit_test(mistakes_at_run_time_name_the_line),
        cmocka_unit_test(stages_are_told_after_each_launch),
        cmocka_unit_test(scratch_lives_as_long_as_its_block),
        cmocka_unit_test(loops_conditions_and_values),
        cmocka_unit_test(keep_leaves_out_configurations),
        cmocka_unit_test(kernels_that_keep_leaves_out_are_not_compiled),
        cmocka_unit_test(every_function_of_expressions_is_known),
        cmocka_unit_test(every_rank_runs_unless_one_is_named),
        cmocka_unit_test(addresses_of_peers_are_written_before_the_first_launch),
        cmocka_unit_test(a_table_of_peers_that_fails_names_its_line),
        cmocka_unit_test(a_device_is_named_after_the_last_one_had_work),
        cmocka_unit_test(a_mistake_on_one_rank_names_it),
        cmocka_unit_test(symbols_and_tensor_maps),
        cmocka_unit_test(a_fault_ends_the_plan),
        cmocka_unit_test(the_schedule_counts_the_longest_chain),
        cmocka_unit_test(only_what_the_plan_orders_is_kept),
        cmocka_unit_test(modelled_streams_keep_the_order_of_the_plan),
        cmocka_unit_test(real_streams_are_handed_on),
        cmocka_unit_test(name_expressions_come_once_each),
        cmocka_unit_test(decisions_follow_the_size),
        cmocka_unit_test(needs_and_tuning_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
