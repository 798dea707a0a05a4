/* base64url without padding (RFC 4648, section 5; RFC 7515, section 2). */
#ifndef CERTIFICATE_BASE64URL_H
#define CERTIFICATE_BASE64URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

void base64url_append(struct buffer *out, const uint8_t *data, size_t size_bytes);

/* Strict: no padding, no other character, and the bits that are left over are 0. */
bool base64url_read(const char *text, size_t length, struct buffer *out);

#endif
