/* Certificate files: what is too large is neither written nor read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/certificate_file.h"
#include "app/certification/seal.h"
#include "base/file.h"

static void a_file_that_is_too_large_is_refused(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct certificate_file file;
    struct error error = {0};
    const char *folder;
    assert_true(file_make_temporary_folder(arena, NULL, &folder, &error));
    const char *path = path_join(arena, folder, "x.json");
    assert_true(file_write_atomic(path, "", 0, &error));
    assert_int_equal(0, truncate(path, SEAL_BYTES_MAX + 1));
    assert_false(certificate_open(path, NULL, &file, &error));
    assert_non_null(strstr(error.message, "x.json' is larger than 16 MiB"));
    assert_true(file_remove_tree(folder, &error));
}

static void a_file_that_is_too_large_is_not_written(void **state)
{
    (void)state;
    CLEANUP(es256_key_free) struct es256_key *key = es256_key_new(NULL);
    CLEANUP(buffer_done) struct buffer source = BUFFER_INIT, text = BUFFER_INIT;
    struct credential credential = {.id = "urn:uuid:1",
                                    .issuer = "did:key:z1",
                                    .issuer_name = "Ada",
                                    .learner = "did:key:z1",
                                    .name = "Ada",
                                    .award = "week-1",
                                    .title = "Week 1",
                                    .claim = "passed",
                                    .criteria = "all",
                                    .issued_at = "2026-01-01T00:00:00Z",
                                    .evidence_sha256 = "0",
                                    .evidence_words = "1 kernel"};
    struct error error = {0};
    memset(buffer_reserve(&source, SEAL_BYTES_MAX), ' ', SEAL_BYTES_MAX);
    source.size_bytes = SEAL_BYTES_MAX;
    CLEANUP(json_decref) json_t *evidence = json_pack("{s:s}", "source", buffer_text(&source));
    assert_false(seal_write(&credential, key, evidence, &text, &error));
    assert_string_equal(error.message, "the certificate is larger than 16 MiB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_is_too_large_is_refused),
        cmocka_unit_test(a_file_that_is_too_large_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
