/* Signs certificate files. */
#include "app/certification/seal.h"

#include <string.h>

#include "base/text.h"
#include "certificate/did_web.h"

enum { NAME_BYTES_MAX = 200 };

bool seal_check_name(const char *name, struct error *error)
{
    CLEANUP(buffer_done) struct buffer clean = BUFFER_INIT;
    size_t length = strlen(name);
    if (length == 0 || length > NAME_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "a name must have 1 to %d bytes", NAME_BYTES_MAX);
    text_sanitise_line(&clean, name, length);
    if (strcmp(buffer_text(&clean), name) != 0)
        return error_set(error, ERROR_RANGE, "the name has characters that cannot be printed");
    return true;
}

const char *seal_words(const struct evidence_counts *counts, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    buffer_printf(&words, "%zu %s, judged with every element of the timed run compared", counts->claims,
                  counts->claims == 1 ? "kernel" : "kernels");
    if (counts->assisted)
        buffer_printf(&words, ", %zu of them after help", counts->assisted);
    if (counts->questions)
        buffer_printf(&words, "; the questions of %zu %s", counts->questions,
                      counts->questions == 1 ? "lesson" : "lessons");
    if (counts->assessments)
        buffer_printf(&words, "; %zu %s", counts->assessments, counts->assessments == 1 ? "assessment" : "assessments");
    buffer_append_text(&words, counts->is_supervised ? "" : ". Self-administered.");
    return arena_strdup(arena, buffer_text(&words));
}

void seal_hash(const json_t *evidence, char out_hex[HASH_HEX_BYTES])
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    json_append_canonical(&text, evidence);
    hash_bytes(text.data, text.size_bytes, out_hex);
}

bool seal_write(const struct credential *credential, const struct es256_key *key, json_t *evidence,
                struct buffer *out_text, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer jws = BUFFER_INIT;
    CLEANUP(json_decref) json_t *payload = credential_to_json(credential);
    /* The part after '#' names the one key of a did:key, and the key in a document at the web. */
    const char *kid = did_web_is(credential->issuer)
                          ? did_web_key_name(credential->issuer, arena)
                          : arena_printf(arena, "%s#%s", credential->issuer, credential->issuer + strlen("did:key:"));
    if (!jws_write(payload, kid, key, &jws, error))
        return false;
    CLEANUP(json_decref)
    json_t *root = json_pack("{s:i, s:s, s:O}", "warpschool_certificate", 1, "credential", buffer_text(&jws),
                             "evidence", evidence);
    json_append_pretty(out_text, root);
    return true;
}
