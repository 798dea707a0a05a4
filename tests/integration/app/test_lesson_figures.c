/* Figures in lessons equal the virtual GPU's counts (tests/curriculum/figures.txt lists them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/workspace.h"
#include "base/file.h"
#include "grader/grader.h"
#include "part.h"
#include "temporary_app.h"

enum { COLUMNS = 6, TABLE_BYTES_MAX = 1 << 16, LESSON_BYTES_MAX = 1 << 20 };
enum column { EXERCISE, KERNEL, COUNTER, VALUE, LESSON, WORDS };

static struct temporary_app temporary;
static struct app *app;
static struct grader *grader;

static int set_up(void **state)
{
    (void)state;
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .threads = 2};
    if (temporary_app_open_with(&temporary, &options) != 0)
        return 1;
    app = temporary.app;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    grader_free(grader);
    return temporary_app_close(&temporary);
}

/* row = field { " | " field }: the last one holds the rest of the line. */
static void split(char *line, char *out_fields[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++) {
        out_fields[i] = line;
        char *bar = i + 1 < COLUMNS ? strstr(line, " | ") : NULL;
        if (!bar && i + 1 < COLUMNS)
            fail_msg("figures.txt: too few columns: %s", out_fields[0]);
        if (bar) {
            *bar = '\0';
            line = bar + 3;
        }
    }
}

static void check_words(char *const fields[COLUMNS])
{
    struct buffer lesson CLEANUP(buffer_done) = BUFFER_INIT;
    struct error error = {0};
    assert_true(file_read(path_join(temporary.arena, WARPSCHOOL_SOURCE_DIR, fields[LESSON]), LESSON_BYTES_MAX, &lesson,
                          &error));
    if (!strstr(buffer_text(&lesson), fields[WORDS]))
        fail_msg("%s does not say \"%s\"", fields[LESSON], fields[WORDS]);
}

static void check_value(char *const fields[COLUMNS])
{
    struct error error = {0};
    struct source source;
    double value, quoted = strtod(fields[VALUE], NULL);
    const struct exercise *exercise = app_find_exercise(app, fields[EXERCISE], &error);
    if (!exercise)
        fail_msg("%s", error.message);
    if (!workspace_read_kernel(app, exercise, path_join(temporary.arena, WARPSCHOOL_SOURCE_DIR, fields[KERNEL]),
                               fields[KERNEL], temporary.arena, &source, &error))
        fail_msg("%s", error.message);
    if (!grader_measure_counter(grader, app->curriculum, exercise, &source, fields[COUNTER], &value, &error))
        fail_msg("%s: %s", fields[KERNEL], error.message);
    if (fabs(value - quoted) > 1e-3 * fabs(quoted))
        fail_msg("%s: %s is %.10g, the lesson says %s", fields[KERNEL], fields[COUNTER], value, fields[VALUE]);
}

static void test_lessons_quote_what_is_counted(void **state)
{
    (void)state;
    struct error error = {0};
    struct grader_settings settings = app_grader_settings(app);
    grader = grader_new(&settings, &error);
    if (!grader || !grader_warm(grader, &error)) { /* no toolkit */
        printf("skipped: %s\n", error.message);
        skip();
    }
    struct buffer table CLEANUP(buffer_done) = BUFFER_INIT;
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/tests/curriculum/figures.txt", TABLE_BYTES_MAX, &table, &error));
    char *text = arena_strdup(temporary.arena, buffer_text(&table)), *save = NULL;
    int figures = 0;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *fields[COLUMNS];
        if (*line == '#')
            continue;
        split(line, fields);
        check_words(fields);
        if (part_has(fields[KERNEL]))
            check_value(fields);
        figures++;
    }
    assert_true(figures > 0);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "worker") == 0)
        return strcmp(argv[2], "compiler") == 0 ? app_compiler_worker_main() : app_device_worker_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons_quote_what_is_counted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
