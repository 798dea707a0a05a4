/*
 * Certificate files: made from the learner's record, opened, and judged again.
 *
 * A file is JSON: the credential as signed text (certificate/credential.h) and its evidence. Each
 * claim of the evidence is one attempt with its kernel, seed, verdict, versions and hashes. The
 * credential holds the hash of the evidence. So the signature covers both.
 *
 * Whoever signs his own certificate proves only that nothing was changed. The proof is that the
 * kernels pass again, by the course and the program of the reader. Nothing of the file but the
 * kernels' source is run.
 */
#ifndef APP_CERTIFICATE_FILE_H
#define APP_CERTIFICATE_FILE_H

#include "app/app.h"
#include "base/buffer.h"
#include "certificate/award.h"
#include "certificate/credential.h"
#include "certificate/jws.h"

/*
 * Passes of which only a sample was compared are judged in full before a certificate is issued,
 * several at a time. The record keeps each, so that an interrupted issue continues there.
 */
struct certificate_progress {
    /* Called once before them and after each, by one thread at a time. Can be NULL. */
    void (*report)(void *context, size_t done, size_t total);
    void *context;
};

struct certificate_request {
    const char *award; /* certificate/award.h */
    const char *name;  /* of the learner, as it shall stand there */
    struct certificate_progress progress;
};

/*
 * Appends the file's text. RANGE: the award is not earned yet, or a pass does not hold in full; the
 * message says which.
 */
bool certificate_issue(struct app *app, const struct certificate_request *request, struct buffer *out_text,
                       struct error *error);

struct certificate_file;

/* Who signs for others: a school. */
struct certificate_signer {
    const char *did;  /* "did:web:example.org" */
    const char *name; /* as it shall stand there */
    const struct es256_key *key;
};

/*
 * Appends the file's text with the same award, learner and evidence, under the signer's name. The
 * caller has judged it again. The award's texts are those of the signer's course, and of the
 * evidence only known members are kept. RANGE: the did or a name cannot stand there, or the learner
 * did not sign the file.
 */
bool certificate_sign(const struct app *app, const struct certificate_file *file,
                      const struct certificate_signer *signer, struct buffer *out_text, struct error *error);

/* Appends the document that stands at the signer's web address (W3C CCG, "did:web Method"). */
bool certificate_did_document(const struct certificate_signer *signer, struct buffer *out_text, struct error *error);

struct certificate_file {
    json_t *root; /* owned */
    const json_t *evidence;
    const char *signed_text;
    struct jws jws;
    struct credential credential;
    bool self_issued;  /* the learner's own key signed it */
    bool is_key_given; /* the reader named the key. Without it or the next, anybody can have made it */
    bool is_looked_up; /* the key is that of the issuer's web address, now */
};

/* Where the issuer's key comes from. Nothing set, or NULL in its place: from a did:key alone. */
struct certificate_keys {
    const struct es256_key *named; /* the issuer must have signed with it */
    const struct app *online;      /* a did:web issuer is looked up on the web */
};

/* Reads a file's text and checks its signature, its hashes and its dates. Judges nothing. */
bool certificate_read(const char *text, size_t size_bytes, const struct certificate_keys *keys,
                      struct certificate_file *out_file, struct error *error);
bool certificate_open(const char *path, const struct certificate_keys *keys, struct certificate_file *out_file,
                      struct error *error);
void certificate_file_done(struct certificate_file *file);
DEFINE_CLEANUP_VALUE(certificate_file_done, struct certificate_file)

/*
 * The evidence in a sentence, in the reader's language. If the signed words are others than those
 * of this program, as they were signed.
 */
const char *certificate_evidence_words(const struct certificate_file *file, struct arena *arena);

/* The baked picture of it. */
void certificate_picture(const struct certificate_file *file, struct buffer *out_svg);
bool certificate_picture_png(const struct app *app, const struct certificate_file *file, struct buffer *out_png,
                             struct error *error);

enum claim_outcome {
    CLAIM_CONFIRMED,
    CLAIM_NOT_CONFIRMED,
    CLAIM_OTHER_RULES, /* the course here is another one */
    CLAIM_NOT_HERE,    /* it cannot be judged again on this machine */
    CLAIM_OUTCOME_COUNT
};
const char *claim_outcome_words(enum claim_outcome outcome);

struct claim_result {
    const char *exercise;
    enum claim_outcome outcome;
    bool in_full;    /* every block ran at the timed size */
    const char *why; /* "": there is nothing to say */
};

enum { CERTIFICATE_FULL_DRAWN = 8 };

struct certificate_check {
    bool all;      /* every claim in full; else as many as CERTIFICATE_FULL_DRAWN, drawn anew */
    bool programs; /* whole programs of the file are run, too, and not only kernels */
    int jobs;      /* 0: by processors and memory */
    uint64_t seed; /* of the inputs and the draw; 0: random */
    /* Called by one thread at a time, not always the caller's. The texts live during the call. */
    void (*result)(void *context, const struct claim_result *result, size_t done, size_t total);
    void *context;
    size_t counts[CLAIM_OUTCOME_COUNT]; /* filled */
};

/*
 * The award as the reader's course defines it. The texts of the file can say anything. NOT_FOUND:
 * the course has no such award. RANGE: it does not have all lessons that the award needs.
 */
bool certificate_award(const struct app *app, const struct certificate_file *file, struct arena *arena,
                       struct award *out_award, struct error *error);

/*
 * Judges the claims again. Those that the award does not count, or that come twice, are not judged
 * and go to CLAIM_OTHER_RULES. False: a grader could not be used.
 */
bool certificate_check(const struct app *app, const struct certificate_file *file, struct certificate_check *check,
                       struct error *error);

/* --- what an award still lacks -------------------------------------------------------------- */

/* A sentence in the learner's language: "w01-roofline: 3 of 6 questions are right." */
void certificate_gap_state(struct app *app, const struct earned_gap *gap, struct buffer *out);

/* The command that continues there: "warpschool shell w01-roofline". Lives in `arena`. */
const char *certificate_gap_command(struct app *app, const struct earned_gap *gap, struct arena *arena);

#endif
