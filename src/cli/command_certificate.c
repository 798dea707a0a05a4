/* `certificate`: shows, issues and checks badges and certificates. */
#include <stdlib.h>
#include <string.h>

#include "app/certificate_file.h"
#include "app/overview.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/jobs.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/session.h"

enum { KEY_BYTES_MAX = 16384 };

static const char *option(const struct session *session, const char *name)
{
    return invocation_option(session->invocation, name);
}

/* --- status ----------------------------------------------------------------------------------- */

static void print_gap(const struct session *session, const struct earned_gap *gap, const char *lead)
{
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    buffer_append_text(&line, lead);
    certificate_gap_state(session->app, gap, &line);
    buffer_printf(&line, "%s`%s`", text_gap_after(buffer_text(&line)),
                  certificate_gap_command(session->app, gap, session->invocation->arena));
    output_line("%s", buffer_text(&line));
}

/* `is_whole`: with all that each requirement lacks. */
static void print_state(const struct session *session, const struct certificate_state *state, bool is_whole)
{
    size_t missing = 0;
    output_line(_("%s (%s): %zu of %zu requirements met"), _(certificate_name(state->certificate)),
                certificate_award_name(state->certificate), state->met_count, state->needed_count);
    for (size_t i = 0; i < state->requirement_count; i++) {
        const struct certificate_requirement *requirement = &state->requirements[i];
        bool is_missing = !requirement->offered && !requirement->is_shown_only;
        missing += is_missing;
        if (!is_missing)
            output_requirement(requirement->met ? "  [x] " : "  [ ] ", requirement);
        for (size_t k = 0; is_whole && !requirement->is_shown_only && k < requirement->gap_count; k++)
            print_gap(session, requirement->gaps[k], "        ");
    }
    if (missing)
        output_line(_("  %zu of its requirements are not in this course yet"), missing);
    if (state->met_count == state->needed_count)
        output_line(_("  earned: `warpschool certificate issue %s --name NAME` writes it"),
                    certificate_award_name(state->certificate));
}

/* One award, with all that it lacks. */
static bool show_award(const struct session *session, const struct overview *overview, const char *name,
                       struct error *error)
{
    struct earned earned;
    struct award award;
    struct arena *arena = session->invocation->arena;
    if (!earned_read(session->app->curriculum, session->app->store, arena, &earned, error) ||
        !award_find(&earned, name, arena, &award, error))
        return false;
    int certificate = 0;
    while (certificate < CERTIFICATE_COUNT && strcmp(certificate_award_name((enum certificate)certificate), name) != 0)
        certificate++;
    if (certificate < CERTIFICATE_COUNT)
        print_state(session, &overview->certificates[certificate], true);
    else
        output_line("%s (%s): %s", award.local.title, award.name, award.earned ? award.local.criteria : award.missing);
    for (size_t i = 0; certificate == CERTIFICATE_COUNT && i < award.gap_count; i++)
        print_gap(session, award.gaps[i], "  ");
    if (award.earned && certificate == CERTIFICATE_COUNT)
        output_line(_("  earned: `warpschool certificate issue %s --name NAME` writes it"), name);
    return true;
}

/* What comes next for the first certificate that is open. */
static void print_next(const struct session *session, const struct overview *overview)
{
    for (int i = 0; i < CERTIFICATE_COUNT; i++) {
        const struct certificate_state *state = &overview->certificates[i];
        for (size_t k = 0; k < state->requirement_count; k++) {
            const struct certificate_requirement *requirement = &state->requirements[k];
            if (requirement->gap_count == 0 || requirement->is_shown_only)
                continue;
            print_gap(session, requirement->gaps[0], _("next: "));
            output_line(_("      `warpschool certificate status %s` names all that is missing"),
                        certificate_award_name(state->certificate));
            return;
        }
    }
}

static bool verb_status(struct session *session, struct error *error)
{
    struct overview overview;
    if (!overview_make(session->app, session->invocation->arena, &overview, error))
        return false;
    const char *name = invocation_argument(session->invocation, 1);
    if (name)
        return show_award(session, &overview, name, error);
    for (int i = 0; i < CERTIFICATE_COUNT; i++)
        print_state(session, &overview.certificates[i], false);
    for (size_t i = 0; i < overview.badges.count; i++) {
        const struct badge *badge = &overview.badges.items[i];
        if (badge->earned)
            output_line(_("earned: %s badge, %s"), _(badge_name(badge->kind)), badge->title);
    }
    print_next(session, &overview);
    output_line(_("`warpschool certificate issue AWARD --name NAME` writes one that others can check"));
    return true;
}

/* --- issue ------------------------------------------------------------------------------------ */

static bool write_picture(const struct session *session, const struct certificate_file *file, struct error *error)
{
    CLEANUP(buffer_done) struct buffer svg = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer png = BUFFER_INIT;
    const char *svg_path = option(session, "svg"), *png_path = option(session, "png");
    certificate_picture(file, &svg);
    if (svg_path && !output_file(svg_path, &svg, error))
        return false;
    return !png_path ||
           (certificate_picture_png(session->app, file, &png, error) && output_file(png_path, &png, error));
}

static bool verb_issue(struct session *session, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const char *award = invocation_argument(session->invocation, 1), *name = option(session, "name");
    if (!award || !name)
        return error_set(error, ERROR_SYNTAX, "usage: warpschool certificate issue AWARD --name NAME");
    const char *path = option(session, "out");
    path = path ? path : arena_printf(session->invocation->arena, "%s.json", award);
    int64_t began_ns;
    struct certificate_request request = {.award = award, .name = name, .progress = output_issuing(&began_ns)};
    bool issued = certificate_issue(session->app, &request, &text, error);
    output_issued();
    if (!issued || !output_file(path, &text, error))
        return false;
    CLEANUP(certificate_file_done) struct certificate_file file = {0};
    return certificate_open(path, NULL, &file, error) && write_picture(session, &file, error);
}

/* --- show and verify -------------------------------------------------------------------------- */

/* NULL on failure. A file that cannot be read names itself in the error. */
static struct es256_key *read_key(const char *path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer pem = BUFFER_INIT;
    if (!file_read(path, KEY_BYTES_MAX, &pem, error))
        return NULL;
    struct es256_key *key = es256_key_read(buffer_text(&pem), pem.size_bytes, error);
    if (!key)
        error_add_context(error, "%s", path);
    return key;
}

static bool open_file(const struct session *session, struct certificate_file *out_file, struct error *error)
{
    CLEANUP(es256_key_free) struct es256_key *key = NULL;
    const char *path = invocation_argument(session->invocation, 1), *key_path = option(session, "key");
    bool is_online = invocation_has(session->invocation, "online");
    if (!path)
        return error_set(error, ERROR_SYNTAX, "usage: warpschool certificate show|verify|sign FILE");
    if (key_path && is_online)
        return error_set(error, ERROR_SYNTAX, "either --key or --online");
    if (key_path && !(key = read_key(key_path, error)))
        return false;
    struct certificate_keys keys = {.named = key, .online = is_online ? session->app : NULL};
    return certificate_open(path, &keys, out_file, error);
}

/* What comes from the file may hold anything. */
static void print_field(const char *label, const char *text)
{
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    text_append_padded(&line, label, 12, TEXT_LEFT);
    text_sanitise_line(&line, text, strlen(text));
    buffer_append_char(&line, '\n');
    output_print(&line);
}

static const char *words_of_signer(const struct certificate_file *file)
{
    if (file->self_issued)
        return _("self-issued: its holder signed it; the proof is that its kernels pass again");
    if (file->is_looked_up)
        return _("signed with the key that is at its issuer's web address now:");
    return file->is_key_given
               ? _("signed with the key that you named:")
               : _("signed with its own key, which anyone can make under any name; give the issuer's key with --key");
}

/* `award`: as the reader's course has it. NULL: what the file says. */
static void print_file(const struct session *session, const struct certificate_file *file, const struct award *award)
{
    const struct credential *credential = &file->credential;
    struct award_texts texts = {
        .title = credential->title, .claim = credential->claim, .criteria = credential->criteria};
    if (award)
        texts = award->local;
    output_line("%s", words_of_signer(file));
    print_field(_("award"), texts.title);
    print_field(_("holder"), credential->name);
    print_field(_("claim"), texts.claim);
    print_field(_("needs"), texts.criteria);
    print_field(_("evidence"), certificate_evidence_words(file, session->invocation->arena));
    print_field(_("issuer"), credential->issuer_name);
    print_field(_("key"), credential->issuer);
    print_field(_("issued"), credential->issued_at);
    output_line(_("signature, hashes and dates agree"));
}

/* Only the school's own key bears out that an assessment came from the school's pack. */
static bool is_self_administered(const struct certificate_file *file, const json_t *assessment)
{
    return !(file->is_key_given || file->is_looked_up) ||
           json_is_true(json_object_get(assessment, "self_administered"));
}

/* No machine can judge again how somebody answered, and in which time. */
static void print_assessments(const struct certificate_file *file)
{
    size_t i;
    json_t *assessment;
    const json_t *assessments = json_object_get(file->evidence, "assessments");
    json_array_foreach(assessments, i, assessment)
    {
        const char *level = json_string_value(json_object_get(assessment, "level"));
        bool is_own = is_self_administered(file, assessment);
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        buffer_printf(&text, _("%s, %lld of %lld points, %s"), level ? _(level) : "?",
                      (long long)json_integer_value(json_object_get(assessment, "points")),
                      (long long)json_integer_value(json_object_get(assessment, "points_total")),
                      is_own ? _("self-administered") : _("from a pack"));
        print_field(_("assessment"), buffer_text(&text));
    }
    if (json_array_size(assessments) > 0)
        print_field("", _("its kernels are judged again; for its questions, points and time there is "
                          "only the word of the signer"));
}

/* The reader's course has a translation of the file's words, if its award has the same words. */
static bool has_same_words(const struct credential *credential, const struct award *award)
{
    return strcmp(credential->title, award->english.title) == 0 &&
           strcmp(credential->claim, award->english.claim) == 0 &&
           strcmp(credential->criteria, award->english.criteria) == 0;
}

static bool verb_show(struct session *session, struct error *error)
{
    CLEANUP(certificate_file_done) struct certificate_file file = {0};
    struct award award;
    if (!open_file(session, &file, error))
        return false;
    bool is_known = certificate_award(session->app, &file, session->invocation->arena, &award, NULL) &&
                    has_same_words(&file.credential, &award);
    print_file(session, &file, is_known ? &award : NULL);
    print_assessments(&file);
    return write_picture(session, &file, error);
}

/* A terminal can show it too. */
static json_t *clean_json(const struct session *session, const char *text)
{
    return json_from_text(text_sanitised(session->invocation->arena, text));
}

/* Claims on their way: a line for each, or an entry of `results` where there is one. */
struct claim_printer {
    const struct session *session;
    json_t *results;
};

static void show_claim(void *context, const struct claim_result *result, size_t done, size_t total)
{
    const struct claim_printer *printer = context;
    const struct session *session = printer->session;
    const char *words = claim_outcome_words(result->outcome);
    if (printer->results) {
        json_array_append_new(printer->results,
                              json_pack("{s:o, s:s, s:b, s:o}", "exercise", clean_json(session, result->exercise),
                                        "outcome", words, "in_full", result->in_full, "why",
                                        clean_json(session, result->why)));
        return;
    }
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    buffer_printf(&line, "%3zu/%zu  ", done, total);
    text_append_padded(&line, _(words), 22, TEXT_LEFT);
    text_sanitise_line(&line, result->exercise, strlen(result->exercise));
    buffer_append_text(&line, result->in_full ? _(", every block") : "");
    if (*result->why) {
        buffer_append_text(&line, _(": "));
        text_sanitise_line(&line, result->why, strlen(result->why));
    }
    buffer_append_char(&line, '\n');
    output_print(&line);
    fflush(stdout);
}

static json_t *assessments_json(const struct session *session, const struct certificate_file *file)
{
    json_t *list = json_array();
    size_t i;
    json_t *assessment;
    json_array_foreach(json_object_get(file->evidence, "assessments"), i, assessment)
    {
        const char *level = json_string_value(json_object_get(assessment, "level"));
        json_array_append_new(list,
                              json_pack("{s:o, s:O, s:O, s:b, s:b}", "level", clean_json(session, level ? level : ""),
                                        "points", json_object_get(assessment, "points"), "points_total",
                                        json_object_get(assessment, "points_total"), "self_administered",
                                        is_self_administered(file, assessment), "judged_again", 0));
    }
    return list;
}

static void print_json(const struct claim_printer *printer, const struct certificate_file *file, bool confirmed)
{
    CLEANUP(json_decref)
    json_t *json = json_pack("{s:o, s:o, s:o, s:b, s:b, s:b, s:b, s:o, s:O}", "award",
                             clean_json(printer->session, file->credential.award), "name",
                             clean_json(printer->session, file->credential.name), "issuer",
                             clean_json(printer->session, file->credential.issuer), "self_issued", file->self_issued,
                             "key_given", file->is_key_given, "looked_up", file->is_looked_up, "confirmed", confirmed,
                             "assessments", assessments_json(printer->session, file), "claims", printer->results);
    output_json(json);
}

static bool read_check(struct claim_printer *printer, struct certificate_check *out_check, struct error *error)
{
    const struct invocation *invocation = printer->session->invocation;
    uint64_t jobs, seed;
    if (!invocation_number(invocation, "jobs", (struct option_range){1, JOBS_MAX, 0}, &jobs, error) ||
        !invocation_number(invocation, "seed", (struct option_range){1, UINT64_MAX, 0}, &seed, error))
        return false;
    *out_check = (struct certificate_check){.all = invocation_has(invocation, "all"),
                                            .programs = invocation_has(invocation, "run-native"),
                                            .jobs = (int)jobs,
                                            .seed = seed,
                                            .result = show_claim,
                                            .context = printer};
    return true;
}

/* Judges the claims again, and prints the outcome. With `results`, as JSON. */
static bool judge(struct session *session, const struct certificate_file *file, json_t *results, bool *out_confirmed,
                  struct error *error)
{
    struct certificate_check check;
    struct claim_printer printer = {.session = session, .results = results};
    if (!read_check(&printer, &check, error) || !certificate_check(session->app, file, &check, error))
        return false;
    size_t judged = check.counts[CLAIM_CONFIRMED], others = 0;
    for (int i = CLAIM_CONFIRMED + 1; i < CLAIM_OUTCOME_COUNT; i++)
        others += check.counts[i];
    *out_confirmed = judged > 0 && others == 0; /* questions alone prove nothing */
    session->status = *out_confirmed ? EXIT_PASSED : EXIT_NOT_PASSED;
    if (results)
        print_json(&printer, file, *out_confirmed);
    else if (judged + others == 0)
        output_line(_("it holds no kernel to judge again: it rests on the word of its holder"));
    else
        output_line(_("%zu confirmed, %zu not confirmed, %zu by other rules, %zu cannot be judged here"), judged,
                    check.counts[CLAIM_NOT_CONFIRMED], check.counts[CLAIM_OTHER_RULES], check.counts[CLAIM_NOT_HERE]);
    return true;
}

static bool verb_verify(struct session *session, struct error *error)
{
    CLEANUP(certificate_file_done) struct certificate_file file = {0};
    CLEANUP(json_decref) json_t *results = invocation_has(session->invocation, "json") ? json_array() : NULL;
    struct award award;
    bool confirmed;
    if (!open_file(session, &file, error) ||
        !certificate_award(session->app, &file, session->invocation->arena, &award, error))
        return false;
    if (!results) {
        print_file(session, &file, &award);
        print_assessments(&file);
    }
    return judge(session, &file, results, &confirmed, error);
}

/* --- sign for others -------------------------------------------------------------------------- */

static bool read_signer(const struct session *session, struct es256_key **out_key,
                        struct certificate_signer *out_signer, struct error *error)
{
    const char *path = option(session, "key"), *did = option(session, "as"), *name = option(session, "name");
    if (!path || !did)
        return error_set(error, ERROR_SYNTAX, "it needs --as did:web:ADDRESS and --key FILE, your private key");
    if (!(*out_key = read_key(path, error)))
        return false;
    *out_signer = (struct certificate_signer){.did = did, .name = name ? name : did, .key = *out_key};
    return true;
}

static bool verb_sign(struct session *session, struct error *error)
{
    CLEANUP(certificate_file_done) struct certificate_file file = {0};
    CLEANUP(es256_key_free) struct es256_key *key = NULL;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct certificate_signer signer;
    bool confirmed;
    const char *path = invocation_argument(session->invocation, 1), *out = option(session, "out");
    if (!path || !out)
        return error_set(error, ERROR_SYNTAX, "usage: warpschool certificate sign FILE --as DID --key FILE --out FILE");
    if (!read_signer(session, &key, &signer, error) || !certificate_open(path, NULL, &file, error) ||
        !judge(session, &file, NULL, &confirmed, error))
        return false;
    if (!confirmed)
        return error_set(error, ERROR_RANGE, "%s is not signed: it was not confirmed", path);
    return certificate_sign(session->app, &file, &signer, &text, error) && output_file(out, &text, error);
}

static bool verb_did(struct session *session, struct error *error)
{
    CLEANUP(es256_key_free) struct es256_key *key = NULL;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct certificate_signer signer;
    if (!read_signer(session, &key, &signer, error) || !certificate_did_document(&signer, &text, error))
        return false;
    output_print(&text);
    return true;
}

static const struct verb {
    const char *name;
    bool (*run)(struct session *session, struct error *error);
} verbs[] = {{"status", verb_status}, {"issue", verb_issue}, {"show", verb_show},
             {"verify", verb_verify}, {"sign", verb_sign},   {"did", verb_did}};

bool command_certificate(struct session *session, struct error *error)
{
    const struct verb *verb =
        session_verb(session, "status", verbs, sizeof *verbs, sizeof verbs / sizeof *verbs, error);
    return verb && verb->run(session, error);
}
