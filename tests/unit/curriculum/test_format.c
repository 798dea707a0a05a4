/*
 * doc/lesson-format.md agrees with the field tables. With WARPSCHOOL_WRITE_DOC the tests write
 * their part of it, and doc/lesson.schema.json.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/json.h"
#include "curriculum/format.h"
#include "curriculum/model.h"
#include "curriculum/read/fields.h"

/* Replaces the text of a file from byte `keep` on. */
static void write_doc(const char *path, struct buffer *document, size_t keep, const struct buffer *text)
{
    CLEANUP(buffer_done) struct buffer whole = BUFFER_INIT;
    struct error error = {0};
    buffer_append(&whole, buffer_text(document), keep);
    buffer_append(&whole, buffer_text(text), text->size_bytes);
    assert_true(file_write_atomic(path, buffer_text(&whole), whole.size_bytes, &error));
    buffer_clear(document);
    buffer_append(document, buffer_text(&whole), whole.size_bytes);
}

static void test_the_document_holds_the_tables(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer document = BUFFER_INIT, tables = BUFFER_INIT;
    struct error error = {0};
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/doc/lesson-format.md", 1 << 20, &document, &error));
    curriculum_describe_format(&tables);
    const char *found = strstr(buffer_text(&document), "### `lesson`");
    if (found && getenv("WARPSCHOOL_WRITE_DOC"))
        write_doc(WARPSCHOOL_SOURCE_DIR "/doc/lesson-format.md", &document, (size_t)(found - buffer_text(&document)),
                  &tables);
    found = strstr(buffer_text(&document), "### `lesson`");
    assert_non_null(found);
    assert_string_equal(found, buffer_text(&tables));
}

static void test_the_schema_is_that_of_the_tables(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer document = BUFFER_INIT, schema = BUFFER_INIT;
    struct error error = {0};
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/doc/lesson.schema.json", 1 << 20, &document, &error));
    curriculum_format_schema(&schema);
    if (getenv("WARPSCHOOL_WRITE_DOC"))
        write_doc(WARPSCHOOL_SOURCE_DIR "/doc/lesson.schema.json", &document, 0, &schema);
    assert_string_equal(buffer_text(&document), buffer_text(&schema));
}

/* Authors read the words, and a lesson is read by the names. */
static void test_the_words_for_a_kind_name_each_kind(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    for (int kind = EXERCISE_KERNEL; kind <= EXERCISE_PROGRAM; kind++)
        buffer_printf(&words, "%s%s",
                      kind == EXERCISE_KERNEL    ? ""
                      : kind == EXERCISE_PROGRAM ? " or "
                                                 : ", ",
                      exercise_kind_name((enum exercise_kind)kind));
    assert_string_equal(field_type_words(FIELD_KIND), buffer_text(&words));
}

static void test_the_schema_knows_each_key(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    curriculum_format_schema(&text);
    CLEANUP(json_decref) json_t *schema = json_read(buffer_text(&text), text.size_bytes, &error);
    assert_non_null(schema);
    size_t count;
    const struct field *fields = field_table(&count);
    for (size_t i = 0; i < count; i++) {
        const json_t *mapping = json_object_get(json_object_get(schema, "$defs"), mapping_get(fields[i].mapping)->name);
        if (mapping_get(fields[i].mapping)->shorthand[0])
            mapping = json_array_get(json_object_get(mapping, "anyOf"), 1);
        const json_t *value = json_object_get(json_object_get(mapping, "properties"), fields[i].key);
        if (json_object_size(value) < 2)
            fail_msg("%s says nothing but its help", fields[i].key);
    }
    json_t *level = json_object_get(json_object_get(json_object_get(schema, "$defs"), "lesson"), "properties");
    json_t *values = json_object_get(json_object_get(level, "level"), "enum");
    assert_int_equal(json_array_size(values), LEVEL_COUNT);
    assert_string_equal(json_string_value(json_array_get(values, 3)), "research");
}

static void test_each_mapping_has_keys_and_words(void **state)
{
    (void)state;
    size_t count;
    const struct field *fields = field_table(&count);
    int keys[MAPPING_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        keys[fields[i].mapping]++;
        assert_ptr_equal(field_find(fields[i].mapping, fields[i].key), &fields[i]);
        assert_true(field_type_words(fields[i].type)[0] != '\0');
        if (!fields[i].help[0])
            fail_msg("%s has no help", fields[i].key);
    }
    for (int i = 0; i < MAPPING_COUNT; i++) {
        assert_true(keys[i] > 0);
        const char *shorthand = mapping_get((enum mapping_id)i)->shorthand;
        assert_true(!shorthand[0] || field_find((enum mapping_id)i, shorthand));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_document_holds_the_tables), cmocka_unit_test(test_the_schema_is_that_of_the_tables),
        cmocka_unit_test(test_the_words_for_a_kind_name_each_kind), cmocka_unit_test(test_the_schema_knows_each_key),
        cmocka_unit_test(test_each_mapping_has_keys_and_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
