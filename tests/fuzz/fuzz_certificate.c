/*
 * Any certificate file, signed text, credential or picture: an error, or a usable value. The first
 * byte of an input names its kind. Changed bytes break a signature. So some kinds are signed here,
 * and the checks that come after the signature meet any value.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/certificate_file.h"
#include "app/certification/seal.h"
#include "certificate/badge_png.h"
#include "certificate/badge_svg.h"
#include "certificate/base64url.h"
#include "certificate/did_key.h"
#include "certificate/did_web.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_file(const char *text, size_t size, struct arena *arena)
{
    (void)arena;
    struct certificate_file file = {0};
    CLEANUP(buffer_done) struct buffer svg = BUFFER_INIT;
    if (!certificate_read(text, size, NULL, &file, NULL))
        return;
    certificate_picture(&file, &svg);
    if (!strstr(buffer_text(&svg), file.signed_text))
        abort();
    certificate_file_done(&file);
}

/* One key for the whole process: a new one costs more than the rest of an input. */
static const struct es256_key *own_key(char out_did[DID_KEY_BYTES])
{
    static struct es256_key *key;
    if (!key)
        key = es256_key_new(NULL);
    if (!key || !did_key_format(key, out_did, NULL))
        abort();
    return key;
}

static const char *text_or(const json_t *object, const char *name, const char *fallback)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : fallback;
}

/* A claim without a hash of its kernel gets the right one. */
static void add_source_hashes(json_t *claims)
{
    size_t i;
    json_t *claim;
    json_array_foreach(claims, i, claim)
    {
        char sha256[HASH_HEX_BYTES];
        const char *source = text_or(claim, "source", "");
        hash_bytes(source, strlen(source), sha256);
        if (!json_object_get(claim, "source_sha256"))
            json_object_set_new(claim, "source_sha256", json_string(sha256));
    }
}

/* Evidence that its learner signed as it is: the hashes and the names agree. */
static void try_evidence(const char *text, size_t size, struct arena *arena)
{
    char did[DID_KEY_BYTES], sha256[HASH_HEX_BYTES];
    const struct es256_key *key = own_key(did);
    CLEANUP(buffer_done) struct buffer file = BUFFER_INIT;
    CLEANUP(json_decref) json_t *evidence = json_read(text, size, NULL);
    if (!json_is_object(evidence))
        return;
    json_t *learner = json_object_get(evidence, "learner");
    json_object_set_new(learner, "did", json_string(did));
    add_source_hashes(json_object_get(evidence, "claims"));
    seal_hash(evidence, sha256);
    struct credential credential = {
        .id = "urn:uuid:1",
        .issuer = did,
        .issuer_name = text_or(learner, "name", "A"),
        .learner = did,
        .name = text_or(learner, "name", "A"),
        .award = text_or(evidence, "award", "a"),
        .title = text_or(evidence, "program", "T"),
        .claim = "c",
        .criteria = "c",
        .issued_at = "2026-05-17T09:03:00Z",
        .evidence_sha256 = sha256,
        .evidence_words = "w",
    };
    if (!seal_write(&credential, key, evidence, &file, NULL))
        abort();
    try_file(buffer_text(&file), file.size_bytes, arena);
}

/* A header, the end of its line, and a payload: both are signed as they are. */
static void try_sealed(const char *text, size_t size, struct arena *arena)
{
    char did[DID_KEY_BYTES];
    const struct es256_key *key = own_key(did);
    const char *end = memchr(text, '\n', size);
    CLEANUP(buffer_done) struct buffer sealed = BUFFER_INIT;
    uint8_t signature[ES256_SIGNATURE_BYTES];
    if (!end)
        return;
    base64url_append(&sealed, (const uint8_t *)text, (size_t)(end - text));
    buffer_append_char(&sealed, '.');
    base64url_append(&sealed, (const uint8_t *)end + 1, size - (size_t)(end + 1 - text));
    if (!es256_sign(key, sealed.data, sealed.size_bytes, signature, NULL))
        abort();
    buffer_append_char(&sealed, '.');
    base64url_append(&sealed, signature, sizeof signature);
    struct jws jws;
    struct credential credential;
    (void)arena;
    if (!jws_read(buffer_text(&sealed), &jws, NULL))
        return;
    if (!jws_is_signed_by(&jws, key))
        abort();
    credential_from_json(jws.payload, INT64_C(1800000000000000000), &credential, NULL);
    jws_done(&jws);
}

static void try_signed_text(const char *text, size_t size, struct arena *arena)
{
    (void)size, (void)arena;
    struct jws jws;
    if (!jws_read(text, &jws, NULL))
        return;
    if (!json_is_object(jws.payload) || jws.signed_bytes >= strlen(text))
        abort();
    jws_done(&jws);
}

static void try_credential(const char *text, size_t size, struct arena *arena)
{
    (void)arena;
    struct credential credential;
    CLEANUP(json_decref) json_t *json = json_read(text, size, NULL);
    if (json && credential_from_json(json, INT64_C(1800000000000000000), &credential, NULL) &&
        strlen(credential.evidence_sha256) != 64)
        abort();
}

static void try_names(const char *text, size_t size, struct arena *arena)
{
    (void)size;
    (void)arena;
    char did[DID_KEY_BYTES];
    CLEANUP(es256_key_free) struct es256_key *key = did_key_parse(text, NULL);
    if (key && (!did_key_format(key, did, NULL) || strcmp(did, text) != 0))
        abort();
}

static void try_document(const char *text, size_t size, struct arena *arena)
{
    char did[DID_KEY_BYTES];
    (void)arena;
    CLEANUP(es256_key_free)
    struct es256_key *key = did_web_read(text, size, "did:web:a.b", size & 1 ? "did:web:a.b#k" : NULL, NULL);
    if (key && !did_key_format(key, did, NULL))
        abort();
}

static void try_picture(const char *text, size_t size, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer png = BUFFER_INIT, baked = BUFFER_INIT;
    (void)arena;
    buffer_append(&png, text, size);
    if (badge_png_bake(&png, "a.b.c", &baked, NULL) && baked.size_bytes <= png.size_bytes)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(const char *text, size_t size, struct arena *arena) = {
        ['f'] = try_file,     ['s'] = try_signed_text, ['c'] = try_credential, ['n'] = try_names,
        ['d'] = try_document, ['p'] = try_picture,     ['e'] = try_evidence,   ['j'] = try_sealed};
    if (size == 0 || size > 65536 || data[0] >= sizeof tries / sizeof tries[0] || !tries[data[0]])
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    tries[data[0]](arena_strndup(arena, (const char *)data + 1, size - 1), size - 1, arena);
    return 0;
}
