/*
 * JSON Web Signatures in compact form: HEADER.PAYLOAD.SIGNATURE, each in base64url (RFC 7515).
 *
 * Only ES256 is written and read. A header's own keys and links (jwk, jku, x5u, x5c) are ignored:
 * the caller says whose key counts. It can compare the header's `kid` with the issuer. A header
 * with `crit` is refused, as the RFC asks.
 */
#ifndef CERTIFICATE_JWS_H
#define CERTIFICATE_JWS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/json.h"
#include "certificate/es256.h"

struct jws {
    json_t *header, *payload; /* objects; owned */
    const char *kid;          /* the name of the key in the header; NULL: it has none */
    const char *signed_text;
    size_t signed_bytes; /* HEADER.PAYLOAD */
    uint8_t signature[ES256_SIGNATURE_BYTES];
};

/* Appends the signed text. `kid` names the key in the header. */
bool jws_write(const json_t *payload, const char *kid, const struct es256_key *key, struct buffer *out,
               struct error *error);

/* Points into `text`. SYNTAX: it is none. UNSUPPORTED: another algorithm, or `crit`. */
bool jws_read(const char *text, struct jws *out_jws, struct error *error);
void jws_done(struct jws *jws);
DEFINE_CLEANUP_VALUE(jws_done, struct jws)

bool jws_is_signed_by(const struct jws *jws, const struct es256_key *key);

#endif
