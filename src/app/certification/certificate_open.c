/* Opens certificate files: signature, hashes, dates. */
#include "app/certificate_file.h"

#include <string.h>

#include "app/certification/did_lookup.h"
#include "app/certification/seal.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/text.h"
#include "certificate/did_key.h"
#include "certificate/did_web.h"

enum { ENTRIES_MAX = 4096, POINTS_MAX = 1000000, FORMAT = 1 };

static bool read_root(const char *text, size_t size_bytes, struct certificate_file *file, struct error *error)
{
    int64_t format;
    json_t *evidence;
    file->root = json_read(text, size_bytes, error);
    if (!file->root)
        return error_add_hint(error,
                              N_("name the .json file that `certificate issue` writes; its picture cannot be judged"));
    if (!json_get_integer(file->root, "warpschool_certificate", &format, error) || format != FORMAT)
        return error_set(error, ERROR_SYNTAX, "it is no certificate of warpschool, or one of a newer program");
    if (!json_get_text(file->root, "credential", &file->signed_text, error) ||
        !json_get_object(file->root, "evidence", &evidence, error))
        return false;
    file->evidence = evidence;
    return true;
}

/* A reader looks through each list for each lesson of the award, and prints some. */
static bool check_lists(const struct certificate_file *file, struct error *error)
{
    static const char *const lists[] = {"claims", "questions", "assessments"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (json_array_size(json_object_get(file->evidence, lists[i])) > ENTRIES_MAX)
            return error_set(error, ERROR_RANGE, "its list '%s' has more than %d entries", lists[i], ENTRIES_MAX);
    return true;
}

/* The name of the key must be the issuer's. Other keys in the header say nothing. */
static bool check_key_name(const struct jws *jws, const char *issuer, struct error *error)
{
    size_t length = strlen(issuer);
    if (!jws->kid || (strncmp(jws->kid, issuer, length) == 0 && (jws->kid[length] == '#' || !jws->kid[length])))
        return true;
    return error_set(error, ERROR_RANGE, "the header of the signed text names another person's key");
}

/* The key that the issuer's name holds, or leads to. */
static struct es256_key *find_key(const struct jws *jws, const char *issuer, const struct certificate_keys *keys,
                                  struct error *error)
{
    struct es256_key *key = NULL;
    if (keys && keys->online && did_web_is(issuer))
        key = did_lookup(keys->online, issuer, jws->kid, error);
    else if (text_begins(issuer, "did:key:"))
        key = did_key_parse(issuer, error);
    else {
        error_set(error, ERROR_UNSUPPORTED, "the key of its issuer is not in the file");
        error_add_hint(error,
                       did_web_is(issuer)
                           ? N_("--online looks it up at the issuer's web address, or name the key with --key")
                           : N_("get the issuer's public key from a source that you trust, and name it with --key"));
        return NULL;
    }
    if (!key)
        error_add_context(error, "its issuer");
    return key;
}

/* The payload is believed only afterwards. */
static bool check_signature(const struct jws *jws, const struct certificate_keys *keys, struct error *error)
{
    const struct es256_key *named = keys ? keys->named : NULL;
    const char *issuer;
    if (!json_get_text(jws->payload, "issuer.id", &issuer, error) || !check_key_name(jws, issuer, error))
        return false;
    CLEANUP(es256_key_free) struct es256_key *own = named ? NULL : find_key(jws, issuer, keys, error);
    if (!named && !own)
        return false;
    return jws_is_signed_by(jws, named ? named : own) ||
           error_set(error, ERROR_RANGE, "the signature is not the issuer's: the credential was changed");
}

static bool check_evidence(const struct certificate_file *file, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    char sha256[HASH_HEX_BYTES];
    const char *did, *name, *award;
    json_t *claims;
    json_append_canonical(&text, file->evidence);
    hash_bytes(text.data, text.size_bytes, sha256);
    if (strcmp(sha256, file->credential.evidence_sha256) != 0)
        return error_set(error, ERROR_RANGE, "the evidence is not the one that was signed: it was changed");
    if (!json_get_text(file->evidence, "learner.did", &did, error) ||
        !json_get_text(file->evidence, "learner.name", &name, error) ||
        !json_get_text(file->evidence, "award", &award, error) ||
        !json_get_array(file->evidence, "claims", &claims, error))
        return error_add_context(error, "the evidence");
    if (strcmp(did, file->credential.learner) != 0 || strcmp(name, file->credential.name) != 0)
        return error_set(error, ERROR_RANGE, "the evidence is another learner's");
    if (strcmp(award, file->credential.award) != 0)
        return error_set(error, ERROR_RANGE, "the evidence is for another award");
    return true;
}

/* The program wrote both, so a difference is a change by hand. */
static bool check_claims(const struct certificate_file *file, struct error *error)
{
    size_t i;
    json_t *claim;
    json_array_foreach(json_object_get(file->evidence, "claims"), i, claim)
    {
        const char *exercise, *source, *recorded, *started_at;
        char sha256[HASH_HEX_BYTES];
        int64_t started_ns, issued_ns, elapsed_ns;
        if (!json_get_text(claim, "exercise", &exercise, error) || !json_get_text(claim, "source", &source, error) ||
            !json_get_text(claim, "source_sha256", &recorded, error) ||
            !json_get_text(claim, "started_at", &started_at, error) ||
            !json_get_integer_in(claim, "elapsed_ns", 0, INT64_MAX, &elapsed_ns, error))
            return error_add_context(error, "claim %zu", i + 1);
        hash_bytes(source, strlen(source), sha256);
        if (strcmp(sha256, recorded) != 0)
            return error_set(error, ERROR_RANGE, "claim %zu: the kernel of %s is not the one that was judged", i + 1,
                             exercise);
        if (!clock_parse_utc(started_at, &started_ns) || !clock_parse_utc(file->credential.issued_at, &issued_ns) ||
            started_ns > issued_ns)
            return error_set(error, ERROR_RANGE, "claim %zu: %s was tried after the certificate was issued", i + 1,
                             exercise);
    }
    return true;
}

/* Numbers that no record has are a change by hand. */
static bool check_assessments(const struct certificate_file *file, struct error *error)
{
    size_t i;
    json_t *assessment;
    int64_t issued_ns = 0;
    clock_parse_utc(file->credential.issued_at, &issued_ns);
    json_array_foreach(json_object_get(file->evidence, "assessments"), i, assessment)
    {
        const char *level, *started_at;
        int64_t points, total, elapsed_s, started_ns;
        if (!json_get_text(assessment, "level", &level, error) ||
            !json_get_text(assessment, "started_at", &started_at, error) ||
            !json_get_integer_in(assessment, "points_total", 0, POINTS_MAX, &total, error) ||
            !json_get_integer_in(assessment, "points", 0, total, &points, error) ||
            !json_get_integer_in(assessment, "elapsed_s", 0, INT64_MAX, &elapsed_s, error))
            return error_add_context(error, "assessment %zu", i + 1);
        if (!clock_parse_utc(started_at, &started_ns) || started_ns > issued_ns)
            return error_set(error, ERROR_RANGE, "assessment %zu was begun after the certificate was issued", i + 1);
    }
    return true;
}

static bool read_parts(const char *text, size_t size_bytes, const struct certificate_keys *keys,
                       struct certificate_file *file, struct error *error)
{
    if (!read_root(text, size_bytes, file, error) || !check_lists(file, error) ||
        !jws_read(file->signed_text, &file->jws, error) || !check_signature(&file->jws, keys, error) ||
        !credential_from_json(file->jws.payload, clock_wall_ns(), &file->credential, error) ||
        !check_evidence(file, error) || !check_claims(file, error) || !check_assessments(file, error))
        return false;
    file->is_key_given = keys && keys->named;
    file->is_looked_up = keys && !keys->named && keys->online && did_web_is(file->credential.issuer);
    file->self_issued = strcmp(file->credential.issuer, file->credential.learner) == 0;
    return true;
}

bool certificate_read(const char *text, size_t size_bytes, const struct certificate_keys *keys,
                      struct certificate_file *out_file, struct error *error)
{
    struct certificate_file file = {0};
    if (!read_parts(text, size_bytes, keys, &file, error)) {
        certificate_file_done(&file);
        return false;
    }
    *out_file = file;
    return true;
}

bool certificate_open(const char *path, const struct certificate_keys *keys, struct certificate_file *out_file,
                      struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!file_read(path, SEAL_BYTES_MAX, &text, error))
        return false;
    return certificate_read(buffer_text(&text), text.size_bytes, keys, out_file, error) ||
           error_add_context(error, "%s", path);
}

void certificate_file_done(struct certificate_file *file)
{
    jws_done(&file->jws);
    json_decref(file->root);
    file->root = NULL;
}
