/* Tests modelled times of the course's own bench cases through the whole grader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "grader_scene.h"

static struct grader_scene scene;

static struct verdict *grade_text(const char *exercise, const char *text)
{
    struct source source = {"kernel.cu", text, strlen(text)};
    return grader_scene_grade(&scene, exercise, &source, 11);
}

static void a_right_kernel_has_a_modelled_time(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week01/vector_add.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "vector_add", &source, 11);
    assert_non_null(verdict);
    assert_true(verdict->time.available && verdict->time.modelled);
    assert_string_equal(verdict->time.architecture, "h100");
    assert_true(verdict->time.ratio_to_solution == 1);
    assert_true(verdict->time.microseconds > 250 && verdict->time.microseconds < 330); /* 289 us on an H100 */
    assert_true(verdict->time.interval > 0);
    assert_true(verdict->time.roofline_percent > 70 && verdict->time.roofline_percent < 100);
    assert_non_null(strstr(verdict->time.limiter, "DRAM"));
    assert_non_null(strstr(verdict->message, "This kernel moves the fewest bytes possible to and from DRAM, at "));
    verdict_free(verdict);
}

static void the_best_kernel_is_at_the_limit_and_the_solution_is_not(void **state)
{
    (void)state;
    struct source plain = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week01/vector_add.cu");
    struct source best = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week01/vector_add_best.cu");
    struct verdict *slower = grader_scene_grade(&scene, "vector_add", &plain, 11);
    struct verdict *faster = grader_scene_grade(&scene, "vector_add", &best, 11);
    assert_true(slower && faster);
    assert_int_equal(slower->time.medal, MEDAL_GOLD);
    assert_true(slower->time.ratio_to_best > 0.8 && slower->time.ratio_to_best < VERDICT_AT_LIMIT);
    assert_false(verdict_is_at_limit(&slower->time));
    assert_null(strstr(slower->message, "At the limit"));
    assert_non_null(strstr(slower->message, "The best kernel is 1."));
    assert_true(faster->time.ratio_to_best == 1 && faster->time.ratio_to_solution > 1.05);
    assert_true(verdict_is_at_limit(&faster->time));
    assert_non_null(
        strstr(faster->message, "At the limit: this kernel moves the fewest bytes possible to and from DRAM, at "));
    verdict_free(slower);
    verdict_free(faster);
}

/* Three quarters of its blocks have no row. A window as large as idle blocks allow is too much. */
static void few_working_blocks_of_a_large_grid_have_a_time(void **state)
{
    (void)state;
    struct source source =
        grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/tests/curriculum/right/block_l2/four_rows.diff");
    struct verdict *verdict = grader_scene_grade(&scene, "block_l2", &source, 11);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_PASS);
    assert_true(verdict->time.available);
    verdict_free(verdict);
}

/* The exercise has no best kernel, but its solution moves as many bytes in less time. */
static void a_kernel_slower_than_the_solution_is_not_at_the_limit(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR
                                               "/tests/curriculum/right/transpose_scaled/swizzled_and_scaled_first.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "transpose_scaled", &source, 11);
    assert_non_null(verdict);
    assert_true(verdict->time.ratio_to_solution < VERDICT_AT_LIMIT);
    assert_null(strstr(verdict->message, "At the limit"));
    assert_non_null(strstr(verdict->message, "This kernel moves the fewest bytes possible to and from DRAM, at "));
    assert_non_null(strstr(verdict->message, "The solution is 1."));
    verdict_free(verdict);
}

/* A plan of copies has a time, but no limiter. */
static void a_message_without_a_limiter_ends_with_its_sentence(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week03/ring_gather_parts.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "ring_gather_parts", &source, 11);
    assert_non_null(verdict);
    assert_true(verdict->time.available);
    assert_string_equal(verdict->message, "Safe and right on every case.");
    verdict_free(verdict);
}

/* The kernels of a plan are given: no advice is about them. */
static void a_plan_is_told_which_launch_takes_longest(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week01/fusion_plan.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "fusion_plan", &source, 11);
    assert_non_null(verdict);
    assert_non_null(strstr(verdict->message, "The longest launch is limited by DRAM bandwidth, at line "));
    assert_null(strstr(verdict->message, "Move fewer bytes."));
    verdict_free(verdict);
}

/* Its loads touch twice the sectors that they use, and a cache makes up for it. */
static void no_room_is_left_at_the_limit(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week01/pool_max.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "pool_max", &source, 11);
    assert_non_null(verdict);
    assert_non_null(strstr(verdict->message, "At the limit: "));
    assert_null(strstr(verdict->message, "Room is left"));
    verdict_free(verdict);
}

static void a_kernel_of_few_threads_is_slower(void **state)
{
    static const char few[] =
        "//! launch vector_add(a, b, c, n) grid=132 block=64\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 132 * 64)\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    (void)state;
    struct verdict *verdict = grade_text("vector_add", few);
    assert_non_null(verdict);
    assert_true(verdict->time.available);
    assert_true(verdict->time.ratio_to_solution < 0.3);
    assert_int_equal(verdict->time.medal, MEDAL_NONE);
    verdict_free(verdict);
}

static void the_solution_earns_gold_and_is_no_faster_than_the_hardware(void **state)
{
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week02/softmax_online.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "softmax_online", &source, 11);
    assert_non_null(verdict);
    assert_true(verdict->time.available);
    assert_int_equal(verdict->time.medal, MEDAL_GOLD);
    assert_true(verdict->time.roofline_percent < 100);
    verdict_free(verdict);
}

/* An H200 takes as long as without the idle half. The window was once drawn from that half. */
static void blocks_without_rows_make_no_kernel_faster(void **state)
{
    static const char grid[] = "grid=(n+127)/128";
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week04/specialise.cu");
    const char *at = strstr(source.text, grid);
    assert_non_null(at);
    struct verdict *verdict =
        grade_text("specialise", arena_printf(scene.arena, "%.*sgrid=2*((n+127)/128)%s", (int)(at - source.text),
                                              source.text, at + strlen(grid)));
    assert_non_null(verdict);
    assert_true(verdict->time.available);
    assert_true(verdict->time.ratio_to_solution > 0.7 && verdict->time.ratio_to_solution < 1);
    verdict_free(verdict);
}

static void a_wrong_kernel_has_no_time(void **state)
{
    static const char wrong[] =
        "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n"
        "        c[i] = a[i] - b[i];\n"
        "}\n";
    (void)state;
    struct verdict *verdict = grade_text("vector_add", wrong);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_WRONG);
    assert_false(verdict->time.available);
    verdict_free(verdict);
}

/* Right on every case. Above 16 Mi elements, the kernel leaves out three quarters. */
static void a_kernel_that_leaves_out_part_of_a_large_output_is_wrong(void **state)
{
    static const char partial[] =
        "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n && (n < 16777216 || blockIdx.x % 4 == 0))\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    (void)state;
    struct verdict *verdict = grade_text("vector_add", partial);
    assert_non_null(verdict);
    assert_true(verdict->right_count == verdict->case_count);
    assert_false(verdict->time.available);
    assert_int_equal(verdict->time.medal, MEDAL_NONE);
    assert_int_equal(verdict->status, VERDICT_WRONG);
    assert_non_null(strstr(verdict->message, "leaves out a part of 'c'"));
    verdict_free(verdict);
}

/*
 * Of three results, each block writes one. Its blocks have so much work that few of them run, and
 * some results have no block among those.
 */
static void blocks_that_write_one_of_several_outputs_leave_nothing_out(void **state)
{
    static const char *const files[] = {"/solutions/week03/qkv_one_gemm_best.cu",
                                        "/tests/curriculum/right/qkv_one_gemm/results_4_by_4.cu"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[4096];
        snprintf(path, sizeof path, WARPSCHOOL_SOURCE_DIR "%s", files[i]);
        struct source source = grader_scene_source(&scene, path);
        struct verdict *verdict = grader_scene_grade(&scene, "qkv_one_gemm", &source, 11);
        assert_non_null(verdict);
        assert_true(verdict->status == VERDICT_PASS);
        assert_true(verdict->time.available);
        verdict_free(verdict);
    }
}

/* The solution, but v is left out at the timed size, where every block writes q and k. */
static void an_output_that_no_block_writes_is_left_out(void **state)
{
    static const char guarded[] = "if (n < 4096) v[to]", plain[] = "v[to]";
    char text[8192];
    (void)state;
    struct source source = grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week03/qkv_one_gemm.cu");
    const char *at = strstr(source.text, plain);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - source.text), source.text, guarded, at + strlen(plain));
    struct verdict *verdict = grade_text("qkv_one_gemm", text);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_WRONG);
    assert_non_null(strstr(verdict->message, "leaves out a part of 'v'"));
    verdict_free(verdict);
}

/* Half of a double grid writes nothing and leaves nothing out. */
static void a_grid_that_is_too_large_leaves_nothing_out(void **state)
{
    static const char wide[] =
        "//! launch vector_add(a, b, c, n) grid=2*((n+255)/256) block=256\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    (void)state;
    struct verdict *verdict = grade_text("vector_add", wide);
    assert_non_null(verdict);
    assert_true(verdict->status == VERDICT_PASS);
    verdict_free(verdict);
}

static struct verdict *grade_file(const char *exercise, const char *path)
{
    struct source source = grader_scene_source(&scene, path);
    struct verdict *verdict = grader_scene_grade(&scene, exercise, &source, 11);
    assert_non_null(verdict);
    return verdict;
}

/* All its blocks would earn it nothing. The other kernel is the one that the learner was given. */
static void a_missed_gate_promises_no_medal(void **state)
{
    (void)state;
    struct verdict *verdict = grade_file("repair_c", WARPSCHOOL_SOURCE_DIR "/exercises/week05/repair_c.cu");
    bool is_said = false;
    assert_int_equal(verdict->status, VERDICT_GATE);
    assert_true(verdict->time.available);
    assert_null(verdict->time.note);
    for (size_t i = 0; i < verdict->gate_count; i++)
        is_said =
            is_said || strstr(verdict->gates[i].message, "The modelled time is 1.00x that of the kernel as given");
    assert_true(is_said);
    verdict_free(verdict);
}

/* All its memory would be touched by one block, which takes half a minute. */
static void a_kernel_of_one_block_passes_without_a_time(void **state)
{
    (void)state;
    struct source source =
        grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/tests/bench/attempts/vector_add/one_block.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "vector_add", &source, 11);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_PASS);
    assert_false(verdict->time.available);
    assert_int_equal(verdict->time.medal, MEDAL_NONE);
    assert_string_equal(verdict->time.note, "not timed: too much work at this size");
    assert_non_null(strstr(verdict->message, "too few blocks, 1 for 132 SMs."));
    assert_non_null(strstr(verdict->message, "Most of it is at line 8."));
    verdict_free(verdict);
}

/* Its launches use results of other devices, so a sample proves nothing. It has no medals. */
static void an_exercise_without_medals_promises_none(void **state)
{
    (void)state;
    struct source source =
        grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/solutions/week03/tensor_parallel_column.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "tensor_parallel_column", &source, 11);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_PASS);
    assert_true(verdict->time.available);
    assert_non_null(verdict->time.note);
    assert_non_null(strstr(verdict->time.note, "nothing was compared at this size"));
    assert_null(strstr(verdict->time.note, "medal"));
    verdict_free(verdict);
}

/* Blocks of 32 threads are slow, and blocks of 2048 cannot run. */
static void the_fastest_configuration_is_timed(void **state)
{
    static const char tuned[] =
        "//! tune THREADS in 32, 256, 2048\n"
        "//! tune OFF in 1, 0\n"
        "//! keep OFF == 0 || n < 100\n"
        "//! launch vector_add(a, b, c, n) grid=ceil_div(n, THREADS) block=THREADS\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    (void)state;
    struct verdict *verdict = grade_text("vector_add", tuned);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_CRASH); /* a case has 2048 threads in its block */
    verdict_free(verdict);
    char *legal = strdup(tuned);
    memcpy(strstr(legal, "2048"), "1024", 4);
    verdict = grade_text("vector_add", legal);
    free(legal);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_PASS);
    const struct verdict_search *search = verdict->search;
    assert_non_null(search);
    assert_int_equal(search->kept, 3);
    assert_int_equal(search->row_count, 3);
    assert_string_equal(search->rows[0].configuration, "THREADS=32 OFF=0");
    assert_int_equal(search->chosen, search->rows[1].microseconds <= search->rows[2].microseconds ? 1 : 2);
    assert_true(search->rows[0].microseconds > 1.2 * search->rows[search->chosen].microseconds);
    assert_true(search->rows[search->chosen].is_frontier);
    assert_true(verdict->time.microseconds == search->rows[search->chosen].microseconds);
    verdict_free(verdict);
}

static void a_kernel_that_misses_a_gate_is_not_timed(void **state)
{
    (void)state;
    struct source source =
        grader_scene_source(&scene, WARPSCHOOL_SOURCE_DIR "/exercises/week01/transpose_coalesced.cu");
    struct verdict *verdict = grader_scene_grade(&scene, "transpose_coalesced", &source, 11);
    assert_non_null(verdict);
    assert_int_equal(verdict->status, VERDICT_GATE);
    assert_false(verdict->time.available);
    assert_string_equal(verdict->time.note, "not timed before the gate is met");
    assert_int_equal(verdict->time.medal, MEDAL_NONE);
    verdict_free(verdict);
}

/* Right on every case. After 60 million elements, which only the bench case has, it is wrong. */
static void a_kernel_that_is_wrong_at_the_timed_size_alone_is_wrong(void **state)
{
    static const char wrong[] =
        "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n"
        "        c[i] = i > 60000000 ? a[i] : a[i] + b[i];\n"
        "}\n";
    (void)state;
    struct verdict *verdict = grade_text("vector_add", wrong);
    assert_non_null(verdict);
    assert_true(verdict->right_count == verdict->case_count);
    assert_int_equal(verdict->status, VERDICT_WRONG);
    assert_false(verdict->time.available);
    assert_non_null(strstr(verdict->message, "elements of c that its sampled blocks write"));
    verdict_free(verdict);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_kernel_has_a_modelled_time),
        cmocka_unit_test(the_best_kernel_is_at_the_limit_and_the_solution_is_not),
        cmocka_unit_test(few_working_blocks_of_a_large_grid_have_a_time),
        cmocka_unit_test(a_kernel_slower_than_the_solution_is_not_at_the_limit),
        cmocka_unit_test(a_message_without_a_limiter_ends_with_its_sentence),
        cmocka_unit_test(a_plan_is_told_which_launch_takes_longest),
        cmocka_unit_test(no_room_is_left_at_the_limit),
        cmocka_unit_test(a_kernel_of_few_threads_is_slower),
        cmocka_unit_test(a_missed_gate_promises_no_medal),
        cmocka_unit_test(a_kernel_of_one_block_passes_without_a_time),
        cmocka_unit_test(the_solution_earns_gold_and_is_no_faster_than_the_hardware),
        cmocka_unit_test(blocks_without_rows_make_no_kernel_faster),
        cmocka_unit_test(a_wrong_kernel_has_no_time),
        cmocka_unit_test(a_kernel_that_is_wrong_at_the_timed_size_alone_is_wrong),
        cmocka_unit_test(a_kernel_that_leaves_out_part_of_a_large_output_is_wrong),
        cmocka_unit_test(a_grid_that_is_too_large_leaves_nothing_out),
        cmocka_unit_test(blocks_that_write_one_of_several_outputs_leave_nothing_out),
        cmocka_unit_test(an_output_that_no_block_writes_is_left_out),
        cmocka_unit_test(an_exercise_without_medals_promises_none),
        cmocka_unit_test(the_fastest_configuration_is_timed),
        cmocka_unit_test(a_kernel_that_misses_a_gate_is_not_timed),
    };
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    status = cmocka_run_group_tests(tests, NULL, NULL);
    grader_scene_close(&scene);
    return status;
}
