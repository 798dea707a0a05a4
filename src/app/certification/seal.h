/* The signed part of a certificate file: its texts, its hash and its signature. */
#ifndef APP_CERTIFICATION_SEAL_H
#define APP_CERTIFICATION_SEAL_H

#include "app/certification/evidence.h"
#include "base/hash.h"

/* Of a file. A reader parses all of it before the signature is checked. */
enum { SEAL_BYTES_MAX = 16 << 20 };

/* Whether it can stand there as the name of somebody: short, and as it is printed. */
bool seal_check_name(const char *name, struct error *error);

/*
 * A new credential of now with the texts of the award. Lives in `arena`. The caller adds the
 * issuer, the learner and the hash of the evidence.
 */
struct credential seal_credential(const struct award *award, const struct evidence_counts *counts, struct arena *arena);

void seal_hash(const json_t *evidence, char out_hex[HASH_HEX_BYTES]);

/* Appends the file. */
bool seal_write(const struct credential *credential, const struct es256_key *key, json_t *evidence,
                struct buffer *out_text, struct error *error);

#endif
