/* Tests the file of modelled times that comes with the course. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "grader/time/modelled/course_times.h"

static struct arena *arena;
static const char *folder;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return file_make_temporary_folder(arena, NULL, &folder, NULL) &&
                   file_make_folders(path_join(arena, folder, "solutions"), NULL)
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    file_remove_tree(folder, NULL);
    arena_free(arena);
    return 0;
}

static struct course_time time_of(const char *exercise, const char *kernel, const char *architecture, const char *key,
                                  double elapsed_ns)
{
    struct course_time time = {.exercise = exercise, .kernel = kernel, .architecture = architecture};
    struct model_figure figure = {.elapsed_ns = elapsed_ns, .error = 0.1, .issued = 1.0 / 3, .sectors = 1e12};
    time.as_text = course_times_entry(&time, key, "13.0, model 10", &figure, arena);
    return time;
}

/* Returns the time under a key, or -1. */
static double found(const char *key)
{
    struct course_times *times = course_times_new();
    struct model_figure figure = {.elapsed_ns = -1};
    if (course_times_find(times, folder, key, &figure) && figure.elapsed_ns > 0)
        assert_true(figure.issued == 1.0 / 3 && figure.sectors == 1e12);
    course_times_free(times);
    return figure.elapsed_ns;
}

static const char *file_text(void)
{
    struct buffer text = BUFFER_INIT;
    assert_true(file_read(path_join(arena, folder, COURSE_TIMES_FILE), 1 << 20, &text, NULL));
    const char *copy = arena_strdup(arena, buffer_text(&text));
    buffer_done(&text);
    return copy;
}

static void what_is_written_is_found_to_the_last_bit(void **state)
{
    (void)state;
    struct course_time times[] = {time_of("b", "solution", "h100", "key b", 1234.5678901234567),
                                  time_of("a", "reference", "h100", "key a", 0)};
    assert_true(course_times_write(folder, times, 2, true, NULL));
    assert_true(found("key b") == 1234.5678901234567);
    assert_true(found("key a") == 0); /* known to have no time */
    assert_true(found("key c") == -1);
    assert_true(course_times_are_kept(folder, "h100") && !course_times_are_kept(folder, "a100"));
    assert_true(course_times_are_made_with(folder, "h100", "13.0, model 10"));
    assert_false(course_times_are_made_with(folder, "h100", "13.1, model 10"));
    assert_false(course_times_are_made_with(folder, "a100", "13.0, model 10"));
    const char *text = file_text();
    assert_true(strstr(text, "key a") < strstr(text, "key b")); /* sorted by exercise */
}

static double shipped(const char *exercise, const char *kernel, const char *architecture)
{
    CLEANUP(course_times_free) struct course_times *times = course_times_new();
    return course_times_shipped(times, folder, exercise, kernel, architecture);
}

static void a_shipped_time_is_found_by_its_names(void **state)
{
    (void)state;
    struct course_time times[] = {time_of("a", "solution", "h100", "1", 250000),
                                  time_of("a", "reference", "h100", "2", 500000)};
    assert_true(shipped("a", "solution", "h100") == 0);
    assert_true(course_times_write(folder, times, 2, true, NULL));
    assert_true(shipped("a", "solution", "h100") == 250);
    assert_true(shipped("a", "reference", "h100") == 500);
    assert_true(shipped("a", "best", "h100") == 0);
    assert_true(shipped("a", "solution", "a100") == 0);
    assert_true(shipped("b", "solution", "h100") == 0);
    /* The file is read once. */
    CLEANUP(course_times_free) struct course_times *kept = course_times_new();
    assert_true(course_times_shipped(kept, folder, "a", "solution", "h100") == 250);
    struct course_time changed = time_of("a", "solution", "h100", "1", 100000);
    assert_true(course_times_write(folder, &changed, 1, true, NULL));
    assert_true(course_times_shipped(kept, folder, "a", "solution", "h100") == 250);
    assert_true(shipped("a", "solution", "h100") == 100);
}

static void a_part_of_the_course_replaces_its_part_of_the_file(void **state)
{
    (void)state;
    struct course_time before[] = {time_of("a", "solution", "h100", "1", 1), time_of("a", "reference", "h100", "2", 2),
                                   time_of("a", "solution", "a100", "3", 3), time_of("b", "solution", "h100", "4", 4)};
    struct course_time later = time_of("a", "solution", "h100", "5", 5);
    assert_true(course_times_write(folder, before, 4, true, NULL));
    assert_true(course_times_write(folder, &later, 1, false, NULL));
    assert_true(found("1") == -1 && found("2") == -1); /* replaced: same exercise and architecture */
    assert_true(found("3") == 3 && found("4") == 4 && found("5") == 5);
    assert_true(course_times_write(folder, &later, 1, true, NULL));
    assert_true(found("3") == 3 && found("4") == -1 && found("5") == 5); /* all other h100 times are dropped */
}

static void a_file_that_is_damaged_has_no_times(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "[", "{}", "[1, null, {\"key\": 7}]",
                                        "[{\"key\": \"k\", \"elapsed_ns\": -1, \"error\": 0}]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(file_write_atomic(path_join(arena, folder, COURSE_TIMES_FILE), texts[i], strlen(texts[i]), NULL));
        assert_true(found("k") == -1);
        struct course_time time = time_of("a", "solution", "h100", "k", 6);
        assert_true(course_times_write(folder, &time, 1, true, NULL));
        assert_true(found("k") == 6);
    }
}

/* A medal must not follow from an edited time. */
static void an_edited_time_does_not_count(void **state)
{
    (void)state;
    struct course_time times[] = {time_of("a", "solution", "h100", "key a", 1000),
                                  time_of("b", "solution", "h100", "key b", 2000)};
    assert_true(course_times_write(folder, times, 2, true, NULL));
    char *text = arena_strdup(arena, file_text()), *edited = strstr(text, "\"elapsed_ns\":1000");
    assert_non_null(edited);
    edited[strlen("\"elapsed_ns\":")] = '9';
    assert_true(file_write_atomic(path_join(arena, folder, COURSE_TIMES_FILE), text, strlen(text), NULL));
    assert_true(found("key a") == -1 && found("key b") == 2000);
    struct course_time later = time_of("c", "solution", "h100", "key c", 3000);
    assert_true(course_times_write(folder, &later, 1, false, NULL));
    assert_true(found("key a") == -1 && found("key c") == 3000); /* writing others does not heal it */
}

/* Not even one check must be needed to see that the others are missing. */
static void without_any_check_no_time_counts(void **state)
{
    (void)state;
    struct course_time times[] = {time_of("a", "solution", "h100", "key a", 1000),
                                  time_of("b", "solution", "h100", "key b", 2000)};
    assert_true(course_times_write(folder, times, 2, true, NULL));
    char *text = arena_strdup(arena, file_text());
    for (char *at = text; (at = strstr(at, "\"check\"")); at++)
        memcpy(at, "\"chalk\"", strlen("\"chalk\""));
    assert_true(file_write_atomic(path_join(arena, folder, COURSE_TIMES_FILE), text, strlen(text), NULL));
    assert_true(found("key a") == -1 && found("key b") == -1);
    struct course_time later = time_of("c", "solution", "h100", "key c", 3000);
    assert_true(course_times_write(folder, &later, 1, false, NULL));
    assert_true(found("key a") == -1 && found("key c") == 3000); /* writing others does not heal it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_found_to_the_last_bit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shipped_time_is_found_by_its_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_part_of_the_course_replaces_its_part_of_the_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_edited_time_does_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_any_check_no_time_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_that_is_damaged_has_no_times, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
