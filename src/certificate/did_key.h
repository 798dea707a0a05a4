/*
 * did:key identifiers of P-256 keys: "did:key:zDn..." (W3C CCG, "The did:key Method").
 *
 * The identifier holds the key itself, so nothing has to be looked up. "z" says base58, in the
 * alphabet of Bitcoin. What follows are the bytes 0x80 0x24 for P-256, and the compressed point.
 */
#ifndef CERTIFICATE_DID_KEY_H
#define CERTIFICATE_DID_KEY_H

#include <stdbool.h>

#include "certificate/es256.h"

enum { DID_KEY_BYTES = 80 }; /* with the final NUL */

bool did_key_format(const struct es256_key *key, char out_did[DID_KEY_BYTES], struct error *error);

/* SYNTAX: it is none. UNSUPPORTED: it holds a key of another kind. */
struct es256_key *did_key_parse(const char *did, struct error *error);

#endif
