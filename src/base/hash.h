/*
 * Hashes. SHA-256 in lower-case hex serves stored values and comparison between machines. 64 bits
 * serve "did it change".
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"

enum { HASH_BYTES = 32, HASH_HEX_BYTES = 65 }; /* with the final NUL */

void hash_bytes(const void *data, size_t size_bytes, char out_hex[HASH_HEX_BYTES]);

/*
 * The first 8 bytes of SHA-256, big-endian. A faster function would let a hostile writer aim at a
 * collision.
 */
uint64_t hash_64(const void *data, size_t size_bytes);

/*
 * Spreads the words of a table over its places: low bits are as good as high ones. A hostile writer
 * can aim at a collision.
 */
uint64_t hash_word(const char *word, size_t length);

/* For content that comes in parts. */
struct hash;

struct hash *hash_new(void);
void hash_free(struct hash *hash);
DEFINE_CLEANUP(hash_free, struct hash *)

void hash_add(struct hash *hash, const void *data, size_t size_bytes);

/* Adds the length, then the bytes, so ("ab", "c") and ("a", "bc") differ. NULL differs from "". */
void hash_add_text(struct hash *hash, const char *text);
void hash_add_u64(struct hash *hash, uint64_t value); /* little-endian on every machine */

/* Ends the hash. Only hash_free can follow. */
void hash_finish(struct hash *hash, char out_hex[HASH_HEX_BYTES]);

#endif
