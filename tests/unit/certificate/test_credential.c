/* Tests keys, signed texts and credentials: published vectors, and what must be refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "certificate/badge_png.h"
#include "certificate/badge_svg.h"
#include "certificate/credential.h"
#include "certificate/did_key.h"
#include "certificate/identity.h"
#include "certificate/jws.h"

/* 2026-11-22T18:00:00Z */
#define NOW_NS INT64_C(1795370400000000000)

static struct arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* RFC 7515, appendix A.3. */
static void test_published_signature(void **state)
{
    (void)state;
    static const char text[] =
        "eyJhbGciOiJFUzI1NiJ9."
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
    static const uint8_t point[ES256_POINT_BYTES] = {3,   127, 205, 206, 39,  112, 246, 196, 93,  65, 131,
                                                     203, 238, 111, 219, 75,  123, 88,  7,   51,  53, 123,
                                                     233, 239, 19,  186, 207, 110, 60,  123, 209, 84, 69};
    struct error error = {0};
    CLEANUP(es256_key_free) struct es256_key *key = es256_key_from_point(point, &error);
    CLEANUP(jws_done) struct jws jws = {0};
    assert_non_null(key);
    assert_true(jws_read(text, &jws, &error));
    assert_string_equal(json_string_value(json_object_get(jws.payload, "iss")), "joe");
    /* y is even in one of the two points with this x: the other is not the signer */
    uint8_t other_point[ES256_POINT_BYTES];
    memcpy(other_point, point, sizeof point);
    other_point[0] = 2;
    CLEANUP(es256_key_free) struct es256_key *other = es256_key_from_point(other_point, &error);
    assert_non_null(other);
    assert_true(jws_is_signed_by(&jws, key) != jws_is_signed_by(&jws, other));
    jws.signature[5] ^= 1;
    assert_false(jws_is_signed_by(&jws, key));
    assert_false(jws_is_signed_by(&jws, other));
}

/* From the test vectors of the did:key method. */
static void test_published_did(void **state)
{
    (void)state;
    static const char did[] = "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169";
    char again[DID_KEY_BYTES];
    struct error error = {0};
    CLEANUP(es256_key_free) struct es256_key *key = did_key_parse(did, &error);
    assert_non_null(key);
    assert_true(did_key_format(key, again, &error));
    assert_string_equal(again, did);
}

static void test_hostile_dids(void **state)
{
    (void)state;
    static const char *const dids[] = {
        "",
        "did:key:",
        "did:key:z",
        "did:web:example.org",
        "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",  /* Ed25519 */
        "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2168", /* another x, not on the curve or not the key */
        "did:key:z1Dnae",
        "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU21690",
        "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
    };
    for (size_t i = 0; i < sizeof dids / sizeof dids[0]; i++) {
        struct error error = {0};
        char again[DID_KEY_BYTES];
        CLEANUP(es256_key_free) struct es256_key *key = did_key_parse(dids[i], &error);
        assert_true(!key || (did_key_format(key, again, &error) && strcmp(again, dids[i]) == 0));
        assert_true(key || strlen(error.message) > 0);
    }
}

static const char *sign_with(const struct es256_key *key, const json_t *payload)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    assert_true(jws_write(payload, "did:key:x#x", key, &text, &error));
    return arena_strdup(arena, buffer_text(&text));
}

static void test_signed_text_comes_back(void **state)
{
    (void)state;
    struct error error = {0};
    CLEANUP(es256_key_free) struct es256_key *key = es256_key_new(&error), *other = es256_key_new(&error);
    CLEANUP(json_decref) json_t *payload = json_pack("{s:s, s:i}", "a", "\xc3\xa4", "b", 3);
    const char *text = sign_with(key, payload);
    CLEANUP(jws_done) struct jws jws = {0};
    assert_true(jws_read(text, &jws, &error));
    assert_true(json_equal(jws.payload, payload));
    assert_true(jws_is_signed_by(&jws, key));
    assert_false(jws_is_signed_by(&jws, other));

    /* Any changed character is refused, or is another text. */
    for (size_t i = 0; text[i]; i++) {
        char *changed = arena_strdup(arena, text);
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        struct jws other_jws = {0};
        if (!jws_read(changed, &other_jws, &error))
            continue;
        assert_false(jws_is_signed_by(&other_jws, key));
        jws_done(&other_jws);
    }
}

static void test_hostile_signed_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } texts[] = {
        {"", "three parts"},
        {"a.b", "three parts"},
        {"..", "header"},
        {"eyJhbGciOiJub25lIn0.e30.", "another algorithm"},                 /* none */
        {"eyJhbGciOiJIUzI1NiJ9.e30.AAAA", "another algorithm"},            /* HS256 */
        {"eyJhbGciOiJFUzM4NCJ9.e30.AAAA", "another algorithm"},            /* ES384 */
        {"eyJhbGciOiJFUzI1NiIsImNyaXQiOlsieCJdfQ.e30.AAAA", "extensions"}, /* crit */
        {"eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "not one of ES256"},
        {"eyJhbGciOiJFUzI1NiJ9.e30.", "not one of ES256"},
        {"eyJhbGciOiJFUzI1NiJ9=.e30.AAAA", "base64url"},
        {"eyJhbGciOiJFUzI1NiJ9 .e30.AAAA", "base64url"},
        {"W10.e30.AAAA", "must be a JSON object"},
        {"eyJhbGciOiJFUzI1NiIsImFsZyI6Im5vbmUifQ.e30.AAAA", "duplicate"},
        {"eyJhbGciOiJFUzI1NiIsImtpZCI6N30.e30.AAAA", "must be a text"}, /* kid */
        {"eyJhbGciOiJFUzI1NiJ9\n.e30.AAAA", "base64url"},
        {"eyJhbGciOiJFUzI1NiJ9.e30.AAAA.AAAA", "not one of ES256"}, /* two signatures */
        {"W11.e30.AAAA", "base64url"},                              /* bits that are left over */
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct error error = {0};
        struct jws jws;
        assert_false(jws_read(texts[i].text, &jws, &error));
        if (!strstr(error.message, texts[i].says))
            fail_msg("%s: %s", texts[i].text, error.message);
    }
}

/* --- credentials ------------------------------------------------------------------------------ */

static json_t *whole_credential(void)
{
    const struct credential credential = {
        .id = credential_new_id(arena),
        .issuer = "did:key:zA",
        .issuer_name = "Ada",
        .learner = "did:key:zA",
        .name = "Ada",
        .award = "week-1",
        .title = "Week 1",
        .claim = "writes kernels",
        .criteria = "core of week 1",
        .issued_at = "2026-11-22T17:59:00Z",
        .evidence_sha256 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        .evidence_words = "one kernel",
    };
    return credential_to_json(&credential);
}

static void test_credential_comes_back(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *json = whole_credential();
    struct credential credential;
    struct error error = {0};
    assert_true(credential_from_json(json, NOW_NS, &credential, &error));
    assert_string_equal(credential.award, "week-1");
    assert_string_equal(credential.name, "Ada");
    assert_false(credential.is_certificate);
    assert_memory_equal(credential.id, "urn:uuid:", 9);
    assert_int_equal(strlen(credential.id), 9 + 36);
    assert_int_equal(credential.id[9 + 14], '4');
    assert_string_not_equal(credential_new_id(arena), credential_new_id(arena));
}

/* Sets the value at a path such as "issuer.id" or "evidence.0". NULL: removes it. */
static void change(json_t *root, const char *path, const char *value)
{
    char *rest = arena_strdup(arena, path), *key;
    json_t *at = root;
    while ((key = strsep(&rest, ".")) && rest)
        at = strcmp(key, "0") == 0 ? json_array_get(at, 0) : json_object_get(at, key);
    CLEANUP(json_decref) json_t *parsed = value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
    if (!value)
        json_object_del(at, key);
    else if (strcmp(key, "0") == 0)
        json_array_set(at, 0, parsed);
    else
        json_object_set(at, key, parsed);
}

static void test_hostile_credentials(void **state)
{
    (void)state;
    static const struct {
        const char *path, *value, *says;
    } changes[] = {
        {"type", "[\"VerifiableCredential\"]", "not an Open Badges"},
        {"type", "\"OpenBadgeCredential\"", "not an Open Badges"},
        {"type", "[[],{},1]", "not an Open Badges"},
        {"@context", "[\"https://www.w3.org/2018/credentials/v1\"]", "not an Open Badges"},
        {"@context", NULL, "not an Open Badges"},
        {"issuer", "\"did:key:zA\"", "issuer.id"},
        {"issuer.id", "\"did:key:zB\"", "different people"},
        {"issuer.id", "7", "issuer.id"},
        {"iss", "\"did:key:zB\"", "different people"},
        {"iss", NULL, "iss"},
        {"sub", "\"did:key:zB\"", "different people"},
        {"jti", "\"urn:uuid:0\"", "different people"},
        {"nbf", "0", "different people"},
        {"nbf", "1e300", "nbf"},
        {"nbf", NULL, "nbf"},
        {"id", "\"urn:uuid:0\"", "different people"},
        {"credentialSubject.id", "\"did:key:zB\"", "different people"},
        {"credentialSubject", "[]", "credentialSubject"},
        {"credentialSubject.identifier", "[]", "identityHash"},
        {"credentialSubject.achievement.id", "\"urn:other:week-1\"", "not from this program"},
        {"evidence", "[]", "evidence"},
        {"evidence.0.id", "\"urn:sha256:12\"", "wrong length"},
        {"evidence.0.id", "\"urn:md5:12\"", "not from this program"},
        {"validFrom", "\"2027-11-22T17:59:00Z\"", "different people"},
        {"validFrom", "\"yesterday\"", "its date"},
        {"validUntil", "\"2026-11-20T00:00:00Z\"", "it was valid until"},
        {"validUntil", "\"soon\"", "its last date"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        CLEANUP(json_decref) json_t *json = whole_credential();
        struct credential credential;
        struct error error = {0};
        change(json, changes[i].path, changes[i].value);
        assert_false(credential_from_json(json, NOW_NS, &credential, &error));
        if (!strstr(error.message, changes[i].says))
            fail_msg("%s = %s: %s", changes[i].path, changes[i].value, error.message);
    }
}

static void test_future_credential(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *json = whole_credential();
    struct credential credential;
    struct error error = {0};
    int64_t hour_ns = INT64_C(3600000000000);
    assert_false(credential_from_json(json, NOW_NS - hour_ns, &credential, &error));
    assert_non_null(strstr(error.message, "in the future"));
    assert_true(credential_from_json(json, NOW_NS - hour_ns / 30, &credential, &error)); /* clocks differ */
}

/* --- the key's file, the picture -------------------------------------------------------------- */

static void test_identity(void **state)
{
    (void)state;
    struct error error = {0};
    const char *folder;
    char did[DID_KEY_BYTES], again[DID_KEY_BYTES];
    assert_true(file_make_temporary_folder(arena, NULL, &folder, &error));
    const char *inner = path_join(arena, folder, "config"), *path = path_join(arena, inner, "identity.pem");
    CLEANUP(es256_key_free) struct es256_key *first = identity_open(inner, &error);
    CLEANUP(es256_key_free) struct es256_key *second = identity_open(inner, &error);
    assert_non_null(first);
    assert_non_null(second);
    assert_true(did_key_format(first, did, &error) && did_key_format(second, again, &error));
    assert_string_equal(did, again);
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    chmod(path, 0644);
    assert_null(identity_open(inner, &error));
    assert_non_null(strstr(error.message, "others can read"));
    chmod(path, 0600);
    assert_true(file_write_atomic(path, "no key", 6, &error));
    assert_null(identity_open(inner, &error));
    assert_non_null(strstr(error.message, "not a key in PEM form"));
    assert_true(file_remove_tree(folder, &error));
}

static void test_picture_carries_the_text(void **state)
{
    (void)state;
    CLEANUP(json_decref) json_t *json = whole_credential();
    struct credential credential;
    CLEANUP(buffer_done) struct buffer svg = BUFFER_INIT;
    assert_true(credential_from_json(json, NOW_NS, &credential, NULL));
    credential.title = "A <b>very</b> long title & \"more\" than fits on one line of it";
    badge_svg_draw(&credential, "aa.bb.cc", &svg);
    assert_non_null(strstr(buffer_text(&svg), "<openbadges:credential verify=\"aa.bb.cc\"/>"));
    assert_null(strstr(buffer_text(&svg), "<b>"));
}

/* The frame is 416 wide inside. */
static void a_title_stays_inside_its_badge(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer svg = BUFFER_INIT;
    struct credential credential = {
        .award = "foundation", .title = "Foundation certificate", .name = "Ada", .issued_at = "2026-11-29T00:00:00Z"};
    badge_svg_draw(&credential, "aa.bb.cc", &svg);
    assert_non_null(
        strstr(buffer_text(&svg), "font-size=\"32\" font-weight=\"700\" fill=\"#ffffff\">Foundation</text>"));
    buffer_done(&svg);
    svg = (struct buffer)BUFFER_INIT;
    credential.title = "What your framework would have done, with a row";
    badge_svg_draw(&credential, "aa.bb.cc", &svg);
    assert_non_null(
        strstr(buffer_text(&svg), "y=\"346\" font-size=\"25\" font-weight=\"700\" fill=\"#ffffff\">row</text>"));
    assert_non_null(strstr(buffer_text(&svg), "y=\"412\" font-size=\"18\"")); /* above the program's name */
}

/* A PNG of one grey point. */
static const uint8_t point_png[] = {0x89, 'P',  'N',  'G',  '\r', '\n', 0x1a, '\n', 0,    0,    0,    13,   'I',  'H',
                                    'D',  'R',  0,    0,    0,    1,    0,    0,    0,    1,    8,    0,    0,    0,
                                    0,    0x3a, 0x7e, 0x9b, 0x55, 0,    0,    0,    10,   'I',  'D',  'A',  'T',  0x78,
                                    0x9c, 0x63, 0x68, 0,    0,    0,    0x82, 0,    0x81, 0x77, 0xcd, 0x72, 0xb6, 0,
                                    0,    0,    0,    'I',  'E',  'N',  'D',  0xae, 0x42, 0x60, 0x82};

static void test_png_carries_the_text(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer png = BUFFER_INIT, baked = BUFFER_INIT;
    struct error error = {0};
    buffer_append(&png, point_png, sizeof point_png);
    assert_true(badge_png_bake(&png, "aa.bb.cc", &baked, &error));
    static const char text[] = "\0\0\0\x20iTXtopenbadgecredential\0\0\0\0\0aa.bb.cc";
    enum { TEXT_BYTES = sizeof text - 1, SUM_BYTES = 4, HEAD_BYTES = 33 };
    assert_int_equal(baked.size_bytes, png.size_bytes + TEXT_BYTES + SUM_BYTES);
    assert_memory_equal((const char *)baked.data + HEAD_BYTES, text, TEXT_BYTES);
    png.data[1] = 'p';
    assert_false(badge_png_bake(&png, "aa.bb.cc", &baked, &error));
    assert_non_null(strstr(error.message, "no PNG"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_signature),
        cmocka_unit_test(test_published_did),
        cmocka_unit_test(test_hostile_dids),
        cmocka_unit_test(test_signed_text_comes_back),
        cmocka_unit_test(test_hostile_signed_texts),
        cmocka_unit_test(test_credential_comes_back),
        cmocka_unit_test(test_hostile_credentials),
        cmocka_unit_test(test_future_credential),
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_picture_carries_the_text),
        cmocka_unit_test(a_title_stays_inside_its_badge),
        cmocka_unit_test(test_png_carries_the_text),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
