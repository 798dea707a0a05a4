/* Writes and reads did:key identifiers. */
#include "certificate/did_key.h"

#include <string.h>

#define PREFIX "did:key:z"
#define ALPHABET "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

enum { BASE = 58, KIND_BYTES = 2, CONTENT_BYTES = KIND_BYTES + ES256_POINT_BYTES, DIGITS_MAX = 64 };

static const uint8_t p256_kind[KIND_BYTES] = {0x80, 0x24}; /* multicodec 0x1200 as a varint */

bool did_key_format(const struct es256_key *key, char out_did[DID_KEY_BYTES], struct error *error)
{
    uint8_t content[CONTENT_BYTES];
    memcpy(content, p256_kind, KIND_BYTES);
    if (!es256_key_point(key, content + KIND_BYTES, error))
        return false;
    uint8_t digits[DIGITS_MAX] = {0}; /* least significant first */
    size_t count = 0;
    for (size_t i = 0; i < CONTENT_BYTES; i++) {
        unsigned carry = content[i];
        for (size_t d = 0; d < count || carry; d++) {
            carry += 256U * digits[d];
            digits[d] = (uint8_t)(carry % BASE);
            carry /= BASE;
            count = d + 1 > count ? d + 1 : count;
        }
    }
    size_t at = strlen(PREFIX);
    memcpy(out_did, PREFIX, at);
    while (count > 0)
        out_did[at++] = ALPHABET[digits[--count]];
    out_did[at] = '\0';
    return true;
}

/* Exactly CONTENT_BYTES bytes. A leading "1" would be a zero byte, which no P-256 key has. */
static bool decode(const char *text, uint8_t out_content[CONTENT_BYTES])
{
    uint8_t bytes[CONTENT_BYTES] = {0}; /* most significant first */
    for (const char *c = text; *c; c++) {
        const char *digit = strchr(ALPHABET, *c);
        if (!digit)
            return false;
        unsigned carry = (unsigned)(digit - ALPHABET);
        for (size_t i = CONTENT_BYTES; i-- > 0;) {
            carry += (unsigned)BASE * bytes[i];
            bytes[i] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry)
            return false;
    }
    memcpy(out_content, bytes, CONTENT_BYTES);
    return *text && *text != '1';
}

struct es256_key *did_key_parse(const char *did, struct error *error)
{
    uint8_t content[CONTENT_BYTES];
    size_t prefix = strlen(PREFIX);
    if (strncmp(did, PREFIX, prefix) != 0) {
        error_set(error, ERROR_SYNTAX, "the identifier is no did:key");
        return NULL;
    }
    if (strnlen(did, DID_KEY_BYTES) == DID_KEY_BYTES || !decode(did + prefix, content) ||
        memcmp(content, p256_kind, KIND_BYTES) != 0) {
        error_set(error, ERROR_UNSUPPORTED, "the did:key holds no P-256 key");
        return NULL;
    }
    return es256_key_from_point(content + KIND_BYTES, error);
}
