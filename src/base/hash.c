/* SHA-256 by OpenSSL, and FNV-1a for tables. */
#include "base/hash.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hash {
    EVP_MD_CTX *context;
};

/*
 * SHA-256 fails only without memory or with a broken OpenSSL. The program cannot continue in either
 * case.
 */
static void must(bool done)
{
    if (done)
        return;
    fputs("warpschool: SHA-256 is not available\n", stderr);
    abort();
}

struct hash *hash_new(void)
{
    struct hash *hash = calloc(1, sizeof *hash);
    must(hash && (hash->context = EVP_MD_CTX_new()) && EVP_DigestInit_ex(hash->context, EVP_sha256(), NULL) == 1);
    return hash;
}

void hash_free(struct hash *hash)
{
    if (!hash)
        return;
    EVP_MD_CTX_free(hash->context);
    free(hash);
}

void hash_add(struct hash *hash, const void *data, size_t size_bytes)
{
    if (size_bytes)
        must(EVP_DigestUpdate(hash->context, data, size_bytes) == 1);
}

void hash_add_u64(struct hash *hash, uint64_t value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    hash_add(hash, bytes, sizeof bytes);
}

void hash_add_text(struct hash *hash, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    hash_add_u64(hash, text ? length : UINT64_MAX);
    hash_add(hash, text, length);
}

static void to_hex(const unsigned char digest[HASH_BYTES], char out_hex[HASH_HEX_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < HASH_BYTES; i++) {
        out_hex[2 * i] = digits[digest[i] >> 4];
        out_hex[2 * i + 1] = digits[digest[i] & 15];
    }
    out_hex[2 * HASH_BYTES] = '\0';
}

void hash_finish(struct hash *hash, char out_hex[HASH_HEX_BYTES])
{
    unsigned char digest[HASH_BYTES];
    must(EVP_DigestFinal_ex(hash->context, digest, NULL) == 1);
    to_hex(digest, out_hex);
}

static void digest_of(const void *data, size_t size_bytes, unsigned char out_digest[HASH_BYTES])
{
    must(EVP_Digest(size_bytes ? data : "", size_bytes, out_digest, NULL, EVP_sha256(), NULL) == 1);
}

void hash_bytes(const void *data, size_t size_bytes, char out_hex[HASH_HEX_BYTES])
{
    unsigned char digest[HASH_BYTES];
    digest_of(data, size_bytes, digest);
    to_hex(digest, out_hex);
}

uint64_t hash_64(const void *data, size_t size_bytes)
{
    unsigned char digest[HASH_BYTES];
    digest_of(data, size_bytes, digest);
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value = value << 8 | digest[i];
    return value;
}

uint64_t hash_word(const char *word, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)word[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}
