/*
 * Credentials: what a badge or certificate says. The form is that of Open Badges 3.0 by 1EdTech,
 * in its variant VC-JWT. The payload of a signed text is the credential itself, with the claims
 * iss, jti, sub and nbf.
 *
 * The evidence itself, with its kernels, stands in the file beside the signed text. The credential
 * holds its hash.
 */
#ifndef CERTIFICATE_CREDENTIAL_H
#define CERTIFICATE_CREDENTIAL_H

#include <stdint.h>

#include "base/arena.h"
#include "base/json.h"

/* Texts are borrowed. */
struct credential {
    const char *id;                   /* "urn:uuid:..." */
    const char *issuer, *issuer_name; /* a did */
    const char *learner;              /* a did; the issuer's where a learner signs for himself */
    const char *name;                 /* of the learner */
    const char *award;                /* award.h: "foundation", "week-1" */
    const char *title, *claim;
    const char *criteria;
    bool is_certificate; /* else a badge */
    const char *issued_at;
    const char *evidence_sha256, *evidence_words;
};

/* "urn:uuid:" and a random UUID. */
const char *credential_new_id(struct arena *arena);

/* The caller owns it. */
json_t *credential_to_json(const struct credential *credential);

/*
 * Reads a payload and holds its parts against each other. `now_ns` is the time of the wall clock.
 * SYNTAX: it is no such credential. RANGE: it contradicts itself, or its time is not now.
 */
bool credential_from_json(const json_t *payload, int64_t now_ns, struct credential *out_credential,
                          struct error *error);

#endif
