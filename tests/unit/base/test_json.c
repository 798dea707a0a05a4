/* Tests JSON: values by path, mistakes, fallbacks, canonical text, hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

static json_t *read_text(const char *text)
{
    struct error error;
    json_t *value = json_read(text, strlen(text), &error);
    if (!value)
        fail_msg("%s", error.message);
    return value;
}

static void values_are_found_by_path(void **state)
{
    (void)state;
    CLEANUP(json_decref)
    json_t *root = read_text("{\"a\":{\"b\":[{\"n\":7},{\"n\":-8}]},\"t\":\"x\",\"r\":1.5,\"y\":true,\"z\":null}");
    int64_t integer = 0;
    double real = 0;
    bool flag = false;
    const char *text = NULL;
    json_t *value = NULL;
    assert_true(json_get_integer(root, "a.b.1.n", &integer, NULL));
    assert_int_equal(integer, -8);
    assert_true(json_get_real(root, "r", &real, NULL) && real == 1.5);
    assert_true(json_get_real(root, "a.b.0.n", &real, NULL) && real == 7);
    assert_true(json_get_bool(root, "y", &flag, NULL) && flag);
    assert_true(json_get_text(root, "t", &text, NULL));
    assert_string_equal(text, "x");
    assert_true(json_get_array(root, "a.b", &value, NULL) && json_array_size(value) == 2);
    assert_true(json_get_object(root, "", &value, NULL) && value == root);
}

static void mistakes_name_the_path(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *root = read_text("{\"a\":{\"b\":[1]},\"t\":\"a\\u001bb\",\"big\":300}");
    struct error error;
    int64_t integer = 55;
    const char *text = "kept";
    json_t *value;
    assert_false(json_get_integer(root, "a.c", &integer, &error));
    assert_string_equal(error.message, "JSON 'a.c' is missing");
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_false(json_get_integer(root, "t", &integer, &error));
    assert_string_equal(error.message, "JSON 't' must be an integer");
    assert_int_equal(error.code, ERROR_SYNTAX);
    assert_false(json_get_integer_in(root, "big", 0, 255, &integer, &error));
    assert_string_equal(error.message, "JSON 'big' must be from 0 to 255");
    assert_int_equal(error.code, ERROR_RANGE);
    assert_false(json_get_text(root, "a", &text, &error));
    assert_string_equal(text, "kept");
    assert_int_equal(integer, 55);
    static const char *const absent[] = {"a.b.1",   "a.b.x", "a.b.-1", "a.b.99999999999999999999999",
                                         "a.b.0.c", "..",    "x.y"};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++)
        assert_false(json_get(root, absent[i], &value, &error));
    assert_false(json_get_array(root, "", &value, &error));
    assert_non_null(strstr(error.message, "(root)"));
}

static void fallbacks_stand_in_for_what_is_missing_only(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *root = read_text("{\"n\":null,\"t\":\"x\",\"i\":3}");
    int64_t integer;
    double real;
    const char *text;
    assert_true(json_get_integer_or(root, "n", 4, &integer, NULL) && integer == 4);
    assert_true(json_get_integer_or(root, "i", 4, &integer, NULL) && integer == 3);
    assert_false(json_get_integer_or(root, "t", 4, &integer, NULL));
    assert_true(json_get_real_or(root, "absent", 0.5, &real, NULL) && real == 0.5);
    assert_true(json_get_text_or(root, "absent", NULL, &text, NULL) && !text);
    assert_false(json_get_text_or(root, "i", "", &text, NULL));
}

static void hostile_texts_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",    "{",     "{\"a\":1,\"a\":2}",   "[1,]", "\"\\ud800\"", "\"a\\u0000b\"", "1 2", "{\"a\":\xFF}",
        "nul", "1e999", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct error error;
        if (json_read(wrong[i], strlen(wrong[i]), &error))
            fail_msg("%s was accepted", wrong[i]);
        assert_int_equal(error.code, ERROR_SYNTAX);
    }
    char deep[100000];
    memset(deep, '[', sizeof deep);
    assert_null(json_read(deep, sizeof deep, NULL));
}

static void empty_and_cut_texts_are_named(void **state)
{
    (void)state;
    struct error error = {0};
    assert_null(json_read(" \n", 2, &error));
    assert_string_equal(error.message, "JSON line 2 column 0: there is no text");
    assert_null(json_read("{\"a\": \"bc", 9, &error));
    assert_string_equal(error.message, "JSON line 1 column 9: the text ends too early: it was cut off");
    assert_null(json_read("{\"a\": }", 8, &error));
    assert_string_equal(error.message, "JSON line 1 column 7: unexpected token near '}'");
}

static void canonical_text_does_not_depend_on_the_order(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *one = read_text("{ \"b\" : [1, 2.5], \"a\" : \"\xC3\xA9\" }");
    CLEANUP(json_decref) json_t *other = read_text("{\"a\":\"\xC3\xA9\",\"b\":[1,2.5]}");
    CLEANUP(buffer_done) struct buffer first = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer second = BUFFER_INIT;
    json_append_canonical(&first, one);
    json_append_canonical(&second, other);
    assert_string_equal(buffer_text(&first), "{\"a\":\"\xC3\xA9\",\"b\":[1,2.5]}");
    assert_string_equal(buffer_text(&first), buffer_text(&second));
    buffer_clear(&first);
    json_append_pretty(&first, json_true());
    assert_string_equal(buffer_text(&first), "true\n");
}

static void any_bytes_make_a_text(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *broken = json_from_text("a\xFFz");
    assert_string_equal(json_string_value(broken), "a\xEF\xBF\xBDz");
    assert_true(json_is_null(json_from_text(NULL)));
}

static void hashes_survive(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *value = json_from_u64(UINT64_MAX - 1);
    uint64_t back = 0;
    assert_true(json_get_u64(value, "", &back, NULL));
    assert_true(back == UINT64_MAX - 1);
    static const char *const wrong[] = {"\"0x\"", "\"1\"", "\"0xffffffffffffffff0\"", "\"0x-fffffffffffffff\"", "1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CLEANUP(json_decref) json_t *bad = read_text(wrong[i]);
        assert_false(json_get_u64(bad, "", &back, NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_found_by_path),
        cmocka_unit_test(mistakes_name_the_path),
        cmocka_unit_test(fallbacks_stand_in_for_what_is_missing_only),
        cmocka_unit_test(hostile_texts_are_refused),
        cmocka_unit_test(empty_and_cut_texts_are_named),
        cmocka_unit_test(canonical_text_does_not_depend_on_the_order),
        cmocka_unit_test(any_bytes_make_a_text),
        cmocka_unit_test(hashes_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
