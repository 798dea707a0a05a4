/* Tests derived counters, gates and their documentation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "exercise_scene.h"
#include "grader/grade/gates.h"
#include "grader/grader.h"
#include "grader/value/counter.h"

/* One launch: line 4 loads coalesced, line 8 stores with a stride. */
static struct observation *strided_store(void)
{
    struct observation *observation = observation_new();
    struct kernel_observation *kernel = ARENA_NEW(observation->arena, struct kernel_observation);
    struct line_counters *lines = ARENA_ARRAY(observation->arena, 2, struct line_counters);
    *kernel = (struct kernel_observation){.kernel = "t", .grid = {16, 1, 1}, .block = {256, 1, 1}};
    lines[0].line = 4;
    lines[0].values[VGPU_COUNTER_GLOBAL_LOAD_REQUESTS] = 256;
    lines[0].values[VGPU_COUNTER_GLOBAL_LOAD_BYTES] = 256 * 128;
    lines[0].values[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] = 1024;
    lines[0].values[VGPU_COUNTER_GLOBAL_LOAD_LEAST_SECTORS] = 1024;
    lines[1].line = 8;
    lines[1].values[VGPU_COUNTER_GLOBAL_STORE_REQUESTS] = 128;
    lines[1].values[VGPU_COUNTER_GLOBAL_STORE_BYTES] = 128 * 128;
    lines[1].values[VGPU_COUNTER_GLOBAL_STORE_SECTORS] = 128 * 32;
    lines[1].values[VGPU_COUNTER_GLOBAL_STORE_LEAST_SECTORS] = 128 * 4;
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        kernel->totals[i] = lines[0].values[i] + lines[1].values[i];
    kernel->lines = lines;
    kernel->line_count = 2;
    observation->kernels = kernel;
    observation->kernel_count = 1;
    return observation;
}

static void gates_name_the_line(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct observation *observation = strided_store();
    struct scope scope = {.values = scene_value(arena, "n", 4096), .value_count = 1};
    struct counter_facts facts;
    struct gate_verdict *gates;
    size_t count;
    assert_true(counter_facts_of(exercise, &scope, 1, observation, &facts, NULL));
    assert_int_equal(facts.declared_store_sectors, 512);
    assert_int_equal(facts.declared_load_bytes, 32768);
    assert_int_equal(facts.declared_bytes, 12 * 4096);
    assert_true(gates_judge(&(struct gates_case){.exercise = exercise, .observation = observation, .facts = &facts},
                            arena, &gates, &count, NULL));
    assert_int_equal(count, 1);
    assert_false(gates[0].met);
    assert_true(gates[0].value == 8);
    assert_int_equal(gates[0].line, 8);
    assert_true(gates[0].line_share == 1);
    assert_string_equal(gates[0].message, "Line 8 stores 8.0x as many sectors as needed (limit 1.1x)");
    struct line_memory memory = counter_line_memory(observation, 8, true);
    assert_true(memory.sectors_per_request == 32 && memory.bytes_per_request == 128);
    observation_free(observation);
    arena_free(arena);
}

static void edges_are_defined(void **state)
{
    (void)state;
    struct observation *empty = observation_new();
    struct counter_facts none = {0};
    double value;
    assert_true(counter_evaluate("excess_load_sectors", empty, &none, &value, NULL));
    assert_true(value == 1); /* nothing declared, nothing moved */
    assert_true(counter_evaluate("divergence_ratio", empty, &none, &value, NULL));
    assert_true(value == 0);
    assert_true(counter_evaluate("global_load_sectors", empty, &none, &value, NULL));
    assert_true(value == 0);
    struct error error = {0};
    assert_false(counter_evaluate("no_such", empty, &none, &value, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    observation_free(empty);
}

/* Every row must evaluate, have words, and show a value in its phrase. */
static void every_derived_counter_works(void **state)
{
    static const char *const names[] = {
#define DERIVED(id, name, numerator, denominator, waste, plain, met, unmet, unmet_at_line, help) name,
#include "grader/value/derived_counters.def"
#undef DERIVED
    };
    (void)state;
    struct observation *observation = strided_store();
    struct counter_facts facts = {32768, 16384, 1024, 512, 49152, 1};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double value = -1;
        struct error error = {0};
        if (!counter_evaluate(names[i], observation, &facts, &value, &error))
            fail_msg("%s: %s", names[i], error.message);
        assert_true(isfinite(value) && value >= 0);
        assert_true(grader_counter_known(names[i]));
        struct counter_words words = counter_words(names[i]);
        assert_true(*words.plain && strstr(words.met, "{value}") && strstr(words.unmet, "{value}"));
        assert_true(strlen(counter_formula(names[i])) > 10);
        struct counter_source source = counter_main_source(names[i], observation);
        assert_true(source.share >= 0 && source.share <= 1);
    }
    double sectors;
    assert_true(counter_evaluate("load_sectors_per_warp", observation, &facts, &sectors, NULL));
    assert_true(sectors == 4);
    assert_true(grader_counter_known("global_store_sectors"));
    assert_false(grader_counter_known("global_store"));
    observation_free(observation);
}

/* Writes each run of blanks as one, since the page is wrapped. */
static void squeeze(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        bool is_blank = *text == ' ' || *text == '\n';
        if (!is_blank)
            buffer_append_char(out, *text);
        else if (out->size_bytes && buffer_text(out)[out->size_bytes - 1] != ' ')
            buffer_append_char(out, ' ');
    }
}

/* The page in doc/ must describe every counter as the tables do. */
static void the_documentation_is_complete(void **state)
{
    static const struct {
        const char *name, *help, *numerator, *denominator, *waste;
    } derived[] = {
#define DERIVED(id, name, numerator, denominator, waste, plain, met, unmet, unmet_at_line, help) \
    {name, help, numerator, denominator, waste},
#include "grader/value/derived_counters.def"
#undef DERIVED
#define TIMED(name, plain, met, unmet, help) {name, help, name, "", "0"},
#include "grader/value/timed_counters.def"
#undef TIMED
    };
    (void)state;
    struct buffer text = BUFFER_INIT, page = BUFFER_INIT, row = BUFFER_INIT;
    struct error error = {0};
    if (!file_read(WARPSCHOOL_SOURCE_DIR "/doc/counters.md", 1 << 20, &text, &error))
        fail_msg("%s", error.message);
    squeeze(&page, buffer_text(&text));
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) {
        buffer_clear(&row);
        buffer_printf(&row, "- `%s`: %s.", derived[i].name, derived[i].help);
        if (strcmp(derived[i].numerator, derived[i].name) != 0) {
            buffer_printf(&row, " `%s`", derived[i].numerator);
            if (*derived[i].denominator)
                buffer_printf(&row, " / `%s`", derived[i].denominator);
            buffer_append_char(&row, '.');
        }
        if (strcmp(derived[i].waste, "0") != 0)
            buffer_printf(&row, " Line: `%s`.", derived[i].waste);
        if (!strstr(buffer_text(&page), buffer_text(&row)))
            fail_msg("doc/counters.md lacks: %s", buffer_text(&row));
    }
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++) {
        const struct vgpu_counter_description *counter = vgpu_counter_describe((enum vgpu_counter)i);
        buffer_clear(&row);
        buffer_printf(&row, "- `%s` (%s): %s.", counter->name, counter->unit, counter->formula);
        if (!strstr(buffer_text(&page), buffer_text(&row)))
            fail_msg("doc/counters.md lacks: %s", buffer_text(&row));
    }
    buffer_done(&text);
    buffer_done(&page);
    buffer_done(&row);
}

static void a_large_count_has_groups_of_digits(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct observation *observation = strided_store();
    struct gate gate = {.counter = "global_store_sectors", .has_max = true, .max = 540000};
    struct counter_facts facts;
    struct gate_verdict *gates;
    size_t count;
    struct scope scope = {.values = scene_value(arena, "n", 4096), .value_count = 1};
    exercise->gates = &gate;
    exercise->gate_count = 1;
    assert_true(counter_facts_of(exercise, &scope, 1, observation, &facts, NULL));
    assert_true(gates_judge(&(struct gates_case){.exercise = exercise, .observation = observation, .facts = &facts},
                            arena, &gates, &count, NULL));
    assert_non_null(strstr(gates[0].message, ": 4096 (limit 540 000)"));
    observation_free(observation);
}

/* The factor is large where a kernel was stopped early, and has no exponent. */
static void a_large_excess_is_readable(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct gates_excess excess = {.case_name = "n=1000", .times = 2861.4, .most = 64};
    struct gate_verdict *gates = NULL;
    size_t count = 0;
    gates_add_excess(&excess, arena, &gates, &count);
    assert_int_equal(count, 1);
    assert_string_equal(gates[0].message, "2860x the instructions of the reference in case n = 1000 (limit 64x)");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_name_the_line),         cmocka_unit_test(a_large_count_has_groups_of_digits),
        cmocka_unit_test(a_large_excess_is_readable),  cmocka_unit_test(edges_are_defined),
        cmocka_unit_test(every_derived_counter_works), cmocka_unit_test(the_documentation_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
