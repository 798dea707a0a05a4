/* Tests the judge with hostile and odd submissions of tests/judge/, and with some made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>

#include "judge_corpus.h"

static struct judge_corpus corpus;

static void nothing_dishonest_passes(void **state)
{
    (void)state;
    int before = corpus.failures;
    judge_folder(&corpus, "dishonest", "integration");
    assert_int_equal(corpus.failures, before);
}

static void nothing_honest_fails(void **state)
{
    (void)state;
    int before = corpus.failures;
    judge_folder(&corpus, "honest", "integration");
    assert_int_equal(corpus.failures, before);
}

static void judge_bytes(const char *name, const void *bytes, size_t size_bytes)
{
    struct source source = {name, bytes, size_bytes};
    if (!getenv("WARPSCHOOL_JUDGE_ONLY"))
        judge_one(&corpus, "add", &source, "compile_error");
}

static void raw_bytes_are_compile_errors(void **state)
{
    static const char start[] = "//! launch add(a, b, c, n) grid=1 block=1\nextern \"C\" __global__ void add(";
    (void)state;
    int before = corpus.failures;
    size_t large_bytes = (size_t)100 << 20;
    char *large = malloc(large_bytes), *line = malloc(200000);
    assert_true(large && line);
    memset(large, ' ', large_bytes);
    memcpy(large, start, sizeof start - 1);
    judge_bytes("100 MB", large, large_bytes);
    memset(line, 'x', 200000);
    memcpy(line, start, sizeof start - 1);
    judge_bytes("one long line", line, 200000);
    memset(line, '(', 200000);
    memcpy(line, "//! launch ", 11);
    judge_bytes("one long plan line", line, 200000);
    for (size_t i = 0; i + 5 <= 200000; i += 5)
        memcpy(line + i, "//!{\n", 5);
    judge_bytes("many plan lines", line, 200000);
    for (size_t i = 0; i < 200000; i++)
        line[i] = (char)(i * 2654435761u >> 13 | 1);
    judge_bytes("noise", line, 200000);
    memcpy(line, start, sizeof start - 1);
    judge_bytes("a head of noise", line, 200000);
    free(large);
    free(line);
    judge_bytes("zero byte", "//! launch add(a, b, c, n) grid=1 block=1\n\0__global__ void add() {}", 66);
    judge_bytes("zero byte in the plan", "//! launch add\0(a, b, c, n) grid=1 block=1\n__global__ void add() {}", 66);
    judge_bytes("empty", "", 0);
    judge_bytes("one newline", "\n", 1);
    judge_bytes("plan without end", "//! launch add(a, b, c, n) grid=(((", 35);
    assert_int_equal(corpus.failures, before);
}

/* A Windows editor's file: a byte order mark before the plan, and carriage returns. */
static void an_editors_mark_is_no_error(void **state)
{
    static const char text[] =
        "\xef\xbb\xbf//! launch add(a, b, c, n) grid=(n+255)/256 block=256\r\n"
        "extern \"C\" __global__ void add(const float *a, const float *b, float *c, int n)\r\n{\r\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\r\n"
        "    if (i < n)\r\n        c[i] = a[i] + b[i];\r\n}\r\n";
    struct source source = {"marked.cu", text, sizeof text - 1};
    (void)state;
    int before = corpus.failures;
    if (!getenv("WARPSCHOOL_JUDGE_ONLY"))
        judge_one(&corpus, "add", &source, "pass");
    assert_int_equal(corpus.failures, before);
}

static void the_judge_goes_on(void **state)
{
    (void)state;
    int before = corpus.failures;
    judge_still_works(&corpus);
    assert_int_equal(corpus.failures, before);
}

/* --- kill -9 ---------------------------------------------------------------------------------- */

struct murder {
    const char *victim; /* "device", "compiler" */
    enum grader_stage stage;
    int killed;
};

static bool is_worker(pid_t child, const char *kind)
{
    char path[64], words[4096] = {0};
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)child);
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(words, 1, sizeof words - 1, file) : 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i + 1 < length; i++)
        if (!words[i])
            words[i] = ' ';
    return strstr(words, "worker ") && strstr(words, kind);
}

static void kill_workers(struct murder *murder)
{
    char path[64];
    int child;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &child) == 1)
        if (is_worker(child, murder->victim)) {
            kill(child, SIGKILL);
            murder->killed++;
        }
    if (file)
        fclose(file);
}

static void murder_at_stage(void *context, enum grader_stage stage, int done, int total)
{
    struct murder *murder = context;
    (void)done;
    (void)total;
    if (stage == murder->stage && !murder->killed)
        kill_workers(murder);
}

static void a_killed_child_spoils_one_submission_at_most(void **state)
{
    struct murder murders[] = {
        {"device", STAGE_CASES, 0}, {"compiler", STAGE_COMPILE, 0}, {"compiler", STAGE_CASES, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof murders / sizeof *murders; i++) {
        struct source source =
            grader_scene_source(&corpus.scene, arena_printf(corpus.scene.arena, "%s/honest/float4.cu", corpus.root));
        struct verdict *verdict = NULL;
        struct error error = {0};
        struct grade_request request = {.curriculum = corpus.scene.curriculum,
                                        .exercise = curriculum_find_exercise(corpus.scene.curriculum, "add"),
                                        .source = &source,
                                        .device = corpus.device,
                                        .seed = 1 + i,
                                        .progress = murder_at_stage,
                                        .context = &murders[i]};
        if (!grader_grade(corpus.scene.grader, &request, &verdict, &error))
            fail_msg("%s killed: %s", murders[i].victim, error.message);
        assert_true(murders[i].killed > 0);
        assert_true(verdict->status == VERDICT_PASS || verdict->status == VERDICT_CRASH);
        print_message("%s killed: %s: %s\n", murders[i].victim, verdict_status_name(verdict->status), verdict->message);
        verdict_free(verdict);
        int before = corpus.failures;
        judge_still_works(&corpus);
        assert_int_equal(corpus.failures, before);
    }
}

static void nothing_is_left_behind(void **state)
{
    (void)state;
    int before = corpus.failures;
    judge_corpus_close(&corpus);
    print_message("%d submissions on %s\n", corpus.judged, corpus.device);
    assert_int_equal(corpus.failures, before);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_dishonest_passes),    cmocka_unit_test(the_judge_goes_on),
        cmocka_unit_test(nothing_honest_fails),        cmocka_unit_test(raw_bytes_are_compile_errors),
        cmocka_unit_test(an_editors_mark_is_no_error), cmocka_unit_test(a_killed_child_spoils_one_submission_at_most),
        cmocka_unit_test(nothing_is_left_behind),
    };
    judge_corpus_open(&corpus);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
