/*
 * The picture of a credential: an SVG that carries the signed text ("baked", Open Badges 3.0,
 * section 5.3). Good at 128 pixels and on paper, without script, font files or links.
 */
#ifndef CERTIFICATE_BADGE_SVG_H
#define CERTIFICATE_BADGE_SVG_H

#include "base/buffer.h"
#include "certificate/credential.h"

/* `jws`: the signed text. */
void badge_svg_draw(const struct credential *credential, const char *jws, struct buffer *out);

#endif
