/*
 * Looks up the key of a did:web issuer: one HTTPS request by curl, to the host of the name itself.
 *
 * It follows no redirect, takes ten seconds and 64 KiB at most, and keeps nothing.
 */
#ifndef APP_CERTIFICATION_DID_LOOKUP_H
#define APP_CERTIFICATION_DID_LOOKUP_H

#include "app/app.h"
#include "certificate/es256.h"

/* `kid`: as in the signed text's header; NULL: it names no key. */
struct es256_key *did_lookup(const struct app *app, const char *did, const char *kid, struct error *error);

#endif
