/*
 * Runs the submissions of tests/judge/ whose exercise is timed with `full`: no dishonest one is
 * confirmed, and every honest one is. Prints a line for each: name, status, trust, seconds.
 *
 * WARPSCHOOL_JUDGE_JOBS processes share the submissions; each has a grader of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "judge_corpus.h"

/* Memory of all processes. */
struct shared {
    atomic_size_t next; /* the first submission that no process has taken */
    atomic_int judged, failures;
};

/* One process's share. */
struct share {
    struct judge_corpus corpus;
    struct shared *shared;
    size_t seen, taken; /* submissions so far, and the number of the one that is this process's next */
};

static bool is_timed(struct judge_corpus *corpus, const struct source *source, const char **out_exercise)
{
    *out_exercise = judge_key(corpus, source, "exercise");
    const struct exercise *exercise =
        *out_exercise ? curriculum_find_exercise(corpus->scene.curriculum, *out_exercise) : NULL;
    return exercise && exercise->bench;
}

static void judge_fully(struct share *share, const struct source *source, const char *exercise, bool is_honest)
{
    struct judge_corpus *corpus = &share->corpus;
    struct error error = {0};
    int64_t began_ns = clock_monotonic_ns();
    struct verdict *verdict = judge_grade(corpus, exercise, source, &error);
    double seconds = (double)(clock_monotonic_ns() - began_ns) / 1e9;
    atomic_fetch_add(&share->shared->judged, 1);
    if (!verdict) {
        judge_complain(corpus, source, arena_printf(corpus->scene.arena, "no verdict: %s", error.message), NULL);
        return;
    }
    const char *trust = verdict_trust_name(verdict->trust);
    printf("%-32s %-14s %-8s %7.2f s\n", source->name, verdict_status_name(verdict->status), trust, seconds);
    fflush(stdout);
    if (getenv("WARPSCHOOL_JUDGE_VERBOSE"))
        judge_tell(source, verdict, seconds);
    bool is_confirmed = verdict->status == VERDICT_PASS && verdict->trust == VERDICT_TRUST_FULL;
    if (is_confirmed != is_honest)
        judge_complain(corpus, source,
                       arena_printf(corpus->scene.arena, "%s, trust %s%s%s", is_honest ? "not confirmed" : "confirmed",
                                    trust, verdict->time.note ? ", " : "",
                                    verdict->time.note ? verdict->time.note : ""),
                       verdict);
    verdict_free(verdict);
}

/* Every process sees the submissions in the same order, and judges those that it has taken. */
static bool takes_next(struct share *share)
{
    bool is_mine = share->seen++ == share->taken;
    if (is_mine)
        share->taken = atomic_fetch_add(&share->shared->next, 1);
    return is_mine;
}

static void judge_folder_fully(struct share *share, const char *folder, bool is_honest)
{
    struct judge_corpus *corpus = &share->corpus;
    const char *only = getenv("WARPSCHOOL_JUDGE_ONLY"), *exercise;
    glob_t found;
    if (glob(arena_printf(corpus->scene.arena, "%s/%s/*.cu", corpus->root, folder), 0, NULL, &found)) {
        corpus->failures++;
        return;
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct source source = grader_scene_source(&corpus->scene, found.gl_pathv[i]);
        bool is_chosen = (!only || strstr(source.name, only)) && part_has(source.name);
        if (is_chosen && is_timed(corpus, &source, &exercise) && takes_next(share))
            judge_fully(share, &source, exercise, is_honest);
    }
    globfree(&found);
}

static void judge_share(struct shared *shared, const char *folder, bool is_honest)
{
    struct share share = {.shared = shared, .taken = atomic_fetch_add(&shared->next, 1)};
    judge_corpus_open(&share.corpus);
    share.corpus.full = true;
    judge_folder_fully(&share, folder, is_honest);
    judge_corpus_close(&share.corpus);
    atomic_fetch_add(&shared->failures, share.corpus.failures);
}

/* Returns how many were judged. */
static int judge_all(const char *folder, bool is_honest)
{
    int status, jobs = judge_jobs();
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    fflush(stdout);
    for (int i = 0; i < jobs; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            judge_share(shared, folder, is_honest);
            _exit(0);
        }
    }
    for (int i = 0; i < jobs; i++)
        if (wait(&status) < 0 || status != 0)
            atomic_fetch_add(&shared->failures, 1);
    int judged = atomic_load(&shared->judged), failures = atomic_load(&shared->failures);
    munmap(shared, sizeof *shared);
    print_message("%s: %d submissions, %d failures\n", folder, judged, failures);
    assert_int_equal(failures, 0);
    return judged;
}

static void nothing_dishonest_is_confirmed(void **state)
{
    (void)state;
    assert_true(judge_all("dishonest", false) > 0 || getenv("WARPSCHOOL_JUDGE_ONLY"));
}

static void everything_honest_is_confirmed(void **state)
{
    (void)state;
    assert_true(judge_all("honest", true) > 0 || getenv("WARPSCHOOL_JUDGE_ONLY"));
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
    return cmocka_run_group_tests(tests, NULL, NULL);
}
