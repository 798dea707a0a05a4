/* Issues certificate files from the learner's record. */
#include "app/certificate_file.h"

#include "app/certification/evidence.h"
#include "app/certification/seal.h"
#include "app/help_ladder.h"
#include "app/portfolio.h"
#include "base/hash.h"
#include "certificate/badge_png.h"
#include "certificate/badge_svg.h"
#include "certificate/did_key.h"
#include "certificate/identity.h"
#include "grader/verdict.h"

/* What the first exercise that passed with help still needs. NULL: there is none. */
static const char *first_debt(struct app *app, const struct award *award, struct arena *arena)
{
    const char *words = NULL;
    for (size_t i = 0; i < award->lesson_count; i++)
        for (size_t k = 0; k < award->lessons[i]->step_count && !words; k++)
            if (award->lessons[i]->steps[k].kind == STEP_EXERCISE &&
                !help_ladder_debt(app, award->lessons[i]->steps[k].exercise, arena, &words, NULL))
                return NULL;
    return words;
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
    error_set(error, ERROR_RANGE, "'%s' is not earned yet: %s", name, out_award->missing);
    const char *debt = first_debt(app, out_award, arena);
    return debt ? error_add_hint(error, "%s", debt)
                : error_add_hint(error, "`warpschool certificate status %s` names all that is missing", name);
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

bool certificate_issue(struct app *app, const struct certificate_request *request, struct buffer *out_text,
                       struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(es256_key_free) struct es256_key *key = NULL;
    CLEANUP(json_decref) json_t *evidence = NULL;
    struct award award;
    struct evidence_counts counts;
    char did[DID_KEY_BYTES], sha256[HASH_HEX_BYTES];
    if (!seal_check_name(request->name, error) || !find_award(app, request->award, arena, &award, error) ||
        !(key = identity_open(app->folders.config, error)) || !did_key_format(key, did, error) ||
        !evidence_collect(app, &award, request->progress, &evidence, &counts, error))
        return false;
    struct credential credential = seal_credential(&award, &counts, arena);
    credential.issuer = credential.learner = did;
    credential.issuer_name = credential.name = request->name;
    credential.evidence_sha256 = sha256;
    add_head(evidence, &credential);
    seal_hash(evidence, sha256);
    return seal_write(&credential, key, evidence, out_text, error);
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
