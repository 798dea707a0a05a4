/* Tests did:web: addresses that may be asked, and documents, hostile ones among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "certificate/did_key.h"
#include "certificate/did_web.h"

#define DID "did:web:school.example:gpu"

/* Two keys of the did:key method's test vectors, and the x and y of the first. */
#define KEY_A "zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169"
#define KEY_B "zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv"
#define ED25519 "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK"

static void test_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *did, *url; /* url NULL: refused */
    } names[] = {
        {"did:web:school.example", "https://school.example/.well-known/did.json"},
        {"did:web:a-b.school.example:gpu:2026", "https://a-b.school.example/gpu/2026/did.json"},
        {"did:web:xn--schn-7qa.xn--p1ai", "https://xn--schn-7qa.xn--p1ai/.well-known/did.json"},
        {"did:web:", NULL},
        {"did:key:zDn", NULL},
        {"did:web:school", NULL},
        {"did:web:localhost", NULL},
        {"did:web:gpu.LocalHost", NULL},
        {"did:web:school.example.", NULL},
        {"did:web:.school.example", NULL},
        {"did:web:school..example", NULL},
        {"did:web:-school.example", NULL},
        {"did:web:school.example%3A8443", NULL},
        {"did:web:school.example:8443:", NULL},
        {"did:web:127.0.0.1", NULL},
        {"did:web:127.1", NULL},
        {"did:web:0x7f.0x1", NULL},
        {"did:web:[::1]", NULL},
        {"did:web:user@school.example", NULL},
        {"did:web:school.example:..:x", NULL},
        {"did:web:school.example::x", NULL},
        {"did:web:school.example:a/b", NULL},
        {"did:web:school.example:a?b", NULL},
        {"did:web:school.example#key-1", NULL},
        {"did:web:school.example\n", NULL},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct error error = {0};
        const char *url = NULL;
        if (did_web_url(names[i].did, arena, &url, &error) != (names[i].url != NULL))
            fail_msg("%s: %s", names[i].did, names[i].url ? error.message : url);
        if (names[i].url)
            assert_string_equal(url, names[i].url);
        else
            assert_non_null(strstr(error.message, "is no name such as did:web:example.org"));
    }
}

static struct es256_key *read_text(const char *text, const char *kid, struct error *error)
{
    return did_web_read(text, strlen(text), DID, kid, error);
}

static void assert_is_key(const struct es256_key *key, const char *multibase)
{
    char did[DID_KEY_BYTES];
    struct error error = {0};
    assert_non_null(key);
    assert_true(did_key_format(key, did, &error));
    assert_string_equal(did + strlen("did:key:"), multibase);
}

static void test_a_written_document_comes_back(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    char did[DID_KEY_BYTES];
    struct error error = {0};
    CLEANUP(es256_key_free) struct es256_key *key = es256_key_new(&error);
    CLEANUP(json_decref) json_t *document = did_web_write(DID, key, &error);
    assert_non_null(document);
    json_append_pretty(&text, document);
    assert_true(did_key_format(key, did, &error));
    CLEANUP(es256_key_free)
    struct es256_key *named = read_text(buffer_text(&text), did_web_key_name(DID, arena), &error);
    CLEANUP(es256_key_free) struct es256_key *only = read_text(buffer_text(&text), NULL, &error);
    assert_is_key(named, did + strlen("did:key:"));
    assert_is_key(only, did + strlen("did:key:"));
}

#define METHOD(name, key) \
    "{\"id\":\"" name "\",\"type\":\"Multikey\",\"controller\":\"" DID "\",\"publicKeyMultibase\":\"" key "\"}"
#define DOCUMENT(methods, names) \
    "{\"id\":\"" DID "\",\"verificationMethod\":[" methods "],\"assertionMethod\":[" names "]}"
#define JWK(members) "{\"id\":\"#a\",\"controller\":\"" DID "\",\"publicKeyJwk\":{" members "}}"

/* Other forms that the standard allows. */
static void test_the_named_key_is_taken(void **state)
{
    (void)state;
    static const char two[] = DOCUMENT(METHOD("#a", KEY_A) "," METHOD(DID "#b", KEY_B), "\"" DID "#a\",\"#b\"");
    static const char embedded[] = DOCUMENT("", METHOD("#a", KEY_A));
    struct error error = {0};
    CLEANUP(es256_key_free) struct es256_key *first = read_text(two, DID "#a", &error);
    CLEANUP(es256_key_free) struct es256_key *second = read_text(two, DID "#b", &error);
    CLEANUP(es256_key_free) struct es256_key *third = read_text(embedded, DID "#a", &error);
    assert_is_key(first, KEY_A);
    assert_is_key(second, KEY_B);
    assert_is_key(third, KEY_A);
}

static void test_hostile_documents(void **state)
{
    (void)state;
    static const struct {
        const char *text, *kid, *says;
    } documents[] = {
        {"", NULL, "JSON line"},
        {"<html>", NULL, "JSON line"},
        {"[]", NULL, "no JSON object"},
        {"{}", NULL, "the document belongs to another person"},
        {"{\"id\":\"did:web:school.example\"}", NULL, "the document belongs to another person"},
        {"{\"id\":\"" DID "\",\"id\":\"x\"}", NULL, "duplicate"},
        {"{\"id\":\"" DID "\"}", NULL, "no key of that name"},
        {"{\"id\":\"" DID "\",\"verificationMethod\":{},\"assertionMethod\":7}", NULL, "no key of that name"},
        {DOCUMENT(METHOD("#a", KEY_A), ""), NULL, "no key of that name"}, /* for another purpose */
        {DOCUMENT(METHOD("#a", KEY_A), "\"#b\""), NULL, "no key of that name"},
        {DOCUMENT(METHOD("#a", KEY_A), "\"#a\""), DID "#b", "no key of that name"},
        {DOCUMENT(METHOD("#a", KEY_A), "\"#a\""), "did:web:other.example#a", "no key of that name"},
        {DOCUMENT(METHOD("a", KEY_A), "\"a\""), DID "#a", "no key of that name"},
        {DOCUMENT(METHOD("#a", KEY_A) "," METHOD("#b", KEY_B), "\"#a\",\"#b\""), NULL, "does not say which"},
        {DOCUMENT(METHOD("#a", KEY_A) "," METHOD("#a", KEY_B), "\"#a\""), DID "#a", "several keys of one name"},
        {DOCUMENT(METHOD("#a", KEY_A), "\"#a\",7,null,[],{}"), DID "#c", "no key of that name"},
        {DOCUMENT(METHOD("#a", ED25519), "\"#a\""), NULL, "no P-256 key"},
        {DOCUMENT(METHOD("#a", ""), "\"#a\""), NULL, "a form that this program does not know"},
        {DOCUMENT(METHOD("#a", "f80240"), "\"#a\""), NULL, "a form that this program does not know"},
        {DOCUMENT("{\"id\":\"#a\",\"controller\":\"did:web:other.example\"}", "\"#a\""), NULL,
         "the key belongs to another person"},
        {DOCUMENT(JWK("\"kty\":\"EC\",\"crv\":\"secp256k1\""), "\"#a\""), NULL, "not one of the curve P-256"},
        {DOCUMENT(JWK("\"kty\":\"OKP\",\"crv\":\"P-256\""), "\"#a\""), NULL, "not one of the curve P-256"},
        {DOCUMENT(JWK("\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\""), "\"#a\""), NULL, "32 bytes"},
        {DOCUMENT(JWK("\"kty\":\"EC\",\"crv\":\"P-256\",\"d\":\"AA\""), "\"#a\""), NULL, "gives the private key away"},
        {DOCUMENT(JWK("\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\","
                      "\"y\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\""),
                  "\"#a\""),
         NULL, "no point of the curve"},
    };
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        struct error error = {0};
        CLEANUP(es256_key_free) struct es256_key *key = read_text(documents[i].text, documents[i].kid, &error);
        assert_null(key);
        if (!strstr(error.message, documents[i].says))
            fail_msg("%s: %s", documents[i].text, error.message);
    }
}

static void test_sizes(void **state)
{
    (void)state;
    char *text = malloc(DID_WEB_BYTES_MAX + 1);
    struct error error = {0};
    assert_non_null(text);
    memset(text, '[', DID_WEB_BYTES_MAX + 1);
    assert_null(did_web_read(text, DID_WEB_BYTES_MAX, DID, NULL, &error));
    assert_non_null(strstr(error.message, "maximum parsing depth"));
    assert_null(did_web_read(text, DID_WEB_BYTES_MAX + 1, DID, NULL, &error));
    assert_non_null(strstr(error.message, "larger than"));
    free(text);
    CLEANUP(buffer_done) struct buffer many = BUFFER_INIT;
    buffer_append_text(&many, "{\"id\":\"" DID "\",\"verificationMethod\":[1");
    buffer_append_repeat(&many, ",1", 99);
    buffer_append_text(&many, "]}");
    assert_null(read_text(buffer_text(&many), NULL, &error));
    assert_non_null(strstr(error.message, "more than 32 keys"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_a_written_document_comes_back),
        cmocka_unit_test(test_the_named_key_is_taken),
        cmocka_unit_test(test_hostile_documents),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
