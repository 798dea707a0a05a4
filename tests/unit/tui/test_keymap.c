/* Tests the key map: help, handlers, contexts, the learner's changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tui/shell/shell.h"

static void test_every_action_has_name_and_help(void **state)
{
    (void)state;
    for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
        assert_true(strlen(action_name((enum action)i)) > 0);
        assert_true(strlen(action_help((enum action)i)) > 0);
        for (int j = ACTION_NONE + 1; j < i; j++)
            assert_string_not_equal(action_name((enum action)i), action_name((enum action)j));
    }
}

static void test_every_action_has_a_key(void **state)
{
    (void)state;
    for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
        bool bound = false;
        for (size_t b = 0; b < keymap_binding_count(); b++)
            bound = bound || keymap_binding(NULL, b)->action == (enum action)i;
        assert_true(bound);
    }
}

/* Help and attempts share a context, so one screen represents both. */
static const enum screen_id screen_of[CONTEXT_COUNT] = {
    [CONTEXT_HOME] = SCREEN_HOME,         [CONTEXT_LESSON] = SCREEN_LESSON,
    [CONTEXT_EXERCISE] = SCREEN_EXERCISE, [CONTEXT_HISTORY] = SCREEN_HISTORY,
    [CONTEXT_PAGE] = SCREEN_HELP,         [CONTEXT_WELCOME] = SCREEN_WELCOME,
    [CONTEXT_CONTENTS] = SCREEN_CONTENTS, [CONTEXT_MICROSCOPE] = SCREEN_MICROSCOPE,
    [CONTEXT_TRIAL] = SCREEN_TRIAL,       [CONTEXT_ASSESSMENT] = SCREEN_ASSESSMENT,
    [CONTEXT_WARM_UP] = SCREEN_WARM_UP,   [CONTEXT_SETTINGS] = SCREEN_SETTINGS,
    [CONTEXT_PASS] = SCREEN_PASS,         [CONTEXT_SEARCH] = SCREEN_SEARCH,
    [CONTEXT_GLOSSARY] = SCREEN_GLOSSARY, [CONTEXT_RETURN] = SCREEN_RETURN,
};

static bool is_handled(enum context context, enum action action)
{
    if (shell_find_handler(shell_global_handlers, action))
        return true;
    return context != CONTEXT_GLOBAL && shell_find_handler(screen_class(screen_of[context])->handlers, action);
}

static void test_every_binding_has_a_handler(void **state)
{
    (void)state;
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const struct binding *binding = keymap_binding(NULL, i);
        if (!is_handled(binding->context, binding->action))
            fail_msg("%s: nothing handles %s", context_title(binding->context), action_name(binding->action));
    }
}

static void test_every_handler_has_a_key(void **state)
{
    (void)state;
    for (int i = 0; i < SCREEN_COUNT; i++) {
        const struct screen_class *class = screen_class((enum screen_id)i);
        for (const struct action_handler *handler = class->handlers; handler->action; handler++)
            assert_non_null(keymap_find(NULL, class->context, handler->action));
    }
}

static void test_no_key_is_bound_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const struct binding *binding = keymap_binding(NULL, i);
        int32_t key;
        assert_int_not_equal(keymap_key(binding, 0), 0);
        for (size_t k = 0; (key = keymap_key(binding, k)) != 0; k++) {
            assert_int_equal(keymap_action(NULL, binding->context, key), binding->action);
            if (binding->context != CONTEXT_GLOBAL) /* no screen hides a global key */
                assert_int_equal(keymap_action(NULL, CONTEXT_GLOBAL, key), ACTION_NONE);
        }
    }
}

static void test_every_key_name_is_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < keymap_binding_count(); i++) {
        const char *at = keymap_binding(NULL, i)->keys;
        while (*at) {
            size_t length = strcspn(at, " ");
            if (key_parse(at, length) == 0)
                fail_msg("no such key: %s", at);
            at += length + strspn(at + length, " ");
        }
    }
}

static void test_key_names(void **state)
{
    (void)state;
    assert_int_equal(key_parse("Enter", 5), KEY_CODE_ENTER);
    assert_int_equal(key_parse("^L", 2), 12);
    assert_int_equal(key_parse("q", 1), 'q');
    assert_int_equal(key_parse("é", 2), 0xE9);
    assert_int_equal(key_parse("Nonsense", 8), 0);
    assert_int_equal(key_parse("", 0), 0);
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    key_append_name(12, &name);
    key_append_name(KEY_CODE_PAGE_UP, &name);
    key_append_name(0xE9, &name);
    key_append_name(0x1F600, &name);
    assert_string_equal(buffer_text(&name), "Ctrl-LPgUpé😀");
}

static void test_no_single_key_of_the_exercise_destroys(void **state)
{
    (void)state;
    assert_int_equal(keymap_action(NULL, CONTEXT_EXERCISE, 'x'), ACTION_RESET);
    assert_int_equal(keymap_action(NULL, CONTEXT_EXERCISE, 'S'), ACTION_SOLUTION);
    assert_int_equal(keymap_action(NULL, CONTEXT_EXERCISE, 's'), ACTION_NONE);
    assert_int_equal(keymap_action(NULL, CONTEXT_EXERCISE, 'X'), ACTION_NONE);
}

static void assert_problems(const char *text, const char *expected)
{
    CLEANUP(buffer_done) struct buffer problems = BUFFER_INIT;
    struct keymap *keymap = keymap_new();
    keymap_configure(keymap, text, &problems);
    assert_string_equal(buffer_text(&problems), expected);
    keymap_free(keymap);
}

/* As in a pager. In the history and the settings Space marks. */
static void test_space_is_a_page_of_a_list(void **state)
{
    (void)state;
    static const enum context lists[] = {CONTEXT_HOME, CONTEXT_SEARCH, CONTEXT_GLOSSARY, CONTEXT_ASSESSMENT,
                                         CONTEXT_PAGE};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        assert_int_equal(keymap_action(NULL, lists[i], ' '), ACTION_PAGE_DOWN);
}

static void test_own_keys(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer problems = BUFFER_INIT;
    struct keymap *keymap = keymap_new();
    keymap_configure(keymap, "# mine\n\n  exercise run = Y Del\r\n", &problems);
    assert_string_equal(buffer_text(&problems), "");
    assert_int_equal(keymap_action(keymap, CONTEXT_EXERCISE, 'Y'), ACTION_RUN);
    assert_int_equal(keymap_action(keymap, CONTEXT_EXERCISE, KEY_CODE_DELETE), ACTION_RUN);
    assert_int_equal(keymap_action(keymap, CONTEXT_EXERCISE, 'r'), ACTION_NONE);
    assert_int_equal(keymap_action(keymap, CONTEXT_EXERCISE, 'e'), ACTION_EDIT);
    assert_int_equal(keymap_action(NULL, CONTEXT_EXERCISE, 'r'), ACTION_RUN);
    keymap_free(keymap);
}

static void test_conflicts_are_told(void **state)
{
    (void)state;
    assert_problems("exercise run = e", "keys, line 1: e is already 'edit' (exercise)\n");
    assert_problems("\nexercise run = q", "keys, line 2: q is already 'quit' (global)\n");
    assert_problems("global quit = r", "keys, line 1: r is already 'run' (exercise)\n");
    assert_problems("exercise run = Nonsense", "keys, line 1: the key is missing or has an unknown name\n");
    assert_problems("exercise run = Y F1x Del", "keys, line 1: the key is missing or has an unknown name\n");
    assert_problems("exercise run =", "keys, line 1: the key is missing or has an unknown name\n");
    assert_problems("exercise fly = R", "keys, line 1: not of the form 'exercise run = r F5'\n");
    assert_problems("=", "keys, line 1: not of the form 'exercise run = r F5'\n");
    assert_problems("nonsense", "keys, line 1: not of the form 'exercise run = r F5'\n");
    assert_problems("exercise run = r F5", "");                     /* the example */
    assert_problems("lesson back = Esc Y\nexercise run = r Y", ""); /* keys of different screens may be equal */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_action_has_name_and_help),
        cmocka_unit_test(test_every_action_has_a_key),
        cmocka_unit_test(test_every_binding_has_a_handler),
        cmocka_unit_test(test_every_handler_has_a_key),
        cmocka_unit_test(test_no_key_is_bound_twice),
        cmocka_unit_test(test_every_key_name_is_known),
        cmocka_unit_test(test_key_names),
        cmocka_unit_test(test_no_single_key_of_the_exercise_destroys),
        cmocka_unit_test(test_space_is_a_page_of_a_list),
        cmocka_unit_test(test_own_keys),
        cmocka_unit_test(test_conflicts_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
