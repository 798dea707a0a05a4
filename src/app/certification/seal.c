/* Signs certificate files. */
#include "app/certification/seal.h"

#include <string.h>

#include "app/certificate_file.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"
#include "certificate/did_web.h"

enum { NAME_BYTES_MAX = 200, TOLD_BYTES = 256 };

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

/* A told sentence: the credential has it in English, and a reader in any language. */
static void tell(const struct evidence_counts *counts, struct buffer *out)
{
    char told[TOLD_BYTES];
    told_print(told, sizeof told,
               TOLD_COUNT("{n} kernel, judged with every element of the timed run compared",
                          "{n} kernels, judged with every element of the timed run compared"),
               "n=%zu", counts->claims);
    buffer_append_text(out, told);
    if (counts->assisted) {
        told_print(told, sizeof told, N_(", {n} of them after help"), "n=%zu", counts->assisted);
        buffer_append_text(out, told);
    }
    if (counts->questions) {
        told_print(told, sizeof told, TOLD_COUNT("; the questions of {n} lesson", "; the questions of {n} lessons"),
                   "n=%zu", counts->questions);
        buffer_append_text(out, told);
    }
    if (counts->assessments) {
        told_print(told, sizeof told, TOLD_COUNT("; {n} assessment", "; {n} assessments"), "n=%zu",
                   counts->assessments);
        buffer_append_text(out, told);
    }
    buffer_append_text(out, counts->is_supervised ? "" : TOLD_TEXT(". Self-administered."));
    if (counts->shown && counts->shown_state) {
        told_print(told, sizeof told, N_(" Not needed: {shown}, {state}."), "shown=%s" TOLD_AND "state=%s",
                   counts->shown, counts->shown_state);
        buffer_append_text(out, told);
    }
}

struct credential seal_credential(const struct award *award, const struct evidence_counts *counts, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer told = BUFFER_INIT;
    char issued_at[CLOCK_TEXT_BYTES];
    tell(counts, &told);
    clock_format_utc(clock_wall_ns(), issued_at);
    return (struct credential){.id = credential_new_id(arena),
                               .award = award->name,
                               .title = award->english.title,
                               .claim = award->english.claim,
                               .criteria = award->english.criteria,
                               .is_certificate = award->is_certificate,
                               .issued_at = arena_strdup(arena, issued_at),
                               .evidence_words = told_english(arena, buffer_text(&told))};
}

static struct evidence_counts counts_of(const json_t *evidence)
{
    const json_t *claims = json_object_get(evidence, "claims");
    const json_t *assessments = json_object_get(evidence, "assessments");
    const json_t *shown = json_array_get(json_object_get(evidence, "shown"), 0);
    struct evidence_counts counts = {.claims = json_array_size(claims),
                                     .assessments = json_array_size(assessments),
                                     .questions = json_array_size(json_object_get(evidence, "questions")),
                                     .shown = json_string_value(json_object_get(shown, "assessment")),
                                     .shown_state = json_string_value(json_object_get(shown, "state"))};
    size_t i;
    json_t *entry;
    json_array_foreach(claims, i, entry)
    {
        counts.assisted += json_is_true(json_object_get(entry, "assisted"));
    }
    json_array_foreach(assessments, i, entry)
    {
        counts.is_supervised |= !json_is_true(json_object_get(entry, "self_administered"));
    }
    return counts;
}

const char *certificate_evidence_words(const struct certificate_file *file, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer told = BUFFER_INIT;
    struct evidence_counts counts = counts_of(file->evidence);
    tell(&counts, &told);
    const char *signed_words = file->credential.evidence_words, *english = told_english(arena, buffer_text(&told));
    return strcmp(signed_words, english) == 0 ? told_local(arena, buffer_text(&told)) : signed_words;
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
    return out_text->size_bytes <= SEAL_BYTES_MAX ||
           error_set(error, ERROR_RANGE, "the certificate is larger than %d MiB", SEAL_BYTES_MAX >> 20);
}
