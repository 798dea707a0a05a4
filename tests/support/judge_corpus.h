/*
 * Runs the submissions of tests/judge/ through one grader and checks what each leaves behind.
 * A file's `//?` lines name its exercise and the statuses that each device may give:
 *
 *     //? exercise: add
 *     //? virtual: unsafe
 *     //? cuda: unsafe|crash
 *     //? why: the attack
 *     //? medal: none            if it passes, its speed earns no medal on the virtual device
 *     //? tier: stress
 *
 * WARPSCHOOL_JUDGE_DEVICE names the device ("virtual"), WARPSCHOOL_JUDGE_ONLY a part of a file's
 * name. WARPSCHOOL_JUDGE_SEEDS judges each on that many seeds, from WARPSCHOOL_JUDGE_SEED on.
 * WARPSCHOOL_JUDGE_JOBS is the number of processes of test_judge_full.
 * WARPSCHOOL_JUDGE_VERBOSE prints each verdict with its time. WARPSCHOOL_TEST_PART
 * judges a part of the corpus (part.h).
 */
#ifndef TESTS_SUPPORT_JUDGE_CORPUS_H
#define TESTS_SUPPORT_JUDGE_CORPUS_H

#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/json.h"
#include "grader_scene.h"
#include "part.h"

#ifndef WARPSCHOOL_JUDGE_ROOT
#define WARPSCHOOL_JUDGE_ROOT WARPSCHOOL_SOURCE_DIR "/tests/judge"
#endif

enum { JUDGE_SECONDS_MAX = 60, JUDGE_CHILDREN_MAX = 4, JUDGE_JOBS_MAX = 256, JUDGE_SEED = 7 };

struct judge_corpus {
    struct grader_scene scene;
    const char *root, *device;
    char scratch[PATH_MAX]; /* TMPDIR of all children */
    bool full;              /* run whole launches at the timed size */
    int judged, failures;
    bool is_called_right; /* whether the submission of now was, before its verdict */
    uint64_t seed;        /* of the submission that is judged now */
};

static inline const char *judge_device(void)
{
    const char *device = getenv("WARPSCHOOL_JUDGE_DEVICE");
    return device ? device : "virtual";
}

static inline uint64_t judge_number(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* Processes that share the submissions; only test_judge_full has more than one. */
static inline int judge_jobs(void)
{
    uint64_t jobs = judge_number("WARPSCHOOL_JUDGE_JOBS", 1);
    return jobs < 1 ? 1 : jobs > JUDGE_JOBS_MAX ? JUDGE_JOBS_MAX : (int)jobs;
}

/* Threads of the virtual device for one of several jobs. */
static inline int judge_threads(int jobs)
{
    int processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return jobs == 1 ? 0 : processors > jobs ? processors / jobs : 1;
}

static inline void judge_corpus_open(struct judge_corpus *corpus)
{
    const char *root = getenv("WARPSCHOOL_JUDGE_ROOT");
    *corpus = (struct judge_corpus){.scene = {.threads = judge_threads(judge_jobs())},
                                    .root = root ? root : WARPSCHOOL_JUDGE_ROOT,
                                    .device = judge_device(),
                                    .seed = JUDGE_SEED};
    snprintf(corpus->scratch, sizeof corpus->scratch, "/tmp/warpschool-judge-XXXXXX");
    if (!mkdtemp(corpus->scratch))
        abort();
    setenv("TMPDIR", corpus->scratch, 1);
    grader_scene_open(&corpus->scene, corpus->root);
}

/* --- the lines of a submission ---------------------------------------------------------------- */

static inline const char *judge_key(struct judge_corpus *corpus, const struct source *source, const char *key)
{
    const char *start = arena_printf(corpus->scene.arena, "//? %s: ", key);
    const char *at = strstr(source->text, start);
    if (!at)
        return NULL;
    at += strlen(start);
    return arena_strndup(corpus->scene.arena, at, strcspn(at, "\n"));
}

/* "wrong|unsafe" contains "unsafe". */
static inline bool judge_allows(const char *statuses, const char *status)
{
    size_t length = strlen(status);
    for (const char *at = statuses; at && *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == length && !strncmp(at, status, length))
            return true;
    return false;
}

/* --- leftovers -------------------------------------------------------------------------------- */

static inline int judge_children(void)
{
    char path[64];
    int count = 0, child;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &child) == 1)
        count++;
    if (file)
        fclose(file);
    return count;
}

static inline int judge_entries(const char *folder)
{
    DIR *opened = opendir(folder);
    int count = 0;
    for (struct dirent *entry; opened && (entry = readdir(opened));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    if (opened)
        closedir(opened);
    return count;
}

static inline bool judge_is_harmful(const unsigned char *at)
{
    bool is_c0 = (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
    bool is_c1 = at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0;
    bool is_bidi = at[0] == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) ||
                                     (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
    return is_c0 || is_c1 || is_bidi;
}

static inline bool judge_is_clean(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; at && *at; at++)
        if (judge_is_harmful(at))
            return false;
    return true;
}

static inline const char *judge_unclean(const struct verdict *verdict)
{
    if (!judge_is_clean(verdict->message))
        return "the message holds control characters";
    for (size_t i = 0; i < diagnostics_count(verdict->diagnostics); i++)
        if (!judge_is_clean(diagnostics_at(verdict->diagnostics, i)->message))
            return "a diagnostic holds control characters";
    for (size_t i = 0; i < diagnostics_count(verdict->diagnostics); i++)
        if (strstr(diagnostics_at(verdict->diagnostics, i)->message, "root:x:"))
            return "a diagnostic shows what a secret file holds";
    return NULL;
}

static inline const char *judge_leftover(const struct judge_corpus *corpus)
{
    if (judge_children() > JUDGE_CHILDREN_MAX)
        return "there are more children than there should be";
    if (access("/tmp/owned", F_OK) == 0)
        return "host code ran";
    return judge_entries(corpus->scratch) > JUDGE_CHILDREN_MAX ? "files were left in the scratch folder" : NULL;
}

/* --- judging ---------------------------------------------------------------------------------- */

static inline void judge_complain(struct judge_corpus *corpus, const struct source *source, const char *what,
                                  const struct verdict *verdict)
{
    corpus->failures++;
    fprintf(stderr, "FAIL %s: %s%s%s%s%s\n", source->name, what, verdict ? ": " : "",
            verdict ? verdict_status_name(verdict->status) : "", verdict ? ": " : "",
            verdict && verdict->message ? verdict->message : "");
}

static inline void judge_note_right(void *context, enum grader_stage stage, int done, int total)
{
    (void)done;
    (void)total;
    ((struct judge_corpus *)context)->is_called_right |= stage == STAGE_GATES || stage == STAGE_TIME;
}

static inline struct verdict *judge_grade(struct judge_corpus *corpus, const char *exercise,
                                          const struct source *source, struct error *error)
{
    struct verdict *verdict = NULL;
    struct grade_request request = {.curriculum = corpus->scene.curriculum,
                                    .exercise = curriculum_find_exercise(corpus->scene.curriculum, exercise),
                                    .source = source,
                                    .device = corpus->device,
                                    .full = corpus->full,
                                    .seed = corpus->seed,
                                    .progress = judge_note_right,
                                    .context = corpus};
    corpus->is_called_right = false;
    if (!request.exercise)
        error_set(error, ERROR_NOT_FOUND, "no exercise %s", exercise);
    return request.exercise && grader_grade(corpus->scene.grader, &request, &verdict, error) ? verdict : NULL;
}

/*
 * A kernel is called safe and right before its verdict. Then all of its cases must be. The files
 * timed_* fail at the timed size alone.
 */
static inline bool judge_was_called_right_wrongly(const struct judge_corpus *corpus, const struct source *source,
                                                  const struct verdict *verdict)
{
    bool fails_late = !strncmp(source->name, "timed_", strlen("timed_"));
    return corpus->is_called_right && verdict->right_count < verdict->case_count && !fails_late;
}

static inline void judge_tell(const struct source *source, const struct verdict *verdict, double seconds)
{
    fprintf(stderr, "%-32s %-14s %6.2f s  %s%s%s\n", source->name, verdict_status_name(verdict->status), seconds,
            verdict->message ? verdict->message : "", verdict->time.note ? " | " : "",
            verdict->time.note ? verdict->time.note : "");
    if (verdict->time.available)
        fprintf(stderr, "    %.2f us (%.2f), %.3f of the solution, %s\n", verdict->time.microseconds,
                verdict->time.interval, verdict->time.ratio_to_solution, verdict_medal_name(verdict->time.medal));
    for (size_t i = 0; verdict->observation && i < verdict->observation->finding_count; i++) {
        const struct vgpu_finding *finding = &verdict->observation->findings[i];
        fprintf(stderr, "    line %d, PTX line %d: %s: %s\n", finding->line, finding->ptx_line, finding->instruction,
                finding->message);
    }
}

static inline bool judge_earns_too_much(struct judge_corpus *corpus, const struct source *source,
                                        const struct verdict *verdict)
{
    const char *medal = judge_key(corpus, source, "medal");
    return medal && verdict->time.modelled && strcmp(medal, verdict_medal_name(verdict->time.medal)) != 0;
}

/* Verdicts take longer on a busy machine, since their deadlines count processor time. */
static inline double judge_seconds_max(void)
{
    double load = 0, processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    return getloadavg(&load, 1) == 1 && load > processors ? JUDGE_SECONDS_MAX * load / processors : JUDGE_SECONDS_MAX;
}

static inline void judge_one(struct judge_corpus *corpus, const char *exercise, const struct source *source,
                             const char *statuses)
{
    struct error error = {0};
    int64_t began_ns = clock_monotonic_ns();
    struct verdict *verdict = judge_grade(corpus, exercise, source, &error);
    double seconds = (double)(clock_monotonic_ns() - began_ns) / 1e9;
    corpus->judged++;
    if (!verdict) {
        judge_complain(corpus, source, arena_printf(corpus->scene.arena, "no verdict: %s", error.message), NULL);
        return;
    }
    if (getenv("WARPSCHOOL_JUDGE_VERBOSE"))
        judge_tell(source, verdict, seconds);
    if (!judge_allows(statuses, verdict_status_name(verdict->status)))
        judge_complain(corpus, source, arena_printf(corpus->scene.arena, "wanted %s", statuses), verdict);
    if (judge_earns_too_much(corpus, source, verdict))
        judge_complain(corpus, source, "earned a medal", verdict);
    if (judge_was_called_right_wrongly(corpus, source, verdict))
        judge_complain(corpus, source, "was called safe and right", verdict);
    if (!corpus->is_called_right && verdict->status == VERDICT_PASS)
        judge_complain(corpus, source, "was not called safe and right", verdict);
    if (seconds > judge_seconds_max())
        judge_complain(corpus, source, "took too long", verdict);
    if (judge_unclean(verdict))
        judge_complain(corpus, source, judge_unclean(verdict), verdict);
    if (judge_leftover(corpus))
        judge_complain(corpus, source, judge_leftover(corpus), verdict);
    verdict_free(verdict);
}

static inline void judge_on_seeds(struct judge_corpus *corpus, const char *exercise, const struct source *source,
                                  const char *statuses)
{
    uint64_t first = judge_number("WARPSCHOOL_JUDGE_SEED", JUDGE_SEED);
    uint64_t count = judge_number("WARPSCHOOL_JUDGE_SEEDS", 1);
    for (corpus->seed = first; corpus->seed < first + count; corpus->seed++) {
        int before = corpus->failures;
        judge_one(corpus, exercise, source, statuses);
        if (corpus->failures > before)
            fprintf(stderr, "    with seed %llu\n", (unsigned long long)corpus->seed);
    }
    corpus->seed = JUDGE_SEED;
}

/* After each submission, an honest one must still pass. */
static inline void judge_still_works(struct judge_corpus *corpus)
{
    struct source source =
        grader_scene_source(&corpus->scene, arena_printf(corpus->scene.arena, "%s/solutions/add.cu", corpus->root));
    judge_one(corpus, "add", &source, "pass");
}

static inline void judge_folder(struct judge_corpus *corpus, const char *folder, const char *tier)
{
    glob_t found;
    const char *only = getenv("WARPSCHOOL_JUDGE_ONLY");
    if (glob(arena_printf(corpus->scene.arena, "%s/%s/*.cu", corpus->root, folder), 0, NULL, &found))
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct source source = grader_scene_source(&corpus->scene, found.gl_pathv[i]);
        const char *exercise = judge_key(corpus, &source, "exercise"), *its_tier = judge_key(corpus, &source, "tier");
        const char *statuses = judge_key(corpus, &source, corpus->device);
        if ((only && !strstr(source.name, only)) || strcmp(its_tier ? its_tier : "integration", tier))
            continue;
        if (!part_has(source.name))
            continue;
        if (exercise && statuses)
            judge_on_seeds(corpus, exercise, &source, statuses);
        else
            judge_complain(corpus, &source, "its head is not complete", NULL);
    }
    globfree(&found);
}

/* Closes the grader. Any process or file that remains is a failure. */
static inline void judge_corpus_close(struct judge_corpus *corpus)
{
    grader_scene_close(&corpus->scene);
    if (judge_children() || judge_entries(corpus->scratch)) {
        corpus->failures++;
        fprintf(stderr, "FAIL %d processes and %d files were left behind\n", judge_children(),
                judge_entries(corpus->scratch));
    }
    rmdir(corpus->scratch);
}

#endif
