/*
 * Tests that the sentences of findings and of limits are whole in Spanish and Chinese. Every
 * template is rendered with its fields filled, and no English word is left but code.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "foreign_words.h"
#include "timing/time_model.h"
#include "vgpu/finding_texts.h"

static const char *const languages[] = {"es", "zh"};

static void begin(const char *language)
{
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose(language);
}

static void check(const char *language, const char *told)
{
    struct arena *arena = arena_new();
    const char *words = told_local(arena, told), *english = foreign_find_english(words);
    if (english || strchr(words, '{') || strcmp(words, told_english(arena, told)) == 0)
        fail_msg("%s: '%s' is not translated, at '%s'", language, words, english ? english : words);
    arena_free(arena);
}

/* "n=COUNT", then each other field of the template with a number. */
static void fill(const char *template, int count, char *out, size_t capacity)
{
    size_t used = (size_t)snprintf(out, capacity, "n=%d", count);
    for (const char *at = strchr(template, '{'); at; at = strchr(at + 1, '{'))
        used +=
            (size_t)snprintf(out + used, capacity - used, TOLD_AND "%.*s=%d", (int)strcspn(at + 1, "}"), at + 1, count);
}

/* Only names of code: the same in every language. */
static bool is_code(enum vgpu_text text)
{
    return text == VGPU_TEXT_SAYS || text == VGPU_TEXT_DOES;
}

static void test_every_finding_is_translated(void **state)
{
    (void)state;
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        begin(languages[l]);
        for (int text = 0; text < VGPU_TEXT_KINDS; text++) {
            const char *template = vgpu_finding_text((enum vgpu_text)text);
            for (int count = 1; count <= 5 && !is_code((enum vgpu_text)text); count += 4) {
                char told[1200], fields[400];
                fill(template, count, fields, sizeof fields);
                told_print(told, sizeof told, template, "%s", fields);
                check(languages[l], told);
            }
        }
    }
}

static void test_every_limit_is_translated(void **state)
{
    (void)state;
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        begin(languages[l]);
        for (int limiter = 0; limiter < TIME_LIMIT_COUNT; limiter++)
            for (int slowest = 0; slowest < TIME_LIMIT_COUNT; slowest++) {
                char told[1200];
                struct time_estimate estimate = {.cause.limiter = (enum time_limit)limiter,
                                                 .cause.slowest = (enum time_limit)slowest,
                                                 .cause.worth = 1.5,
                                                 .cause.converts = slowest % 2,
                                                 .cause.is_of_stack = limiter == slowest,
                                                 .cause.line = limiter % 2 ? 12 : 0};
                estimate.busy[limiter] = slowest % 3 ? 0.7 : 0;
                time_sentence(&estimate, told, sizeof told);
                check(languages[l], told);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_finding_is_translated),
        cmocka_unit_test(test_every_limit_is_translated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
