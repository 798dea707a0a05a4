/* Writes and reads the documents of did:web identifiers. */
#include "certificate/did_web.h"

#include <string.h>
#include <strings.h>

#include "base/i18n.h"
#include "base/text.h"
#include "certificate/base64url.h"
#include "certificate/did_key.h"

#define PREFIX "did:web:"
#define KEY_NAME "#key-1"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

enum { DID_LENGTH_MAX = 200, METHODS_MAX = 32 };

bool did_web_is(const char *did)
{
    return strncmp(did, PREFIX, strlen(PREFIX)) == 0;
}

/* --- the address ------------------------------------------------------------------------------ */

/*
 * Labels with dots between them. The last one begins with a letter, so it is no number of a host in
 * any form. Names below localhost are this machine.
 */
static bool is_host(const char *host, size_t length)
{
    size_t labels = 0, label = 0;
    for (const char *c = host; c < host + length; c += label + 1) {
        label = strspn(c, LETTERS DIGITS "-");
        bool is_last = c + label == host + length;
        if (label == 0 || *c == '-' || c[label - 1] == '-' || (!is_last && c[label] != '.'))
            return false;
        labels++;
        if (is_last)
            return labels > 1 && strspn(c, LETTERS) > 0 && !(label == 9 && strncasecmp(c, "localhost", label) == 0);
    }
    return false;
}

static bool is_path(const char *path)
{
    for (const char *part = path; part; part = strchr(part, ':')) {
        part += *part == ':';
        size_t length = strcspn(part, ":");
        if (length == 0 || *part == '.' || strspn(part, LETTERS DIGITS "._-") != length)
            return false;
    }
    return true;
}

bool did_web_url(const char *did, struct arena *arena, const char **out_url, struct error *error)
{
    if (!did_web_is(did) || strnlen(did, DID_LENGTH_MAX + 1) > DID_LENGTH_MAX)
        return error_set(error, ERROR_RANGE, "'%.80s' is no name such as did:web:example.org", did);
    const char *host = did + strlen(PREFIX), *path = strchr(host, ':');
    size_t length = strcspn(host, ":");
    if (!is_host(host, length) || (path && !is_path(path)))
        return error_set(error, ERROR_RANGE,
                         "'%.80s' is no name such as did:web:example.org: it needs the name of a host, without a port",
                         text_sanitised(arena, did));
    char *rest = arena_strdup(arena, path ? path : ":.well-known");
    for (char *colon = rest; (colon = strchr(colon, ':'));)
        *colon = '/';
    *out_url = arena_printf(arena, "https://%.*s%s/did.json", (int)length, host, rest);
    return true;
}

/* --- writing ---------------------------------------------------------------------------------- */

const char *did_web_key_name(const char *did, struct arena *arena)
{
    return arena_printf(arena, "%s" KEY_NAME, did);
}

static json_t *coordinate_json(const uint8_t coordinate[ES256_COORDINATE_BYTES])
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    base64url_append(&text, coordinate, ES256_COORDINATE_BYTES);
    return json_string(buffer_text(&text));
}

json_t *did_web_write(const char *did, const struct es256_key *key, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    uint8_t x[ES256_COORDINATE_BYTES], y[ES256_COORDINATE_BYTES];
    if (!es256_key_coordinates(key, x, y, error))
        return NULL;
    const char *id = did_web_key_name(did, arena);
    json_t *jwk = json_pack("{s:s, s:s, s:o, s:o}", "kty", "EC", "crv", "P-256", "x", coordinate_json(x), "y",
                            coordinate_json(y));
    return json_pack("{s:[s, s], s:s, s:[{s:s, s:s, s:s, s:o}], s:[s]}", "@context", "https://www.w3.org/ns/did/v1",
                     "https://w3id.org/security/jwk/v1", "id", did, "verificationMethod", "id", id, "type",
                     "JsonWebKey", "controller", did, "publicKeyJwk", jwk, "assertionMethod", id);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* A search for a key in a document. */
struct search {
    const json_t *document;
    const char *did, *kid;
    const json_t *method; /* the last one found */
    size_t count;
};

/* Names in a document can leave out its own identifier: "#key-1". */
static bool is_same_name(const char *a, const char *b, const char *did)
{
    size_t length = strlen(did);
    const char *part_a = strncmp(a, did, length) == 0 ? a + length : a;
    const char *part_b = strncmp(b, did, length) == 0 ? b + length : b;
    return *part_a == '#' && strcmp(part_a, part_b) == 0;
}

static void add_named(struct search *search, const char *name)
{
    size_t i;
    json_t *method;
    json_array_foreach(json_object_get(search->document, "verificationMethod"), i, method)
    {
        if (!is_same_name(json_text(method, "id"), name, search->did))
            continue;
        search->method = method;
        search->count++;
    }
}

/* A key for signatures is listed as such: by its name, or as a whole. */
static void find_method(struct search *search)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(search->document, "assertionMethod"), i, entry)
    {
        const char *name = json_is_string(entry) ? json_string_value(entry) : json_text(entry, "id");
        if (search->kid && !is_same_name(name, search->kid, search->did))
            continue;
        if (json_is_string(entry)) {
            add_named(search, name);
        } else {
            search->method = entry;
            search->count++;
        }
    }
}

static bool read_coordinate(const json_t *jwk, const char *name, uint8_t out[ES256_COORDINATE_BYTES])
{
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
    const char *text = json_text(jwk, name);
    if (!base64url_read(text, strlen(text), &bytes) || bytes.size_bytes != ES256_COORDINATE_BYTES)
        return false;
    memcpy(out, bytes.data, ES256_COORDINATE_BYTES);
    return true;
}

static struct es256_key *read_jwk(const json_t *jwk, struct error *error)
{
    uint8_t x[ES256_COORDINATE_BYTES], y[ES256_COORDINATE_BYTES];
    if (json_object_get(jwk, "d"))
        error_set(error, ERROR_RANGE, "the document gives the private key away");
    else if (strcmp(json_text(jwk, "kty"), "EC") != 0 || strcmp(json_text(jwk, "crv"), "P-256") != 0)
        error_set(error, ERROR_UNSUPPORTED, "the key is not one of the curve P-256");
    else if (!read_coordinate(jwk, "x", x) || !read_coordinate(jwk, "y", y))
        error_set(error, ERROR_SYNTAX, "the key has no x and y of 32 bytes each");
    else
        return es256_key_from_coordinates(x, y, error);
    return NULL;
}

static struct es256_key *read_method(const json_t *method, const char *did, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const json_t *jwk = json_object_get(method, "publicKeyJwk");
    if (strcmp(json_text(method, "controller"), did) != 0) {
        error_set(error, ERROR_RANGE, "the key belongs to another person");
        return NULL;
    }
    const char *multibase = json_text(method, "publicKeyMultibase");
    if (jwk)
        return read_jwk(jwk, error);
    if (*multibase == 'z')
        return did_key_parse(arena_printf(arena, "did:key:%s", multibase), error);
    error_set(error, ERROR_UNSUPPORTED, "the key has a form that this program does not know");
    return NULL;
}

static bool check_document(const json_t *document, const char *did, struct error *error)
{
    if (!json_is_object(document))
        return error_set(error, ERROR_SYNTAX, "the document is no JSON object");
    if (strcmp(json_text(document, "id"), did) != 0)
        return error_set(error, ERROR_RANGE, "the document belongs to another person");
    if (json_array_size(json_object_get(document, "verificationMethod")) > METHODS_MAX ||
        json_array_size(json_object_get(document, "assertionMethod")) > METHODS_MAX)
        return error_set(error, ERROR_RANGE, "the document has more than %d keys", METHODS_MAX);
    return true;
}

struct es256_key *did_web_read(const char *text, size_t size_bytes, const char *did, const char *kid,
                               struct error *error)
{
    if (size_bytes > DID_WEB_BYTES_MAX) {
        error_set(error, ERROR_RANGE, "the document is larger than %d bytes", DID_WEB_BYTES_MAX);
        return NULL;
    }
    CLEANUP(json_decref) json_t *document = json_read(text, size_bytes, error);
    if (!document || !check_document(document, did, error))
        return NULL;
    struct search search = {.document = document, .did = did, .kid = kid};
    find_method(&search);
    if (search.count == 1)
        return read_method(search.method, did, error);
    if (search.count == 0)
        error_set(error, ERROR_RANGE, "the document has no key of that name for signatures");
    else
        error_set(error, ERROR_RANGE,
                  kid ? N_("the document has several keys of one name")
                      : N_("the document has several keys, and the signed text does not say which one signed it"));
    return NULL;
}
