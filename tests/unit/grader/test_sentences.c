/* Every sentence and lesson that a verdict names is in a table. Every reference there exists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/i18n.h"
#include "foreign_words.h"
#include "grader/diagnose/explanation_wrong.h"
#include "grader/finding/finding_facts.h"
#include "grader/finding/finding_sentence.h"
#include "grader/value/sentence.h"

enum { FILE_BYTES_MAX = 1 << 20, FILES_OPEN_MAX = 16 };

struct row {
    const char *name, *text, *lesson;
};

static const struct row finding_rows[] = {
#define FINDING_DIAGNOSIS(kind, refinement, sentence, lesson) {#kind, sentence, lesson},
#include "grader/diagnoses.def"
};
static const struct row pattern_rows[] = {
#define PATTERN_DIAGNOSIS(pattern, sentence, lesson) {#pattern, sentence, lesson},
#include "grader/diagnoses.def"
};
static const struct row gate_rows[] = {
#define GATE_DIAGNOSIS(counter, sentence, lesson) {counter, sentence, lesson},
#include "grader/diagnoses.def"
};
static const struct row sentence_rows[] = {
#define SENTENCE(id, sentence, lesson) {#id, sentence, lesson},
#include "grader/value/sentences.def"
};

static const struct {
    const struct row *rows;
    size_t count;
} tables[] = {
    {finding_rows, sizeof finding_rows / sizeof *finding_rows},
    {pattern_rows, sizeof pattern_rows / sizeof *pattern_rows},
    {gate_rows, sizeof gate_rows / sizeof *gate_rows},
    {sentence_rows, sizeof sentence_rows / sizeof *sentence_rows},
};
enum { TABLE_COUNT = sizeof tables / sizeof *tables };

/* --- the files -------------------------------------------------------------------------------- */

/* ftw() takes no context. */
static struct buffer *gathered;
static const char *wanted_suffix;

static int gather(const char *path, const struct stat *status, int kind)
{
    (void)status;
    size_t length = strlen(path), suffix = strlen(wanted_suffix);
    if (kind != FTW_F || length < suffix || strcmp(path + length - suffix, wanted_suffix) != 0)
        return 0;
    assert_true(file_read(path, FILE_BYTES_MAX, gathered, NULL));
    return 0;
}

/* Gathers the text of all files below a folder of the checkout. */
static void gather_files(const char *folder, const char *suffix, struct buffer *out)
{
    gathered = out;
    wanted_suffix = suffix;
    assert_int_equal(ftw(folder, gather, FILES_OPEN_MAX), 0);
    assert_true(out->size_bytes > 0);
}

static bool has_lesson(const char *lessons, const char *word)
{
    for (const char *line = strstr(lessons, "\nid: "); line; line = strstr(line + 1, "\nid: ")) {
        size_t length = strcspn(line + 5, "\n");
        if (memmem(line + 5, length, word, strlen(word)))
            return true;
    }
    return false;
}

/* --- the tests -------------------------------------------------------------------------------- */

static void the_lesson_of_every_row_exists(void **state)
{
    (void)state;
    struct buffer lessons CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_append_text(&lessons, "\n");
    gather_files(WARPSCHOOL_SOURCE_DIR "/lessons", ".yaml", &lessons);
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (size_t j = 0; j < tables[i].count; j++)
            if (*tables[i].rows[j].lesson && !has_lesson(buffer_text(&lessons), tables[i].rows[j].lesson))
                fail_msg("%s names a lesson '%s', which there is not", tables[i].rows[j].name,
                         tables[i].rows[j].lesson);
}

static void no_code_names_a_lesson(void **state)
{
    (void)state;
    struct buffer code CLEANUP(buffer_done) = BUFFER_INIT;
    gather_files(WARPSCHOOL_SOURCE_DIR "/src/grader", ".c", &code);
    const char *text = buffer_text(&code);
    for (const char *at = strstr(text, "\"w"); at; at = strstr(at + 1, "\"w"))
        if (isdigit((unsigned char)at[2]) && isdigit((unsigned char)at[3]) && at[4] == '-')
            fail_msg("the code names the lesson %.20s", at);
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (size_t j = 0; j < tables[i].count; j++) {
            char quoted[64];
            snprintf(quoted, sizeof quoted, "\"%s\"", tables[i].rows[j].lesson);
            if (*tables[i].rows[j].lesson && strstr(text, quoted))
                fail_msg("the code names the lesson %s", quoted);
        }
}

static void the_fields_of_findings_are_known(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct vgpu_finding finding = {.kernel = "k", .buffer = "x", .message = "message", .line = 3, .count = 2};
    struct finding_view view = {.case_text = "n = 1"};
    struct finding_facts facts = finding_facts_of(&view, &finding, arena);
    for (size_t i = 0; i < sizeof finding_rows / sizeof *finding_rows; i++) {
        const char *text = finding_sentence_expand(arena, finding_rows[i].text, &facts);
        if (strpbrk(text, "{}"))
            fail_msg("%s: %s", finding_rows[i].name, text);
    }
    arena_free(arena);
}

static void the_fields_of_patterns_are_known(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    struct wrong_buffer wrong = {.parameter = "y", .element_count = 33, .wrong_count = 1, .first_count = 1};
    struct case_verdict failing = {.name = "n=33", .ran = true, .wrong = &wrong, .wrong_count = 1};
    for (size_t i = 0; i < sizeof pattern_rows / sizeof *pattern_rows; i++) {
        const char *text = explain_wrong_expand(verdict, &failing, PATTERN_NONE, pattern_rows[i].text);
        if (strpbrk(text, "{}"))
            fail_msg("%s: %s", pattern_rows[i].name, text);
    }
    verdict_free(verdict);
}

/* The learner would see an unfilled field's name. */
static void somebody_fills_every_field(void **state)
{
    (void)state;
    struct buffer code CLEANUP(buffer_done) = BUFFER_INIT;
    gather_files(WARPSCHOOL_SOURCE_DIR "/src/grader", ".c", &code);
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (size_t j = 0; j < tables[i].count; j++)
            for (const char *at = strchr(tables[i].rows[j].text, '{'); at; at = strchr(at + 1, '{')) {
                char field[64];
                snprintf(field, sizeof field, "{\"%.*s\",", (int)strcspn(at + 1, "}"), at + 1);
                if (!strstr(buffer_text(&code), field))
                    fail_msg("nobody fills %.*s} of %s", (int)strcspn(at, "}"), at, tables[i].rows[j].name);
            }
}

/* A row that no code uses is dead. */
static void every_sentence_is_used(void **state)
{
    (void)state;
    struct buffer code CLEANUP(buffer_done) = BUFFER_INIT;
    gather_files(WARPSCHOOL_SOURCE_DIR "/src/grader", ".c", &code);
    for (int id = 0; id < SENTENCE_COUNT; id++) {
        char name[96];
        size_t length = (size_t)snprintf(name, sizeof name, "SENTENCE_%s", sentence_rows[id].name);
        bool is_used = false;
        for (const char *at = strstr(buffer_text(&code), name); at; at = strstr(at + 1, name))
            is_used = is_used || !(isalnum((unsigned char)at[length]) || at[length] == '_');
        if (!is_used)
            fail_msg("no code says %s", name);
        assert_string_equal(sentence_row((enum sentence_id)id).text, sentence_rows[id].text);
    }
}

static void fields_are_put_in(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct sentence sentence = sentence_fill(arena, SENTENCE_GATE_ONE_LANE, FIELDS({"verb", "stores"}, {"line", "12"}));
    assert_non_null(strstr(sentence.text, "Only one lane of a warp stores at line 12."));
    assert_string_equal(sentence.lesson, sentence_row(SENTENCE_GATE_ONE_LANE).lesson);
    arena_free(arena);
}

/* Whether each field of the text is in the other text too. */
static bool has_fields_of(const char *text, const char *other)
{
    for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{')) {
        char field[32];
        snprintf(field, sizeof field, "%.*s", (int)strcspn(at, "}") + 1, at);
        if (!strstr(other, field))
            return false;
    }
    return true;
}

static void translations_keep_the_fields(void **state)
{
    (void)state;
    static const char *const languages[] = {"es", "zh"};
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    for (size_t language = 0; language < sizeof languages / sizeof *languages; language++) {
        i18n_choose(languages[language]);
        assert_string_not_equal(sentence_row(SENTENCE_PASS).text, sentence_rows[SENTENCE_PASS].text);
        for (int table = 0; table < TABLE_COUNT; table++)
            for (size_t i = 0; i < tables[table].count; i++) {
                const char *text = tables[table].rows[i].text, *translated = _(text);
                if (!has_fields_of(text, translated) || !has_fields_of(translated, text))
                    fail_msg("%s: the fields of \"%s\" differ", languages[language], text);
            }
    }
    i18n_choose_system();
}

/* "c in case n = 33: the order is reversed: ..." is hard to read. */
static void a_pattern_after_a_colon_has_none(void **state)
{
    (void)state;
    static const char *const patterns[] = {
#define PATTERN(id, name, detect, sentence) [PATTERN_##id] = sentence,
#include "grader/pattern/patterns.def"
    };
    static const char *const diagnoses[PATTERN_COUNT] = {
#define PATTERN_DIAGNOSIS(id, sentence, lesson) [PATTERN_##id] = sentence,
#include "grader/diagnoses.def"
    };
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (diagnoses[i] && strstr(diagnoses[i], ": {pattern}") && patterns[i][strcspn(patterns[i], ":(")] == ':')
            fail_msg("\"%s\" comes after a colon", patterns[i]);
}

static void check_translation(const char *language, const char *text)
{
    const char *translated = _(text);
    if (!strcmp(translated, text) || foreign_find_english(translated) || !has_fields_of(text, translated))
        fail_msg("%s: \"%s\" is not translated", language, translated);
}

static void patterns_and_origins_are_translated(void **state)
{
    (void)state;
    static const char *const languages[] = {"es", "zh"};
    static const char *const rows[] = {
#define PATTERN(id, name, detect, sentence) sentence,
#define SMALL_GRID(id, sentence) sentence,
#include "grader/pattern/patterns.def"
    };
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    for (size_t language = 0; language < sizeof languages / sizeof *languages; language++) {
        i18n_choose(languages[language]);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            check_translation(languages[language], rows[i]);
        for (int cause = VGPU_ORIGIN_NONE + 1; cause < VGPU_ORIGIN_CAUSE_COUNT; cause++)
            check_translation(languages[language], vgpu_origin_sentence((enum vgpu_origin_cause)cause));
    }
    i18n_choose_system();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lesson_of_every_row_exists),
        cmocka_unit_test(no_code_names_a_lesson),
        cmocka_unit_test(the_fields_of_findings_are_known),
        cmocka_unit_test(the_fields_of_patterns_are_known),
        cmocka_unit_test(somebody_fills_every_field),
        cmocka_unit_test(every_sentence_is_used),
        cmocka_unit_test(fields_are_put_in),
        cmocka_unit_test(translations_keep_the_fields),
        cmocka_unit_test(a_pattern_after_a_colon_has_none),
        cmocka_unit_test(patterns_and_origins_are_translated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
