/* Writes and reads compact JSON Web Signatures. */
#include "certificate/jws.h"

#include <string.h>

#include "base/i18n.h"
#include "certificate/base64url.h"

enum { PARTS = 3 };

static void append_json(struct buffer *out, const json_t *value)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    json_append_canonical(&text, value);
    base64url_append(out, (const uint8_t *)text.data, text.size_bytes);
}

bool jws_write(const json_t *payload, const char *kid, const struct es256_key *key, struct buffer *out,
               struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(json_decref) json_t *header = json_pack("{s:s, s:s, s:s}", "alg", "ES256", "typ", "JWT", "kid", kid);
    append_json(&text, header);
    buffer_append_char(&text, '.');
    append_json(&text, payload);
    uint8_t signature[ES256_SIGNATURE_BYTES];
    if (!es256_sign(key, text.data, text.size_bytes, signature, error))
        return false;
    buffer_append_char(&text, '.');
    base64url_append(&text, signature, sizeof signature);
    buffer_append(out, text.data, text.size_bytes);
    return true;
}

/* --- reading ---------------------------------------------------------------------------------- */

static json_t *read_object(const char *text, size_t length, const char *part, struct error *error)
{
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
    if (!base64url_read(text, length, &bytes)) {
        error_set(error, ERROR_SYNTAX, "it is not in base64url");
        error_add_context(error, "%s", _(part));
        return NULL;
    }
    CLEANUP(json_decref) json_t *value = json_read(buffer_text(&bytes), bytes.size_bytes, error);
    if (json_is_object(value))
        return json_incref(value);
    if (value)
        error_set(error, ERROR_SYNTAX, "it must be a JSON object");
    error_add_context(error, "%s", _(part));
    return NULL;
}

static bool check_header(const json_t *header, struct error *error)
{
    const char *algorithm = json_string_value(json_object_get(header, "alg"));
    if (!algorithm || strcmp(algorithm, "ES256") != 0)
        return error_set(error, ERROR_UNSUPPORTED, "it is signed by another algorithm than ES256");
    const char *kid;
    if (json_object_get(header, "kid") && !json_get_text(header, "kid", &kid, error))
        return false;
    if (json_object_get(header, "crit"))
        return error_set(error, ERROR_UNSUPPORTED, "its header demands extensions that this program does not know");
    return true;
}

/* Where the parts begin, and the end. False: they are not three. */
static bool split(const char *text, const char *out_parts[PARTS + 1])
{
    out_parts[0] = text;
    for (int i = 1; i < PARTS; i++) {
        const char *dot = strchr(out_parts[i - 1], '.');
        if (!dot)
            return false;
        out_parts[i] = dot + 1;
    }
    out_parts[PARTS] = text + strlen(text) + 1;
    return true;
}

static size_t length_of(const char *const parts[PARTS + 1], int index)
{
    return (size_t)(parts[index + 1] - parts[index]) - 1;
}

bool jws_read(const char *text, struct jws *out_jws, struct error *error)
{
    const char *parts[PARTS + 1];
    CLEANUP(buffer_done) struct buffer signature = BUFFER_INIT;
    if (!split(text, parts))
        return error_set(error, ERROR_SYNTAX, "the signed text does not have three parts");
    CLEANUP(json_decref)
    json_t *header = read_object(parts[0], length_of(parts, 0), N_("the header of the signed text"), error);
    if (!header || !check_header(header, error))
        return false;
    if (!base64url_read(parts[2], length_of(parts, 2), &signature) || signature.size_bytes != ES256_SIGNATURE_BYTES)
        return error_set(error, ERROR_SYNTAX, "the signature is not one of ES256");
    struct jws jws = {.signed_text = text, .signed_bytes = (size_t)(parts[2] - text) - 1};
    memcpy(jws.signature, signature.data, sizeof jws.signature);
    jws.payload = read_object(parts[1], length_of(parts, 1), N_("the payload of the signed text"), error);
    if (!jws.payload)
        return false;
    jws.header = json_incref(header);
    jws.kid = json_string_value(json_object_get(header, "kid"));
    *out_jws = jws;
    return true;
}

void jws_done(struct jws *jws)
{
    json_decref(jws->header);
    json_decref(jws->payload);
    *jws = (struct jws){0};
}

bool jws_is_signed_by(const struct jws *jws, const struct es256_key *key)
{
    return es256_is_signed_by(key, jws->signed_text, jws->signed_bytes, jws->signature);
}
