/* Reports of several launches become one observation. Counters add up by kernel and shape. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "device/virtual/virtual.h"

static const struct vgpu_kernel kernel = {.name = "k", .static_shared_bytes = 64};
static const struct vgpu_kernel other = {.name = "other"};

static struct vgpu_launch shape(uint32_t blocks)
{
    return (struct vgpu_launch){.grid = {blocks, 1, 1}, .block = {32, 1, 1}};
}

static void observe(struct observation *observation, const struct vgpu_kernel *of, uint32_t blocks,
                    struct vgpu_line_counters *lines, size_t line_count)
{
    struct vgpu_launch launch = shape(blocks);
    struct vgpu_report report = {.lines = lines, .line_count = line_count};
    report.totals[0] = 10;
    virtual_observe(observation, of, &launch, &report);
}

static void launches_of_one_shape_are_summed(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *observation = observation_new();
    struct vgpu_line_counters first[] = {{.line = 3, .values = {1}}, {.line = 9, .values = {2}}};
    struct vgpu_line_counters second[] = {{.line = 3, .values = {10}}, {.line = 5, .values = {20}}};
    observe(observation, &kernel, 4, first, 2);
    observe(observation, &kernel, 4, second, 2);
    observe(observation, &kernel, 4, first, 2);
    observe(observation, &kernel, 8, first, 2);
    observe(observation, &other, 4, NULL, 0);
    assert_int_equal(observation->kernel_count, 3);
    const struct kernel_observation *entry = &observation->kernels[0];
    assert_int_equal(entry->launches, 3);
    assert_int_equal(entry->totals[0], 30);
    assert_int_equal(entry->static_shared_bytes, 64);
    static const int lines[] = {3, 5, 9};
    static const uint64_t values[] = {12, 20, 4};
    assert_int_equal(entry->line_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(entry->lines[i].line, lines[i]);
        assert_int_equal(entry->lines[i].values[0], values[i]);
    }
    assert_int_equal(observation->kernels[1].grid[0], 8);
}

static void repeated_findings_are_folded(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *observation = observation_new();
    struct vgpu_launch launch = shape(1);
    struct vgpu_finding finding = {.kind = VGPU_FINDING_OUT_OF_BOUNDS, .kernel = "k", .buffer = "c", .count = 5};
    struct vgpu_report report = {.findings = &finding, .finding_count = 1, .finding_total = 5};
    for (int i = 0; i < 3; i++)
        virtual_observe(observation, &kernel, &launch, &report);
    finding.buffer = "d";
    virtual_observe(observation, &kernel, &launch, &report);
    assert_int_equal(observation->finding_count, 2);
    assert_int_equal(observation->findings[0].count, 15);
    assert_string_equal(observation->findings[1].buffer, "d");
    assert_string_equal(observation->findings[1].message, "");
    assert_int_equal(observation->finding_total, 20);
}

static void limits_hold(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *observation = observation_new();
    struct vgpu_launch launch = shape(1);
    struct vgpu_finding finding = {.kind = VGPU_FINDING_OUT_OF_BOUNDS, .kernel = "k", .buffer = "c", .count = 1};
    struct vgpu_report report = {.findings = &finding, .finding_count = 1, .finding_total = 1};
    for (int i = 0; i < OBSERVATION_FINDINGS_MAX + 10; i++) {
        finding.ptx_line = i;
        virtual_observe(observation, &kernel, &launch, &report);
    }
    for (uint32_t i = 0; i < OBSERVATION_KERNELS_MAX + 10; i++)
        observe(observation, &kernel, i + 1, NULL, 0);
    assert_int_equal(observation->finding_count, OBSERVATION_FINDINGS_MAX);
    assert_int_equal(observation->finding_total, OBSERVATION_FINDINGS_MAX + 10);
    assert_int_equal(observation->kernel_count, OBSERVATION_KERNELS_MAX);
    CLEANUP(json_decref) json_t *json = observation_to_json(observation);
    CLEANUP(observation_free) struct observation *read = observation_from_json(json, NULL);
    assert_non_null(read);
}

static void faults_and_printed_lines_are_kept(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *observation = observation_new();
    struct vgpu_launch launch = shape(1);
    struct vgpu_printed printed = {.thread = {7, 0, 0}, .text = "x = 1\n"};
    struct vgpu_report report = {.printed = &printed, .printed_count = 1, .printed_total = 1, .faulted = true};
    strcpy(report.fault, "trap");
    virtual_observe(observation, &kernel, &launch, &report);
    struct vgpu_report calm = {0};
    virtual_observe(observation, &kernel, &launch, &calm);
    assert_true(observation->faulted);
    assert_string_equal(observation->fault, "trap");
    assert_int_equal(observation->printed[0].thread[0], 7);
    assert_string_equal(observation->printed[0].text, "x = 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_of_one_shape_are_summed),
        cmocka_unit_test(repeated_findings_are_folded),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(faults_and_printed_lines_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
