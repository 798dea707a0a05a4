/* doc/lesson-format.md says what the field tables say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "curriculum/fields_internal.h"
#include "curriculum/format.h"

static void test_the_document_holds_the_tables(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer document = BUFFER_INIT, tables = BUFFER_INIT;
    struct error error = {0};
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/doc/lesson-format.md", 1 << 20, &document, &error));
    curriculum_describe_format(&tables);
    const char *found = strstr(buffer_text(&document), "### `lesson`");
    assert_non_null(found);
    assert_string_equal(found, buffer_text(&tables));
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_document_holds_the_tables),
                                       cmocka_unit_test(test_each_mapping_has_keys_and_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
