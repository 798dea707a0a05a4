/* Tests the file of modelled times between two runs of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/json.h"
#include "grader/time/modelled/model_store.h"

static struct arena *arena;
static const char *folder;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return file_make_temporary_folder(arena, NULL, &folder, NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    file_remove_tree(folder, NULL);
    arena_free(arena);
    return 0;
}

static const struct model_figure figure = {
    .elapsed_ns = 1234.5678901234567, .error = 0.25, .issued = 2.0 / 3, .sectors = 12};

static bool same(const struct model_figure *a, const struct model_figure *b)
{
    return a->elapsed_ns == b->elapsed_ns && a->error == b->error && a->issued == b->issued && a->sectors == b->sectors;
}

/* The time must be exact: a stored and a new time must give the same verdict. */
static void a_figure_outlives_the_store(void **state)
{
    (void)state;
    struct model_figure found;
    struct model_store *store = model_store_new(folder);
    assert_false(model_store_find(store, "a", &found));
    model_store_keep(store, "a", &figure);
    assert_true(model_store_find(store, "a", &found) && same(&found, &figure));
    model_store_free(store);
    store = model_store_new(folder);
    assert_true(model_store_find(store, "a", &found) && same(&found, &figure));
    assert_false(model_store_find(store, "b", &found));
    model_store_free(store);
}

static void what_another_process_kept_stays(void **state)
{
    (void)state;
    struct model_figure found;
    struct model_store *one = model_store_new(folder), *other = model_store_new(folder);
    assert_false(model_store_find(one, "c", &found) || model_store_find(other, "d", &found));
    model_store_keep(one, "c", &figure);
    model_store_keep(other, "d", &figure);
    model_store_free(one);
    model_store_free(other);
    one = model_store_new(folder);
    assert_true(model_store_find(one, "c", &found) && model_store_find(one, "d", &found));
    model_store_free(one);
}

static void no_time_is_not_kept_for_another_day(void **state)
{
    (void)state;
    struct model_figure found, none = {0};
    struct model_store *store = model_store_new(folder);
    model_store_keep(store, "e", &none);
    assert_true(model_store_find(store, "e", &found) && found.elapsed_ns == 0);
    model_store_free(store);
    store = model_store_new(folder);
    assert_false(model_store_find(store, "e", &found));
    model_store_free(store);
}

/* Keeps a figure, replaces each `from` in the file by `to` of the same length, and looks it up. */
static bool is_found_after(const char *from, const char *to)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    const char *path = path_join(arena, folder, MODEL_STORE_FILE);
    struct model_figure found;
    struct model_store *store = model_store_new(folder);
    model_store_keep(store, "g", &figure);
    model_store_free(store);
    assert_true(file_read(path, 1 << 20, &text, NULL));
    char *edited = arena_strdup(arena, buffer_text(&text));
    for (char *at = edited; (at = strstr(at, from)); at++)
        memcpy(at, to, strlen(to));
    assert_true(file_write_atomic(path, edited, strlen(edited), NULL));
    store = model_store_new(folder);
    bool is_found = model_store_find(store, "g", &found);
    model_store_free(store);
    return is_found;
}

/* A medal must not follow from an edited time. */
static void an_edited_figure_does_not_count(void **state)
{
    (void)state;
    assert_true(is_found_after("1234.5", "1234.5"));
    assert_false(is_found_after("1234.5", "9234.5"));
    assert_false(is_found_after("\"check\"", "\"chalk\""));
}

static void a_damaged_file_is_begun_anew(void **state)
{
    (void)state;
    static const char *const texts[] = {"[1]", "{", "", "{\"f\": 3}", "{\"f\": {\"elapsed_ns\": -1}}"};
    const char *path = path_join(arena, folder, MODEL_STORE_FILE);
    struct model_figure found;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(file_write_atomic(path, texts[i], strlen(texts[i]), NULL));
        struct model_store *store = model_store_new(folder);
        assert_false(model_store_find(store, "f", &found));
        model_store_keep(store, "f", &figure);
        model_store_free(store);
        store = model_store_new(folder);
        assert_true(model_store_find(store, "f", &found) && same(&found, &figure));
        model_store_free(store);
    }
}

static void numbers_that_are_no_times_are_refused(void **state)
{
    (void)state;
    static const struct model_figure lies[] = {{.elapsed_ns = -1},
                                               {.elapsed_ns = 1, .error = 11},
                                               {.elapsed_ns = 1, .issued = -1},
                                               {.elapsed_ns = 1, .sectors = -2}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct model_figure found;
        struct error error = {0};
        json_t *json CLEANUP(json_decref) = model_figure_to_json(&lies[i]);
        assert_false(model_figure_from_json(json, &found, &error));
        assert_int_equal(error.code, ERROR_RANGE);
    }
}

/* Each part of a job that can change the time must change the key. */
static void the_key_follows_from_the_whole_job(void **state)
{
    (void)state;
    struct job_program program = {
        .role = JOB_LEARNER, .parameter = "", .source = {"a.cu", "abc", 3}, .ptx = "ptx", .ptx_bytes = 3};
    struct job_case given = {.name = "n=1", .devices = 1};
    struct job job = {.seed = 1, .programs = &program, .program_count = 1, .cases = &given, .case_count = 1};
    char first[HASH_HEX_BYTES], again[HASH_HEX_BYTES];
    model_store_key(&job, "h100", "/proc/self/exe", first);
    model_store_key(&job, "h100", "/proc/self/exe", again);
    assert_string_equal(first, again);
    model_store_key(&job, "a100", "/proc/self/exe", again);
    assert_string_not_equal(first, again);
    model_store_key(&job, "h100", "/bin/sh", again);
    assert_string_not_equal(first, again);
    program.ptx = "qtx";
    model_store_key(&job, "h100", "/proc/self/exe", again);
    assert_string_not_equal(first, again);
    program.ptx = "ptx";
    given.name = "n=2";
    model_store_key(&job, "h100", "/proc/self/exe", again);
    assert_string_not_equal(first, again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_outlives_the_store),         cmocka_unit_test(what_another_process_kept_stays),
        cmocka_unit_test(no_time_is_not_kept_for_another_day), cmocka_unit_test(an_edited_figure_does_not_count),
        cmocka_unit_test(a_damaged_file_is_begun_anew),        cmocka_unit_test(numbers_that_are_no_times_are_refused),
        cmocka_unit_test(the_key_follows_from_the_whole_job),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
