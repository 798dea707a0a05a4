/* Tests jobs and answers on the pipe, and answers that contradict themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/json.h"
#include "exercise_scene.h"
#include "grader/value/number.h"
#include "grader/wire/job.h"
#include "grader/wire/result.h"

struct wire {
    int ends[2];
    struct arena *arena;
    struct job job;
};

static int set_up(void **state)
{
    static struct wire wire;
    wire.arena = arena_new();
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, wire.ends))
        return -1;
    struct exercise *exercise = scene_vector_add(wire.arena);
    struct job_program *programs = ARENA_ARRAY(wire.arena, 2, struct job_program);
    struct job_case *cases = ARENA_ARRAY(wire.arena, 1, struct job_case);
    const char **names = ARENA_ARRAY(wire.arena, 1, const char *);
    names[0] = "_Z3addPf";
    programs[0] = (struct job_program){.role = JOB_LEARNER,
                                       .parameter = "",
                                       .source = {"a.cu", "text", 4},
                                       .ptx = ".version 8.0",
                                       .ptx_bytes = 12,
                                       .cubin = "\0\1\2",
                                       .cubin_bytes = 3,
                                       .lowered_names = names,
                                       .lowered_name_count = 1};
    programs[1] = (struct job_program){.role = JOB_REFERENCE, .parameter = "", .source = {"r.cu", "", 0}, .ptx = ""};
    cases[0] = (struct job_case){.name = "n=33",
                                 .values = scene_value(wire.arena, "n", 33),
                                 .value_count = 1,
                                 .checks = DEVICE_CHECK_ALL | DEVICE_COUNT,
                                 .compare = true,
                                 .number = 2,
                                 .sample_seed = UINT64_C(0x8000000000000001),
                                 .devices = 1,
                                 .orders = true,
                                 .has_budget = true,
                                 .most_failures = 4,
                                 .least_work = 1000,
                                 .only_if_none_right = true,
                                 .only_judged = true,
                                 .least_scale = 0.5,
                                 .strict = UINT64_C(1) << VGPU_FINDING_RACE_SAME_VALUE,
                                 .instruction_limit = 12345,
                                 .block_limit = 678,
                                 .sought = 9,
                                 .limit_is_final = true};
    wire.job = (struct job){.seed = UINT64_MAX,
                            .deadline_ms = 1000,
                            .parameters = exercise->parameters,
                            .parameter_count = exercise->parameter_count,
                            .tolerance = {.given = true, .absolute = 0.5, .relative = 0.25},
                            .reduction_length = scene_expression(wire.arena, "n*2"),
                            .programs = programs,
                            .program_count = 2,
                            .cases = cases,
                            .case_count = 1};
    *state = &wire;
    return 0;
}

static int tear_down(void **state)
{
    struct wire *wire = *state;
    close(wire->ends[0]);
    close(wire->ends[1]);
    arena_free(wire->arena);
    return 0;
}

static void a_job_arrives_as_it_was_sent(void **state)
{
    struct wire *wire = *state;
    struct frame frame = FRAME_INIT;
    struct job *job;
    struct error error = {0};
    assert_true(job_send(wire->ends[0], &wire->job, CLOCK_NO_DEADLINE, &error));
    assert_true(frame_read(wire->ends[1], &job_frame_limits, CLOCK_NO_DEADLINE, &frame, &error));
    if (!job_receive(&frame, wire->arena, &job, &error))
        fail_msg("%s", error.message);
    assert_true(job->seed == UINT64_MAX);
    assert_int_equal(job->parameter_count, 4);
    assert_string_equal(job->parameters[2].name, "c");
    assert_string_equal(expression_text(job->parameters[2].shape[0]), "n");
    assert_int_equal(job->parameters[3].role, PARAMETER_SCALAR);
    assert_string_equal(job->programs[0].ptx, ".version 8.0");
    assert_int_equal(job->programs[0].cubin_bytes, 3);
    assert_string_equal(job->programs[0].lowered_names[0], "_Z3addPf");
    assert_int_equal(job->cases[0].values[0].value.integer, 33);
    assert_true(job->cases[0].sample_seed == wire->job.cases[0].sample_seed);
    assert_int_equal(job->cases[0].instruction_limit, 12345);
    assert_int_equal(job->cases[0].block_limit, 678);
    assert_int_equal(job->cases[0].sought, 9);
    assert_true(job->cases[0].limit_is_final);
    assert_true(job->cases[0].orders);
    assert_true(job->cases[0].has_budget);
    assert_true(job->cases[0].only_judged);
    assert_true(job->cases[0].least_scale == 0.5);
    assert_int_equal(job->cases[0].most_failures, 4);
    assert_int_equal(job->cases[0].least_work, 1000);
    assert_false(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 4, .failed = 4, .work = 999}));
    assert_true(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 4, .failed = 4, .work = 1000}));
    job->cases[0].least_work = 0;
    assert_true(job->cases[0].strict == wire->job.cases[0].strict);
    assert_false(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 3, .failed = 3}));
    assert_true(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 4, .failed = 4}));
    assert_false(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 5, .failed = 4}));
    assert_false(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 9, .unsafe = 3}));
    assert_true(job_case_is_left_out(&job->cases[0], &(struct job_tally){.ran = 9, .unsafe = 4}));
    assert_false(job_ends_before_costly(&job->cases[0], &(struct job_tally){.ran = 3}));
    assert_true(job_ends_before_costly(&job->cases[0], &(struct job_tally){.ran = 3, .failed = 1}));
    assert_true(job->tolerance.given && job->tolerance.relative == 0.25);
    assert_true(job_reduction_length(job, &job->cases[0]) == 66);
    assert_ptr_equal(job_find_program(job, JOB_REFERENCE, ""), &job->programs[1]);
    assert_null(job_find_program(job, JOB_CHECKER, ""));
    frame_done(&frame);
}

/* A right answer for the job: every sample equal. */
static struct case_result right_answer(struct wire *wire)
{
    struct case_result result = {.outcome = CASE_RAN, .observation = observation_new(), .outcomes = "0123"};
    uint64_t indices[JOB_SAMPLES];
    result.buffers = ARENA_NEW(wire->arena, struct buffer_result);
    result.buffer_count = 1;
    result.buffers[0] = (struct buffer_result){.parameter = &wire->job.parameters[2], .count = 33, .scale = 1};
    result.buffers[0].sample_count = result_sample_indices(&wire->job.cases[0], 0, 33, indices);
    for (uint32_t i = 0; i < result.buffers[0].sample_count; i++)
        result.buffers[0].samples[i] =
            (struct compare_element){.index = indices[i], .got = 0x3f800000, .expected = 0x3f800000};
    return result;
}

static bool parent_believes(struct wire *wire, const struct case_result *result)
{
    struct case_result *back = NULL;
    struct error error = {0};
    json_t *json = result_to_json(result);
    bool believed =
        result_from_json(json, &wire->job, wire->arena, &back, &error) && result_check(&wire->job, back, &error);
    if (back)
        observation_free(back->observation);
    json_decref(json);
    return believed;
}

static void an_honest_answer_is_believed(void **state)
{
    struct wire *wire = *state;
    struct case_result result = right_answer(wire);
    assert_true(parent_believes(wire, &result));
    result.buffers[0].wrong_count = result.buffers[0].first_count = 1;
    result.buffers[0].first[0] = (struct compare_element){.index = 32, .got = 0x7fc00000, .expected = 0x3f800000};
    result.buffers[0].pattern = (struct pattern){.kind = PATTERN_ONLY_LAST};
    assert_true(parent_believes(wire, &result));
    observation_free(result.observation);
}

/* The worker explains the first of the cases that say most, and the verdict reports it. */
static void a_place_and_a_cause_inform(void **state)
{
    struct wire *wire = *state;
    struct case_result result = right_answer(wire);
    struct job_case own_inputs = {.init_count = 1}, plain = {0};
    assert_int_equal(result_informs(&result, &plain), 0);
    result.buffers[0].wrong_count = 33;
    assert_int_equal(result_informs(&result, &plain), 2);
    result.buffers[0].wrong_count = 1;
    assert_int_equal(result_informs(&result, &plain), 3);
    result.buffers[0].pattern.kind = PATTERN_FACTOR;
    assert_int_equal(result_informs(&result, &own_inputs), 1);
    result.buffers[0].pattern.kind = PATTERN_MOVED_ROWS;
    assert_int_equal(result_informs(&result, &own_inputs), 1);
    assert_int_equal(result_informs(&result, &plain), RESULT_INFORMS_MOST);
    result.buffers[0].count = 4;
    assert_int_equal(result_informs(&result, &plain), RESULT_INFORMS_MOST - 1);
    observation_free(result.observation);
}

static void stages_cross_the_pipe(void **state)
{
    struct wire *wire = *state;
    struct case_result result = right_answer(wire), *back = NULL;
    struct error error = {0};
    result.stages[0] =
        (struct stage_result){.scratch = "q", .kernel = "matmul", .line = 7, .rank = 2, .is_of_several = true};
    result.stages[1] = (struct stage_result){
        .scratch = "k", .kernel = "matmul", .line = 8, .state = STAGE_WRONG, .index = 3, .got = NAN, .expected = -1.5};
    result.stages[1].source = (struct stage_buffer){"part", 6};
    result.unused = (struct stage_buffer){"rest", 5};
    result.stage_count = 2;
    result.order = VGPU_ORDER_DELAYED;
    json_t *json = result_to_json(&result);
    assert_true(result_from_json(json, &wire->job, wire->arena, &back, &error));
    assert_int_equal(back->stage_count, 2);
    assert_int_equal(back->order, VGPU_ORDER_DELAYED);
    assert_int_equal(back->stages[0].state, STAGE_RIGHT);
    assert_true(back->stages[0].rank == 2 && back->stages[0].is_of_several);
    assert_string_equal(back->stages[1].scratch, "k");
    assert_int_equal(back->stages[1].index, 3);
    assert_string_equal(back->stages[1].source.scratch, "part");
    assert_true(back->stages[1].source.line == 6 && back->unused.line == 5);
    assert_true(isnan(back->stages[1].got) && back->stages[1].expected == -1.5);
    observation_free(back->observation);
    assert_string_equal(back->outcomes, "0123");
    json_object_set_new(json, "outcomes", json_string("0124"));
    assert_false(result_from_json(json, &wire->job, wire->arena, &back, &error));
    json_object_set_new(json, "outcomes", json_string("0123"));
    json_object_set_new(json_array_get(json_object_get(json, "stages"), 0), "kernel", json_string("\033[2J"));
    assert_false(result_from_json(json, &wire->job, wire->arena, &back, &error));
    json_decref(json);
    observation_free(result.observation);
}

static void lies_are_noticed(void **state)
{
    struct wire *wire = *state;
    struct case_result lie = right_answer(wire);
    struct buffer_result *buffer = &lie.buffers[0];
    buffer->samples[1].got = 0x40000000; /* 2 instead of 1, while no element is reported wrong */
    wire->job.tolerance.absolute = 0;
    assert_false(parent_believes(wire, &lie));
    buffer->samples[1].got = 0x3f800000;
    buffer->samples[0].index = (buffer->samples[0].index + 1) % 33; /* not the element of the job */
    assert_false(parent_believes(wire, &lie));
    buffer->samples[0].index = (buffer->samples[0].index + 32) % 33;
    assert_true(parent_believes(wire, &lie));
    buffer->sample_count--;
    assert_false(parent_believes(wire, &lie));
    buffer->sample_count++;
    buffer->count = 34;
    assert_false(parent_believes(wire, &lie));
    buffer->count = 33;
    buffer->wrong_count = 34;
    assert_false(parent_believes(wire, &lie));
    buffer->wrong_count = 1; /* no wrong element is listed */
    assert_false(parent_believes(wire, &lie));
    buffer->wrong_count = 0;
    buffer->parameter = &wire->job.parameters[3]; /* a scalar parameter */
    assert_false(parent_believes(wire, &lie));
    buffer->parameter = &wire->job.parameters[2];
    lie.judged_by_checker = true;
    assert_false(parent_believes(wire, &lie));
    lie.judged_by_checker = false;
    lie.excess = CASE_EXCESS_MOST - 1; /* not enough to end a job */
    assert_false(parent_believes(wire, &lie));
    lie.excess = CASE_EXCESS_MOST + 1;
    assert_true(parent_believes(wire, &lie));
    wire->job.cases[0].has_budget = false;
    assert_false(parent_believes(wire, &lie));
    wire->job.cases[0].has_budget = true;
    lie.excess = 0;
    lie.case_index = 7;
    assert_false(parent_believes(wire, &lie));
    observation_free(lie.observation);
}

static void failures_keep_their_words(void **state)
{
    struct wire *wire = *state;
    struct frame frame = FRAME_INIT;
    struct error failure = {0}, back = {0};
    error_set(&failure, ERROR_UNSUPPORTED, "no such device");
    error_add_hint(&failure, "take another");
    assert_true(worker_failure_send(wire->ends[0], &failure, NULL));
    assert_true(frame_read(wire->ends[1], &job_frame_limits, CLOCK_NO_DEADLINE, &frame, NULL));
    worker_failure_receive(&frame, &back);
    assert_int_equal(back.code, ERROR_UNSUPPORTED);
    assert_string_equal(back.message, "no such device");
    assert_string_equal(back.hint, "take another");
    frame_done(&frame);
}

/* The worker has no languages. */
static void plain_failures_are_translated(void **state)
{
    struct wire *wire = *state;
    struct frame frame = FRAME_INIT;
    struct error failure = {0}, back = {0};
    error_set(&failure, ERROR_TIMEOUT, "the kernel did not end in the time for this run");
    assert_true(worker_failure_send(wire->ends[0], &failure, NULL));
    assert_true(frame_read(wire->ends[1], &job_frame_limits, CLOCK_NO_DEADLINE, &frame, NULL));
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose("es");
    worker_failure_receive(&frame, &back);
    i18n_choose("en");
    assert_string_equal(back.message, "el kernel no terminó en el tiempo de esta ejecución");
    frame_done(&frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_job_arrives_as_it_was_sent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_honest_answer_is_believed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_place_and_a_cause_inform, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stages_cross_the_pipe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lies_are_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failures_keep_their_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plain_failures_are_translated, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
