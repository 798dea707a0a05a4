/* Observations survive JSON. Any other JSON is refused with the field's name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "device/observation.h"

static struct observation *sample(void)
{
    struct observation *observation = observation_new();
    struct arena *arena = observation->arena;
    observation->findings = ARENA_ARRAY(arena, 2, struct vgpu_finding);
    observation->finding_count = 2;
    observation->finding_total = 70;
    observation->findings[0] = (struct vgpu_finding){.kind = VGPU_FINDING_OUT_OF_BOUNDS,
                                                     .check = VGPU_CHECK_MEMORY,
                                                     .severity = VGPU_SEVERITY_ERROR,
                                                     .line = 7,
                                                     .ptx_line = 31,
                                                     .file = "vector_add.cu",
                                                     .instruction = "st.global.f32 [%rd1], %f1;",
                                                     .kernel = "vector_add",
                                                     .block = {3, 0, 0},
                                                     .thread = {231, 0, 0},
                                                     .lane = 7,
                                                     .warp = 7,
                                                     .access = VGPU_ACCESS_WRITE,
                                                     .space = VGPU_FINDING_SPACE_GLOBAL,
                                                     .address = UINT64_C(0xfedcba9876543210),
                                                     .size_bytes = 4,
                                                     .buffer = "c",
                                                     .buffer_bytes = 4000,
                                                     .offset_bytes = 4004,
                                                     .distance_bytes = 4,
                                                     .element = 1001,
                                                     .count = 24,
                                                     .message = "write past the end of \"c\"\x01\xff"};
    observation->findings[1] = (struct vgpu_finding){.kind = VGPU_FINDING_RACE_WRITE_WRITE,
                                                     .file = "",
                                                     .instruction = "",
                                                     .kernel = "k",
                                                     .buffer = "",
                                                     .message = "",
                                                     .distance_bytes = -8,
                                                     .element = -1,
                                                     .other = {.block = {1, 2, 3}, .line = 9, .ptx_line = 40}};
    observation->kernels = ARENA_ARRAY(arena, 1, struct kernel_observation);
    observation->kernel_count = 1;
    struct kernel_observation *kernel = observation->kernels;
    *kernel = (struct kernel_observation){.kernel = "vector_add",
                                          .launches = 2,
                                          .grid = {4, 1, 1},
                                          .block = {256, 1, 1},
                                          .registers = 16,
                                          .idle_blocks = 3};
    kernel->totals[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] = UINT64_C(1) << 40;
    kernel->lines = ARENA_ARRAY(arena, 2, struct line_counters);
    kernel->line_count = 2;
    kernel->lines[1].line = 8;
    kernel->lines[1].values[VGPU_COUNTER_GLOBAL_STORE_BYTES] = 5;
    observation->printed = ARENA_ARRAY(arena, 1, struct printed_line);
    observation->printed_count = 1;
    observation->printed[0] = (struct printed_line){.thread = {1, 0, 0}, .text = "h\xc3\xa9llo\n"};
    observation->printed_total = 9;
    observation->timed_out = true;
    strcpy(observation->fault, "stopped");
    return observation;
}

static void everything_survives_the_round_trip(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *before = sample();
    CLEANUP(json_decref) json_t *json = observation_to_json(before);
    CLEANUP(observation_free) struct observation *after = observation_from_json(json, NULL);
    assert_non_null(after);
    assert_int_equal(after->finding_count, 2);
    assert_int_equal(after->finding_total, 70);
    const struct vgpu_finding *finding = &after->findings[0];
    assert_int_equal(finding->kind, VGPU_FINDING_OUT_OF_BOUNDS);
    assert_int_equal(finding->check, VGPU_CHECK_MEMORY);
    assert_int_equal(finding->severity, VGPU_SEVERITY_ERROR);
    assert_true(finding->address == UINT64_C(0xfedcba9876543210));
    assert_int_equal(finding->distance_bytes, 4);
    assert_int_equal(finding->thread[0], 231);
    assert_string_equal(finding->instruction, "st.global.f32 [%rd1], %f1;");
    assert_int_equal(finding->other.ptx_line, 0);
    assert_int_equal(after->findings[1].other.block[2], 3);
    assert_int_equal(after->findings[1].distance_bytes, -8);
    assert_true(after->kernels[0].totals[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] == UINT64_C(1) << 40);
    assert_int_equal(after->kernels[0].lines[1].values[VGPU_COUNTER_GLOBAL_STORE_BYTES], 5);
    assert_string_equal(after->printed[0].text, "h\xc3\xa9llo\n");
    assert_true(after->timed_out && !after->faulted);
    CLEANUP(json_decref) json_t *again = observation_to_json(after);
    assert_true(json_equal(json, again));
}

/* Replaces the value at a path in a good observation. */
static void refuses(const char *path, const char *value, const char *message)
{
    CLEANUP(observation_free) struct observation *good = sample();
    CLEANUP(json_decref) json_t *json = observation_to_json(good);
    char parent_path[64];
    snprintf(parent_path, sizeof parent_path, "%s", path);
    char *name = strrchr(parent_path, '.');
    json_t *parent = json;
    if (name) {
        *name++ = '\0';
        assert_true(json_get(json, parent_path, &parent, NULL));
    } else {
        name = parent_path;
    }
    if (value)
        json_object_set_new(parent, name, json_loads(value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(parent, name);
    struct error error = {0};
    struct observation *read = observation_from_json(json, &error);
    if (read || !strstr(error.message, message))
        fail_msg("%s = %s said '%s', not '%s'", path, value ? value : "missing", error.message, message);
}

static void what_no_device_wrote_is_refused(void **state)
{
    (void)state;
    refuses("finding_total", "-1", "finding_total");
    refuses("finding_total", "\"1\"", "finding_total");
    refuses("faulted", "1", "faulted");
    refuses("fault", NULL, "fault");
    refuses("findings", "{}", "findings");
    refuses("findings", "[3]", "findings.0");
    refuses("findings.0.kind", "\"no_such_kind\"", "kind");
    refuses("findings.0.access", "\"maybe\"", "access");
    refuses("findings.0.space", "\"nowhere\"", "space");
    refuses("findings.0.address", "17", "address");
    refuses("findings.0.line", "4294967296", "line");
    refuses("findings.0.lane", "-1", "lane");
    refuses("findings.0.block", "[1, 2]", "block");
    refuses("findings.0.block", "[1, 2, -3]", "block");
    refuses("findings.0.block", "[1, 2, 4294967296]", "block");
    refuses("findings.0.message", NULL, "message");
    refuses("findings.1.other", "7", "object");
    refuses("kernels.0.counters", "{\"no_such_counter\": 1}", "no_such_counter");
    refuses("kernels.0.counters", "{\"global_load_sectors\": -1}", "global_load_sectors");
    refuses("kernels.0.lines", "[{\"line\": 3, \"counters\": {}}, {\"line\": 3, \"counters\": {}}]", "ascending");
    refuses("printed.0.text", "null", "text");
}

static json_t *many(size_t count, const char *item)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_loads(item, JSON_DECODE_ANY, NULL));
    return array;
}

static void too_much_is_refused(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *good = sample();
    CLEANUP(json_decref) json_t *json = observation_to_json(good);
    struct error error = {0};
    json_object_set_new(json, "printed", many(OBSERVATION_PRINTED_MAX + 1, "{}"));
    assert_null(observation_from_json(json, &error));
    assert_non_null(strstr(error.message, "'printed' has 10001 entries"));
    json_object_set_new(json, "printed", json_array());
    json_object_set_new(json, "findings", many(OBSERVATION_FINDINGS_MAX + 1, "{}"));
    assert_null(observation_from_json(json, &error));
    json_object_set_new(json, "findings", json_array());
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_repeat(&text, "x", 600);
    json_object_set_new(json, "fault", json_string(buffer_text(&text)));
    assert_null(observation_from_json(json, &error));
    assert_non_null(strstr(error.message, "'fault' has 600 bytes"));
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *observation = sample();
    observation_reset(observation);
    assert_int_equal(observation->finding_count + observation->kernel_count + observation->printed_count, 0);
    assert_false(observation->timed_out);
    assert_string_equal(observation->fault, "");
    CLEANUP(json_decref) json_t *json = observation_to_json(observation);
    CLEANUP(observation_free) struct observation *read = observation_from_json(json, NULL);
    assert_non_null(read);
}

/* Runs from PTX know no registers: they come later, with the machine code. */
static void registers_are_added_by_kernel(void **state)
{
    (void)state;
    CLEANUP(observation_free) struct observation *observation = observation_new();
    struct kernel_observation kernels[] = {
        {.kernel = "a", .grid = {1, 1, 1}, .block = {256, 1, 1}},
        {.kernel = "b", .grid = {1, 1, 1}, .block = {256, 1, 1}},
        {.kernel = "a", .grid = {1, 1, 1}, .block = {64, 1, 1}, .dynamic_shared_bytes = 100000}};
    observation->kernels = kernels;
    observation->kernel_count = 3;
    observation_add_registers(observation, "h100", "a", 128);
    assert_int_equal(kernels[0].registers, 128);
    assert_int_equal(kernels[0].resident_warps, 16); /* 65536 registers hold two such blocks */
    assert_int_equal(kernels[0].sm_warps, 64);
    assert_int_equal(kernels[1].registers, 0);
    assert_int_equal(kernels[1].sm_warps, 0);
    assert_int_equal(kernels[2].resident_warps, 4); /* 227 KiB of shared memory hold two */
    observation->kernels = NULL;
    observation->kernel_count = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_survives_the_round_trip),
        cmocka_unit_test(what_no_device_wrote_is_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(registers_are_added_by_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
