/* Tests hashes of texts and files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"

#define HASH_OF_NOTHING "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define HASH_OF_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

/* The examples of FIPS 180-4, and FNV-1a's with its halves mixed. */
static void known_answers(void **state)
{
    (void)state;
    char hex[HASH_HEX_BYTES];
    hash_bytes(NULL, 0, hex);
    assert_string_equal(hex, HASH_OF_NOTHING);
    hash_bytes("abc", 3, hex);
    assert_string_equal(hex, HASH_OF_ABC);
    assert_true(hash_64("abc", 3) == UINT64_C(0xba7816bf8f01cfea));
    assert_true(hash_word("abc", 1) == UINT64_C(0xaf63dc4c296230c0));
}

static void parts_give_the_same_as_the_whole(void **state)
{
    (void)state;
    char hex[HASH_HEX_BYTES];
    CLEANUP(hash_free) struct hash *hash = hash_new();
    hash_add(hash, "a", 1);
    hash_add(hash, "", 0);
    hash_add(hash, "bc", 2);
    hash_finish(hash, hex);
    assert_string_equal(hex, HASH_OF_ABC);
}

static void texts_hash(const char *first, const char *second, char out_hex[HASH_HEX_BYTES])
{
    CLEANUP(hash_free) struct hash *hash = hash_new();
    hash_add_text(hash, first);
    hash_add_text(hash, second);
    hash_finish(hash, out_hex);
}

static void boundaries_between_texts_count(void **state)
{
    (void)state;
    char one[HASH_HEX_BYTES];
    char other[HASH_HEX_BYTES];
    texts_hash("ab", "c", one);
    texts_hash("a", "bc", other);
    assert_string_not_equal(one, other);
    texts_hash("", "", one);
    texts_hash("", NULL, other);
    assert_string_not_equal(one, other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(parts_give_the_same_as_the_whole),
        cmocka_unit_test(boundaries_between_texts_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
