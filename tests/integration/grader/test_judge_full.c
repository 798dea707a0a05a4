/*
 * Runs the submissions of tests/judge/ whose exercise is timed with `full`: no dishonest one is
 * confirmed, and every honest one is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge_corpus.h"

static struct judge_corpus corpus;

static bool is_timed(const char *name)
{
    const struct exercise *exercise = curriculum_find_exercise(corpus.scene.curriculum, name);
    return exercise && exercise->bench;
}

static void judge_fully(const struct source *source, const char *exercise, bool is_honest)
{
    struct error error = {0};
    int64_t began_ns = clock_monotonic_ns();
    struct verdict *verdict = judge_grade(&corpus, exercise, source, &error);
    if (!verdict) {
        judge_complain(&corpus, source, arena_printf(corpus.scene.arena, "no verdict: %s", error.message), NULL);
        return;
    }
    if (getenv("WARPSCHOOL_JUDGE_VERBOSE"))
        judge_tell(source, verdict, (double)(clock_monotonic_ns() - began_ns) / 1e9);
    bool is_confirmed = verdict->status == VERDICT_PASS && verdict->trust == VERDICT_TRUST_FULL;
    if (is_confirmed != is_honest)
        judge_complain(&corpus, source,
                       arena_printf(corpus.scene.arena, "%s, trust %s%s%s", is_honest ? "not confirmed" : "confirmed",
                                    verdict_trust_name(verdict->trust), verdict->time.note ? ", " : "",
                                    verdict->time.note ? verdict->time.note : ""),
                       verdict);
    corpus.judged++;
    verdict_free(verdict);
}

static void judge_all(const char *folder, bool is_honest)
{
    glob_t found;
    const char *only = getenv("WARPSCHOOL_JUDGE_ONLY");
    assert_int_equal(glob(arena_printf(corpus.scene.arena, "%s/%s/*.cu", corpus.root, folder), 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct source source = grader_scene_source(&corpus.scene, found.gl_pathv[i]);
        const char *exercise = judge_key(&corpus, &source, "exercise");
        bool is_chosen = (!only || strstr(source.name, only)) && part_has(source.name);
        if (exercise && is_chosen && is_timed(exercise))
            judge_fully(&source, exercise, is_honest);
    }
    globfree(&found);
}

static void nothing_dishonest_is_confirmed(void **state)
{
    (void)state;
    int before = corpus.failures;
    judge_all("dishonest", false);
    assert_int_equal(corpus.failures, before);
}

static void everything_honest_is_confirmed(void **state)
{
    (void)state;
    int before = corpus.failures;
    judge_all("honest", true);
    assert_int_equal(corpus.failures, before);
    assert_true(corpus.judged > 0 || getenv("WARPSCHOOL_JUDGE_ONLY"));
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_dishonest_is_confirmed),
        cmocka_unit_test(everything_honest_is_confirmed),
    };
    judge_corpus_open(&corpus);
    corpus.full = true;
    status = cmocka_run_group_tests(tests, NULL, NULL);
    judge_corpus_close(&corpus);
    return status || corpus.failures;
}
