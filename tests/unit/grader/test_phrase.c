/* Tests the parts of sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader/value/phrase.h"

static void names_of_the_code_keep_their_case(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(phrase_capitalised(arena, "the pointer is null"), "The pointer is null");
    assert_string_equal(phrase_capitalised(arena, "write"), "Write");
    assert_string_equal(phrase_capitalised(arena, "read-only, and"), "Read-only, and");
    assert_string_equal(phrase_capitalised(arena, "aqu\u00ed un kernel"), "Aqu\u00ed un kernel");
    assert_string_equal(phrase_capitalised(arena, "\u00bfquer\u00edas decir"), "\u00bfQuer\u00edas decir");
    assert_string_equal(phrase_capitalised(arena, "threadIdx has three parts"), "threadIdx has three parts");
    assert_string_equal(phrase_capitalised(arena, "block_sum declares"), "block_sum declares");
    assert_string_equal(phrase_capitalised(arena, "x[i] is read"), "x[i] is read");
    assert_string_equal(phrase_capitalised(arena, ""), "");
    arena_free(arena);
}

static void a_stored_number_has_no_digits_of_its_encoding(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(phrase_stored(arena, DTYPE_F32, 0x42bccccd), "94.4");
    assert_string_equal(phrase_stored(arena, DTYPE_F32, 0x42c80000), "100");
    assert_string_equal(phrase_stored(arena, DTYPE_F32, 0x3f800001), "1.0000001");
    assert_string_equal(phrase_stored(arena, DTYPE_F32, 0x7fc00000), "NaN");
    assert_string_equal(phrase_stored(arena, DTYPE_F32, 0xff800000), "-inf");
    assert_string_equal(phrase_stored(arena, DTYPE_I32, 7), "7");
    arena_free(arena);
}

static void the_init_of_a_case_stays_as_it_is(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(phrase_case(arena, "rows=5 target=constant(cols - 1) x=normal(0, 1.0 / sqrt(k)) k=2"),
                        "rows = 5, target = constant(cols - 1), x = normal(0, 1.0 / sqrt(k)), k = 2");
    assert_string_equal(phrase_case(arena, NULL), "");
    arena_free(arena);
}

static void sentences_are_joined_as_their_language_does(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(phrase_joined(arena, "One", "Two"), "One. Two");
    assert_string_equal(phrase_joined(arena, "One?", "Two"), "One? Two");
    assert_string_equal(phrase_joined(arena, "\u9519\u8bef\u3002", "\u5bf9"), "\u9519\u8bef\u3002\u5bf9");
    assert_string_equal(phrase_joined(arena, "\u9519\u8bef", "\u5bf9"), "\u9519\u8bef\u3002\u5bf9");
    assert_string_equal(phrase_ended(arena, "\u9519\u8bef"), "\u9519\u8bef\u3002");
    assert_string_equal(phrase_ended(arena, "\u9519\uff1f"), "\u9519\uff1f");
    assert_string_equal(phrase_ended(arena, "8 \u4e2a half"), "8 \u4e2a half\u3002");
    assert_string_equal(phrase_ended(arena, "\u9519\uff08x\uff09"), "\u9519\uff08x\uff09\u3002");
    assert_string_equal(phrase_first(arena, "c[0] is 0.5, in case n = 1. Check it."), "c[0] is 0.5, in case n = 1.");
    assert_string_equal(phrase_first(arena, "One"), "One");
    assert_string_equal(phrase_first(arena, "\u9519\u3002\u5bf9\u3002"), "\u9519\u3002");
    assert_string_equal(phrase_ended(arena, "fin"), "fin.");
    assert_string_equal(phrase_ended(arena, "da\u00f1o"), "da\u00f1o.");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_code_keep_their_case),
        cmocka_unit_test(the_init_of_a_case_stays_as_it_is),
        cmocka_unit_test(a_stored_number_has_no_digits_of_its_encoding),
        cmocka_unit_test(sentences_are_joined_as_their_language_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
