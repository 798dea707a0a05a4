/*
 * did:web identifiers (W3C CCG, "did:web Method"): the address of the document that they name, and
 * the key in it.
 *
 *     did:web:school.example        https://school.example/.well-known/did.json
 *     did:web:school.example:gpu    https://school.example/gpu/did.json
 *
 * Only names of hosts are taken: no numbers of hosts (IP addresses), no ports, no escapes. What
 * fetches the document is elsewhere (app/certification/did_lookup.h).
 */
#ifndef CERTIFICATE_DID_WEB_H
#define CERTIFICATE_DID_WEB_H

#include "base/arena.h"
#include "base/json.h"
#include "certificate/es256.h"

/* Whether it says that it is one. */
bool did_web_is(const char *did);

/* The address of its document. RANGE: it cannot be looked up; the message says why. */
bool did_web_url(const char *did, struct arena *arena, const char **out_url, struct error *error);

/* The name of the key in documents that this program writes: "did:web:school.example#key-1". */
const char *did_web_key_name(const char *did, struct arena *arena);

/* The document for the identifier's address. The caller owns it. */
json_t *did_web_write(const char *did, const struct es256_key *key, struct error *error);

/*
 * The key for signatures that a document holds under the name `kid`, or its only one where `kid` is
 * NULL. RANGE: the document is another one's, or does not say which key. UNSUPPORTED: a key of
 * another kind.
 */
enum { DID_WEB_BYTES_MAX = 65536 };
struct es256_key *did_web_read(const char *text, size_t size_bytes, const char *did, const char *kid,
                               struct error *error);

#endif
