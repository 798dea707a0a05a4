/* Writes and reads Open Badges 3.0 credentials. */
#include "certificate/credential.h"

#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/text.h"

#define CONTEXT_CREDENTIALS "https://www.w3.org/ns/credentials/v2"
#define CONTEXT_BADGES "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
#define AWARD "urn:warpschool:award:"
#define EVIDENCE "urn:sha256:"

#define NS_PER_SECOND INT64_C(1000000000)

enum {
    CLOCKS_DIFFER_S = 300, /* between two machines */
    TEXT_BYTES_MAX = 4000
};

const char *credential_new_id(struct arena *arena)
{
    char uuid[RANDOM_UUID_BYTES];
    random_uuid(uuid);
    return arena_printf(arena, "urn:uuid:%s", uuid);
}

/* --- writing ---------------------------------------------------------------------------------- */

static json_t *achievement_json(const struct credential *credential)
{
    CLEANUP(buffer_done) struct buffer id = BUFFER_INIT;
    buffer_printf(&id, AWARD "%s", credential->award);
    return json_pack("{s:s, s:[s], s:s, s:s, s:s, s:{s:s}}", "id", buffer_text(&id), "type", "Achievement",
                     "achievementType", credential->is_certificate ? "Certificate" : "Badge", "name", credential->title,
                     "description", credential->claim, "criteria", "narrative", credential->criteria);
}

static json_t *subject_json(const struct credential *credential)
{
    json_t *name = json_pack("{s:s, s:b, s:s, s:s}", "type", "IdentityObject", "hashed", 0, "identityHash",
                             credential->name, "identityType", "name");
    return json_pack("{s:s, s:[s], s:[o], s:o}", "id", credential->learner, "type", "AchievementSubject", "identifier",
                     name, "achievement", achievement_json(credential));
}

static json_t *evidence_json(const struct credential *credential)
{
    CLEANUP(buffer_done) struct buffer id = BUFFER_INIT;
    buffer_printf(&id, EVIDENCE "%s", credential->evidence_sha256);
    return json_pack("{s:s, s:[s], s:s, s:s}", "id", buffer_text(&id), "type", "Evidence", "name",
                     "Kernels that can be judged again", "narrative", credential->evidence_words);
}

json_t *credential_to_json(const struct credential *credential)
{
    int64_t issued_ns = 0;
    clock_parse_utc(credential->issued_at, &issued_ns);
    json_t *json = json_pack("{s:[s, s], s:s, s:[s, s], s:{s:s, s:[s], s:s}, s:s, s:s, s:o, s:[o]}", "@context",
                             CONTEXT_CREDENTIALS, CONTEXT_BADGES, "id", credential->id, "type", "VerifiableCredential",
                             "OpenBadgeCredential", "issuer", "id", credential->issuer, "type", "Profile", "name",
                             credential->issuer_name, "validFrom", credential->issued_at, "name", credential->title,
                             "credentialSubject", subject_json(credential), "evidence", evidence_json(credential));
    json_object_set_new(json, "iss", json_string(credential->issuer));
    json_object_set_new(json, "jti", json_string(credential->id));
    json_object_set_new(json, "sub", json_string(credential->learner));
    json_object_set_new(json, "nbf", json_integer(issued_ns / NS_PER_SECOND));
    return json;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool has_text(const json_t *array, const char *text)
{
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        if (json_is_string(value) && strcmp(json_string_value(value), text) == 0)
            return true;
    }
    return false;
}

static bool check_kind(const json_t *payload, struct error *error)
{
    const json_t *types = json_object_get(payload, "type"), *contexts = json_object_get(payload, "@context");
    const char *first = json_string_value(json_array_get(contexts, 0));
    bool is_badge = has_text(types, "OpenBadgeCredential") || has_text(types, "AchievementCredential");
    if (!has_text(types, "VerifiableCredential") || !is_badge || !first || strcmp(first, CONTEXT_CREDENTIALS) != 0)
        return error_set(error, ERROR_SYNTAX, "the file is not an Open Badges 3.0 credential");
    return true;
}

/* Reads texts that have no prefix of their own. */
static bool read_texts(const json_t *payload, struct credential *credential, struct error *error)
{
    const struct {
        const char *path, **out;
    } texts[] = {
        {"id", &credential->id},
        {"issuer.id", &credential->issuer},
        {"issuer.name", &credential->issuer_name},
        {"credentialSubject.id", &credential->learner},
        {"credentialSubject.identifier.0.identityHash", &credential->name},
        {"credentialSubject.achievement.name", &credential->title},
        {"credentialSubject.achievement.description", &credential->claim},
        {"credentialSubject.achievement.criteria.narrative", &credential->criteria},
        {"validFrom", &credential->issued_at},
        {"evidence.0.narrative", &credential->evidence_words},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!json_get_text(payload, texts[i].path, texts[i].out, error))
            return error_add_context(error, "the credential");
        else if (strlen(*texts[i].out) > TEXT_BYTES_MAX)
            return error_set(error, ERROR_RANGE, "'%s' of the credential has more than %d bytes", texts[i].path,
                             TEXT_BYTES_MAX);
    return true;
}

static bool read_prefixed(const json_t *payload, const char *path, const char *prefix, const char **out_rest,
                          struct error *error)
{
    const char *text;
    if (!json_get_text(payload, path, &text, error))
        return false;
    if (!text_begins(text, prefix))
        return error_set(error, ERROR_SYNTAX, "'%s' of the credential is not from this program", path);
    *out_rest = text + strlen(prefix);
    return true;
}

/* Whoever reads the claims or the credential must read the same. */
static bool check_claims(const json_t *payload, const struct credential *credential, struct error *error)
{
    const char *iss, *jti, *sub;
    int64_t nbf, issued_ns;
    if (!json_get_text(payload, "iss", &iss, error) || !json_get_text(payload, "jti", &jti, error) ||
        !json_get_text(payload, "sub", &sub, error) || !json_get_integer(payload, "nbf", &nbf, error))
        return error_add_context(error, "the signed text");
    if (!clock_parse_utc(credential->issued_at, &issued_ns))
        return error_set(error, ERROR_SYNTAX, "its date is not one such as 2026-05-17T09:03:00Z");
    if (strcmp(iss, credential->issuer) != 0 || strcmp(jti, credential->id) != 0 ||
        strcmp(sub, credential->learner) != 0 || nbf != issued_ns / NS_PER_SECOND)
        return error_set(error, ERROR_RANGE, "the signed text and the credential in it name different people or dates");
    return true;
}

static bool check_time(const json_t *payload, const struct credential *credential, int64_t now_ns, struct error *error)
{
    int64_t begins_ns, ends_ns = INT64_MAX, leeway_ns = CLOCKS_DIFFER_S * NS_PER_SECOND;
    clock_parse_utc(credential->issued_at, &begins_ns);
    const json_t *last = json_object_get(payload, "validUntil"), *exp = json_object_get(payload, "exp");
    const char *until = json_string_value(last);
    if (last && (!until || !clock_parse_utc(until, &ends_ns)))
        return error_set(error, ERROR_SYNTAX, "its last date is not one such as 2026-05-17T09:03:00Z");
    if (exp && (!json_is_integer(exp) || json_integer_value(exp) < (now_ns - leeway_ns) / NS_PER_SECOND))
        return error_set(error, ERROR_RANGE, "the signed text has expired");
    if (begins_ns > now_ns + leeway_ns)
        return error_set(error, ERROR_RANGE, "it is dated in the future: %s", credential->issued_at);
    if (ends_ns < now_ns - leeway_ns)
        return error_set(error, ERROR_RANGE, "it was valid until %s", until);
    return true;
}

bool credential_from_json(const json_t *payload, int64_t now_ns, struct credential *out_credential, struct error *error)
{
    struct credential credential = {0};
    const char *type;
    if (!check_kind(payload, error) || !read_texts(payload, &credential, error) ||
        !json_get_text(payload, "credentialSubject.achievement.achievementType", &type, error) ||
        !read_prefixed(payload, "credentialSubject.achievement.id", AWARD, &credential.award, error) ||
        !read_prefixed(payload, "evidence.0.id", EVIDENCE, &credential.evidence_sha256, error) ||
        !check_claims(payload, &credential, error) || !check_time(payload, &credential, now_ns, error))
        return false;
    if (strlen(credential.evidence_sha256) != HASH_HEX_BYTES - 1)
        return error_set(error, ERROR_SYNTAX, "the hash of its evidence has the wrong length");
    credential.is_certificate = strcmp(type, "Certificate") == 0;
    *out_credential = credential;
    return true;
}
