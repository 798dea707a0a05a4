/*
 * differential: random programs on two devices.
 *
 *     differential [--left KIND] [--right KIND] [--seed N] [--first N] [--count N] [--jobs N]
 *                  [--forms] [--matrices] [--show] [--confirm] [--plain] [--examples N]
 *
 * KIND is virtual, virtual:portable, virtual:avx2, virtual:avx512 or cuda.
 *
 *     --forms     runs each instruction of forms.def alone
 *     --matrices  runs each product of matrices.def alone
 *     --show      prints the programs and runs none
 *     --confirm   runs differing programs again without the optimisations of ptxas, and counts
 *                 separately the differences that are gone then
 *     --plain     runs all programs without these optimisations
 *
 * Exits with 1 if any result differs. Each job is a process with both devices. Another process
 * replaces a job that loses its device.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "matrices.h"
#include "run.h"

enum { DIFFERENTIAL_JOBS_MAX = 64, DIFFERENTIAL_LEFT_OVER_MAX = 64, DIFFERENTIAL_SPELLINGS = 1 << 16 };

struct options {
    const char *left, *right;
    uint64_t seed, first, count;
    int jobs, examples;
    bool forms, matrices, show, confirm, plain;
};

/* Programs after one that lost the device. `count` is published last and taken by exchange. */
struct left_over {
    atomic_ullong begin, count;
};

/* The state that the jobs share. */
struct shared_state {
    struct left_over left_over[DIFFERENTIAL_LEFT_OVER_MAX];
    atomic_ullong next, programs, compared, within_bounds, differing, optimised, failed_jobs;
    atomic_ullong at_hand[DIFFERENTIAL_JOBS_MAX];   /* of each job: the first program of its module */
    atomic_uchar spellings[DIFFERENTIAL_SPELLINGS]; /* by hash: true if one was used */
};

static bool parse_options(int count, char **arguments, struct options *options)
{
    *options = (struct options){.left = "virtual", .right = "cuda", .seed = 1, .count = 1000, .jobs = 1, .examples = 1};
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
        bool is_flag = true;
        if (strcmp(name, "--forms") == 0)
            options->forms = true;
        else if (strcmp(name, "--matrices") == 0)
            options->matrices = true;
        else if (strcmp(name, "--show") == 0)
            options->show = true;
        else if (strcmp(name, "--confirm") == 0)
            options->confirm = true;
        else if (strcmp(name, "--plain") == 0)
            options->plain = true;
        else
            is_flag = false;
        i += !is_flag;
        if (is_flag)
            continue;
        if (strcmp(name, "--left") == 0)
            options->left = value;
        else if (strcmp(name, "--right") == 0)
            options->right = value;
        else if (strcmp(name, "--seed") == 0)
            options->seed = strtoull(value, NULL, 0);
        else if (strcmp(name, "--first") == 0)
            options->first = strtoull(value, NULL, 0);
        else if (strcmp(name, "--count") == 0)
            options->count = strtoull(value, NULL, 0);
        else if (strcmp(name, "--jobs") == 0)
            options->jobs = atoi(value);
        else if (strcmp(name, "--examples") == 0)
            options->examples = atoi(value);
        else
            return false;
    }
    return options->jobs >= 1 && options->jobs <= DIFFERENTIAL_JOBS_MAX && options->count > 0;
}

static void make(struct program *program, const struct options *options, const struct form_list *forms, uint64_t index)
{
    const struct matrix_form *matrices;
    size_t matrix_count = matrix_forms(&matrices);
    if (options->matrices)
        program_make_matrix(program, options->seed, index, &matrices[index % matrix_count]);
    else
        program_make(program, forms, options->seed, index, options->forms ? &forms->forms[index % forms->count] : NULL);
}

static void note_spellings(struct shared_state *state, const struct program *program)
{
    for (int i = 0; i < program->step_count; i++) {
        char spelling[160];
        uint32_t hash = 2166136261U;
        step_spelling(&program->steps[i], spelling, sizeof(spelling));
        for (const char *at = spelling; *at; at++)
            hash = (hash ^ (uint8_t)*at) * 16777619U;
        atomic_store(&state->spellings[hash % DIFFERENTIAL_SPELLINGS], 1);
    }
}

static void put_back(struct shared_state *state, uint64_t begin, uint64_t count)
{
    for (size_t i = 0; count && i < DIFFERENTIAL_LEFT_OVER_MAX; i++) {
        unsigned long long unused = 0;
        if (!atomic_compare_exchange_strong(&state->left_over[i].begin, &unused, begin + 1))
            continue;
        atomic_store(&state->left_over[i].count, count);
        return;
    }
}

/* Takes the next module's programs by index, from options->first. Returns 0 when none is left. */
static uint32_t take_programs(const struct options *options, struct shared_state *state, uint64_t *out_begin)
{
    for (size_t i = 0; i < DIFFERENTIAL_LEFT_OVER_MAX; i++) {
        uint64_t count = atomic_exchange(&state->left_over[i].count, 0);
        *out_begin = atomic_load(&state->left_over[i].begin) - 1;
        if (count)
            return (uint32_t)count;
    }
    *out_begin = atomic_fetch_add(&state->next, RUN_MODULE_PROGRAMS);
    if (*out_begin >= options->count)
        return 0;
    uint64_t rest = options->count - *out_begin;
    return (uint32_t)(rest < RUN_MODULE_PROGRAMS ? rest : RUN_MODULE_PROGRAMS);
}

/* Runs modules until none is left. False if a device is lost. */
static bool work(const struct options *options, struct shared_state *state, int number, struct run_pair *pair,
                 FILE *report)
{
    struct form_list forms;
    form_list_make(&forms);
    struct program *programs = calloc(RUN_MODULE_PROGRAMS, sizeof(*programs));
    bool is_alive = programs != NULL;
    uint64_t begin;
    uint32_t count;
    while (is_alive && (count = take_programs(options, state, &begin)) > 0) {
        uint32_t done = 0;
        struct comparison total = {0};
        struct error error = {0};
        atomic_store(&state->at_hand[number], options->first + begin);
        for (uint32_t i = 0; i < count; i++) {
            make(&programs[i], options, &forms, options->first + begin + i);
            note_spellings(state, &programs[i]);
        }
        is_alive = run_programs(pair, programs, count, report, &total, &done, &error);
        if (!is_alive)
            put_back(state, begin + done, count - done);
        for (uint32_t i = 0; i < count; i++)
            program_free(&programs[i]);
        atomic_fetch_add(&state->programs, done);
        atomic_fetch_add(&state->compared, total.compared);
        atomic_fetch_add(&state->within_bounds, total.within_bounds);
        atomic_fetch_add(&state->differing, total.differing);
        atomic_fetch_add(&state->optimised, total.optimised);
        fflush(report);
    }
    free(programs);
    form_list_free(&forms);
    return is_alive;
}

/* The body of a job's process. Returns 3 if a device is lost. */
static int job(const struct options *options, struct shared_state *state, int number, FILE *report)
{
    struct run_pair *pair = calloc(1, sizeof(*pair));
    struct error error = {0};
    if (!pair || !run_open(pair, options->left, options->right, &error)) {
        fprintf(stderr, "differential: %s\n", error.message);
        return 2;
    }
    pair->confirms = options->confirm;
    pair->is_plain = options->plain;
    bool is_alive = work(options, state, number, pair, report);
    if (is_alive)
        run_close(pair);
    free(pair);
    return is_alive ? 0 : 3;
}

static pid_t start_job(const struct options *options, struct shared_state *state, int number, FILE *report)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(job(options, state, number, report));
    return child;
}

static void run_jobs(const struct options *options, struct shared_state *state, FILE **reports)
{
    pid_t children[DIFFERENTIAL_JOBS_MAX];
    int running = options->jobs;
    for (int i = 0; i < options->jobs; i++)
        children[i] = start_job(options, state, i, reports[i]);
    while (running > 0) {
        int status = 0;
        pid_t ended = wait(&status);
        if (ended < 0 && errno != EINTR)
            break;
        for (int i = 0; i < options->jobs; i++) {
            if (children[i] != ended)
                continue;
            running--;
            if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
                continue;
            atomic_fetch_add(&state->failed_jobs, 1);
            fprintf(stderr, "differential: a job ended with status 0x%x in the module that begins with program %llu\n",
                    status, (unsigned long long)atomic_load(&state->at_hand[i]));
            if (atomic_load(&state->failed_jobs) > 50 || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
                continue;
            children[i] = start_job(options, state, i, reports[i]);
            running++;
        }
    }
}

/* --- report ----------------------------------------------------------------------------------- */

struct difference {
    char head[200];
    uint64_t count;
    char *examples;
};

struct difference_list {
    struct difference *differences;
    size_t count;
};

static struct difference *find_difference(struct difference_list *list, const char *head)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->differences[i].head, head) == 0)
            return &list->differences[i];
    }
    list->differences = realloc(list->differences, (list->count + 1) * sizeof(*list->differences));
    if (!list->differences)
        abort();
    struct difference *difference = &list->differences[list->count++];
    *difference = (struct difference){.examples = strdup("")};
    snprintf(difference->head, sizeof(difference->head), "%s", head);
    return difference;
}

/* Keeps the first paragraphs of each kind. */
static void read_report(struct difference_list *list, FILE *report, int examples)
{
    char line[1024];
    struct difference *current = NULL;
    rewind(report);
    while (fgets(line, sizeof(line), report)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "difference: ", 12) == 0) {
            current = find_difference(list, line + 12);
            current->count++;
            continue;
        }
        if (!current || current->count > (uint64_t)examples)
            continue;
        size_t length = strlen(current->examples);
        current->examples = realloc(current->examples, length + strlen(line) + 2);
        if (!current->examples)
            abort();
        sprintf(current->examples + length, "%s\n", line);
    }
}

static void print_summary(const struct options *options, struct shared_state *state, FILE **reports)
{
    struct difference_list list = {0};
    uint32_t spellings = 0;
    for (int i = 0; i < options->jobs; i++)
        read_report(&list, reports[i], options->examples);
    for (size_t i = 0; i < list.count; i++) {
        printf("%s: %llu times\n%s", list.differences[i].head, (unsigned long long)list.differences[i].count,
               list.differences[i].examples);
        free(list.differences[i].examples);
    }
    for (size_t i = 0; i < DIFFERENTIAL_SPELLINGS; i++)
        spellings += atomic_load(&state->spellings[i]);
    printf("%s against %s, seed %llu: %llu programs, %u instructions, %llu results. %llu differ within bounds. "
           "%llu programs differ by optimisation alone. %llu differ otherwise. %llu jobs failed.\n",
           options->left, options->right, (unsigned long long)options->seed,
           (unsigned long long)atomic_load(&state->programs), spellings,
           (unsigned long long)atomic_load(&state->compared), (unsigned long long)atomic_load(&state->within_bounds),
           (unsigned long long)atomic_load(&state->optimised), (unsigned long long)atomic_load(&state->differing),
           (unsigned long long)atomic_load(&state->failed_jobs));
    free(list.differences);
}

static int show(const struct options *options)
{
    struct form_list forms;
    struct program *program = calloc(1, sizeof(*program));
    if (!program)
        abort();
    form_list_make(&forms);
    fputs(program_preamble, stdout);
    for (uint64_t i = 0; i < options->count; i++) {
        make(program, options, &forms, options->first + i);
        fputs(program->text, stdout);
        program_free(program);
    }
    form_list_free(&forms);
    free(program);
    return 0;
}

int main(int count, char **arguments)
{
    struct options options;
    FILE *reports[DIFFERENTIAL_JOBS_MAX];
    if (!parse_options(count, arguments, &options)) {
        fprintf(stderr, "usage: differential [--left KIND] [--right KIND] [--seed N] [--first N] [--count N] [--jobs N]"
                        " [--forms | --matrices] [--show] [--confirm] [--plain] [--examples N]\n");
        return 2;
    }
    if (options.show)
        return show(&options);
    struct shared_state *state = mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state == MAP_FAILED)
        return 2;
    for (int i = 0; i < options.jobs; i++) {
        reports[i] = tmpfile();
        if (!reports[i])
            return 2;
    }
    run_jobs(&options, state, reports);
    print_summary(&options, state, reports);
    bool is_same = atomic_load(&state->differing) == 0 && atomic_load(&state->failed_jobs) == 0 &&
                   atomic_load(&state->programs) == options.count;
    return is_same ? 0 : 1;
}
