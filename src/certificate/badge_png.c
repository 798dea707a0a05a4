/* Puts a signed text into a PNG. */
#include "certificate/badge_png.h"

#include <stdint.h>
#include <string.h>

#define SIGNATURE "\x89PNG\r\n\x1a\n"
#define KEYWORD "openbadgecredential"

/* A chunk: its length, its type, its data and a checksum (PNG, third edition, section 5.3). */
enum { SIGNATURE_BYTES = 8, NUMBER_BYTES = 4, TYPE_BYTES = 4, HEADER_BYTES = 13 };
enum { FRAME_BYTES = 2 * NUMBER_BYTES + TYPE_BYTES, HEAD_BYTES = SIGNATURE_BYTES + FRAME_BYTES + HEADER_BYTES };

/* After the keyword: not compressed, no language, no translated keyword. */
static const char text_head[] = KEYWORD "\0\0\0\0";

enum { TEXT_HEAD_BYTES = sizeof text_head }; /* with the NUL that ends the translated keyword */

static void append_number(struct buffer *out, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buffer_append_char(out, (char)(number >> shift & 255));
}

/* CRC-32 of type and data (annex D). */
static uint32_t checksum(const void *data, size_t size_bytes)
{
    uint32_t rest = UINT32_MAX;
    for (size_t i = 0; i < size_bytes; i++) {
        rest ^= ((const uint8_t *)data)[i];
        for (int bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ (rest & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~rest;
}

static bool is_png(const void *png, size_t size_bytes)
{
    static const char head[] = SIGNATURE "\0\0\0\rIHDR";
    return size_bytes >= HEAD_BYTES && memcmp(png, head, sizeof head - 1) == 0;
}

bool badge_png_bake(const struct buffer *png, const char *jws, struct buffer *out, struct error *error)
{
    CLEANUP(buffer_done) struct buffer chunk = BUFFER_INIT;
    if (!is_png(png->data, png->size_bytes))
        return error_set(error, ERROR_SYNTAX, "the picture is no PNG");
    buffer_append(&chunk, "iTXt", TYPE_BYTES);
    buffer_append(&chunk, text_head, TEXT_HEAD_BYTES);
    buffer_append_text(&chunk, jws);
    buffer_append(out, png->data, HEAD_BYTES);
    append_number(out, (uint32_t)(chunk.size_bytes - TYPE_BYTES));
    buffer_append(out, chunk.data, chunk.size_bytes);
    append_number(out, checksum(chunk.data, chunk.size_bytes));
    buffer_append(out, png->data + HEAD_BYTES, png->size_bytes - HEAD_BYTES);
    return true;
}
