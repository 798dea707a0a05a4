/* The command line: tables, parsing, help and completions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/help.h"
#include "cli/invocation.h"

static struct arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static bool parse(struct invocation *invocation, struct error *error, int argc, const char **argv)
{
    return invocation_parse(argc, (char **)argv, arena, invocation, error);
}

#define PARSE(invocation, error, ...)                                                       \
    parse(invocation, error, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), \
          (const char *[]){__VA_ARGS__})

static void test_options_and_arguments_in_any_order(void **state)
{
    (void)state;
    struct invocation invocation;
    struct error error = {0};
    assert_true(PARSE(&invocation, &error, "grade", "--seed=7", "vector_add", "-f", "x.cu", "--json"));
    assert_int_equal(invocation.command->id, COMMAND_grade);
    assert_string_equal(invocation_argument(&invocation, 0), "vector_add");
    assert_null(invocation_argument(&invocation, 1));
    assert_string_equal(invocation_option(&invocation, "file"), "x.cu");
    assert_true(invocation_has(&invocation, "json"));
    uint64_t seed;
    assert_true(invocation_number(&invocation, "seed", (struct option_range){1, 100, 0}, &seed, &error));
    assert_int_equal(seed, 7);
}

static void test_repeated_options_keep_their_order(void **state)
{
    (void)state;
    struct invocation invocation;
    struct error error = {0};
    assert_true(PARSE(&invocation, &error, "run", "k.cu", "--arg", "f32[4]=iota", "--arg=i32=4"));
    assert_int_equal(invocation.option_count, 2);
    assert_string_equal(invocation.option_values[0], "f32[4]=iota");
    assert_string_equal(invocation.option_values[1], "i32=4");
}

static void test_two_dashes_end_the_options(void **state)
{
    (void)state;
    struct invocation invocation;
    struct error error = {0};
    assert_true(PARSE(&invocation, &error, "show", "--", "--json"));
    assert_string_equal(invocation_argument(&invocation, 0), "--json");
}

static void test_no_command_is_the_shell(void **state)
{
    (void)state;
    struct invocation invocation;
    struct error error = {0};
    assert_true(invocation_parse(0, NULL, arena, &invocation, &error));
    assert_int_equal(invocation.command->id, COMMAND_shell);
}

static void expect_refusal(const char *message, const char *hint, int argc, const char **argv)
{
    struct invocation invocation;
    struct error error = {0};
    assert_false(parse(&invocation, &error, argc, argv));
    assert_non_null(strstr(error.message, message));
    if (hint)
        assert_non_null(strstr(error.hint, hint));
}

#define REFUSES(message, hint, ...)                                                              \
    expect_refusal(message, hint, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), \
                   (const char *[]){__VA_ARGS__})

static void test_mistakes_are_named(void **state)
{
    (void)state;
    REFUSES("there is no command 'grad'", "did you mean 'grade'", "grad");
    REFUSES("grade has no option --jsn", "did you mean --json", "grade", "x", "--jsn");
    REFUSES("fill has no option -INFINITY", "put -- before an argument", "fill", "tile_other", "-INFINITY");
    REFUSES("--file needs a value: FILE", NULL, "grade", "x", "--file");
    REFUSES("--json takes no value", NULL, "grade", "x", "--json=1");
    REFUSES("--seed is given twice", NULL, "grade", "x", "--seed", "1", "--seed", "2");
    REFUSES("usage: warpschool grade EXERCISE", NULL, "grade");
    REFUSES("'z' is one argument too many", NULL, "grade", "x", "y", "z");
}

static void test_numbers_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "x", "1x", "-1", "0", "101", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct invocation invocation;
        struct error error = {0};
        uint64_t seed = 42;
        const char *argv[] = {"grade", "x", "--seed", bad[i]};
        assert_true(parse(&invocation, &error, 4, argv));
        assert_false(invocation_number(&invocation, "seed", (struct option_range){1, 100, 0}, &seed, &error));
        assert_int_equal(seed, 42);
    }
}

static void test_every_row_has_its_help_and_handler(void **state)
{
    (void)state;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = command_at((enum command_id)i);
        assert_true(strlen(command->summary) > 0);
        assert_true((command->act != NULL) != (command->run != NULL));
        assert_ptr_equal(command_find(command->name, NULL), command);
        assert_true(command->most < 0 || command->least <= command->most);
    }
    for (size_t i = 0; i < option_count(); i++)
        assert_true(strlen(option_at(i)->help) > 0);
}

/* Splits at spaces, but not inside quotes, and ends before a redirection. */
static int split(char *line, char **argv, int most)
{
    int count = 0;
    for (char *at = line; *at && *at != '>' && count < most;) {
        char quote = *at == '\'' ? '\'' : ' ';
        argv[count++] = at += quote == '\'';
        at += strcspn(at, (char[]){quote, '\0'});
        if (*at)
            *at++ = '\0';
        at += strspn(at, " ");
    }
    return count;
}

static void test_every_command_has_an_example_that_parses(void **state)
{
    (void)state;
    bool has_example[COMMAND_COUNT] = {false};
    for (size_t i = 0; i < example_count(); i++) {
        const struct example *example = example_at(i);
        struct invocation invocation;
        struct error error = {0};
        char *argv[16], *line = arena_strdup(arena, example->line);
        int argc = split(line, argv, 16);
        if (!invocation_parse(argc, argv, arena, &invocation, &error))
            fail_msg("%s: %s", example->line, error.message);
        assert_int_equal(invocation.command->id, example->command);
        assert_true(strlen(example->effect) > 0);
        has_example[example->command] = true;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!has_example[i])
            fail_msg("%s has no example", command_at((enum command_id)i)->name);
}

static void test_help_shows_examples_and_the_commands_own_options_first(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    help_command(command_at(COMMAND_grade), &text);
    const char *example = strstr(buffer_text(&text), "warpschool grade vector_add\n");
    const char *own = strstr(buffer_text(&text), "--solution"), *shared = strstr(buffer_text(&text), "--toolkit");
    assert_non_null(example);
    assert_true(example < own && own < shared);
}

static void test_man_page_and_completions_name_every_command(void **state)
{
    (void)state;
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        struct buffer text = BUFFER_INIT;
        assert_true(help_completion(shells[i], &text));
        for (int j = 0; j < COMMAND_COUNT; j++)
            assert_non_null(strstr(buffer_text(&text), command_at((enum command_id)j)->name));
        buffer_done(&text);
    }
    struct buffer overview = BUFFER_INIT;
    help_overview(&overview);
    for (int j = 0; j < COMMAND_COUNT; j++)
        assert_non_null(strstr(buffer_text(&overview), command_at((enum command_id)j)->name));
    buffer_clear(&overview);
    assert_false(help_completion("tcsh", &overview));
    help_man_page(&overview);
    assert_non_null(strstr(buffer_text(&overview), ".SH COMMANDS"));
    assert_non_null(strstr(buffer_text(&overview), "author\\-check"));
    assert_non_null(strstr(buffer_text(&overview), ".B \\-d, \\-\\-device KIND\n"));
    assert_non_null(strstr(buffer_text(&overview), ".IP \"submit N\" 4\njudges your kernel"));
    buffer_clear(&overview);
    struct error error = {0};
    help_command(command_find("assessment", &error), &overview);
    assert_non_null(strstr(buffer_text(&overview), "\n  submit N                   judges your kernel"));
    buffer_done(&overview);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_and_arguments_in_any_order),
        cmocka_unit_test(test_repeated_options_keep_their_order),
        cmocka_unit_test(test_two_dashes_end_the_options),
        cmocka_unit_test(test_no_command_is_the_shell),
        cmocka_unit_test(test_mistakes_are_named),
        cmocka_unit_test(test_numbers_are_checked),
        cmocka_unit_test(test_every_row_has_its_help_and_handler),
        cmocka_unit_test(test_every_command_has_an_example_that_parses),
        cmocka_unit_test(test_help_shows_examples_and_the_commands_own_options_first),
        cmocka_unit_test(test_man_page_and_completions_name_every_command),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
