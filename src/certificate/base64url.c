/* Writes and reads base64url. */
#include "certificate/base64url.h"

#include <string.h>

#define ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

enum { BITS = 6 };

void base64url_append(struct buffer *out, const uint8_t *data, size_t size_bytes)
{
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < size_bytes; i++) {
        held = held << 8 | data[i];
        for (bits += 8; bits >= BITS; bits -= BITS)
            buffer_append_char(out, ALPHABET[held >> (bits - BITS) & 63]);
    }
    if (bits > 0)
        buffer_append_char(out, ALPHABET[held << (BITS - bits) & 63]);
}

bool base64url_read(const char *text, size_t length, struct buffer *out)
{
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] ? strchr(ALPHABET, text[i]) : NULL;
        if (!digit)
            return false;
        held = (held << BITS | (unsigned)(digit - ALPHABET)) & 0xffff;
        bits += BITS;
        if (bits < 8)
            continue;
        bits -= 8;
        buffer_append_char(out, (char)(held >> bits & 255));
    }
    return bits < BITS && (held & ((1U << bits) - 1)) == 0;
}
