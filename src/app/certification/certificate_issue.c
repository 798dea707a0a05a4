/* Issues certificate files from the learner's record. */
#include "app/certificate_file.h"

#include <string.h>

#include "app/certification/evidence.h"
#include "app/portfolio.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "certificate/badge_png.h"
#include "certificate/badge_svg.h"
#include "certificate/did_key.h"
#include "certificate/did_web.h"
#include "certificate/identity.h"
#include "grader/verdict.h"

enum { NAME_BYTES_MAX = 200 };

static bool check_name(const char *name, struct error *error)
{
    CLEANUP(buffer_done) struct buffer clean = BUFFER_INIT;
    size_t length = strlen(name);
    if (length == 0 || length > NAME_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "a name has from 1 to %d bytes", NAME_BYTES_MAX);
    text_sanitise_line(&clean, name, length);
    if (strcmp(buffer_text(&clean), name) != 0)
        return error_set(error, ERROR_RANGE, "the name has characters that cannot be printed");
    return true;
}

static bool find_award(struct app *app, const char *name, struct arena *arena, struct award *out_award,
                       struct error *error)
{
    struct earned earned;
    if (!earned_read(app->curriculum, app->store, arena, &earned, error) ||
        !award_find(&earned, name, arena, out_award, error))
        return false;
    if (out_award->earned)
        return true;
    error_set(error, ERROR_RANGE, "'%s' is not earned yet: %s is open", name, out_award->missing);
    return error_add_hint(error, "`warpschool certificate` shows what each still needs");
}

static const char *words_of(const struct evidence_counts *counts, struct arena *arena)
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

/* The head of the evidence: whose it is, and by which program. */
static void add_head(json_t *evidence, const struct credential *credential)
{
    json_object_set_new(evidence, "award", json_string(credential->award));
    json_object_set_new(evidence, "issued_at", json_string(credential->issued_at));
    json_object_set_new(evidence, "learner",
                        json_pack("{s:s, s:s}", "name", credential->name, "did", credential->learner));
    json_object_set_new(evidence, "program",
                        json_pack("{s:s, s:s}", "version", WARPSCHOOL_VERSION, "model", VERDICT_MODEL_VERSION));
}

static void hash_evidence(const json_t *evidence, char out_hex[HASH_HEX_BYTES])
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    json_append_canonical(&text, evidence);
    hash_bytes(text.data, text.size_bytes, out_hex);
}

static bool sign(const struct credential *credential, const struct es256_key *key, json_t *evidence,
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

bool certificate_issue(struct app *app, const struct certificate_request *request, struct buffer *out_text,
                       struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(es256_key_free) struct es256_key *key = NULL;
    CLEANUP(json_decref) json_t *evidence = NULL;
    struct award award;
    struct evidence_counts counts;
    char did[DID_KEY_BYTES], issued_at[CLOCK_TEXT_BYTES], sha256[HASH_HEX_BYTES];
    if (!check_name(request->name, error) || !find_award(app, request->award, arena, &award, error) ||
        !(key = identity_open(app->folders.config, error)) || !did_key_format(key, did, error) ||
        !evidence_collect(app, &award, request, &evidence, &counts, error))
        return false;
    clock_format_utc(clock_wall_ns(), issued_at);
    struct credential credential = {
        .id = credential_new_id(arena),
        .issuer = did,
        .issuer_name = request->name,
        .learner = did,
        .name = request->name,
        .award = award.name,
        .title = award.title,
        .claim = award.claim,
        .criteria = award.criteria,
        .is_certificate = award.is_certificate,
        .issued_at = issued_at,
        .evidence_sha256 = sha256,
        .evidence_words = words_of(&counts, arena),
    };
    add_head(evidence, &credential);
    hash_evidence(evidence, sha256);
    return sign(&credential, key, evidence, out_text, error);
}

static bool check_signer(const struct certificate_signer *signer, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *url;
    return did_web_url(signer->did, arena, &url, error) && check_name(signer->name, error);
}

bool certificate_sign(const struct certificate_file *file, const struct certificate_signer *signer,
                      struct buffer *out_text, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char issued_at[CLOCK_TEXT_BYTES];
    if (!check_signer(signer, error))
        return false;
    clock_format_utc(clock_wall_ns(), issued_at);
    struct credential credential = file->credential;
    credential.id = credential_new_id(arena);
    credential.issuer = signer->did;
    credential.issuer_name = signer->name;
    credential.issued_at = issued_at;
    CLEANUP(json_decref) json_t *evidence = json_deep_copy(file->evidence);
    return sign(&credential, signer->key, evidence, out_text, error);
}

bool certificate_did_document(const struct certificate_signer *signer, struct buffer *out_text, struct error *error)
{
    CLEANUP(json_decref) json_t *root = NULL;
    if (!check_signer(signer, error) || !(root = did_web_write(signer->did, signer->key, error)))
        return false;
    json_append_pretty(out_text, root);
    return true;
}

void certificate_picture(const struct certificate_file *file, struct buffer *out_svg)
{
    badge_svg_draw(&file->credential, file->signed_text, out_svg);
}

bool certificate_picture_png(const struct app *app, const struct certificate_file *file, struct buffer *out_png,
                             struct error *error)
{
    CLEANUP(buffer_done) struct buffer svg = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer png = BUFFER_INIT;
    certificate_picture(file, &svg);
    return portfolio_png(app, &svg, &png, error) && badge_png_bake(&png, file->signed_text, out_png, error);
}
