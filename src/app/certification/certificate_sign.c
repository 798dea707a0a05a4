/* Signs the files of learners as a school. */
#include <string.h>

#include "app/certificate_file.h"
#include "app/certification/seal.h"
#include "certificate/did_web.h"

static bool check_signer(const struct certificate_signer *signer, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *url;
    return did_web_url(signer->did, arena, &url, error) && seal_check_name(signer->name, error);
}

/* --- the evidence, as a school can stand for it ----------------------------------------------- */

/* The known members of an object; keys end with NULL. Whatever else the file has is left out. */
static json_t *members_of(const json_t *object, const char *const *keys)
{
    json_t *copy = json_object();
    for (; *keys; keys++) {
        json_t *value = json_object_get(object, *keys);
        if (value)
            json_object_set(copy, *keys, value);
    }
    return copy;
}

static json_t *entries_of(const json_t *evidence, const char *list, const char *const *keys)
{
    json_t *copy = json_array();
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(evidence, list), i, entry)
    {
        json_array_append_new(copy, members_of(entry, keys));
    }
    return copy;
}

/* Whether the pool of an assessment is the one of the signer's own course. */
static bool is_own_pool(const struct curriculum *curriculum, const json_t *assessment)
{
    const char *id = json_string_value(json_object_get(assessment, "lesson"));
    const char *claimed = json_string_value(json_object_get(assessment, "pool_sha256"));
    const struct lesson *pool = id ? curriculum_find_lesson(curriculum, id) : NULL;
    char sha256[HASH_HEX_BYTES];
    if (!pool || !pool->pack || !claimed)
        return false;
    hash_bytes(pool->source->text, pool->source->size_bytes, sha256);
    return strcmp(sha256, claimed) == 0;
}

/* The learner says where an assessment came from. A school stands for its own pack alone. */
static void mark_assessments(const struct curriculum *curriculum, json_t *assessments, struct evidence_counts *counts)
{
    size_t i;
    json_t *assessment;
    json_array_foreach(assessments, i, assessment)
    {
        bool is_own =
            !json_is_true(json_object_get(assessment, "self_administered")) && is_own_pool(curriculum, assessment);
        json_object_set_new(assessment, "self_administered", json_boolean(!is_own));
        if (!is_own)
            json_object_del(assessment, "pack");
        counts->is_supervised |= is_own;
        counts->assessments++;
    }
}

static json_t *clean_evidence(const struct curriculum *curriculum, const json_t *evidence,
                              struct evidence_counts *out_counts)
{
    static const char *const head[] = {"award", "issued_at", "program", NULL};
    static const char *const learner[] = {"name", "did", NULL};
    static const char *const claim[] = {"attempt",    "exercise",     "lesson_sha256", "status",     "medal",
                                        "device",     "architecture", "seed",          "source",     "source_sha256",
                                        "ptx_sha256", "verdict",      "toolkit",       "program",    "model",
                                        "trust",      "assisted",     "started_at",    "elapsed_ns", NULL};
    static const char *const assessment[] = {"lesson",    "level",  "pack",         "pool_sha256",       "started_at",
                                             "elapsed_s", "points", "points_total", "self_administered", NULL};
    static const char *const question[] = {"lesson", "right", NULL};
    json_t *clean = members_of(evidence, head), *claims = entries_of(evidence, "claims", claim);
    json_t *assessments = entries_of(evidence, "assessments", assessment);
    json_t *questions = entries_of(evidence, "questions", question);
    struct evidence_counts counts = {.claims = json_array_size(claims), .questions = json_array_size(questions)};
    size_t i;
    json_t *entry;
    json_array_foreach(claims, i, entry)
    {
        counts.assisted += json_is_true(json_object_get(entry, "assisted"));
    }
    mark_assessments(curriculum, assessments, &counts);
    json_object_set_new(clean, "learner", members_of(json_object_get(evidence, "learner"), learner));
    json_object_set_new(clean, "claims", claims);
    json_object_set_new(clean, "assessments", assessments);
    json_object_set_new(clean, "questions", questions);
    *out_counts = counts;
    return clean;
}

/* --- the file --------------------------------------------------------------------------------- */

/* What the award is called comes from the signer's course: the file's texts can say anything. */
bool certificate_sign(const struct app *app, const struct certificate_file *file,
                      const struct certificate_signer *signer, struct buffer *out_text, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char sha256[HASH_HEX_BYTES];
    struct evidence_counts counts;
    struct award award;
    if (!check_signer(signer, error) || !seal_check_name(file->credential.name, error) ||
        !certificate_award(app, file, arena, &award, error))
        return false;
    if (!file->self_issued)
        return error_set(error, ERROR_RANGE, "the file is not signed by its learner");
    CLEANUP(json_decref) json_t *evidence = clean_evidence(app->curriculum, file->evidence, &counts);
    seal_hash(evidence, sha256);
    struct credential credential = seal_credential(&award, &counts, arena);
    credential.issuer = signer->did;
    credential.issuer_name = signer->name;
    credential.learner = file->credential.learner;
    credential.name = file->credential.name;
    credential.evidence_sha256 = sha256;
    return seal_write(&credential, signer->key, evidence, out_text, error);
}

bool certificate_did_document(const struct certificate_signer *signer, struct buffer *out_text, struct error *error)
{
    CLEANUP(json_decref) json_t *root = NULL;
    if (!check_signer(signer, error) || !(root = did_web_write(signer->did, signer->key, error)))
        return false;
    json_append_pretty(out_text, root);
    return true;
}
