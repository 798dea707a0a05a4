/* Tests the glossary: mistakes, finding words, and the course's own in every language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "curriculum/glossary.h"
#include "curriculum/load.h"

struct scene {
    struct arena *arena;
    const char *root;
    struct diagnostics *diagnostics;
    struct glossary glossary;
};

static int set_up(void **state)
{
    struct arena *arena = arena_new();
    struct scene *scene = ARENA_NEW(arena, struct scene);
    scene->arena = arena;
    scene->diagnostics = diagnostics_new(arena);
    *state = scene;
    if (!file_make_temporary_folder(arena, NULL, &scene->root, NULL))
        return -1;
    return file_make_folders(path_join(arena, scene->root, "lessons"), NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    bool good = file_remove_tree(scene->root, NULL);
    arena_free(scene->arena);
    return good ? 0 : -1;
}

static void write_file(struct scene *scene, const char *name, const char *text)
{
    const char *path = path_join(scene->arena, path_join(scene->arena, scene->root, "lessons"), name);
    assert_true(file_write_atomic(path, text, strlen(text), NULL));
}

static void load(struct scene *scene, const char *language)
{
    glossary_load(scene->root, language, scene->arena, scene->diagnostics, &scene->glossary);
}

static const char two_terms[] = "- term: warp\n"
                                "  also: [warps of a block]\n"
                                "  say: 32 threads.\n"
                                "  see: w01-first\n"
                                "- term: bank conflict\n"
                                "  say: Two lanes, one bank.\n";

static void test_without_a_file_it_is_empty(void **state)
{
    struct scene *scene = *state;
    load(scene, NULL);
    assert_int_equal(scene->glossary.count, 0);
    assert_int_equal(diagnostics_count(scene->diagnostics), 0);
    assert_null(glossary_find(&scene->glossary, "warp"));
}

static void test_words_are_found(void **state)
{
    struct scene *scene = *state;
    write_file(scene, "glossary.yaml", two_terms);
    load(scene, "en");
    assert_int_equal(scene->glossary.count, 2);
    assert_string_equal(scene->glossary.terms[0].name, "bank conflict"); /* by name */
    assert_string_equal(glossary_find(&scene->glossary, "Warps")->say, "32 threads.");
    assert_non_null(glossary_find(&scene->glossary, "warps of a block"));
    assert_non_null(glossary_find(&scene->glossary, "BANK CONFLICTS"));
    assert_null(glossary_find(&scene->glossary, "bank"));
    assert_null(glossary_find(&scene->glossary, "warped"));
}

static void test_words_of_a_text_are_found(void **state)
{
    struct scene *scene = *state;
    write_file(scene, "glossary.yaml", two_terms);
    load(scene, NULL);
    const struct glossary_term *warp = glossary_find(&scene->glossary, "warp");
    const char *text = "A swarp, warped, a_warp: two Warps.";
    assert_ptr_equal(glossary_find_in(warp, text), strstr(text, "Warps"));
    assert_null(glossary_find_in(warp, "warped"));
}

static void test_a_translation_is_laid_over_it(void **state)
{
    struct scene *scene = *state;
    write_file(scene, "glossary.yaml", two_terms);
    write_file(scene, "glossary.es.yaml", "- term: bank conflict\n  name: conflicto de bancos\n  say: Dos carriles.\n");
    load(scene, "es");
    assert_int_equal(diagnostics_count(scene->diagnostics), 0);
    assert_string_equal(glossary_find(&scene->glossary, "conflicto de bancos")->say, "Dos carriles.");
    assert_string_equal(glossary_find(&scene->glossary, "bank conflict")->name, "conflicto de bancos");
    assert_string_equal(glossary_find(&scene->glossary, "warp")->say, "32 threads.");
}

static void test_a_translation_is_found_by_the_english_spellings(void **state)
{
    struct scene *scene = *state;
    write_file(scene, "glossary.yaml", "- term: barrier\n  also: [__syncthreads]\n  say: All wait.\n");
    write_file(scene, "glossary.es.yaml",
               "- term: barrier\n  name: barrera\n  also: [espera]\n  say: Todos esperan.\n");
    load(scene, "es");
    const struct glossary_term *barrier = glossary_find(&scene->glossary, "barrera");
    assert_string_equal(barrier->say, "Todos esperan.");
    assert_ptr_equal(glossary_find(&scene->glossary, "__syncthreads"), barrier);
    assert_ptr_equal(glossary_find(&scene->glossary, "espera"), barrier);
    write_file(scene, "glossary.es.yaml", "- term: barrier\n  name: barrera\n  say: Todos esperan.\n");
    load(scene, "es");
    assert_non_null(glossary_find(&scene->glossary, "__syncthreads"));
}

static void test_mistakes_are_reported(void **state)
{
    static const char *const texts[] = {
        "- term: warp\n",
        "- say: without a term\n",
        "- term: warp\n  say: a\n  sae: b\n",
        "- term: warp\n  say: a\n- term: Warp\n  say: b\n",
        "- term: warp\n  say: [a]\n",
        "- term: warp\n  say: a\n  also: b\n",
        "- term: warp\n  say: a\n  also: [[b]]\n",
        "- warp\n",
        "term: warp\n",
    };
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t before = diagnostics_error_count(scene->diagnostics);
        write_file(scene, "glossary.yaml", texts[i]);
        load(scene, NULL);
        assert_true(diagnostics_error_count(scene->diagnostics) > before);
    }
    size_t before = diagnostics_error_count(scene->diagnostics);
    write_file(scene, "glossary.yaml", two_terms);
    write_file(scene, "glossary.zh.yaml", "- term: unknown\n  say: a\n");
    load(scene, "zh");
    assert_int_equal(diagnostics_error_count(scene->diagnostics), before + 1);
}

static void test_the_courses_own(void **state)
{
    struct scene *scene = *state;
    static const char *const languages[] = {"en", "es", "zh"};
    struct curriculum_request request = {.root = WARPSCHOOL_SOURCE_DIR};
    CLEANUP(curriculum_free)
    struct curriculum *curriculum = curriculum_load(&request, diagnostics_new(scene->arena), NULL);
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        glossary_load(WARPSCHOOL_SOURCE_DIR, languages[i], scene->arena, scene->diagnostics, &scene->glossary);
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        diagnostics_render(scene->diagnostics, &text);
        assert_string_equal(buffer_text(&text), "");
        assert_true(scene->glossary.count >= 10);
        for (size_t j = 0; j < scene->glossary.count; j++) {
            const struct glossary_term *term = &scene->glossary.terms[j];
            if (term->see && !curriculum_find_lesson(curriculum, term->see))
                fail_msg("%s: there is no lesson %s", term->term, term->see);
        }
    }
}

#define GLOSSARY_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        GLOSSARY_TEST(test_without_a_file_it_is_empty),
        GLOSSARY_TEST(test_words_are_found),
        GLOSSARY_TEST(test_words_of_a_text_are_found),
        GLOSSARY_TEST(test_a_translation_is_laid_over_it),
        GLOSSARY_TEST(test_mistakes_are_reported),
        GLOSSARY_TEST(test_the_courses_own),
        GLOSSARY_TEST(test_a_translation_is_found_by_the_english_spellings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
