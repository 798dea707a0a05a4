/*
 * What author-check demands of a lesson's form. One complete lesson meets every demand; each test
 * takes one thing away.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/author/author_demands.h"
#include "app/author/author_minutes.h"
#include "base/file.h"
#include "curriculum/load.h"

struct school {
    struct arena *arena;
    const char *root;
};

static int school_open(void **state)
{
    struct arena *arena = arena_new();
    struct school *school = ARENA_NEW(arena, struct school);
    struct error error = {0};
    school->arena = arena;
    *state = school;
    return file_make_temporary_folder(arena, NULL, &school->root, &error) ? 0 : -1;
}

static int school_close(void **state)
{
    struct school *school = *state;
    struct error error = {0};
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

static const char lesson[] =
    "id: w01-a\nlevel: foundation\nweek: 1\ntitle: t\nminutes: 20\n"
    "objectives: [{id: add, say: add}]\n"
    "steps:\n"
    "  - text: |\n      Words.\n\n      ```diagram\n      a few marks in a picture\n      ```\n"
    "  - quiz:\n      ask: Q?\n"
    "      choices: [{say: a, right: true}, {say: b, why: w}, {say: c, why: w}]\n"
    "  - plot:\n      id: p1\n      kernel: p.cu\n      case: {n: 32}\n      x: {n: [32, 64]}\n      y: time\n"
    "      ask: Q?\n      answer: time(32)\n"
    "  - exercise:\n      id: add\n      starter: a.cu\n      reference: a.cu\n"
    "      params: [{name: y, type: f32, shape: [n], role: out}, {name: n, type: i32}]\n"
    "      cases: [{n: 1}]\n"
    "      gates: [{counter: launches, max: 1, lesson: w01-a}]\n"
    "      hints: [one, two, {say: three, rung: last}]\n"
    "      variant: {id: add_again}\n"
    "  - predict: {ask: Q?, counter: launches, exercise: add}\n";

/* The results of one check, as lines. */
static void take_result(void *context, const struct author_result *result)
{
    struct buffer *all = context;
    if (!result->good)
        buffer_printf(all, "%s %s: %s\n", result->exercise, result->subject, result->message);
}

/* Checks the lesson after `from` became `to`. */
static void check(struct school *school, const char *from, const char *to, struct buffer *out_said)
{
    const char *at = strstr(lesson, from);
    struct diagnostics *diagnostics = diagnostics_new(school->arena);
    struct error error = {0};
    assert_non_null(at);
    put(school, "lessons/a.yaml",
        arena_printf(school->arena, "%.*s%s%s", (int)(at - lesson), lesson, to, at + strlen(from)));
    put(school, "lessons/b.yaml",
        "id: w02-b\nlevel: foundation\nweek: 2\ntitle: t\nminutes: 5\nobjectives: [{id: o, say: o}]\ncore: false\n"
        "steps: [{text: x}]\n");
    put(school, "kernels/p.cu",
        "//? params: [{name: y, type: f32, shape: [n], role: out}, {name: n, type: i32}]\n"
        "//! launch p(y, n) grid=1 block=32\nextern \"C\" __global__ void p(float *y, int n) {}\n");
    put(school, "kernels/a.cu", "//\n");
    put(school, "exercises/a.cu", "//! launch a(y, n) grid=1 block=32\nvoid a()\n{\n}\n");
    put(school, "solutions/a.cu", "//! launch a(y, n) grid=1 block=32\nvoid a()\n{\n    y[0] = 1; // new\n}\n");
    struct curriculum_request request = {.root = school->root};
    struct app app = {.curriculum = curriculum_load(&request, diagnostics, &error)};
    assert_int_equal(diagnostics_count(diagnostics), 0);
    const char *const only[] = {"w01-a"};
    struct author_check given = {.only = only, .only_count = 1, .result = take_result, .context = out_said};
    author_demands_check(&app, &given);
    curriculum_free(app.curriculum);
}

static void put_right(struct school *school)
{
    put(school, "tests/curriculum/right/add/one.cu", "//\n");
    put(school, "tests/curriculum/right/add/two.cu", "//\n");
    put(school, "tests/curriculum/right/add/three.cu", "//\n");
}

static void test_a_complete_lesson_is_good(void **state)
{
    struct school *school = *state;
    CLEANUP(buffer_done) struct buffer said = BUFFER_INIT;
    put_right(school);
    check(school, "add", "add", &said);
    assert_string_equal(buffer_text(&said), "");
}

static void test_each_lack_is_named(void **state)
{
    static const struct {
        const char *from, *to, *said;
    } rows[] = {
        {"{id: add, say: add}", "add", "w01-a objectives: the objective \"add\" needs an `id`\n"},
        {"lesson: w01-a", "lesson: w02-b",
         "w01-a read: a gate or a question sends the learner on to w02-b, which comes later\n"},
        {", {say: c, why: w}", "",
         "w01-a answers: the quiz at line 14 has 1 wrong answers, at least 2 are asked for\n"},
        {"two, {say: three, rung: last}", "two, three",
         "w01-a hints: add needs at least 2 hints and then the pseudocode with `rung: last`\n"},
        {"one, two, {say", "one, {say",
         "w01-a hints: add needs at least 2 hints and then the pseudocode with `rung: last`\n"},
        {"      variant: {id: add_again}\n", "", "w01-a variant: add needs a variant, for the unaided pass\n"},
        {"  - predict: {ask: Q?, counter: launches, exercise: add}\n", "",
         "w01-a prediction: no question after the exercise is about the learner's own kernel\n"},
        {"minutes: 20", "minutes: 4", "w01-a minutes: it takes about 6 minutes by the formula, and `minutes` says 4\n"},
    };
    struct school *school = *state;
    put_right(school);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CLEANUP(buffer_done) struct buffer said = BUFFER_INIT;
        check(school, rows[i].from, rows[i].to, &said);
        assert_string_equal(buffer_text(&said), rows[i].said);
    }
}

/* The picture in the text still counts, but nothing runs and one question is left. */
static void test_a_lesson_without_steps_that_run(void **state)
{
    static const char plot[] =
        "  - plot:\n      id: p1\n      kernel: p.cu\n      case: {n: 32}\n      x: {n: [32, 64]}\n      y: time\n"
        "      ask: Q?\n      answer: time(32)\n";
    struct school *school = *state;
    CLEANUP(buffer_done) struct buffer said = BUFFER_INIT;
    put_right(school);
    check(school, plot, "", &said);
    assert_non_null(strstr(buffer_text(&said), "w01-a runs: nothing is run before the learner's eyes"));
    assert_non_null(strstr(buffer_text(&said), "w01-a questions: 1 micro-exercises come before the exercise"));
}

static void test_long_texts_and_missing_kernels(void **state)
{
    struct school *school = *state;
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT, said = BUFFER_INIT;
    for (int i = 0; i < 600; i++)
        buffer_printf(&words, "word%s", i % 12 == 11 ? "\n      " : " ");
    check(school, "Words.\n", arena_printf(school->arena, "Words.\n\n      %s\n", buffer_text(&words)), &said);
    assert_string_equal(buffer_text(&said),
                        "w01-a words: its texts have 601 words, at most 600 are allowed\n"
                        "w01-a right: tests/curriculum/right/add has 0 kernels, at least 3 are asked for\n");
}

static void test_words_are_counted_outside_of_fences(void **state)
{
    (void)state;
    assert_int_equal(author_minutes_words("One *two* -- three.\n```cuda\nint not_counted;\n```\n- four | five\n"), 5);
    assert_int_equal(author_minutes_words(""), 0);
    assert_int_equal(author_minutes_words("\xE4\xB8\x80 b"), 2);
}

int main(void)
{
#define SCHOOL_TEST(name) cmocka_unit_test_setup_teardown(name, school_open, school_close)
    const struct CMUnitTest tests[] = {
        SCHOOL_TEST(test_a_complete_lesson_is_good),
        SCHOOL_TEST(test_each_lack_is_named),
        SCHOOL_TEST(test_a_lesson_without_steps_that_run),
        SCHOOL_TEST(test_long_texts_and_missing_kernels),
        cmocka_unit_test(test_words_are_counted_outside_of_fences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
