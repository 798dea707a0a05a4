/* Any certificate file, signed text, credential or picture: an error, or a usable value. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/certificate_file.h"
#include "certificate/badge_png.h"
#include "certificate/badge_svg.h"
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
    char did[DID_KEY_BYTES];
    CLEANUP(es256_key_free) struct es256_key *key = did_key_parse(text, NULL);
    if (key && (!did_key_format(key, did, NULL) || strcmp(did, text) != 0))
        abort();
    badge_svg_find(text, arena);
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
    badge_png_find(text, size, arena);
    buffer_append(&png, text, size);
    if (badge_png_bake(&png, "a.b.c", &baked, NULL) &&
        strcmp(badge_png_find(baked.data, baked.size_bytes, arena), "a.b.c") != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(const char *text, size_t size, struct arena *arena) = {
        ['f'] = try_file,  ['s'] = try_signed_text, ['c'] = try_credential,
        ['n'] = try_names, ['d'] = try_document,    ['p'] = try_picture};
    if (size == 0 || size > 65536 || data[0] >= sizeof tries / sizeof tries[0] || !tries[data[0]])
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    tries[data[0]](arena_strndup(arena, (const char *)data + 1, size - 1), size - 1, arena);
    return 0;
}
