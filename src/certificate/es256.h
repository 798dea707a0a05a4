/*
 * ES256: signatures on the curve P-256 with SHA-256 (RFC 7518, section 3.4), by OpenSSL.
 *
 * A point is a public key in compressed form: 2 or 3, then the 32 bytes of x (SEC 1, 2.3.3). A
 * signature is r and s, 32 bytes each.
 */
#ifndef CERTIFICATE_ES256_H
#define CERTIFICATE_ES256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/cleanup.h"
#include "base/error.h"

enum { ES256_POINT_BYTES = 33, ES256_SIGNATURE_BYTES = 64 };

struct es256_key;

struct es256_key *es256_key_new(struct error *error); /* a fresh pair */
void es256_key_free(struct es256_key *key);
DEFINE_CLEANUP(es256_key_free, struct es256_key *)

/* A public key. SYNTAX: it is no point of the curve. */
struct es256_key *es256_key_from_point(const uint8_t point[ES256_POINT_BYTES], struct error *error);
bool es256_key_point(const struct es256_key *key, uint8_t out_point[ES256_POINT_BYTES], struct error *error);

/* x and y of the point, as a JSON Web Key has them. SYNTAX: as above. */
enum { ES256_COORDINATE_BYTES = 32 };
struct es256_key *es256_key_from_coordinates(const uint8_t x[ES256_COORDINATE_BYTES],
                                             const uint8_t y[ES256_COORDINATE_BYTES], struct error *error);
bool es256_key_coordinates(const struct es256_key *key, uint8_t out_x[ES256_COORDINATE_BYTES],
                           uint8_t out_y[ES256_COORDINATE_BYTES], struct error *error);

/* A private key, or a public one, as PEM. SYNTAX: it is none, or of another curve. */
struct es256_key *es256_key_read(const char *pem, size_t size_bytes, struct error *error);
bool es256_key_write_private(const struct es256_key *key, struct buffer *out_pem, struct error *error);

/* UNSUPPORTED: the key is a public one. */
bool es256_sign(const struct es256_key *key, const void *data, size_t size_bytes,
                uint8_t out_signature[ES256_SIGNATURE_BYTES], struct error *error);
bool es256_is_signed_by(const struct es256_key *key, const void *data, size_t size_bytes,
                        const uint8_t signature[ES256_SIGNATURE_BYTES]);

#endif
