/*
 * The arithmetic gives the same bits in every build. math_hash.c must print the same lines each
 * time. The builds are: plain for this machine, AVX2, AVX-512, without optimisation, clang, and
 * AArch64 under emulation. The test names and skips each build that this machine cannot compile or
 * run.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "part.h"

#define MATH_FILES "/src/vgpu/math/math_*.c"

#define COMMON                                                                             \
    "-std=gnu17 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-strict-aliasing" \
    " -I'" WARPSCHOOL_SOURCE_DIR "/src' -I'" WARPSCHOOL_SOURCE_DIR "/tests/support'"       \
    " '" WARPSCHOOL_SOURCE_DIR "/tests/integration/vgpu/math_hash.c'"                      \
    " '" WARPSCHOOL_SOURCE_DIR "'" MATH_FILES

enum { OUTPUT_MAX = 64 * 1024, COMMAND_MAX = 4096 };

struct build {
    const char *name;
    const char *compiler; /* with its options */
    const char *runner;   /* "" to run directly */
    const char *cpu;      /* a flag of /proc/cpuinfo, or NULL */
};

static const struct build builds[] = {
    {"no optimisation", "cc -O0", "", NULL},
    {"AVX2 with fma", "cc -O3 -mavx2 -mfma", "", "avx2"},
    {"AVX2 without fma", "cc -O3 -mavx2", "", "avx2"},
    {"AVX-512", "cc -O3 -march=skylake-avx512 -mprefer-vector-width=512", "", "avx512vl"},
    {"clang", "clang -O3", "", NULL},
    {"AArch64", "aarch64-linux-gnu-gcc -O3 -static", "qemu-aarch64-static ", NULL},
};

static bool has_program(const char *command)
{
    char program[64], query[128];
    snprintf(program, sizeof program, "%.*s", (int)strcspn(command, " "), command);
    snprintf(query, sizeof query, "command -v %s >/dev/null 2>&1", program);
    return program[0] == 0 || system(query) == 0;
}

static bool has_cpu_flag(const char *flag)
{
    char query[128];
    if (!flag)
        return true;
    snprintf(query, sizeof query, "grep -qw %s /proc/cpuinfo 2>/dev/null", flag);
    return system(query) == 0;
}

/* Reads the lines of the program when `compiler` builds it. */
static void output_of(const char *folder, const char *compiler, const char *runner, char output[OUTPUT_MAX])
{
    char command[COMMAND_MAX];
    snprintf(command, sizeof command, "%s " COMMON " -o '%s/math_hash' -lm", compiler, folder);
    if (system(command) != 0)
        fail_msg("does not build: %s", compiler);
    snprintf(command, sizeof command, "%s'%s/math_hash'", runner, folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t size = fread(output, 1, OUTPUT_MAX - 1, pipe);
    output[size] = 0;
    assert_int_equal(pclose(pipe), 0);
}

/* Names the first line that differs. */
static void compare(const char *name, const char *want, const char *got)
{
    while (*want || *got) {
        size_t want_length = strcspn(want, "\n"), got_length = strcspn(got, "\n");
        if (want_length != got_length || memcmp(want, got, want_length) != 0)
            fail_msg("%s: expected \"%.*s\", got \"%.*s\"", name, (int)want_length, want, (int)got_length, got);
        want += want_length + (want[want_length] != 0);
        got += got_length + (got[got_length] != 0);
    }
}

/* A pattern without a match would reach the compiler as it is. */
static void the_arithmetic_is_found(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(WARPSCHOOL_SOURCE_DIR MATH_FILES, 0, NULL, &found), 0);
    globfree(&found);
}

static void every_build_gives_the_same_bits(void **state)
{
    (void)state;
    static char want[OUTPUT_MAX], got[OUTPUT_MAX];
    char folder[] = "/tmp/warpschool-math-XXXXXX", command[COMMAND_MAX];
    if (!has_program("cc"))
        skip();
    assert_non_null(mkdtemp(folder));
    output_of(folder, "cc -O2", "", want);
    assert_non_null(strstr(want, "f32_fma "));
    assert_non_null(strstr(want, "mma "));
    for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
        const struct build *build = &builds[i];
        if (!part_has(build->name))
            continue;
        if (!has_program(build->compiler) || !has_program(build->runner) || !has_cpu_flag(build->cpu)) {
            print_message("left out: %s\n", build->name);
            continue;
        }
        output_of(folder, build->compiler, build->runner, got);
        compare(build->name, want, got);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_arithmetic_is_found),
        cmocka_unit_test(every_build_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
