/* Findings that an exercise does not forgive. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "grader/grader.h"
#include "grader/value/strict.h"

static void only_notes_are_known(void **state)
{
    (void)state;
    assert_true(grader_strict_known("exited_barrier"));
    assert_true(grader_strict_known("race_same_value"));
    assert_false(grader_strict_known("race_history"));
    assert_false(grader_strict_known("out_of_bounds"));
    assert_false(grader_strict_known("exited"));
    for (int kind = 0; kind < VGPU_FINDING_KIND_COUNT; kind++) {
        const struct vgpu_finding_description *described = vgpu_finding_describe((enum vgpu_finding_kind)kind);
        if (grader_strict_known(described->name))
            assert_int_equal(described->severity, VGPU_SEVERITY_NOTE);
    }
}

static void a_named_note_becomes_an_error(void **state)
{
    (void)state;
    const char *names[] = {"exited_barrier"};
    struct exercise exercise = {.strict = {names, 1}};
    struct vgpu_finding findings[] = {{.kind = VGPU_FINDING_EXITED_BARRIER, .severity = VGPU_SEVERITY_NOTE},
                                      {.kind = VGPU_FINDING_RACE_SAME_VALUE, .severity = VGPU_SEVERITY_NOTE}};
    struct observation observation = {.findings = findings, .finding_count = 2};
    assert_true(strict_apply(&exercise, &observation));
    assert_int_equal(findings[0].severity, VGPU_SEVERITY_ERROR);
    assert_int_equal(findings[1].severity, VGPU_SEVERITY_NOTE);
    observation.finding_count = 0;
    assert_false(strict_apply(&exercise, &observation));
}

static void the_page_names_each(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer page = BUFFER_INIT;
    struct error error = {0};
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/doc/lesson-format.md", 1 << 20, &page, &error));
    const char *section = strstr(buffer_text(&page), "\n## Strict\n");
    assert_non_null(section);
    section = arena_strndup(arena, section + 1, (size_t)(strstr(section + 1, "\n## ") - section));
    for (int kind = 0; kind < VGPU_FINDING_KIND_COUNT; kind++) {
        const char *name = vgpu_finding_describe((enum vgpu_finding_kind)kind)->name;
        const char *row = arena_printf(arena, "- `%s`: ", name);
        assert_int_equal(strstr(section, row) != NULL, grader_strict_known(name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_notes_are_known),
        cmocka_unit_test(a_named_note_becomes_an_error),
        cmocka_unit_test(the_page_names_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
