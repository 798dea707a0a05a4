/* Tests the Python of an exported exercise: how it draws inputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/portfolio/torch_python.h"

/* Checks that check.py draws the input by this expression. */
static void check_drawn(const char *init, const char *expected)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct expression *shape = expression_parse_text(arena, "n", NULL);
    struct parameter parameters[] = {
        {.name = "x", .dtype = DTYPE_F32, .role = PARAMETER_IN, .rank = 1, .shape = {shape}, .init = init},
        {.name = "y", .dtype = DTYPE_F32, .role = PARAMETER_OUT, .rank = 1, .shape = {shape}},
        {.name = "n", .dtype = DTYPE_I32, .role = PARAMETER_SCALAR},
    };
    struct exercise_case given = {.name = "n64"};
    struct exercise exercise = {.id = "double_it",
                                .parameters = parameters,
                                .parameter_count = 3,
                                .cases = &given,
                                .case_count = 1,
                                .bench = &given};
    torch_python_check(&exercise, &text);
    const char *wanted = arena_printf(arena, "x=(%s).to(torch.float32)", expected);
    if (!strstr(buffer_text(&text), wanted))
        fail_msg("%s is not in %s", wanted, buffer_text(&text));
}

static void test_distributions(void **state)
{
    (void)state;
    check_drawn(NULL, "torch.randn((n,), device=\"cuda\")");
    check_drawn("normal(0, 1 / sqrt(n))", "0 + (1 / sqrt(n)) * torch.randn((n,), device=\"cuda\")");
    check_drawn("uniform(-1, 1)", "-1 + (1 - (-1)) * torch.rand((n,), device=\"cuda\")");
    check_drawn("bernoulli(0.5)", "torch.rand((n,), device=\"cuda\") < 0.5");
}

static void test_arguments_need_no_spaces(void **state)
{
    (void)state;
    check_drawn("normal(0,2)", "0 + (2) * torch.randn((n,), device=\"cuda\")");
    check_drawn("normal( 0 ,  2 )", "0 + (2) * torch.randn((n,), device=\"cuda\")");
    check_drawn("uniform(min(1, n),3)", "min(1, n) + (3 - (min(1, n))) * torch.rand((n,), device=\"cuda\")");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distributions),
        cmocka_unit_test(test_arguments_need_no_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
