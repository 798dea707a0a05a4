/*
 * Measures the parser: bench_ptx_parse [FILE.ptx [ROUNDS]].
 *
 * Prints the best and the median round in MB/s of processor time, and the parsed program's size.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ptx/program.h"
#include "ptx_text.h"

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static bool time_round(const char *text, size_t size_bytes, double *out_seconds, size_t *out_arena_bytes)
{
    double start = now_seconds();
    struct ptx_text parsed = ptx_text_parse_bytes(text, size_bytes);
    *out_seconds = now_seconds() - start;
    *out_arena_bytes = arena_size_bytes(parsed.arena);
    bool succeeded = parsed.program != NULL;
    if (!succeeded)
        ptx_text_print_errors(&parsed);
    ptx_text_done(&parsed);
    return succeeded;
}

int main(int argc, char **argv)
{
    enum { ROUNDS_MAX = 1000 };
    const char *path = argc > 1 ? argv[1] : WARPSCHOOL_SOURCE_DIR "/tests/ptx/samples/language.sm_90.ptx";
    int rounds = argc > 2 ? atoi(argv[2]) : 100;
    if (rounds < 1 || rounds > ROUNDS_MAX)
        rounds = ROUNDS_MAX;
    size_t size_bytes = 0, arena_bytes = 0;
    char *text = ptx_text_read(path, &size_bytes);
    if (!text) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    double seconds[ROUNDS_MAX];
    for (int i = 0; i < rounds; i++) {
        if (!time_round(text, size_bytes, &seconds[i], &arena_bytes))
            return 1;
    }
    qsort(seconds, (size_t)rounds, sizeof *seconds, compare_doubles);
    printf("%s\n%zu bytes, %d rounds: best %.1f MB/s, median %.1f MB/s (%.3f ms), arena %zu KiB\n", path, size_bytes,
           rounds, (double)size_bytes / seconds[0] * 1e-6, (double)size_bytes / seconds[rounds / 2] * 1e-6,
           seconds[rounds / 2] * 1e3, arena_bytes / 1024);
    free(text);
    return 0;
}
