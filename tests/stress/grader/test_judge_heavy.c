/* Tests submissions of tests/judge/ that reach the limits of time and memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge_corpus.h"

static struct judge_corpus corpus;

static void heavy_submissions_end_in_a_verdict(void **state)
{
    (void)state;
    judge_folder(&corpus, "dishonest", "stress");
    judge_still_works(&corpus);
    judge_corpus_close(&corpus);
    print_message("%d submissions on %s\n", corpus.judged, corpus.device);
    assert_int_equal(corpus.failures, 0);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {cmocka_unit_test(heavy_submissions_end_in_a_verdict)};
    judge_corpus_open(&corpus);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
