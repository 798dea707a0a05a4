/* Tests settings: stored values, the environment, options, broken values. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/settings.h"

struct scene {
    struct arena *arena;
    struct store *store;
};

static int set_up(void **state)
{
    struct arena *arena = arena_new();
    struct scene *scene = ARENA_NEW(arena, struct scene);
    scene->arena = arena;
    scene->store = store_open_memory(NULL);
    for (int i = 0; i < SETTING_COUNT; i++)
        unsetenv(setting_variable((enum setting)i));
    *state = scene;
    return scene->store ? 0 : -1;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    store_close(scene->store);
    arena_free(scene->arena);
    return 0;
}

static const char *const no_options[SETTING_COUNT];

static void test_defaults(void **state)
{
    struct scene *scene = *state;
    struct settings settings;
    struct error trouble;
    settings_read(scene->store, no_options, scene->arena, &settings, &trouble);
    assert_int_equal(trouble.code, ERROR_NONE);
    assert_string_equal(settings.values[SETTING_ARCHITECTURE], "h100");
    assert_string_equal(settings.values[SETTING_LANGUAGE], "");
    assert_string_equal(settings.values[SETTING_THEME], "");
    assert_string_equal(settings.values[SETTING_MOUSE], "on");
    for (int i = 0; i < SETTING_COUNT; i++)
        assert_int_equal(settings.origins[i], SETTING_BY_DEFAULT);
}

static void test_options_before_environment_before_store(void **state)
{
    struct scene *scene = *state;
    struct settings settings;
    struct error trouble;
    assert_true(settings_keep(scene->store, SETTING_ARCHITECTURE, "a100", NULL));
    settings_read(scene->store, no_options, scene->arena, &settings, &trouble);
    assert_string_equal(settings.values[SETTING_ARCHITECTURE], "a100");
    assert_int_equal(settings.origins[SETTING_ARCHITECTURE], SETTING_STORED);
    setenv("WARPSCHOOL_ARCH", "l4", 1);
    settings_read(scene->store, no_options, scene->arena, &settings, &trouble);
    assert_string_equal(settings.values[SETTING_ARCHITECTURE], "l4");
    assert_int_equal(settings.origins[SETTING_ARCHITECTURE], SETTING_BY_ENVIRONMENT);
    const char *const options[SETTING_COUNT] = {[SETTING_ARCHITECTURE] = "t4"};
    settings_read(scene->store, options, scene->arena, &settings, &trouble);
    assert_string_equal(settings.values[SETTING_ARCHITECTURE], "t4");
    assert_int_equal(settings.origins[SETTING_ARCHITECTURE], SETTING_BY_OPTION);
    assert_string_equal(setting_stored(scene->store, SETTING_ARCHITECTURE, scene->arena), "a100");
}

static void test_what_is_broken_is_told_and_left_out(void **state)
{
    struct scene *scene = *state;
    struct settings settings;
    struct error trouble;
    assert_true(store_set_setting(scene->store, "setting.theme", "\033[31mpink", NULL));
    settings_read(scene->store, no_options, scene->arena, &settings, &trouble);
    assert_string_equal(settings.values[SETTING_THEME], "");
    assert_int_equal(trouble.code, ERROR_RANGE);
    assert_non_null(strstr(trouble.message, "theme"));
    /* A broken variable does not hide the stored value. */
    assert_true(settings_keep(scene->store, SETTING_THEME, "light", NULL));
    setenv("WARPSCHOOL_THEME", "pink", 1);
    settings_read(scene->store, no_options, scene->arena, &settings, &trouble);
    assert_string_equal(settings.values[SETTING_THEME], "light");
    assert_non_null(strstr(trouble.message, "WARPSCHOOL_THEME"));
}

static void test_any_language_of_the_environment_is_harmless(void **state)
{
    struct scene *scene = *state;
    struct settings settings;
    struct error trouble;
    setenv("WARPSCHOOL_LANGUAGE", "fr", 1);
    settings_read(scene->store, no_options, scene->arena, &settings, &trouble);
    assert_int_equal(trouble.code, ERROR_NONE);
    assert_string_equal(settings.values[SETTING_LANGUAGE], "fr");
}

static void test_only_choices_are_kept(void **state)
{
    struct scene *scene = *state;
    struct error error = {0};
    assert_false(settings_keep(scene->store, SETTING_MOUSE, "maybe", &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_true(settings_keep(scene->store, SETTING_LANGUAGE, "es", NULL));
    assert_true(settings_keep(scene->store, SETTING_LANGUAGE, "", NULL)); /* the system's again */
    assert_null(store_get_setting(scene->store, "setting.language", scene->arena));
}

static void test_a_language_needs_its_characters(void **state)
{
    struct scene *scene = *state;
    struct error error = {0};
    setlocale(LC_ALL, "C");
    assert_false(settings_keep(scene->store, SETTING_LANGUAGE, "zh", &error));
    assert_string_equal(error.message, "the terminal shows no UTF-8, so the language cannot be zh");
    assert_true(settings_keep(scene->store, SETTING_LANGUAGE, "es", NULL)); /* each letter has a base letter */
    setlocale(LC_ALL, "C.UTF-8");
    assert_true(settings_keep(scene->store, SETTING_LANGUAGE, "zh", NULL));
    setlocale(LC_ALL, "C");
}

static void test_every_setting_has_its_texts_and_choices(void **state)
{
    (void)state;
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        assert_true(setting_choice_count(setting) >= 2);
        assert_true(*setting_title(setting) && *setting_variable(setting));
        for (size_t at = 0; at < setting_choice_count(setting); at++)
            assert_true(*setting_choice_at(setting, at).words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_defaults, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_options_before_environment_before_store, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_broken_is_told_and_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_any_language_of_the_environment_is_harmless, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_only_choices_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_language_needs_its_characters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_every_setting_has_its_texts_and_choices, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
