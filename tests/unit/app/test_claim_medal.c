/* Tests when the medal of a claim needs a run of every block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/certification/claim_medal.h"

static bool needs_full(const char *medal, struct verdict verdict)
{
    json_t *claim = json_pack("{s:s?}", "medal", medal);
    bool needs = claim_medal_needs_full(claim, &verdict);
    json_decref(claim);
    return needs;
}

/* A plan whose blocks use values of other blocks earns no medal by a sample. */
static void test_a_sample_that_shows_too_little_needs_every_block(void **state)
{
    (void)state;
    assert_true(needs_full("gold", (struct verdict){.status = VERDICT_PASS, .trust = VERDICT_TRUST_NONE}));
    assert_false(needs_full(NULL, (struct verdict){.status = VERDICT_PASS, .trust = VERDICT_TRUST_NONE}));
    assert_false(needs_full("gold", (struct verdict){.status = VERDICT_WRONG, .trust = VERDICT_TRUST_NONE}));
}

/* A lower medal of a sample is the answer. So is one of every block. */
static void test_a_lower_medal_is_an_answer(void **state)
{
    (void)state;
    struct verdict verdict = {.status = VERDICT_PASS, .trust = VERDICT_TRUST_SAMPLED, .time.medal = MEDAL_BRONZE};
    assert_false(needs_full("gold", verdict));
    verdict.trust = VERDICT_TRUST_FULL;
    assert_false(needs_full("gold", verdict));
}

static void test_other_words_are_no_medal(void **state)
{
    (void)state;
    enum medal medal;
    json_t *claim = json_pack("{s:s}", "medal", "platinum");
    assert_false(claim_medal_read(claim, &medal));
    json_decref(claim);
    assert_false(needs_full("platinum", (struct verdict){.status = VERDICT_PASS}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sample_that_shows_too_little_needs_every_block),
        cmocka_unit_test(test_a_lower_medal_is_an_answer),
        cmocka_unit_test(test_other_words_are_no_medal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
