/* Tests verdicts as JSON: complete, stable, refused when broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/buffer.h"
#include "base/json.h"
#include "grader/verdict.h"

/* Makes a verdict with content in every part. */
static struct verdict *full_verdict(void)
{
    struct verdict *verdict = verdict_new();
    struct arena *arena = verdict->arena;
    verdict->status = VERDICT_WRONG;
    verdict->exercise = "vector_add";
    verdict->file = "vector_add.cu";
    verdict->device = "virtual";
    verdict->architecture = "h100";
    verdict->seed = UINT64_C(0xfedcba9876543210);
    strcpy(verdict->source_sha256, "00ff");
    strcpy(verdict->ptx_sha256, "aa55");
    verdict->toolkit_version = "13.0";
    verdict->program_version = "0.1.0";
    verdict->model_version = VERDICT_MODEL_VERSION;
    verdict->not_certifiable_why = "no sandbox";
    verdict->trust = VERDICT_TRUST_FULL;
    verdict->full_run = (struct verdict_full_run){
        .estimated_s = 12.5, .ran = true, .seconds = 14.25, .instructions = 3e6, .budget = 48e6, .runs = 2};
    struct plan_timeline timeline = {.rank_count = 2,
                                     .names = {"copy"},
                                     .name_count = 1,
                                     .bars = {{.rank = 1, .label = -1, .end = 1}},
                                     .bar_count = 1,
                                     .bar_total = 1};
    verdict_keep_timeline(verdict, &timeline, "n=33");
    verdict->search = ARENA_NEW(arena, struct verdict_search);
    *verdict->search = (struct verdict_search){
        .case_name = "n=1000",
        .kept = 2,
        .rows = {{.configuration = "T=8", .note = "refused"},
                 {.configuration = "T=4", .microseconds = 1.5, .l2_bytes = 64, .is_frontier = true}},
        .row_count = 2,
        .chosen = 1};
    verdict->message = "One sentence.";
    verdict->read = "w01-vector-add";
    verdict->line = 9;
    verdict->unsafe_case = "n=1";
    verdict->case_count = 2;
    verdict->cases = ARENA_ARRAY(arena, 2, struct case_verdict);
    verdict->cases[0] = (struct case_verdict){.name = "n=1", .ran = true, .right = true, .elapsed_ns = 12};
    verdict->cases[1] = (struct case_verdict){.name = "n=33", .ran = true, .is_drawn = true, .wrong_count = 1};
    verdict->cases[1].input_changed = true;
    verdict->cases[1].changed_input = "a";
    verdict->cases[1].wrong = ARENA_NEW(arena, struct wrong_buffer);
    verdict->cases[1].wrong[0] = (struct wrong_buffer){.parameter = "c",
                                                       .element_count = 33,
                                                       .wrong_count = 1,
                                                       .unwritten_count = 1,
                                                       .first_count = 1,
                                                       .pattern = "every element from 32 on"};
    verdict->cases[1].wrong[0].first[0] = (struct wrong_element){.index = 32,
                                                                 .position = "[32]",
                                                                 .expected = 0.1,
                                                                 .got = (double)NAN,
                                                                 .ulps = UINT64_MAX,
                                                                 .never_written = true,
                                                                 .owner = "thread (0,0,0) of block (1,0,0)"};
    verdict->smallest_failing = &verdict->cases[1];
    verdict->reported = &verdict->cases[1];
    verdict->right_count = 1;
    verdict->gate_count = 1;
    verdict->gates = ARENA_NEW(arena, struct gate_verdict);
    verdict->gates[0] = (struct gate_verdict){.counter = "excess_store_sectors",
                                              .value = 8,
                                              .limit = 1.1,
                                              .is_max = true,
                                              .line = 8,
                                              .line_share = 0.94,
                                              .lesson = "w01-coalescing",
                                              .message = "stores"};
    verdict->time = (struct time_verdict){.modelled = true, .medal = MEDAL_SILVER, .note = "not modelled yet"};
    verdict->resource_count = 1;
    verdict->resources = ARENA_NEW(arena, struct kernel_resources);
    verdict->resources[0] = (struct kernel_resources){.kernel = "vector_add", .registers = 12};
    diagnostics_add(verdict->diagnostics, DIAGNOSTIC_WARNING, NULL, (struct location){3, 4, 5}, "unused variable");
    diagnostics_hint(verdict->diagnostics, "remove it");
    return verdict;
}

static void text_of(const struct verdict *verdict, struct buffer *out)
{
    json_t *json = verdict_to_json(verdict);
    json_append_canonical(out, json);
    json_decref(json);
}

static void a_verdict_survives_json(void **state)
{
    (void)state;
    struct verdict *verdict = full_verdict();
    struct buffer before = BUFFER_INIT, after = BUFFER_INIT;
    struct error error = {0};
    text_of(verdict, &before);
    json_t *json = json_read(before.data, before.size_bytes, &error);
    struct verdict *back = verdict_from_json(json, &error);
    if (!back)
        fail_msg("%s", error.message);
    text_of(back, &after);
    assert_string_equal(buffer_text(&before), buffer_text(&after));
    assert_true(isnan(back->cases[1].wrong[0].first[0].got));
    assert_true(back->seed == verdict->seed);
    assert_ptr_equal(back->smallest_failing, &back->cases[1]);
    assert_ptr_equal(back->reported, &back->cases[1]);
    assert_int_equal(back->right_count, 1);
    assert_int_equal(back->time.medal, MEDAL_SILVER);
    assert_int_equal(back->timeline->bars[0].rank, 1);
    assert_string_equal(back->timeline_case, "n=33");
    assert_string_equal(back->search->case_name, "n=1000");
    assert_int_equal(back->search->row_count, 2);
    assert_int_equal(back->search->chosen, 1);
    assert_string_equal(back->search->rows[0].note, "refused");
    assert_string_equal(back->search->rows[1].configuration, "T=4");
    assert_true(back->search->rows[1].microseconds == 1.5 && back->search->rows[1].is_frontier);
    verdict_free(back);
    verdict_free(verdict);
    json_decref(json);
    buffer_done(&before);
    buffer_done(&after);
}

/* A later program in another language says that it is. The tests run in English. */
static void a_verdict_keeps_its_language(void **state)
{
    (void)state;
    CLEANUP(verdict_free) struct verdict *verdict = full_verdict();
    assert_string_equal(verdict->language, "en");
    assert_false(verdict_is_foreign(verdict));
    verdict->language = "es";
    CLEANUP(json_decref) json_t *json = verdict_to_json(verdict);
    CLEANUP(verdict_free) struct verdict *back = verdict_from_json(json, NULL);
    assert_true(verdict_is_foreign(back));
    json_object_del(json, "language"); /* by an older program */
    CLEANUP(verdict_free) struct verdict *old = verdict_from_json(json, NULL);
    assert_false(verdict_is_foreign(old));
}

static void the_promised_keys_are_there(void **state)
{
    static const char *const keys[] = {"schema", "exercise",    "status",      "device",  "seed",
                                       "cases",  "findings",    "counters",    "message", "gates",
                                       "time",   "diagnostics", "architecture"};
    (void)state;
    struct verdict *verdict = full_verdict();
    json_t *json = verdict_to_json(verdict);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_non_null(json_object_get(json, keys[i]));
    assert_string_equal(json_string_value(json_object_get(json, "schema")), "warpschool.verdict/1");
    assert_string_equal(json_string_value(json_object_get(json, "status")), "wrong");
    json_decref(json);
    verdict_free(verdict);
}

static json_t *first_finding(const json_t *verdict)
{
    return json_array_get(json_object_get(verdict, "findings"), 0);
}

static void a_race_between_launches_names_the_other_party(void **state)
{
    (void)state;
    struct vgpu_finding race = {.kind = VGPU_FINDING_RACE_WRITE_WRITE,
                                .line = 3,
                                .kernel = "scale",
                                .device = 1,
                                .other = {.ptx_line = 7, .line = 5, .kernel = "sum", .device = 0}};
    struct verdict *verdict = full_verdict();
    verdict->observation->findings = &race;
    verdict->observation->finding_count = 1;
    json_t *json = verdict_to_json(verdict), *finding = first_finding(json);
    assert_string_equal(json_string_value(json_object_get(finding, "other_kernel")), "sum");
    assert_int_equal(json_integer_value(json_object_get(finding, "device")), 1);
    assert_int_equal(json_integer_value(json_object_get(finding, "other_device")), 0);
    assert_int_equal(json_integer_value(json_object_get(finding, "other_line")), 5);
    json_decref(json);
    race.other = (struct vgpu_party){.kernel = "copy", .line = 2}; /* a copy has no threads */
    json = verdict_to_json(verdict);
    finding = first_finding(json);
    assert_string_equal(json_string_value(json_object_get(finding, "other_kernel")), "copy");
    assert_int_equal(json_integer_value(json_object_get(finding, "other_line")), 2);
    assert_null(json_object_get(finding, "other_thread"));
    json_decref(json);
    race.other = (struct vgpu_party){.ptx_line = 7};
    json = verdict_to_json(verdict);
    assert_null(json_object_get(first_finding(json), "other_kernel"));
    json_decref(json);
    verdict_free(verdict);
}

/* Removes or breaks one key at a time. Each must give an error and no crash. */
static void broken_json_is_refused(void **state)
{
    (void)state;
    struct verdict *verdict = full_verdict();
    json_t *whole = verdict_to_json(verdict);
    const char *key;
    json_t *value;
    size_t refused = 0;
    json_object_foreach(whole, key, value)
    {
        json_t *broken = json_copy(whole);
        json_object_set_new(broken, key, json_pack("{s:i}", "unexpected", 1));
        struct error error = {0};
        struct verdict *back = verdict_from_json(broken, &error);
        refused += back == NULL;
        verdict_free(back);
        json_decref(broken);
    }
    assert_true(refused >= json_object_size(whole) - 2); /* the reader ignores findings and counters */
    json_decref(whole);
    verdict_free(verdict);
}

static void every_status_has_a_name_and_a_code(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_STATUS_COUNT; i++) {
        assert_true(strlen(verdict_status_name((enum verdict_status)i)) > 3);
        int code = verdict_exit_code((enum verdict_status)i);
        assert_int_equal(code, i == VERDICT_PASS ? 0 : i == VERDICT_ENVIRONMENT ? 3 : 1);
    }
}

static void a_certificate_needs_every_element(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    for (int trust = 0; trust < VERDICT_TRUST_COUNT; trust++) {
        verdict->trust = (enum verdict_trust)trust;
        verdict->not_certifiable_why = NULL;
        assert_int_equal(verdict_is_certifiable(verdict),
                         trust == VERDICT_TRUST_FULL || trust == VERDICT_TRUST_MEASURED);
        verdict->not_certifiable_why = "no sandbox";
        assert_false(verdict_is_certifiable(verdict));
    }
    verdict_free(verdict);
}

static void ranks_with_one_pattern_are_told_once(void **state)
{
    struct wrong_buffer wrong[] = {{.parameter = "rank 0's y", .pattern = "every element", .wrong_count = 2},
                                   {.parameter = "rank 0's w", .pattern = "every element", .wrong_count = 2},
                                   {.parameter = "rank 1's y", .pattern = "every element", .wrong_count = 2},
                                   {.parameter = "rank 2's y", .pattern = "all zeros", .wrong_count = 2},
                                   {.parameter = "rank 3's y", .wrong_count = 2},
                                   {.parameter = "rank 4's y", .wrong_count = 2}};
    static const size_t ranks[] = {2, 1, 0, 1, 1, 1};
    struct case_verdict failing = {.wrong = wrong, .wrong_count = sizeof wrong / sizeof *wrong};
    (void)state;
    for (size_t i = 0; i < failing.wrong_count; i++)
        assert_int_equal(verdict_ranks_alike(&failing, i), ranks[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_survives_json),
        cmocka_unit_test(a_verdict_keeps_its_language),
        cmocka_unit_test(the_promised_keys_are_there),
        cmocka_unit_test(a_race_between_launches_names_the_other_party),
        cmocka_unit_test(broken_json_is_refused),
        cmocka_unit_test(every_status_has_a_name_and_a_code),
        cmocka_unit_test(a_certificate_needs_every_element),
        cmocka_unit_test(ranks_with_one_pattern_are_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
