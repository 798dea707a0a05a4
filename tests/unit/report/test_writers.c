/* Tests report writers: each one writes every verdict and escapes the learner's text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/i18n.h"
#include "report/observation_text.h"
#include "report/words.h"
#include "report/writer.h"

static struct verdict *verdict_of(enum verdict_status status, const char *message)
{
    struct verdict *verdict = verdict_new();
    verdict->status = status;
    verdict->exercise = "vector_add";
    verdict->file = "vector_add.cu";
    verdict->device = "virtual";
    verdict->architecture = "h100";
    verdict->message = message;
    return verdict;
}

static void write_as(const char *format, const struct verdict *verdict, struct buffer *out)
{
    struct report_item item = {.verdict = verdict, .title = "Add <two> & vectors", .attempt = 7};
    struct report report = {.items = &item, .count = 1};
    struct error error = {0};
    assert_true(report_writer_find(format)->write(&report, out, &error));
}

static void test_every_writer_takes_every_status(void **state)
{
    (void)state;
    for (int status = 0; status < VERDICT_STATUS_COUNT; status++)
        for (size_t i = 0; i < report_writer_count(); i++) {
            struct verdict *verdict = verdict_of((enum verdict_status)status, "a sentence");
            struct buffer text = BUFFER_INIT;
            write_as(report_writer_at(i)->name, verdict, &text);
            assert_non_null(strstr(buffer_text(&text), "vector_add"));
            buffer_done(&text);
            verdict_free(verdict);
        }
    assert_null(report_writer_find("pdf"));
}

static void test_text_names_status_attempt_and_origin(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_of(VERDICT_GATE, "Line 8 stores with stride h.");
    struct buffer text = BUFFER_INIT;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "vector_add, attempt 7: gate not met (modelled for H100)\n"));
    assert_non_null(strstr(buffer_text(&text), "Line 8 stores with stride h.\n"));
    assert_non_null(strstr(buffer_text(&text), "speed      not reached"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_a_missed_gate_says_why_there_is_no_time(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_of(VERDICT_GATE, "Line 8 stores with stride h.");
    struct buffer text = BUFFER_INIT;
    verdict->time = (struct time_verdict){.note = "not timed before the gate is met"};
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "speed      not timed before the gate is met\n"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_no_device_is_claimed_where_none_was_reached(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_of(VERDICT_COMPILE_ERROR, "");
    struct buffer text = BUFFER_INIT;
    verdict->device = "";
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), ": does not compile (not run)\n"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_counts_are_told_in_full(void **state)
{
    (void)state;
    struct wrong_buffer wrong = {.parameter = "counts", .element_count = 1, .wrong_count = 1, .first_count = 1};
    wrong.first[0] = (struct wrong_element){.expected = 1, .got = 2139062143.0, .ulps = UINT64_MAX};
    struct case_verdict failing = {.name = "n=1", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct gate_verdict gate = {.counter = "atomics", .is_max = true, .message = "Atomic operations: 16384 (limit 0)"};
    struct verdict *verdict = verdict_of(VERDICT_GATE, "");
    struct buffer text = BUFFER_INIT;
    verdict->smallest_failing = &failing;
    verdict->gates = &gate;
    verdict->gate_count = 1;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "expected 1, got 2139062143\n"));
    assert_non_null(strstr(buffer_text(&text), "structure  Atomic operations: 16384 (limit 0)\n"));
    buffer_clear(&text);
    verdict->gate_count = 0; /* of a program, whose host code lacks something */
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "structure  not as the task asks\n"));
    buffer_done(&text);
    verdict_free(verdict);
}

/* Its line says that nothing was written, so its count does not. */
static void test_the_only_element_is_once_never_written(void **state)
{
    (void)state;
    struct wrong_buffer wrong = {
        .parameter = "c", .element_count = 1, .wrong_count = 1, .unwritten_count = 1, .first_count = 1};
    wrong.first[0] = (struct wrong_element){.expected = 1, .never_written = true};
    struct case_verdict failing = {.name = "n=1", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct verdict *verdict = verdict_of(VERDICT_WRONG, "");
    struct buffer text = BUFFER_INIT;
    verdict->smallest_failing = &failing;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "the only element of c is wrong\n"));
    assert_non_null(strstr(buffer_text(&text), "expected 1, got nothing (never written)\n"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void append_part(const char *name, const struct verdict *verdict, struct buffer *out)
{
    struct report_part parts[REPORT_PART_COUNT];
    report_parts(verdict, parts);
    for (int i = 0; i < REPORT_PART_COUNT; i++)
        if (strcmp(parts[i].name, name) == 0)
            parts[i].append(verdict, out);
}

/* Large cases are left out once smaller ones were unsafe: they are not wrong. */
static void test_cases_that_did_not_run_are_not_counted_as_wrong(void **state)
{
    (void)state;
    struct case_verdict cases[] = {{.name = "n=1", .ran = true, .right = true}, {.name = "n=9"}, {.name = "n=99"}};
    struct verdict *verdict = verdict_of(VERDICT_UNSAFE, "");
    verdict->cases = cases;
    verdict->case_count = 3;
    verdict->right_count = 1;
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    append_part("right", verdict, &text);
    assert_string_equal(buffer_text(&text), "1 of 1 case, 2 not run");
    buffer_clear(&text);
    cases[0] = (struct case_verdict){.name = "n=1"};
    verdict->right_count = 0;
    append_part("right", verdict, &text);
    assert_string_equal(buffer_text(&text), "0 of 3 cases");
    verdict_free(verdict);
}

/* The host code ignores a failed launch, and no kernel has a finding. */
static void test_unsafe_host_code_is_not_safe(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_of(VERDICT_UNSAFE, "");
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    append_part("safe", verdict, &text);
    assert_string_equal(buffer_text(&text), "no");
    verdict_free(verdict);
}

static void test_the_heaviest_of_several_kernels_is_named(void **state)
{
    (void)state;
    struct kernel_resources resources[] = {{.kernel = "any_size", .registers = 37},
                                           {.kernel = "_Z5tiledILi4EEvv", .registers = 254},
                                           {.kernel = "spills", .registers = 32, .spill_store_bytes = 8}};
    struct verdict *verdict = verdict_of(VERDICT_PASS, "");
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    verdict->resources = resources;
    static const char *const expected[] = {"yes", "yes, 37 registers", "yes, 254 registers in tiled<4>",
                                           "yes, 32 registers in spills (8 bytes spilled)"};
    for (size_t i = 0; i < 4; i++) {
        verdict->resource_count = i;
        buffer_clear(&text);
        append_part("compiles", verdict, &text);
        assert_string_equal(buffer_text(&text), expected[i]);
    }
    verdict_free(verdict);
}

static void test_limits_of_one_counter_are_beside_each_other(void **state)
{
    (void)state;
    struct gate_verdict gates[] = {{.counter = "launches", .met = true, .message = "Launches: 11 (limit 11)"},
                                   {.counter = "launches", .met = true, .message = "Launches: 11 (at least 11)"},
                                   {.counter = "atomics", .met = true, .message = "Atomic operations: 0 (limit 0)"}};
    struct verdict *verdict = verdict_of(VERDICT_PASS, "");
    struct buffer text = BUFFER_INIT;
    verdict->gates = gates;
    verdict->gate_count = 3;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "Launches: 11 (limit 11, at least 11). Atomic operations: 0 (limit 0)"));
    buffer_done(&text);
    gates[0].message = "启动次数：11（上限 11）"; /* Chinese has parentheses of its own */
    gates[1].message = "启动次数：11（至少 11）";
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "启动次数：11（上限 11, 至少 11）"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_gates_wait_for_their_turn(void **state)
{
    (void)state;
    struct gate_verdict gate = {.counter = "excess_store_sectors",
                                .value = 8,
                                .limit = 1.1,
                                .is_max = true,
                                .message = "stores move 8.0 times the least sectors"};
    static const enum verdict_status statuses[] = {VERDICT_WRONG, VERDICT_GATE};
    for (size_t i = 0; i < 2; i++) {
        struct verdict *verdict = verdict_of(statuses[i], "");
        struct buffer text = BUFFER_INIT;
        verdict->gates = &gate;
        verdict->gate_count = 1;
        write_as("text", verdict, &text);
        assert_int_equal(strstr(buffer_text(&text), gate.message) != NULL, statuses[i] == VERDICT_GATE);
        buffer_done(&text);
        verdict_free(verdict);
    }
}

static void test_a_line_of_two_gates_is_shown_once(void **state)
{
    (void)state;
    struct gate_verdict gates[] = {
        {.counter = "shared_load_requests", .is_max = true, .line = 2, .message = "Warp loads: 8 (limit 4)"},
        {.counter = "shared_load_wavefronts", .is_max = true, .line = 2, .message = "Passes: 8 (limit 4)"},
    };
    struct source source = {.name = "k.cu", .text = "first\nsecond\n", .size_bytes = 13};
    struct verdict *verdict = verdict_of(VERDICT_GATE, "");
    struct buffer text = BUFFER_INIT;
    verdict->source = &source;
    verdict->gates = gates;
    verdict->gate_count = 2;
    write_as("text", verdict, &text);
    const char *line = strstr(buffer_text(&text), "2 | second\n");
    assert_non_null(line);
    assert_null(strstr(line + 1, "2 | second\n"));
    verdict->source = NULL;
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_markup_and_escapes_are_harmless(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_of(VERDICT_WRONG, "<script>\"&' \033[31m");
    struct buffer text = BUFFER_INIT;
    write_as("junit", verdict, &text);
    write_as("html", verdict, &text);
    assert_null(strstr(buffer_text(&text), "<script>"));
    assert_null(strchr(buffer_text(&text), '\033'));
    assert_non_null(strstr(buffer_text(&text), "message=\"&lt;script&gt;&quot;&amp;&#39; "));
    assert_non_null(strstr(buffer_text(&text), "Add &lt;two&gt; &amp; vectors"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_gcc_lines_have_place_severity_and_one_verdict(void **state)
{
    (void)state;
    static const char code[] = "int a;\n    b[i] = a < 1;\n";
    struct source source = {"vector_add.cu", code, sizeof code - 1};
    struct verdict *verdict = verdict_of(VERDICT_UNSAFE, "Line 2 reads b[33],\nsee \033[31m");
    struct vgpu_finding findings[] = {
        {.line = 2, .severity = VGPU_SEVERITY_ERROR, .message = "reads b[33]"},
        {.line = 0, .severity = VGPU_SEVERITY_NOTE, .message = "writes the same value"},
    };
    struct report_item item = {.verdict = verdict, .path = "/work/vector_add.cu"};
    struct report report = {.items = &item, .count = 1};
    struct buffer text = BUFFER_INIT;
    struct error error = {0};
    verdict->source = &source;
    verdict->line = 2;
    verdict->diagnostics = diagnostics_new(verdict->arena);
    diagnostics_add(verdict->diagnostics, DIAGNOSTIC_WARNING, &source, (struct location){1, 5, 1}, "'a' is unused");
    verdict->observation->findings = findings;
    verdict->observation->finding_count = 2;
    assert_true(report_writer_find("gcc")->write(&report, &text, &error));
    assert_string_equal(buffer_text(&text), "/work/vector_add.cu:1:5: warning: 'a' is unused\n"
                                            "/work/vector_add.cu:2:5: error: reads b[33]\n"
                                            "/work/vector_add.cu:1:1: note: writes the same value\n"
                                            "/work/vector_add.cu:2:5: error: unsafe: Line 2 reads b[33], see [31m\n");
    buffer_done(&text);
    verdict_free(verdict);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    while ((text = strstr(text, part)) != NULL) {
        count++;
        text += strlen(part);
    }
    return count;
}

static void test_the_page_has_each_fact_once_and_the_source_with_heat(void **state)
{
    (void)state;
    static const char code[] = "int a;\nb[i] = a < 1;\n";
    struct verdict *verdict = verdict_of(VERDICT_GATE, "Line 2 stores with stride h.");
    struct source source = {"vector_add.cu", code, sizeof code - 1};
    struct line_counters line = {.line = 2, .values = {[VGPU_COUNTER_GLOBAL_STORE_SECTORS] = 94}};
    struct kernel_observation kernel = {
        .kernel = "k", .lines = &line, .line_count = 1, .totals = {[VGPU_COUNTER_GLOBAL_STORE_SECTORS] = 100}};
    struct gate_verdict gate = {.counter = "excess_store_sectors", .line = 2, .message = "8.0x the sectors"};
    struct buffer text = BUFFER_INIT;
    verdict->source = &source;
    verdict->observation->kernels = &kernel;
    verdict->observation->kernel_count = 1;
    verdict->gates = &gate;
    verdict->gate_count = 1;
    write_as("html", verdict, &text);
    assert_int_equal(count_of(buffer_text(&text), "Line 2 stores with stride h."), 1);
    assert_int_equal(count_of(buffer_text(&text), "gate not met"), 2); /* in the title, too */
    assert_int_equal(count_of(buffer_text(&text), "8.0x the sectors"), 1);
    assert_non_null(strstr(buffer_text(&text), "b[i] = a &lt; 1;</td><td class=\"heat\"><span"));
    assert_non_null(strstr(buffer_text(&text), "94 %"));
    assert_non_null(strstr(buffer_text(&text), "<title>Add &lt;two&gt; &amp; vectors: gate not met</title>"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_each_line_has_its_own_counters(void **state)
{
    (void)state;
    static const char code[] = "first\nsecond\nthird\nfourth\n";
    struct source source = {"vector_add.cu", code, sizeof code - 1};
    struct line_counters lines[] = {{.line = 1, .values = {[VGPU_COUNTER_WARP_INSTRUCTIONS] = 111}},
                                    {.line = 2, .values = {[VGPU_COUNTER_WARP_INSTRUCTIONS] = 222}},
                                    {.line = 4, .values = {[VGPU_COUNTER_WARP_INSTRUCTIONS] = 444}}};
    struct kernel_observation kernel = {.kernel = "k", .lines = lines, .line_count = 3};
    struct observation observation = {.kernels = &kernel, .kernel_count = 1};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    observation_write_text(&observation, &source, &text);
    assert_non_null(strstr(buffer_text(&text), "         111                            1  first\n"));
    assert_non_null(strstr(buffer_text(&text), "         222                            2  second\n"));
    assert_non_null(strstr(buffer_text(&text), "                                        3  third\n"));
    assert_non_null(strstr(buffer_text(&text), "         444                            4  fourth\n"));
}

static void test_text_wraps_between_words(void **state)
{
    (void)state;
    struct verdict *verdict =
        verdict_of(VERDICT_WRONG, "One two three four five six seven eight nine ten eleven twelve.");
    struct report_item item = {.verdict = verdict, .title = "t", .attempt = 7};
    struct report report = {.items = &item, .count = 1, .columns = 40, .color = true};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    assert_true(report_writer_find("text")->write(&report, &text, NULL));
    assert_non_null(strstr(buffer_text(&text), "One two three four five six seven eight\nnine ten eleven twelve.\n"));
    verdict_free(verdict);
}

static void test_junit_counts_failures(void **state)
{
    (void)state;
    struct verdict *passed = verdict_of(VERDICT_PASS, "");
    struct verdict *failed = verdict_of(VERDICT_TIMEOUT, "");
    struct report_item items[] = {{.verdict = passed}, {.verdict = failed}};
    struct report report = {.items = items, .count = 2};
    struct buffer text = BUFFER_INIT;
    struct error error = {0};
    assert_true(report_writer_find("junit")->write(&report, &text, &error));
    assert_non_null(strstr(buffer_text(&text), "tests=\"2\" failures=\"1\""));
    assert_non_null(strstr(buffer_text(&text), "type=\"timeout\""));
    buffer_done(&text);
    verdict_free(passed);
    verdict_free(failed);
}

static void test_a_stopped_kernel_is_not_called_safe(void **state)
{
    (void)state;
    static const enum verdict_status statuses[] = {VERDICT_TIMEOUT, VERDICT_CRASH};
    for (size_t i = 0; i < 2; i++) {
        struct verdict *verdict = verdict_of(statuses[i], "It was stopped.");
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        write_as("text", verdict, &text);
        assert_non_null(strstr(buffer_text(&text), "safe       not known"));
        verdict_free(verdict);
    }
}

static void test_a_very_slow_kernel_has_no_zeros(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_of(VERDICT_PASS, "");
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    verdict->time = (struct time_verdict){
        .available = true, .microseconds = 1650000, .roofline_percent = 0.02, .ratio_to_solution = 0.00017331};
    append_part("speed", verdict, &text);
    assert_string_equal(buffer_text(&text), "1.65 s, under a hundredth of the roofline, the solution is 5770x as fast");
    verdict_free(verdict);
}

static void test_a_refused_launch_is_not_called_safe(void **state)
{
    (void)state;
    struct case_verdict cases[2] = {{.name = "n=1"}, {.name = "n=33"}};
    struct verdict *verdict = verdict_of(VERDICT_CRASH, "The launch was refused.");
    struct buffer text = BUFFER_INIT;
    verdict->cases = cases;
    verdict->case_count = 2;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "safe       not run (case n=1)\n"));
    assert_non_null(strstr(buffer_text(&text), ": launch error ("));
    assert_string_equal(report_recorded_words(report_recorded_status(verdict)), "launch error");
    buffer_done(&text);
    cases[0].ran = true;
    verdict->smallest_failing = cases;
    text = (struct buffer)BUFFER_INIT;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "safe       not known: the run did not end\n"));
    assert_string_equal(report_recorded_words(report_recorded_status(verdict)), "crashed");
    assert_null(report_recorded_words("rejected"));
    assert_null(strstr(buffer_text(&text), "case n=1:")); /* this case has no news */
    buffer_done(&text);
    verdict_free(verdict);
}

/* A case has a size, a planted kernel has none. */
static void test_only_a_size_is_the_smallest(void **state)
{
    (void)state;
    struct case_verdict cases[2] = {{.name = "n=1", .ran = true}, {.name = "n=33", .ran = true}};
    struct verdict *verdict = verdict_of(VERDICT_WRONG, "");
    struct buffer text = BUFFER_INIT;
    verdict->cases = cases;
    verdict->smallest_failing = cases;
    verdict->case_count = 2;
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "0 of 2 cases, fails at n=1 (smallest of 2 failing cases)\n"));
    buffer_done(&text);
    cases[0].name = "wrong kernel 1 (sign_lost)";
    write_as("text", verdict, &text);
    assert_non_null(strstr(buffer_text(&text), "0 of 2 cases, fails at wrong kernel 1 (sign_lost)\n"));
    buffer_done(&text);
    verdict_free(verdict);
}

static void test_chinese_has_its_own_commas(void **state)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const struct verdict verdict = {.trust = VERDICT_TRUST_FULL,
                                    .time = {.available = true, .microseconds = 10, .medal = MEDAL_SILVER}};
    (void)state;
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose("zh");
    struct report_part parts[REPORT_PART_COUNT];
    report_parts(&verdict, parts);
    parts[REPORT_PART_COUNT - 1].append(&verdict, &text); /* the speed */
    i18n_choose("en");
    assert_string_equal(buffer_text(&text), "10 μs，银牌，已比较所有元素");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_line_has_its_own_counters),
        cmocka_unit_test(test_every_writer_takes_every_status),
        cmocka_unit_test(test_unsafe_host_code_is_not_safe),
        cmocka_unit_test(test_the_heaviest_of_several_kernels_is_named),
        cmocka_unit_test(test_text_names_status_attempt_and_origin),
        cmocka_unit_test(test_a_missed_gate_says_why_there_is_no_time),
        cmocka_unit_test(test_no_device_is_claimed_where_none_was_reached),
        cmocka_unit_test(test_counts_are_told_in_full),
        cmocka_unit_test(test_the_only_element_is_once_never_written),
        cmocka_unit_test(test_cases_that_did_not_run_are_not_counted_as_wrong),
        cmocka_unit_test(test_limits_of_one_counter_are_beside_each_other),
        cmocka_unit_test(test_gates_wait_for_their_turn),
        cmocka_unit_test(test_a_line_of_two_gates_is_shown_once),
        cmocka_unit_test(test_gcc_lines_have_place_severity_and_one_verdict),
        cmocka_unit_test(test_markup_and_escapes_are_harmless),
        cmocka_unit_test(test_the_page_has_each_fact_once_and_the_source_with_heat),
        cmocka_unit_test(test_text_wraps_between_words),
        cmocka_unit_test(test_junit_counts_failures),
        cmocka_unit_test(test_a_stopped_kernel_is_not_called_safe),
        cmocka_unit_test(test_a_very_slow_kernel_has_no_zeros),
        cmocka_unit_test(test_a_refused_launch_is_not_called_safe),
        cmocka_unit_test(test_only_a_size_is_the_smallest),
        cmocka_unit_test(test_chinese_has_its_own_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
