/* Random keys, clicks, sizes and verdicts. WARPSCHOOL_MONKEY_KEYS: count. _SEED repeats a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "screen_support.h"
#include "verdict_support.h"

enum { KEYS_DEFAULT = 50000 };

static long number_from(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atol(text) : otherwise;
}

static uint32_t draw_number(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static int32_t draw_key(uint64_t *random)
{
    if (draw_number(random) % 12 == 0) { /* sometimes the mouse, also beyond the screen */
        int x = (int)(draw_number(random) % 130), y = (int)(draw_number(random) % 45);
        uint32_t turn = draw_number(random) % 4;
        return turn < 2 ? key_of_click(x, y) : key_of_wheel(x, y, turn == 2);
    }
    uint32_t kind = draw_number(random) % 10;
    if (kind < 4) { /* mostly keys with an effect */
        const struct binding *binding = keymap_binding(NULL, draw_number(random) % keymap_binding_count());
        return keymap_key(binding, 0);
    }
    if (kind < 7)
        return (int32_t)(KEY_CODE_BASE + 1 + draw_number(random) % (KEY_CODE_END - KEY_CODE_BASE - 1));
    if (kind < 9)
        return (int32_t)(1 + draw_number(random) % 127);
    return (int32_t)(1 + draw_number(random) % 0x11FFFF);
}

static void shake(struct screen_test *test, uint64_t *random)
{
    struct shell *shell = test->shell;
    switch (draw_number(random) % 40) {
    case 0:
        screen_test_resize(test, (int)(1 + draw_number(random) % 200), (int)(1 + draw_number(random) % 70));
        break;
    case 1:
        if (shell->open.exercise)
            verdict_support_give(shell, draw_number(random) % 2 ? verdict_support_wrong() : verdict_support_gate(),
                                 shell->open.ticket + 1);
        break;
    case 2:
        shell->measured_good = draw_number(random) % 2;
        shell->measured = 4;
        shell_notify(shell, SCREEN_MEASURED);
        break;
    default:
        break;
    }
}

static void test_monkey(void **state)
{
    struct screen_test *test = *state;
    long keys = number_from("WARPSCHOOL_MONKEY_KEYS", KEYS_DEFAULT);
    long seed = number_from("WARPSCHOOL_MONKEY_SEED", 1);
    uint64_t random = (uint64_t)seed;
    screen_test_start(test, 80, 24, false, NULL);
    for (long i = 0; i < keys; i++) {
        if (draw_number(&random) % 8 == 0)
            shake(test, &random);
        shell_key(test->shell, draw_key(&random));
        if (draw_number(&random) % 8 == 0)
            shell_draw(test->shell);
        assert_true(test->shell->screen_count >= 1 && test->shell->screen_count <= SCREENS_MAX);
        if (test->shell->quit) {
            screen_test_stop(test);
            screen_test_start(test, 80, 24, draw_number(&random) % 2, NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCREEN_TEST(test_monkey)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
