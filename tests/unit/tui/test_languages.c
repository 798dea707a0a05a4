/* Tests the shell in Spanish and Chinese: whole screens, and no important text cut off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/lab.h"
#include "base/i18n.h"
#include "base/text.h"
#include "microscope_support.h"
#include "screen_support.h"
#include "trial_support.h"
#include "tui/screens/trial/trial.h"
#include "verdict_support.h"

static const struct language {
    const char *code, *quit, *placement, *no_attempt, *pane, *tabs;
} languages[] = {
    {"es", "q salir", "  p prueba de nivel  ", "sin intentar", "Aquí estará", "Veredicto Pistas Salida Solución"},
    {"zh", "q 退出", "  p 摸底测验  ", "尚未尝试", "结论会显示在这里", "提示 输出 答案"}};

enum { LANGUAGE_COUNT = sizeof languages / sizeof languages[0] };

static void begin(struct screen_test *test, const char *code, const char *open)
{
    assert_true(file_remove_tree(path_join(test->arena, test->folder, "state"), NULL));
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose(code);
    screen_test_start(test, 80, 24, false, open);
}

static void compare(struct screen_test *test, const char *name, const char *keys)
{
    bool good = true;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, NULL);
        screen_test_keys(test, keys);
        good =
            screen_test_matches(test, arena_printf(test->arena, "%s-80x24-%s", name, languages[i].code), false) && good;
        screen_test_stop(test);
    }
    assert_true(good);
}

static void test_welcome(void **state)
{
    compare(*state, "welcome", "");
}

static void test_home(void **state)
{
    compare(*state, "home", "Esc");
}

static void test_progress(void **state)
{
    compare(*state, "progress", "Esc p");
}

/*
 * In every language, each screen shows how to leave it and the exercise's state. The tabs end
 * before the next pane.
 */
static void test_footers_have_room(void **state)
{
    static const char *const keys[] = {"Esc", "p", "Esc Enter"};
    struct screen_test *test = *state;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, "first");
        assert_true(screen_test_shows(test, languages[i].no_attempt));
        assert_true(screen_test_shows(test, languages[i].pane));
        assert_true(screen_test_shows(test, languages[i].tabs));
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
            assert_true(screen_test_shows(test, languages[i].quit));
            screen_test_keys(test, keys[k]);
        }
        screen_test_stop(test);
    }
}

/* The headings of a lab's columns take two lines of one column at most. */
static bool fits(const char *heading, int columns)
{
    bool is_short = text_width(heading) <= columns;
    for (const char *space = strchr(heading, ' '); space; space = strchr(space + 1, ' '))
        is_short = is_short || (text_width(heading) - text_width(space) <= columns && text_width(space + 1) <= columns);
    return is_short;
}

static void test_headings_of_labs_fit(void **state)
{
    static const char *const names[] = {
#define QUANTITY(name, heading, unit) name,
#include "app/lab_quantities.def"
    };
    enum { COLUMNS = 11 };
    struct screen_test *test = *state;
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        i18n_choose(languages[i].code);
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            const char *heading = lab_heading(names[k], test->arena);
            if (!fits(heading, COLUMNS))
                fail_msg("%s: '%s' is cut", languages[i].code, heading);
        }
    }
}

/* One word at the head of two columns would not tell them apart. */
static void test_columns_of_the_history_have_names_of_their_own(void **state)
{
    static const char *const heads[] = {"attempt", "when", "result", "time", "medal"};
    enum { HEAD_COUNT = sizeof heads / sizeof heads[0] };
    (void)state;
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        i18n_choose(languages[i].code);
        for (size_t k = 0; k < HEAD_COUNT; k++)
            for (size_t j = 0; j < k; j++)
                assert_string_not_equal(_(heads[j]), _(heads[k]));
    }
}

/* A long status has the columns of time and medal, which a failure leaves free. */
static void test_a_long_status_is_whole(void **state)
{
    struct screen_test *test = *state;
    struct attempt attempt = {.exercise = "first", .status = "gate", .verdict_json = "{}"};
    int64_t id;
    begin(test, "es", "first");
    assert_true(store_add_attempt(test->app->store, &attempt, &id, NULL));
    shell_refresh(test->shell);
    screen_test_resize(test, 60, 20);
    screen_test_keys(test, "t");
    assert_true(screen_test_shows(test, "condición no cumplida"));
    screen_test_stop(test);
}

/* The key for yes is the first letter of the question's own word; y is taken in any language. */
static void test_a_question_takes_its_own_letter(void **state)
{
    static const char *const keys[] = {"s", "S", "y"};
    struct screen_test *test = *state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        begin(test, "es", "first");
        screen_test_keys(test, "S");
        assert_true(screen_test_shows(test, "s sí  n no"));
        screen_test_keys(test, keys[i]);
        assert_false(screen_test_shows(test, "No se ha hecho nada"));
        screen_test_stop(test);
    }
}

/* At 80 columns all three ways on are in the footer. */
static void test_the_welcome_names_every_way_on(void **state)
{
    struct screen_test *test = *state;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, NULL);
        assert_true(screen_test_shows(test, "\n Enter "));
        assert_true(screen_test_shows(test, "  Esc "));
        assert_true(screen_test_shows(test, languages[i].placement));
        screen_test_stop(test);
    }
}

/* A new learner sees how to begin and how to leave. */
static void test_the_narrow_welcome_names_its_keys(void **state)
{
    struct screen_test *test = *state;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, NULL);
        screen_test_resize(test, 60, 20);
        shell_draw(test->shell);
        assert_true(screen_test_shows(test, "\n Enter "));
        assert_true(screen_test_shows(test, "  Esc "));
        assert_true(screen_test_shows(test, languages[i].quit));
        screen_test_stop(test);
    }
}

/* The names that are printed on keyboards in every country stay. */
static void test_keys_have_the_names_of_the_language(void **state)
{
    static const char *const footers[] = {"Izquierda paso atrás", "左 上一步"};
    static const char *const helps[] = {"Espacio", "空格"};
    struct screen_test *test = *state;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, "w01-first");
        assert_false(screen_test_shows(test, footers[i])); /* there is no step before the first */
        screen_test_resize(test, 120, 24);
        screen_test_keys(test, "Right");
        assert_true(screen_test_shows(test, footers[i]));
        assert_true(screen_test_shows(test, "Enter "));
        screen_test_keys(test, "?");
        assert_true(screen_test_shows(test, helps[i]));
        assert_false(screen_test_shows(test, "Left"));
        screen_test_stop(test);
    }
}

/* Spanish needs more columns than English. */
static void test_spanish_is_not_cut(void **state)
{
    struct screen_test *test = *state;
    begin(test, "es", NULL);
    screen_test_resize(test, 120, 60);
    screen_test_keys(test, "Esc p");
    assert_true(screen_test_shows(test, "evaluación de nivel intermedio sin hacer"));
    screen_test_keys(test, "Esc ,");
    assert_true(screen_test_shows(test, "cada vez que superas un ejercicio; si guardas,"));
    assert_false(screen_test_shows(test, "…"));
}

/* The noun comes first in Spanish. Chinese has a colon of its own. */
static void test_words_have_the_order_of_the_language(void **state)
{
    static const char *const accesses[] = {"lectura global", "全局读取"}, *const parts[] = {"compila: ", "可编译："};
    struct screen_test *test = *state;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, "first");
        verdict_support_give(test->shell, verdict_support_gate(), 0);
        shell_draw(test->shell);
        assert_true(screen_test_shows(test, parts[i]));
        screen_test_keys(test, "w");
        microscope_take(shell_top(test->shell)->state, microscope_support_load());
        shell_draw(test->shell);
        assert_true(screen_test_shows(test, accesses[i]));
        screen_test_stop(test);
    }
}

static void test_spanish_headings_leave_room_for_values(void **state)
{
    struct screen_test *test = *state;
    begin(test, "es", "first");
    screen_test_resize(test, 120, 40);
    screen_test_keys(test, "w");
    microscope_take(shell_top(test->shell)->state, microscope_support_variables());
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "  0x10000100000"));
    screen_test_keys(test, "Esc");
    screen_test_resize(test, 60, 20);
    screen_test_keys(test, "v");
    trial_take(shell_top(test->shell)->state, TRIAL_AS_IT_IS,
               &(struct trial_answer){.trial = trial_support_right(256)});
    screen_test_keys(test, "Tab");
    assert_true(screen_test_shows(test, "como está\n"));
}

static void test_an_empty_text_stays_empty(void **state)
{
    (void)state;
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose("es");
    assert_string_equal(_("help"), "ayuda");
    assert_string_equal(_(""), "");
    assert_string_equal(_("a text that no catalogue has"), "a text that no catalogue has");
}

/* The way back is in the footer, however long the other labels are. */
static void test_a_narrow_footer_has_the_way_back(void **state)
{
    struct screen_test *test = *state;
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        begin(test, languages[i].code, "first");
        for (int width = 60; width >= 40; width -= 20) {
            screen_test_resize(test, width, 20);
            shell_draw(test->shell);
            assert_true(screen_test_shows(test, "Esc "));
        }
        screen_test_stop(test);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_welcome),
        SCREEN_TEST(test_home),
        SCREEN_TEST(test_progress),
        SCREEN_TEST(test_footers_have_room),
        SCREEN_TEST(test_a_narrow_footer_has_the_way_back),
        SCREEN_TEST(test_headings_of_labs_fit),
        cmocka_unit_test(test_columns_of_the_history_have_names_of_their_own),
        SCREEN_TEST(test_a_long_status_is_whole),
        SCREEN_TEST(test_a_question_takes_its_own_letter),
        SCREEN_TEST(test_the_welcome_names_every_way_on),
        SCREEN_TEST(test_the_narrow_welcome_names_its_keys),
        SCREEN_TEST(test_keys_have_the_names_of_the_language),
        SCREEN_TEST(test_spanish_is_not_cut),
        SCREEN_TEST(test_words_have_the_order_of_the_language),
        SCREEN_TEST(test_spanish_headings_leave_room_for_values),
        cmocka_unit_test(test_an_empty_text_stays_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
