/* Tests the record as a file: what an import adds, and files that it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/attempts.h"
#include "app/progress_file.h"
#include "base/json.h"
#include "temporary_app.h"

#define HEAD "{\"schema\": \"warpschool.progress/1\""
#define ATTEMPT \
    "{\"id\": \"one\", \"exercise\": \"vector_add\", \"status\": \"pass\", \"started_at\": \"2026-01-02T03:04:05Z\"}"
#define EXERCISE "{\"exercise\": \"relu\", \"hints\": \"ba\"}"
#define ANSWER "{\"lesson\": \"w01-first\", \"step\": 2, \"answer\": \"3\", \"right\": true}"
#define NOTE "{\"subject\": \"vector_add\", \"place\": 3, \"text\": \"why?\"}"

static struct temporary_app temporary;

static int set_up(void **state)
{
    (void)state;
    return temporary_app_open(&temporary);
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&temporary);
}

static bool import(const char *text, struct progress_file_news *news, struct error *error)
{
    CLEANUP(json_decref) json_t *json = json_read(text, strlen(text), NULL);
    assert_non_null(json);
    return progress_file_import(temporary.app, json, news, error);
}

/* Attempts, exercises, answers and notes together. */
static size_t count_entries(void)
{
    struct store *store = temporary.app->store;
    struct attempt *attempts;
    struct exercise_progress *exercises;
    struct step_progress *steps;
    struct note *notes;
    size_t attempt_count, exercise_count, step_count, note_count;
    const struct attempt_query all = {.limit = SIZE_MAX};
    assert_true(store_list_attempts(store, &all, temporary.arena, &attempts, &attempt_count, NULL));
    assert_true(store_list_exercises(store, temporary.arena, &exercises, &exercise_count, NULL));
    assert_true(store_list_steps(store, temporary.arena, &steps, &step_count, NULL));
    assert_true(store_list_notes(store, temporary.arena, &notes, &note_count, NULL));
    return attempt_count + exercise_count + step_count + note_count;
}

/* Files of other machines can have attempts without their source. */
static void test_a_pass_without_a_source_gives_none(void **state)
{
    struct progress_file_news news;
    struct error error = {0};
    struct source source;
    (void)state;
    assert_true(import(HEAD ", \"attempts\": [" ATTEMPT "]}", &news, &error));
    assert_false(attempts_best_source(temporary.app, "vector_add", temporary.arena, &source, &error));
    assert_string_equal(error.message, "the attempt was recorded without its source");
}

static void test_a_second_import_adds_nothing(void **state)
{
    static const char whole[] = HEAD ", \"attempts\": [" ATTEMPT "], \"exercises\": [" EXERCISE
                                     "], \"answers\": [" ANSWER "], \"notes\": [" NOTE "]}";
    struct progress_file_news news;
    (void)state;
    assert_true(import(whole, &news, NULL));
    assert_true(news.attempts == 1 && news.hints == 2 && news.answers == 1 && news.notes == 1);
    assert_int_equal(count_entries(), 5); /* vector_add and relu are both begun */
    assert_true(import(whole, &news, NULL));
    assert_true(news.attempts == 0 && news.hints == 0 && news.answers == 0 && news.notes == 0);
    assert_int_equal(count_entries(), 5);
}

static void test_a_refused_file_changes_nothing(void **state)
{
    static const struct {
        const char *text, *message;
    } files[] = {
        {HEAD ", \"attempts\": [" ATTEMPT ", {\"exercise\": \"relu\"}]}",
         "attempt 2 of the file has no exercise or no status"},
        {HEAD ", \"attempts\": [" ATTEMPT "], \"exercises\": [" EXERCISE ", {}]}",
         "an exercise of the file has no name"},
        {HEAD ", \"exercises\": [" EXERCISE "], \"answers\": [" ANSWER ", {}]}",
         "an answer in the file names no lesson"},
        {HEAD ", \"answers\": [" ANSWER "], \"notes\": [" NOTE ", {}]}",
         "note 2 of the file has no subject or no text"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct progress_file_news news = {.attempts = 77};
        struct error error = {0};
        assert_false(import(files[i].text, &news, &error));
        assert_int_equal(error.code, ERROR_SYNTAX);
        assert_string_equal(error.message, files[i].message);
        assert_int_equal(news.attempts, 77);
        assert_int_equal(count_entries(), 0);
    }
    /* the store is free again */
    assert_true(store_set_setting(temporary.app->store, "key", "value", NULL));
}

static void test_impossible_numbers_are_refused(void **state)
{
    static const char *const notes[] = {"-1", "1000001", "4294967299", "-9223372036854775807"};
    static const char *const steps[] = {"-1", "4294967298", "-9223372036854775807"};
    struct progress_file_news news;
    (void)state;
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        struct error error = {0};
        assert_false(import(arena_printf(temporary.arena,
                                         HEAD ", \"notes\": [{\"subject\": \"relu\", \"place\": %s, \"text\": \"\"}]}",
                                         notes[i]),
                            &news, &error));
        assert_int_equal(error.code, ERROR_RANGE);
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct error error = {0};
        assert_false(import(
            arena_printf(temporary.arena, HEAD ", \"answers\": [{\"lesson\": \"w01\", \"step\": %s}]}", steps[i]),
            &news, &error));
        assert_int_equal(error.code, ERROR_RANGE);
    }
    assert_int_equal(count_entries(), 0);
}

static void test_a_repeated_hint_counts_once(void **state)
{
    struct progress_file_news news;
    (void)state;
    assert_true(import(HEAD ", \"exercises\": [{\"exercise\": \"relu\", \"hints\": \"aba!\"}]}", &news, NULL));
    assert_int_equal(news.hints, 2);
}

/* A terminal of Latin letters writes bytes that are no UTF-8. */
static void test_texts_in_latin_are_exported(void **state)
{
    struct store *store = temporary.app->store;
    json_t *json;
    (void)state;
    const struct note note = {.subject = "relu", .place = 1, .text = "caf\xe9", .line = "// caf\xe9"};
    const struct attempt attempt = {
        .exercise = "relu", .status = "wrong", .source = "// caf\xe9", .verdict_json = "{\"message\": \"\xe9\"}"};
    assert_true(store_set_note(store, &note, NULL));
    assert_true(store_set_step_done(store, "w01", 1, "caf\xe9", false, NULL));
    assert_true(store_add_attempt(store, &attempt, NULL, NULL));
    assert_true(progress_file_export(temporary.app, &json, NULL));
    assert_int_equal(json_array_size(json_object_get(json, "notes")), 1);
    assert_int_equal(json_array_size(json_object_get(json, "answers")), 1);
    assert_int_equal(json_array_size(json_object_get(json, "attempts")), 1);
    const char *text = json_string_value(json_object_get(json_array_get(json_object_get(json, "notes"), 0), "text"));
    assert_string_equal(text, "caf\xEF\xBF\xBD");
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_pass_without_a_source_gives_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_second_import_adds_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_refused_file_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_impossible_numbers_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_repeated_hint_counts_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_texts_in_latin_are_exported, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
