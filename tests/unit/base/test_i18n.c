/* Tests the choice of the program's language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/i18n.h"

struct scratch {
    struct arena *arena;
    const char *folder;
};

static void clear_environment(void)
{
    static const char *const names[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
}

static int setup(void **state)
{
    static struct scratch scratch;
    clear_environment();
    scratch.arena = arena_new();
    *state = &scratch;
    return !file_make_temporary_folder(scratch.arena, NULL, &scratch.folder, NULL);
}

static int teardown(void **state)
{
    struct scratch *scratch = *state;
    clear_environment();
    bool removed = file_remove_tree(scratch->folder, NULL);
    arena_free(scratch->arena);
    return !removed;
}

struct language_case {
    const char *language;
    const char *lang;
    const char *expected;
};

static void the_language_follows_the_environment(void **state)
{
    (void)state;
    static const struct language_case cases[] = {
        {NULL, NULL, "en"},      {NULL, "es_ES.UTF-8", "es"}, {"zh_CN:en", "es_ES.UTF-8", "zh"}, {"zh", "C", "en"},
        {NULL, "C.UTF-8", "en"}, {NULL, "../../etc", "en"},   {NULL, "abcdefgh", "en"},          {"", "fil_PH", "fil"},
        {"/x", "es", "es"},      {NULL, "POSIX", "en"},       {NULL, "e\x1b[0m", "en"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clear_environment();
        if (cases[i].language)
            setenv("LANGUAGE", cases[i].language, 1);
        if (cases[i].lang)
            setenv("LANG", cases[i].lang, 1);
        char language[I18N_LANGUAGE_BYTES];
        i18n_asked_language(language);
        assert_string_equal(language, cases[i].expected);
    }
}

static void texts_without_translation_stay(void **state)
{
    struct scratch *scratch = *state;
    setenv("LANG", "xx_XX.nonsense", 1);
    i18n_open(scratch->folder);
    assert_string_equal(_("untranslated"), "untranslated");
    assert_true(i18n_is_utf8());
    assert_true(strtod("1.5", NULL) == 1.5);
}

/* Each letter of Chinese would become a question mark. */
static void a_language_that_cannot_be_shown_gives_way(void **state)
{
    struct scratch *scratch = *state;
    clear_environment();
    setenv("LANG", "C.UTF-8", 1);
    setenv("LC_CTYPE", "C", 1);
    setenv("LANGUAGE", "zh", 1);
    i18n_open(scratch->folder);
    assert_false(i18n_is_utf8());
    char language[I18N_LANGUAGE_BYTES];
    i18n_language(language);
    assert_string_equal(language, "en");
    assert_true(i18n_can_show("es"));
}

static void append_u32(struct buffer *out, uint32_t value)
{
    buffer_append(out, &value, sizeof value);
}

/* Writes the smallest catalogue: a header entry and one text (GNU gettext's MO format). */
static void write_catalogue(const char *path, const char *original, const char *translated)
{
    static const char header[] = "Content-Type: text/plain; charset=UTF-8\n";
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    const char *const texts[] = {"", original, header, translated};
    const uint32_t words[] = {0x950412de, 0, 2, 28, 44, 0, 60};
    uint32_t offset = 60;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        append_u32(&out, words[i]);
    for (size_t i = 0; i < 4; i++) {
        append_u32(&out, (uint32_t)strlen(texts[i]));
        append_u32(&out, offset);
        offset += (uint32_t)strlen(texts[i]) + 1;
    }
    for (size_t i = 0; i < 4; i++)
        buffer_append(&out, texts[i], strlen(texts[i]) + 1);
    assert_true(file_write_atomic(path, out.data, out.size_bytes, NULL));
}

static void a_language_without_its_locale_is_translated(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(path_join(scratch->arena, scratch->folder, "es/LC_MESSAGES"), NULL));
    write_catalogue(path_join(scratch->arena, scratch->folder, "es/LC_MESSAGES/warpschool.mo"), "lesson",
                    "lecci\xC3\xB3n");
    setenv("LANG", "es_XX.UTF-8", 1); /* no system has this locale */
    i18n_open(scratch->folder);
    assert_string_equal(_("lesson"), "lecci\xC3\xB3n");
}

enum { VARIABLES_MAX = 1000 };

/* A new start with these variables. NULL: unset. */
static void open_with(const char *locale, const char *language)
{
    clear_environment();
    if (locale)
        setenv("LANG", locale, 1);
    if (language)
        setenv("LANGUAGE", language, 1);
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
}

/* Threads read the environment at any time, so its variables stay where they are. */
static void a_choice_moves_no_variable(void **state)
{
    static const char *const locales[] = {NULL, "C", "C.UTF-8", "es_MX.UTF-8"};
    (void)state;
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        open_with(locales[i], NULL);
        setenv("WARPSCHOOL_TEST_LAST", "1", 1);
        char **before = environ, *texts[VARIABLES_MAX];
        size_t count = 0;
        for (; environ[count] && count < VARIABLES_MAX; count++)
            texts[count] = environ[count];
        i18n_choose("es");
        i18n_choose_system();
        i18n_choose("zh");
        assert_ptr_equal(environ, before);
        assert_null(environ[count]);
        for (size_t k = 0; k < count; k++)
            if (strncmp(texts[k], "LANGUAGE=", strlen("LANGUAGE=")) != 0)
                assert_ptr_equal(environ[k], texts[k]);
    }
}

static void the_language_is_the_chosen_one(void **state)
{
    static const struct {
        const char *locale, *language, *chosen, *word, *said;
    } rows[] = {
        {NULL, NULL, NULL, "help", "en"},
        {NULL, "es", NULL, "help", "en"},
        {"C", "es", NULL, "help", "en"},
        {"C", NULL, "es", "ayuda", "es"},
        {NULL, NULL, "es", "ayuda", "es"},
        {"C.UTF-8", "es", NULL, "ayuda", "es"},
        {"es_MX.UTF-8", NULL, NULL, "ayuda", "es"},
        {"es_MX.UTF-8", "en", NULL, "help", "en"},
        {"es_MX.UTF-8", NULL, "en", "help", "en"},
        {"fr_FR.UTF-8", NULL, NULL, "help", "fr"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        open_with(rows[i].locale, rows[i].language);
        if (rows[i].chosen)
            i18n_choose(rows[i].chosen);
        assert_string_equal(_("help"), rows[i].word);
        char language[I18N_LANGUAGE_BYTES];
        i18n_language(language);
        assert_string_equal(language, rows[i].said);
    }
}

static void the_way_back_is_to_the_locale(void **state)
{
    (void)state;
    open_with("es_MX.UTF-8", NULL);
    i18n_choose("en");
    assert_string_equal(_("help"), "help");
    i18n_choose_system();
    assert_string_equal(_("help"), "ayuda");
    open_with("C", NULL);
    i18n_choose("es");
    i18n_choose_system();
    assert_string_equal(_("help"), "help");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_language_follows_the_environment, setup, teardown),
        cmocka_unit_test_setup_teardown(a_language_without_its_locale_is_translated, setup, teardown),
        cmocka_unit_test_setup_teardown(texts_without_translation_stay, setup, teardown),
        cmocka_unit_test_setup_teardown(a_language_that_cannot_be_shown_gives_way, setup, teardown),
        cmocka_unit_test_setup_teardown(a_choice_moves_no_variable, setup, teardown),
        cmocka_unit_test_setup_teardown(the_language_is_the_chosen_one, setup, teardown),
        cmocka_unit_test_setup_teardown(the_way_back_is_to_the_locale, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
