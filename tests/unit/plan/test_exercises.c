/* Every exercise has a plan in tests/plans/. It parses, names existing things, and runs. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan_support.h"

static const char plans_folder[] = WARPSCHOOL_SOURCE_DIR "/tests/plans";

/* Runs one file and reports its mistakes. */
static bool exercise_works(const char *name)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    char *path = arena_printf(arena, "%s/%s.cu", plans_folder, name);
    size_t size = 0;
    char *text = support_read(arena, path, &size);
    if (!text) {
        print_error("%s: there is no such file\n", path);
        return false;
    }
    struct plan_file file;
    plan_file_read(&file, arena, path, text, size);
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    bool fits =
        plan && !file.problem[0] && plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics);
    if (!fits) {
        print_error("%s: %s\n%s", path, file.problem, support_errors(arena, diagnostics));
        return false;
    }
    struct note_book *book = calloc(1, sizeof *book);
    struct plan_outcome outcome;
    struct error error = {0};
    bool ran = plan_file_run(&file, plan, book, &outcome, &error);
    bool works = ran && !book->problem[0];
    if (!works)
        print_error("%s: %s%s\n", path, error.message, book->problem);
    free(book);
    return works;
}

static void every_listed_exercise_has_a_plan_that_runs(void **state)
{
    (void)state;
    FILE *list = fopen(WARPSCHOOL_SOURCE_DIR "/tests/plans/exercises.txt", "r");
    assert_non_null(list);
    char line[256], name[128], kind[16], none[16];
    int listed = 0, failed = 0;
    while (fgets(line, sizeof line, list)) {
        int fields = sscanf(line, "%127s %15s %15s", name, kind, none);
        if (fields < 2 || name[0] == '#')
            continue;
        listed++;
        if (fields == 2 && !exercise_works(name))
            failed++;
    }
    fclose(list);
    assert_int_equal(failed, 0);
    assert_true(listed > 100);
}

static bool is_listed(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length)
        if ((at == text || at[-1] == '\n') && at[length] == ' ')
            return true;
    return false;
}

static void every_plan_is_listed(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    size_t size = 0;
    char *list = support_read(arena, WARPSCHOOL_SOURCE_DIR "/tests/plans/exercises.txt", &size);
    for (int week = 1; week <= 12; week++) {
        DIR *folder = opendir(arena_printf(arena, "%s/week%02d", plans_folder, week));
        for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
            char *dot = strstr(entry->d_name, ".cu");
            if (!dot)
                continue;
            char *name = arena_printf(arena, "week%02d/%.*s", week, (int)(dot - entry->d_name), entry->d_name);
            if (!is_listed(list, name))
                fail_msg("%s is not in exercises.txt", name);
        }
        if (folder)
            closedir(folder);
    }
}

/* Checks one fenced block of the documentation. Blocks without plan lines are skipped. */
static int example_fails(struct arena *arena, const char *text, size_t size)
{
    struct source source = {"launch-plan.md", arena_strndup(arena, text, size), size};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    if (!memmem(text, size, "//!", 3) || plan_parse(arena, &source, diagnostics))
        return 0;
    print_error("%s", support_errors(arena, diagnostics));
    return 1;
}

static void the_documented_examples_parse(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    size_t size = 0;
    char *text = support_read(arena, WARPSCHOOL_SOURCE_DIR "/doc/launch-plan.md", &size);
    assert_non_null(text);
    int blocks = 0, failed = 0;
    for (char *start = strstr(text, "```"); start; start = strstr(start, "```")) {
        start = strchr(start, '\n') + 1;
        char *end = strstr(start, "```");
        assert_non_null(end);
        failed += example_fails(arena, start, (size_t)(end - start));
        blocks++;
        start = end + 3;
    }
    assert_int_equal(failed, 0);
    assert_true(blocks >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_listed_exercise_has_a_plan_that_runs),
        cmocka_unit_test(every_plan_is_listed),
        cmocka_unit_test(the_documented_examples_parse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
