/* Tests observations that are merged from several runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/value/comparison.h"
#include "grader/value/observation_merge.h"

static struct observation *observed(int line, uint64_t count, enum vgpu_severity severity)
{
    struct observation *observation = observation_new();
    observation->findings = ARENA_NEW(observation->arena, struct vgpu_finding);
    observation->findings[0] = (struct vgpu_finding){.kind = VGPU_FINDING_OUT_OF_BOUNDS,
                                                     .severity = severity,
                                                     .line = line,
                                                     .kernel = "k",
                                                     .buffer = "c",
                                                     .message = "m",
                                                     .count = count};
    observation->finding_count = 1;
    observation->finding_total = count;
    observation->kernels = ARENA_NEW(observation->arena, struct kernel_observation);
    observation->kernels[0].kernel = "k";
    observation->kernel_count = 1;
    observation->printed = ARENA_NEW(observation->arena, struct printed_line);
    observation->printed[0].text = "hello";
    observation->printed_count = observation->printed_total = 1;
    return observation;
}

static void findings_come_once_with_their_largest_count(void **state)
{
    (void)state;
    struct observation *whole = observation_new(), *first = observed(5, 3, VGPU_SEVERITY_ERROR),
                       *second = observed(5, 9, VGPU_SEVERITY_ERROR), *third = observed(6, 1, VGPU_SEVERITY_NOTE);
    observation_merge(whole, first, MERGE_ALL);
    observation_merge(whole, second, 0);
    observation_merge(whole, third, MERGE_PRINTED);
    assert_int_equal(observation_most_often(whole, &first->findings[0]), 9);
    observation_free(second);
    observation_free(third); /* copies stay valid */
    assert_int_equal(whole->finding_count, 2);
    assert_int_equal(whole->findings[0].count, 9);
    assert_int_equal(first->findings[0].count, 3);
    assert_string_equal(whole->findings[1].buffer, "c");
    assert_int_equal(whole->finding_total, 13);
    assert_int_equal(whole->kernel_count, 1);
    assert_int_equal(whole->printed_count, 2);
    assert_string_equal(whole->printed[1].text, "hello");
    observation_free(first);
    observation_free(whole);
}

static void the_other_launch_keeps_its_name(void **state)
{
    (void)state;
    struct observation *whole = observation_new(), *one = observed(5, 1, VGPU_SEVERITY_ERROR);
    one->findings[0].other.kernel = arena_strdup(one->arena, "ring_add");
    observation_merge(whole, one, 0);
    assert_ptr_not_equal(whole->findings[0].other.kernel, one->findings[0].other.kernel);
    observation_free(one);
    assert_string_equal(whole->findings[0].other.kernel, "ring_add");
    observation_free(whole);
}

static void notes_are_not_unsafe(void **state)
{
    (void)state;
    struct observation *note = observed(1, 1, VGPU_SEVERITY_NOTE), *error = observed(1, 1, VGPU_SEVERITY_ERROR);
    assert_false(observation_unsafe(note));
    assert_true(observation_unsafe(error));
    observation_free(note);
    observation_free(error);
}

static void findings_are_bounded(void **state)
{
    (void)state;
    struct observation *whole = observation_new();
    for (int line = 1; line <= MERGED_FINDINGS_MAX + 20; line++) {
        struct observation *one = observed(line, 1, VGPU_SEVERITY_ERROR);
        observation_merge(whole, one, 0);
        observation_free(one);
    }
    assert_int_equal(whole->finding_count, MERGED_FINDINGS_MAX);
    assert_int_equal(whole->finding_total, MERGED_FINDINGS_MAX + 20);
    observation_free(whole);
}

/* A NaN in unwritten memory is no expected NaN. */
static void poison_never_passes(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    uint32_t got[4] = {0x7fe51234, 0x3f800000, 0x7fc00000, 0x3f800001}, poison[4], expected[4];
    for (int i = 0; i < 4; i++)
        poison[i] = 0x7fe51234;
    expected[0] = 0x7fc00000;
    expected[1] = expected[3] = 0x3f800000;
    expected[2] = 0x7fffffff;
    struct compare_request request = {
        .dtype = DTYPE_F32, .count = 4, .got = got, .expected = expected, .poison = poison, .reduction_length = 1};
    struct compare_result result;
    compare_elements(arena, &request, &result);
    assert_int_equal(result.wrong_count, 1);
    assert_int_equal(result.unwritten_count, 1);
    assert_int_equal(result.first[0].index, 0);
    assert_true(result.first[0].never_written);
    arena_free(arena);
}

/* One byte in 256 is its poison by chance. */
static void a_byte_like_its_poison_is_no_unwritten_one(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    int8_t got[8] = {1, 2, 3, 4, 5, 6, 7, 8}, expected[8] = {2, 3, 4, 5, 6, 7, 8, 9}, poison[8] = {1};
    struct compare_request request = {
        .dtype = DTYPE_I8, .count = 8, .got = got, .expected = expected, .poison = poison, .reduction_length = 1};
    struct compare_result result;
    compare_elements(arena, &request, &result);
    assert_int_equal(result.wrong_count, 8);
    assert_int_equal(result.unwritten_count, 0);
    assert_false(result.first[0].never_written);
    poison[1] = got[1]; /* a quarter of them */
    compare_elements(arena, &request, &result);
    assert_int_equal(result.unwritten_count, 2);
    assert_true(result.first[1].never_written);
    arena_free(arena);
}

static void a_few_huge_elements_do_not_widen_the_tolerance(void **state)
{
    (void)state;
    float elements[101];
    for (int i = 0; i < 101; i++)
        elements[i] = i < 40 ? 3e38F : i < 50 ? 0.0F : 1.5F;
    assert_true(compare_scale(DTYPE_F32, elements, 101) == 1.0);
    assert_true(compare_scale(DTYPE_F32, elements, 0) == 0);
    assert_true(compare_scale(DTYPE_F32, elements + 40, 10) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_come_once_with_their_largest_count),
        cmocka_unit_test(the_other_launch_keeps_its_name),
        cmocka_unit_test(notes_are_not_unsafe),
        cmocka_unit_test(findings_are_bounded),
        cmocka_unit_test(poison_never_passes),
        cmocka_unit_test(a_byte_like_its_poison_is_no_unwritten_one),
        cmocka_unit_test(a_few_huge_elements_do_not_widen_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
