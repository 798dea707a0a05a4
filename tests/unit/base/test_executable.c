/* Tests where the program finds itself, its resources, its state and its language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/executable.h"
#include "base/file.h"
#include "base/i18n.h"

struct scratch {
    struct arena *arena;
    const char *folder;
};

static void clear_environment(void)
{
    static const char *const names[] = {
        "WARPSCHOOL_ROOT", "WARPSCHOOL_STATE", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
        "LANGUAGE",        "LC_ALL",           "LC_MESSAGES",    "LC_CTYPE",       "LANG"};
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

static const char *in(struct scratch *scratch, const char *name)
{
    return path_join(scratch->arena, scratch->folder, name);
}

static void the_test_finds_itself_and_its_checkout(void **state)
{
    struct scratch *scratch = *state;
    const char *path;
    assert_true(executable_path(scratch->arena, &path, NULL));
    assert_string_equal(path_leaf(path), "test_base_executable");
}

static void an_installation_is_found_beside_the_executable(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "usr/share/warpschool/lessons"), NULL));
    struct resource_root root;
    assert_true(resource_root_find_from(scratch->arena, in(scratch, "usr/bin/warpschool"), &root, NULL));
    assert_string_equal(root.path, in(scratch, "usr/share/warpschool"));
    assert_false(root.is_checkout);
}

static void a_checkout_is_found_above_the_executable(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "tree/lessons"), NULL));
    assert_true(file_make_folders(in(scratch, "tree/build/lessons"), NULL)); /* no CMakeLists.txt: no checkout */
    assert_true(file_write_atomic(in(scratch, "tree/CMakeLists.txt"), "", 0, NULL));
    struct resource_root root;
    assert_true(resource_root_find_from(scratch->arena, in(scratch, "tree/build/dev/warpschool"), &root, NULL));
    assert_string_equal(root.path, in(scratch, "tree"));
    assert_true(root.is_checkout);
}

static void a_chosen_root_is_used_or_refused(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "chosen/lessons"), NULL));
    struct resource_root root;
    struct error error;
    setenv("WARPSCHOOL_ROOT", in(scratch, "chosen"), 1);
    assert_true(resource_root_find(scratch->arena, &root, &error));
    assert_string_equal(root.path, in(scratch, "chosen"));
    assert_false(root.is_checkout);
    static const char *const wrong[] = {"relative", "/nonexistent", "/etc/passwd"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        setenv("WARPSCHOOL_ROOT", wrong[i], 1);
        assert_false(resource_root_find(scratch->arena, &root, &error));
        assert_int_equal(error.code, ERROR_NOT_FOUND);
        assert_true(error.hint[0] != '\0');
    }
}

static void a_checkout_keeps_its_state(void **state)
{
    struct scratch *scratch = *state;
    struct resource_root root = {.path = scratch->folder, .is_checkout = true};
    struct state_folders folders;
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, in(scratch, "progress"));
    assert_string_equal(folders.work, in(scratch, "progress/work"));
    assert_true(state_folders_make(&folders, NULL));
    assert_true(state_folders_make(&folders, NULL));
    struct stat status;
    assert_int_equal(stat(folders.work, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
}

static void an_installation_uses_the_xdg_folders(void **state)
{
    struct scratch *scratch = *state;
    struct resource_root root = {.path = "/usr/share/warpschool", .is_checkout = false};
    struct state_folders folders;
    setenv("HOME", "/home/ada", 1);
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, "/home/ada/.local/state/warpschool");
    assert_string_equal(folders.work, "/home/ada/.local/state/warpschool/work");
    assert_string_equal(folders.cache, "/home/ada/.cache/warpschool");
    assert_string_equal(folders.config, "/home/ada/.config/warpschool");
    setenv("XDG_STATE_HOME", "/data", 1);
    setenv("XDG_CACHE_HOME", "relative/cache", 1);
    setenv("XDG_CONFIG_HOME", "", 1);
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, "/data/warpschool");
    assert_string_equal(folders.cache, "/home/ada/.cache/warpschool");
    assert_string_equal(folders.config, "/home/ada/.config/warpschool");
}

static void a_progress_that_is_no_folder_sends_state_home(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_write_atomic(in(scratch, "progress"), "", 0, NULL));
    struct resource_root root = {.path = scratch->folder, .is_checkout = true};
    struct state_folders folders;
    setenv("HOME", "/home/ada", 1);
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, "/home/ada/.local/state/warpschool");
}

static void a_chosen_state_folder_wins(void **state)
{
    struct scratch *scratch = *state;
    struct state_folders folders;
    struct error error;
    setenv("WARPSCHOOL_STATE", in(scratch, "s"), 1);
    assert_true(state_folders_find(scratch->arena, NULL, &folders, &error));
    assert_string_equal(folders.cache, in(scratch, "s/cache"));
    setenv("WARPSCHOOL_STATE", "s", 1);
    assert_false(state_folders_find(scratch->arena, NULL, &folders, &error));
    assert_int_equal(error.code, ERROR_RANGE);
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
        i18n_language(language);
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
    assert_true(file_make_folders(in(scratch, "es/LC_MESSAGES"), NULL));
    write_catalogue(in(scratch, "es/LC_MESSAGES/warpschool.mo"), "lesson", "lecci\xC3\xB3n");
    setenv("LANG", "es_XX.UTF-8", 1); /* no system has this locale */
    i18n_open(scratch->folder);
    assert_string_equal(_("lesson"), "lecci\xC3\xB3n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_test_finds_itself_and_its_checkout, setup, teardown),
        cmocka_unit_test_setup_teardown(an_installation_is_found_beside_the_executable, setup, teardown),
        cmocka_unit_test_setup_teardown(a_checkout_is_found_above_the_executable, setup, teardown),
        cmocka_unit_test_setup_teardown(a_chosen_root_is_used_or_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_checkout_keeps_its_state, setup, teardown),
        cmocka_unit_test_setup_teardown(an_installation_uses_the_xdg_folders, setup, teardown),
        cmocka_unit_test_setup_teardown(a_progress_that_is_no_folder_sends_state_home, setup, teardown),
        cmocka_unit_test_setup_teardown(a_chosen_state_folder_wins, setup, teardown),
        cmocka_unit_test_setup_teardown(the_language_follows_the_environment, setup, teardown),
        cmocka_unit_test_setup_teardown(a_language_without_its_locale_is_translated, setup, teardown),
        cmocka_unit_test_setup_teardown(texts_without_translation_stay, setup, teardown),
        cmocka_unit_test_setup_teardown(a_language_that_cannot_be_shown_gives_way, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
