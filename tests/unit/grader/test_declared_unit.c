/* Tests the sizes of elements that a source declares. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/finding/declared_unit.h"
#include "grader/finding/element_name.h"

static uint32_t unit(const char *text)
{
    struct source source = {.name = "k.cu", .text = text, .size_bytes = strlen(text)};
    return declared_unit_of_shared(&source, "tile");
}

static void the_type_of_a_shared_array_is_found(void **state)
{
    (void)state;
    assert_int_equal(unit("__shared__ float tile[4];"), 4);
    assert_int_equal(unit("__shared__ alignas(32) __half tile[16][16];"), 2);
    assert_int_equal(unit("extern __shared__ __align__(16) unsigned char tile[];"), 1);
    assert_int_equal(unit("__shared__ float other[4];\n__shared__ double row[2], tile [4];"), 8);
    assert_int_equal(unit("__shared__ float4 tile[4];"), 16);
    assert_int_equal(unit("__shared__ __nv_bfloat16 tile[4];"), 2);
}

static void other_types_and_names_are_unknown(void **state)
{
    (void)state;
    static const char *const unknown[] = {"",
                                          "__shared__ T tile[4];",
                                          "float tile[4];",
                                          "__shared__ float tiles[4];",
                                          "__shared__ float tile;",
                                          "// __shared__ float tile[4];",
                                          "__shared__ float a[4]; float tile[4];",
                                          "__shared__"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_int_equal(unit(unknown[i]), 0);
}

static void an_access_to_shared_memory_has_the_declared_unit(void **state)
{
    (void)state;
    struct source source = {.name = "k.cu", .text = "__shared__ __half tile[4];", .size_bytes = 26};
    struct finding_view view = {.source = &source};
    struct vgpu_finding finding = {.space = VGPU_FINDING_SPACE_SHARED, .buffer = "tile", .size_bytes = 4};
    assert_int_equal(declared_unit_of(&finding, &view), 2);
    finding.space = VGPU_FINDING_SPACE_GLOBAL;
    assert_int_equal(declared_unit_of(&finding, &view), 0);
    source.text = "//! scratch tile f16[4]\n";
    source.size_bytes = strlen(source.text);
    assert_int_equal(declared_unit_of(&finding, &view), 2);
    finding.buffer = "";
    assert_int_equal(declared_unit_of(&finding, &view), 0);
}

/* The virtual GPU counts in elements of the access. A place must have one number. */
static void the_list_of_findings_counts_as_the_sentence(void **state)
{
    (void)state;
    static const char text[] = "extern __shared__ char memory[];";
    struct source source = {.name = "k.cu", .text = text, .size_bytes = sizeof text - 1};
    struct finding_view view = {.source = &source};
    CLEANUP(observation_free) struct observation *observation = observation_new();
    struct vgpu_finding findings[] = {{.space = VGPU_FINDING_SPACE_SHARED,
                                       .buffer = "memory",
                                       .size_bytes = 4,
                                       .buffer_bytes = 1024,
                                       .offset_bytes = 144,
                                       .element = 36,
                                       .message = "reads memory[36], which was never written"},
                                      {.space = VGPU_FINDING_SPACE_SHARED,
                                       .buffer = "other",
                                       .size_bytes = 4,
                                       .buffer_bytes = 1024,
                                       .offset_bytes = 144,
                                       .element = 36,
                                       .message = "reads other[36]"}};
    observation->findings = findings;
    observation->finding_count = 2;
    element_name_in_messages(observation, &view);
    assert_string_equal(findings[0].message, "reads memory[144], which was never written");
    assert_string_equal(findings[1].message, "reads other[36]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_type_of_a_shared_array_is_found),
        cmocka_unit_test(other_types_and_names_are_unknown),
        cmocka_unit_test(an_access_to_shared_memory_has_the_declared_unit),
        cmocka_unit_test(the_list_of_findings_counts_as_the_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
