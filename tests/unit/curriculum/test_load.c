/* Whole folders of lessons: the model, checks across files, translations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "curriculum/load.h"

struct school {
    struct arena *arena;
    const char *root;
    struct diagnostics *diagnostics;
    struct curriculum *curriculum;
};

static int school_open(void **state)
{
    struct arena *arena = arena_new();
    struct school *school = ARENA_NEW(arena, struct school);
    struct error error = {0};
    school->arena = arena;
    school->diagnostics = diagnostics_new(arena);
    *state = school;
    return file_make_temporary_folder(arena, NULL, &school->root, &error) ? 0 : -1;
}

static int school_close(void **state)
{
    struct school *school = *state;
    struct error error = {0};
    curriculum_free(school->curriculum);
    file_remove_tree(school->root, &error);
    arena_free(school->arena);
    return 0;
}

static void put(struct school *school, const char *path, const char *text)
{
    struct error error = {0};
    const char *whole = path_join(school->arena, school->root, path);
    assert_true(file_make_folders(path_folder(school->arena, whole), &error));
    assert_true(file_write_atomic(whole, text, strlen(text), &error));
}

/* Writes a lesson of the usual lines, followed by `extra`. */
static void put_lesson(struct school *school, const char *id, int minutes, const char *extra)
{
    put(school, arena_printf(school->arena, "lessons/week01/%s.yaml", id),
        arena_printf(school->arena,
                     "id: %s\nlevel: foundation\nweek: 1\ntitle: %s\nobjectives: [o]\nminutes: %d\n"
                     "steps: [{text: hello}]\n%s",
                     id, id, minutes, extra));
}

static bool known_counter(const char *name)
{
    return strcmp(name, "excess_load_sectors") == 0;
}

static bool load(struct school *school, const char *language)
{
    struct curriculum_request request = {.root = school->root, .language = language, .counter_known = known_counter};
    struct error error = {0};
    school->curriculum = curriculum_load(&request, school->diagnostics, &error);
    return school->curriculum != NULL;
}

static void assert_said(struct school *school, const char *text)
{
    CLEANUP(buffer_done) struct buffer all = BUFFER_INIT;
    diagnostics_render(school->diagnostics, &all);
    if (!strstr(buffer_text(&all), text))
        fail_msg("not said: %s\nbut:\n%s", text, buffer_text(&all));
}

static const char vector_add[] =
    "id: w01-vector-add\nlevel: foundation\nweek: 1\ndays: [1, 2]\ntitle: One thread, one element\n"
    "objectives: [{id: thread, say: map a thread}, guard the block]\nrequires: [w01-hello]\nminutes: 20\n"
    "audience: [student, educator]\n"
    "steps:\n"
    "  - text: |\n"
    "      Read [hello](lesson:w01-hello), do [it](exercise:vector_add), see [this](https://x.org).\n"
    "      `a[i](lesson:nowhere)`\n"
    "  - quiz:\n"
    "      ask: How many?\n"
    "      choices: [{say: \"3\", why: too few}, {say: \"4\", right: true}]\n"
    "  - predict: {ask: Sectors?, counter: excess_load_sectors, within: 0.1}\n"
    "  - exercise:\n"
    "      id: vector_add\n"
    "      starter: week01/vector_add.cu\n"
    "      reference: week01/vector_add.cu\n"
    "      params:\n"
    "        - {name: a, type: f32, shape: [n], role: in, init: \"uniform(-1, 1)\"}\n"
    "        - {name: g, type: i32, shape: [n, 2*n], role: inout, init: {kernel: generate.cu}}\n"
    "        - {name: n, type: i32}\n"
    "        - {name: alpha, type: f32}\n"
    "      cases: [{n: 33, alpha: 1}, {n: 1 << 10, alpha: -2.5, init: {a: \"normal(0, 1e4)\"}, name: large}]\n"
    "      gate_case: {n: 64, alpha: 0}\n"
    "      bench: {n: 128, alpha: 0}\n"
    "      bytes: 12*n\n"
    "      gates: [{counter: excess_load_sectors, max: 1.1, lesson: w01-hello}]\n"
    "      targets: {of: solution, bronze: 0.60, silver: 0.85, gold: 0.95}\n"
    "      tolerance: {relative: 1e-5}\n"
    "      task: Add.\n"
    "      hints: [concept, {say: look, when: out_of_bounds}]\n"
    "      explain: Why it works.\n"
    "      variant: {id: vector_sub, starter: week01/vector_sub.cu}\n";

static void put_vector_add(struct school *school)
{
    static const char *const files[] = {"exercises/week01/vector_add.cu", "exercises/week01/vector_sub.cu",
                                        "solutions/week01/vector_add.cu", "solutions/week01/vector_sub.cu",
                                        "kernels/week01/vector_add.cu",   "kernels/generate.cu"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        put(school, files[i], "//\n");
    put_lesson(school, "w01-hello", 10, "");
    put(school, "lessons/week01/vector_add.yaml", vector_add);
}

static void test_the_model_holds_what_is_written(void **state)
{
    struct school *school = *state;
    put_vector_add(school);
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    assert_int_equal(school->curriculum->lesson_count, 2);
    const struct lesson *lesson = curriculum_find_lesson(school->curriculum, "w01-vector-add");
    assert_non_null(lesson);
    assert_int_equal(lesson->first_day, 1);
    assert_int_equal(lesson->last_day, 2);
    assert_int_equal(lesson->order, 2);
    assert_true(lesson->core);
    assert_int_equal(lesson->audience, AUDIENCE_STUDENT | AUDIENCE_EDUCATOR);
    assert_int_equal(lesson->step_count, 4);
    assert_int_equal(lesson->steps[1].kind, STEP_QUIZ);
    assert_true(lesson->steps[1].quiz.choices[1].right);
    assert_string_equal(lesson->steps[1].quiz.choices[0].why, "too few");
    assert_true(lesson->steps[2].predict.within == 0.1);
}

static void test_an_exercise_holds_what_is_written(void **state)
{
    struct school *school = *state;
    put_vector_add(school);
    assert_true(load(school, NULL));
    const struct exercise *exercise = curriculum_find_exercise(school->curriculum, "vector_add");
    assert_non_null(exercise);
    assert_int_equal(exercise->kind, EXERCISE_KERNEL);
    assert_string_equal(exercise->solution, "week01/vector_add.cu");
    assert_int_equal(exercise->parameter_count, 4);
    assert_string_equal(exercise->parameters[0].init, "uniform(-1, 1)");
    assert_string_equal(exercise->parameters[1].init_kernel, "generate.cu");
    assert_int_equal(exercise->parameters[1].rank, 2);
    assert_string_equal(expression_text(exercise->parameters[1].shape[1]), "2*n");
    assert_int_equal(exercise->parameters[2].role, PARAMETER_SCALAR);
    assert_string_equal(exercise->cases[0].name, "n=33 alpha=1");
    assert_string_equal(exercise->cases[1].name, "large");
    assert_int_equal(exercise->cases[1].values[0].value.integer, 1024);
    assert_true(exercise->cases[1].values[1].value.real == -2.5);
    assert_string_equal(exercise->cases[1].inits[0].init, "normal(0, 1e4)");
    assert_true(exercise->gates[0].has_max && !exercise->gates[0].has_min);
    assert_true(exercise->tolerance.given && exercise->tolerance.relative == 1e-5);
    assert_string_equal(exercise->hints[0].text, "concept");
    assert_null(exercise->hints[0].when);
    assert_string_equal(exercise->hints[1].when, "out_of_bounds");
    assert_int_equal(exercise->devices, 1);
}

static void test_a_variant_inherits(void **state)
{
    struct school *school = *state;
    put_vector_add(school);
    assert_true(load(school, NULL));
    const struct exercise *base = curriculum_find_exercise(school->curriculum, "vector_add");
    const struct exercise *variant = curriculum_find_exercise(school->curriculum, "vector_sub");
    assert_non_null(variant);
    assert_string_equal(base->variant, "vector_sub");
    assert_string_equal(variant->variant_of, "vector_add");
    assert_string_equal(variant->starter, "week01/vector_sub.cu");
    assert_string_equal(variant->solution, "week01/vector_sub.cu");
    assert_string_equal(variant->reference, base->reference);
    assert_int_equal(variant->case_count, base->case_count);
    assert_null(variant->variant);
}

/* Puts vector_add with a best kernel, whose file is there or not. */
static void put_best(struct school *school, bool is_there)
{
    char *text = arena_strdup(school->arena, vector_add);
    char *at = strstr(text, "      reference:");
    const char *rest = arena_strdup(school->arena, at);
    *at = '\0';
    put_vector_add(school);
    if (is_there)
        put(school, "solutions/week01/vector_add_best.cu", "//\n");
    put(school, "lessons/week01/vector_add.yaml",
        arena_printf(school->arena, "%s      best: {kernel: week01/vector_add_best.cu, adds: float4}\n%s", text, rest));
}

static void test_a_best_kernel_belongs_to_its_exercise_alone(void **state)
{
    struct school *school = *state;
    put_best(school, true);
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    const struct exercise *base = curriculum_find_exercise(school->curriculum, "vector_add");
    assert_string_equal(base->best.kernel, "week01/vector_add_best.cu");
    assert_string_equal(base->best.adds, "float4");
    assert_string_equal(base->solution, "week01/vector_add.cu");
    assert_null(curriculum_find_exercise(school->curriculum, "vector_sub")->best.kernel);
}

static void test_a_best_kernel_needs_its_file(void **state)
{
    struct school *school = *state;
    put_best(school, false);
    assert_true(load(school, NULL));
    assert_said(school, "there is no file solutions/week01/vector_add_best.cu");
}

static void test_less_common_forms_are_read(void **state)
{
    struct school *school = *state;
    static const char *const files[] = {"exercises/a.cu", "solutions/a.cu"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        put(school, files[i], "//\n");
    put(school, "lessons/week01/a.yaml",
        "id: w01-a\r\nlevel: research\r\nweek: 0\r\ntitle: |\r\n  T \xC3\xA4\r\nobjectives: [\"o\\x41\"]\r\n"
        "minutes: 5\r\ncore: false\r\nsteps:\r\n"
        "- text: |\r\n    ```cuda\r\n    a[i](x);\r\n    ```\r\n    `` b`[j](y) `` and ` alone, [t](#here)\r\n"
        "- exercise:\r\n    id: e\r\n    starter: a.cu\r\n    expect: trap\r\n    devices: 4\r\n"
        "    params: [{name: b, type: bf16, shape: [\"n\\x2B1\", 'ranks'], role: inout}, {name: n, type: u64}]\r\n"
        "    cases: [{n: 0}, {n: 3, devices: 2}]\r\n    bytes: n + rank\r\n");
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    const struct lesson *lesson = school->curriculum->lessons[0];
    assert_string_equal(lesson->title, "T \xC3\xA4");
    assert_string_equal(lesson->objectives[0].say, "oA");
    assert_string_equal(level_name(lesson->level), "research");
    assert_false(lesson->core);
    const struct exercise *exercise = lesson->steps[1].exercise;
    assert_true(exercise->expect_trap);
    assert_string_equal(exercise_kind_name(exercise->kind), "kernel");
    assert_string_equal(expression_text(exercise->parameters[0].shape[0]), "n+1");
    assert_int_equal(exercise->parameters[0].dtype, DTYPE_BF16);
    assert_int_equal(exercise->devices, 4);
    assert_int_equal(exercise->cases[1].devices, 2);
    assert_string_equal(exercise->cases[1].name, "n=3 ranks=2");
}

static void test_a_folder_of_its_own_may_hold_anything(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 1, "");
    put(school, "lessons/week01/notes.md", "not a lesson");
    put(school, "lessons/week01/.hidden.yaml", "nonsense: [");
    put(school, "lessons/1/2/3/4/too_deep.yaml", "nonsense: [");
    put(school, "lessons/week01/folder.yaml/readme", "a folder");
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    assert_int_equal(school->curriculum->lesson_count, 1);
}

static void test_a_file_that_is_too_large_is_named(void **state)
{
    struct school *school = *state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    put_lesson(school, "w01-a", 1, "");
    buffer_append_repeat(&text, "# comment\n", 200000);
    put(school, "lessons/week01/big.yaml", buffer_text(&text));
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_error_count(school->diagnostics), 1);
    assert_said(school, "lessons/week01/big.yaml: error:");
}

static void test_all_files_together_have_a_limit(void **state)
{
    struct school *school = *state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, "[");
    buffer_append_repeat(&text, "#\n", 500000);
    put_lesson(school, "w01-a", 1, "");
    for (int i = 0; i < 18; i++)
        put(school, arena_printf(school->arena, "lessons/week02/%d.yaml", i), buffer_text(&text));
    assert_true(load(school, NULL));
    assert_int_equal(school->curriculum->lesson_count, 1);
    assert_said(school, "error: the lessons have more than 16 MiB in all");
}

static void test_a_lesson_with_a_mistake_is_left_out(void **state)
{
    struct school *school = *state;
    put_vector_add(school);
    put_lesson(school, "w01-broken", 10, "autor: me\n");
    put_lesson(school, "w01-user", 10, "requires: [w01-broken]\n");
    assert_true(load(school, NULL));
    assert_null(curriculum_find_lesson(school->curriculum, "w01-broken"));
    assert_non_null(curriculum_find_lesson(school->curriculum, "w01-user"));
    assert_int_equal(diagnostics_count(school->diagnostics), 1);
}

static void test_a_circle_of_requires_is_named(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 10, "requires: [w01-b]\n");
    put_lesson(school, "w01-b", 10, "requires: [w01-c]\n");
    put_lesson(school, "w01-c", 10, "requires: [w01-b]\n");
    assert_true(load(school, NULL));
    assert_said(school, "lessons/week01/w01-c.yaml:8:11: error: lessons require each other in a circle: "
                        "w01-b requires w01-c requires w01-b");
    assert_int_equal(diagnostics_count(school->diagnostics), 1);
}

static void test_references_must_resolve(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 10,
               "requires: [w01-aa]\nreading: [\"[x](lesson:w01-z)\", \"[y](../y.md)\", \"[z](exercise:none)\"]\n");
    put(school, "lessons/week01/again.yaml",
        "id: w01-a\nlevel: foundation\nweek: 1\ntitle: t\nobjectives: [o]\nminutes: 5\nsteps:\n"
        "  - predict: {ask: how?, counter: excess_lod_sectors, kernel: none.cu}\n"
        "  - exercise: {id: e, starter: none.cu, reference: none.cu, params: [{name: c, type: i8, shape: [4], role: "
        "out}],\n"
        "      cases: [{}], gates: [{counter: nothing, max: 1, lesson: w02-z}]}\n"
        "  - exercise: {id: e, kind: program}\n");
    assert_true(load(school, NULL));
    assert_int_equal(school->curriculum->lesson_count, 0);
    assert_said(school, "w01-a.yaml:8:12: error: there is no lesson 'w01-aa' (did you mean 'w01-a'?)");
    assert_said(school, "w01-a.yaml:9:16: error: the link to 'lesson:w01-z': there is no such lesson");
    assert_said(school, "w01-a.yaml:9:37: error: the link to '../y.md'");
    assert_said(school, "the link to 'exercise:none': there is no such exercise");
    assert_said(school, "w01-a.yaml:1:5: error: the id 'w01-a' is that of lessons/week01/again.yaml already");
    assert_said(school, "again.yaml:8:35: error: there is no counter 'excess_lod_sectors'");
    assert_said(school, "there is no file kernels/none.cu");
    assert_said(school, "there is no file exercises/none.cu");
    assert_said(school, "there is no file solutions/none.cu");
    assert_said(school, "there is no counter 'nothing'");
    assert_said(school, "there is no lesson 'w02-z'");
    assert_said(school, "again.yaml:11:20: error: the exercise 'e' is in lessons/week01/again.yaml, line 9, already");
}

static void test_a_link_out_of_the_folder_is_no_file(void **state)
{
    struct school *school = *state;
    put_vector_add(school);
    const char *link = path_join(school->arena, school->root, "kernels/week01/vector_add.cu");
    remove(link);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    assert_true(load(school, NULL));
    assert_said(school, "there is no file kernels/week01/vector_add.cu");
}

static void test_a_week_holds_eight_hours(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 300, "");
    put_lesson(school, "w01-b", 180, "");
    put_lesson(school, "w01-c", 1, "core: false\n");
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    curriculum_free(school->curriculum);
    put_lesson(school, "w01-c", 1, "");
    assert_true(load(school, NULL));
    assert_said(school, "w01-c.yaml:6:10: error: with this lesson the core of week 1 is over 480 minutes");
    assert_int_equal(school->curriculum->lesson_count, 3);
}

static void test_a_project_has_time_of_its_own(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 480, "");
    put_lesson(school, "project1-a", 240, "");
    assert_true(load(school, NULL));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    curriculum_free(school->curriculum);
    put_lesson(school, "project1-a", 241, "");
    assert_true(load(school, NULL));
    assert_said(school, "project1-a.yaml:6:10: error: a project of 241 minutes; at most 240 are allowed");
}

static void test_a_lesson_without_an_id_has_no_time(void **state)
{
    struct school *school = *state;
    put(school, "lessons/week01/w01-a.yaml",
        "level: foundation\nweek: 1\ntitle: a\nobjectives: [o]\nminutes: 10\nsteps: [{text: hello}]\n");
    assert_true(load(school, NULL));
    assert_said(school, "a lesson needs `id`");
}

static void test_lessons_go_by_day_order_and_name(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 1, "days: 2\n");
    put_lesson(school, "w01-b", 1, "days: 1\norder: 2\n");
    put_lesson(school, "w01-c", 1, "days: 1\norder: 1\n");
    assert_true(load(school, NULL));
    static const char *const expected[] = {"w01-c", "w01-b", "w01-a"};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(school->curriculum->lessons[i]->id, expected[i]);
        assert_int_equal(school->curriculum->lessons[i]->order, i + 1);
    }
}

static void test_a_translation_lies_over_the_texts(void **state)
{
    struct school *school = *state;
    put_vector_add(school);
    put(school, "lessons/week01/vector_add.es.yaml",
        "id: w01-vector-add\nweek: 2\ntitle: Un hilo, un elemento\nobjectives: [uno, dos]\nautor: yo\n"
        "steps:\n"
        "  - text: Lee [esto](lesson:w99).\n"
        "  - quiz: {ask: Cuantos?, choices: [{why: pocos}, {say: cuatro}]}\n"
        "  - predict: [Sectores]\n"
        "  - exercise: {task: Suma., hints: [concepto, {say: mira}], explain: Por que.}\n"
        "requires: [uno, dos]\n");
    assert_true(load(school, "es"));
    assert_string_equal(school->curriculum->language, "es");
    const struct lesson *lesson = curriculum_find_lesson(school->curriculum, "w01-vector-add");
    assert_non_null(lesson);
    assert_string_equal(lesson->title, "Un hilo, un elemento");
    assert_string_equal(lesson->objectives[0].say, "uno");
    assert_string_equal(lesson->objectives[0].id, "thread");
    assert_string_equal(lesson->objectives[1].say, "dos");
    assert_null(lesson->objectives[1].id);
    assert_int_equal(lesson->week, 1);
    assert_non_null(strstr(lesson->steps[0].text, "Read"));
    assert_string_equal(lesson->steps[1].quiz.ask, "Cuantos?");
    assert_string_equal(lesson->steps[1].quiz.choices[0].say, "3");
    assert_string_equal(lesson->steps[1].quiz.choices[0].why, "pocos");
    const struct exercise *exercise = lesson->steps[3].exercise;
    assert_string_equal(exercise->hints[0].text, "concepto");
    assert_string_equal(exercise->hints[1].text, "mira");
    assert_string_equal(exercise->explain, "Por que.");
    assert_string_equal(curriculum_find_exercise(school->curriculum, "vector_sub")->task, "Suma.");
    assert_int_equal(diagnostics_error_count(school->diagnostics), 0);
    assert_said(school, "vector_add.es.yaml:2:7: warning: this is no text to translate");
    assert_said(school, "vector_add.es.yaml:11:11: warning: this list has 2 entries, the English one 1");
    assert_said(school, "vector_add.es.yaml:5:1: warning: the English file has no such key here");
    assert_said(school, "vector_add.es.yaml:7:11: warning: the link to 'lesson:w99'");
    assert_said(school, "vector_add.es.yaml:9:14: warning: the English file has something else here");
    assert_int_equal(diagnostics_count(school->diagnostics), 5);
}

static void test_a_translation_keeps_the_limits(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 1, "research: why?\n");
    put_lesson(school, "w01-b", 1, "research: why?\n");
    put(school, "lessons/week01/w01-a.es.yaml", "title: |\n  dos\n  lineas\nresearch: |\n  por que?\n");
    put(school, "lessons/week01/w01-b.es.yaml", arena_printf(school->arena, "title: %0200d\nresearch: \"\"\n", 1));
    assert_true(load(school, "es"));
    assert_string_equal(school->curriculum->lessons[0]->title, "w01-a");
    assert_string_equal(school->curriculum->lessons[0]->research, "por que?");
    assert_string_equal(school->curriculum->lessons[1]->title, "w01-b");
    assert_said(school, "w01-a.es.yaml:1:8: warning: this text must be of one line; the English text stays");
    assert_said(school, "w01-b.es.yaml:1:8: warning: the translation is too long");
    assert_said(school, "w01-b.es.yaml:2:11: warning: the translation is empty");
}

static void test_a_broken_translation_leaves_english(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 1, "");
    put(school, "lessons/week01/w01-a.es.yaml", "title: [a\n");
    assert_true(load(school, "es"));
    assert_int_equal(diagnostics_error_count(school->diagnostics), 0);
    assert_int_equal(diagnostics_count(school->diagnostics), 1);
    assert_string_equal(school->curriculum->lessons[0]->title, "w01-a");
}

/* Replaces the grader's check: a spread of 0 is refused. */
static bool spread_is_not_zero(const char *init, enum dtype dtype, uint64_t element_count,
                               const struct expression_environment *environment, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct expression *expression = expression_parse_text(arena, strchr(init, '('), error);
    struct value value;
    if (!expression || !expression_evaluate(expression, environment, &value, error))
        return false;
    assert_true(dtype == DTYPE_F32 && element_count > 0);
    return value.real != 0 || error_set(error, ERROR_RANGE, "a spread of 0 for %d elements", (int)element_count);
}

/* An init is reported once: where it is written, with the first case that makes it wrong. */
static void test_inits_are_tried_with_every_case(void **state)
{
    struct school *school = *state;
    struct error error = {0};
    put(school, "exercises/week01/a.cu", "");
    put(school, "kernels/week01/a.cu", "");
    put(school, "solutions/week01/a.cu", "");
    put_lesson(school, "w01-a", 1, "");
    put(school, "lessons/week01/b.yaml",
        "id: w01-b\nlevel: foundation\nweek: 1\ntitle: b\nobjectives: [o]\nminutes: 1\nsteps:\n"
        "  - exercise:\n"
        "      id: b\n"
        "      starter: week01/a.cu\n"
        "      reference: week01/a.cu\n"
        "      params:\n"
        "        - {name: a, type: f32, shape: [n], role: in, init: 'spread(1/(n-2))'}\n"
        "        - {name: c, type: f32, shape: [n], role: out}\n"
        "        - {name: n, type: i32}\n"
        "      cases: [{n: 1}, {n: 3}, {n: 4}, {n: 5}]\n"
        "      bench: {n: 7, init: {a: spread(n - 7)}}\n");
    struct curriculum_request request = {.root = school->root, .init_usable = spread_is_not_zero};
    school->curriculum = curriculum_load(&request, school->diagnostics, &error);
    assert_non_null(school->curriculum);
    assert_int_equal(diagnostics_error_count(school->diagnostics), 1);
    const struct diagnostic *first = diagnostics_at(school->diagnostics, 0);
    assert_string_equal(first->message, "the init of 'a' cannot be used (case n=4): a spread of 0 for 4 elements");
    assert_int_equal(first->location.line, 13);
    assert_int_equal(first->location.column, 60);
    assert_null(curriculum_find_lesson(school->curriculum, "w01-b"));
}

static void test_a_language_is_no_path(void **state)
{
    struct school *school = *state;
    put_lesson(school, "w01-a", 1, "");
    assert_true(load(school, "../../etc"));
    assert_string_equal(school->curriculum->language, "en");
}

static bool load_with_pack(struct school *school, const char *pack, struct error *error)
{
    struct curriculum_request request = {.root = path_join(school->arena, school->root, "course"),
                                         .pack = path_join(school->arena, school->root, pack),
                                         .counter_known = known_counter};
    school->curriculum = curriculum_load(&request, school->diagnostics, error);
    return school->curriculum != NULL;
}

static const char plain_lesson[] = "level: foundation\nweek: 1\ntitle: t\nobjectives: [o]\nminutes: 400\n";

/* A pack's minutes do not count for the week. Its links lead into the course. */
static void test_a_pack_lies_beside_the_course(void **state)
{
    struct school *school = *state;
    struct error error = {0};
    put(school, "course/lessons/a.yaml",
        arena_printf(school->arena, "id: w01-a\n%ssteps: [{text: hello}]\n", plain_lesson));
    put(school, "extra/lessons/b.yaml",
        arena_printf(school->arena, "id: extra-b\n%srequires: [w01-a]\nsteps: [{text: '[a](lesson:w01-a)'}]\n",
                     plain_lesson));
    assert_true(load_with_pack(school, "extra/", &error));
    assert_int_equal(diagnostics_count(school->diagnostics), 0);
    const struct lesson *own = curriculum_find_lesson(school->curriculum, "w01-a");
    const struct lesson *pack = curriculum_find_lesson(school->curriculum, "extra-b");
    assert_null(own->pack);
    assert_string_equal(pack->pack, "extra");
    struct exercise exercise = {.lesson = (struct lesson *)pack};
    assert_string_equal(curriculum_folder(school->curriculum, &exercise),
                        path_join(school->arena, school->root, "extra/"));
    exercise.lesson = (struct lesson *)own;
    assert_string_equal(curriculum_folder(school->curriculum, &exercise),
                        path_join(school->arena, school->root, "course"));
}

static void test_a_pack_takes_no_id_and_must_hold_lessons(void **state)
{
    struct school *school = *state;
    struct error error = {0};
    const char *lesson = arena_printf(school->arena, "id: w01-a\n%ssteps: [{text: hello}]\n", plain_lesson);
    put(school, "course/lessons/a.yaml", lesson);
    put(school, "empty/lessons/readme.txt", "");
    assert_false(load_with_pack(school, "nowhere", &error));
    assert_non_null(strstr(error.message, "the pack has no folder"));
    assert_false(load_with_pack(school, "empty", &error));
    assert_non_null(strstr(error.message, "there are no lessons in the pack"));
    put(school, "twin/lessons/a.yaml", lesson);
    assert_true(load_with_pack(school, "twin", &error));
    assert_said(school, "twin/lessons/a.yaml:1:5: error: the id 'w01-a' is that of lessons/a.yaml already");
    assert_int_equal(school->curriculum->lesson_count, 1);
}

static void test_nothing_to_load_is_an_error(void **state)
{
    struct school *school = *state;
    assert_false(load(school, NULL));
    put(school, "lessons/readme.txt", "none");
    assert_false(load(school, NULL));
}

static void test_many_mistakes_leave_all_lessons_out(void **state)
{
    struct school *school = *state;
    CLEANUP(buffer_done) struct buffer keys = BUFFER_INIT;
    for (int i = 0; i < 150; i++)
        buffer_printf(&keys, "zz%d: 1\n", i);
    put_lesson(school, "w01-a", 1, buffer_text(&keys));
    put_lesson(school, "w01-b", 1, buffer_text(&keys));
    assert_true(load(school, NULL));
    assert_int_equal(school->curriculum->lesson_count, 0);
    assert_int_equal(diagnostics_error_count(school->diagnostics), 300);
}

int main(void)
{
#define SCHOOL_TEST(name) cmocka_unit_test_setup_teardown(name, school_open, school_close)
    const struct CMUnitTest tests[] = {
        SCHOOL_TEST(test_the_model_holds_what_is_written),
        SCHOOL_TEST(test_an_exercise_holds_what_is_written),
        SCHOOL_TEST(test_a_variant_inherits),
        SCHOOL_TEST(test_a_best_kernel_belongs_to_its_exercise_alone),
        SCHOOL_TEST(test_a_best_kernel_needs_its_file),
        SCHOOL_TEST(test_less_common_forms_are_read),
        SCHOOL_TEST(test_a_folder_of_its_own_may_hold_anything),
        SCHOOL_TEST(test_a_file_that_is_too_large_is_named),
        SCHOOL_TEST(test_all_files_together_have_a_limit),
        SCHOOL_TEST(test_a_lesson_with_a_mistake_is_left_out),
        SCHOOL_TEST(test_a_circle_of_requires_is_named),
        SCHOOL_TEST(test_references_must_resolve),
        SCHOOL_TEST(test_a_link_out_of_the_folder_is_no_file),
        SCHOOL_TEST(test_a_week_holds_eight_hours),
        SCHOOL_TEST(test_a_project_has_time_of_its_own),
        SCHOOL_TEST(test_a_lesson_without_an_id_has_no_time),
        SCHOOL_TEST(test_lessons_go_by_day_order_and_name),
        SCHOOL_TEST(test_a_translation_lies_over_the_texts),
        SCHOOL_TEST(test_a_translation_keeps_the_limits),
        SCHOOL_TEST(test_a_broken_translation_leaves_english),
        SCHOOL_TEST(test_inits_are_tried_with_every_case),
        SCHOOL_TEST(test_a_language_is_no_path),
        SCHOOL_TEST(test_a_pack_lies_beside_the_course),
        SCHOOL_TEST(test_a_pack_takes_no_id_and_must_hold_lessons),
        SCHOOL_TEST(test_nothing_to_load_is_an_error),
        SCHOOL_TEST(test_many_mistakes_leave_all_lessons_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
