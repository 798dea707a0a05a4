/*
 * A PNG that carries a credential's signed text ("baked", Open Badges 3.0, section 5.3). The text
 * is a chunk of its own, iTXt with the keyword openbadgecredential, and not compressed.
 */
#ifndef CERTIFICATE_BADGE_PNG_H
#define CERTIFICATE_BADGE_PNG_H

#include "base/buffer.h"
#include "base/error.h"

/* Appends the picture with the text. SYNTAX: it is no PNG. */
bool badge_png_bake(const struct buffer *png, const char *jws, struct buffer *out, struct error *error);

#endif
