/* The templates of findings' sentences (finding_texts.def), for base/told.h. */
#ifndef VGPU_FINDING_TEXTS_H
#define VGPU_FINDING_TEXTS_H

#include "base/told.h"

enum vgpu_text {
#define TEXT(id, template) VGPU_TEXT_##id,
#define TEXT_COUNT(id, one, several) VGPU_TEXT_##id,
#include "vgpu/finding_texts.def"
#undef TEXT
#undef TEXT_COUNT
    VGPU_TEXT_KINDS
};

/* The English template; of two forms, those are separated by TOLD_OR. */
const char *vgpu_finding_text(enum vgpu_text text);

/* told_print with a row of the table. */
#define VGPU_TELL(out, capacity, id, ...) told_print(out, capacity, vgpu_finding_text(VGPU_TEXT_##id), __VA_ARGS__)

/* A sentence of the table without fields. */
#define VGPU_TELL_PLAIN(out, capacity, id) told_print(out, capacity, vgpu_finding_text(VGPU_TEXT_##id), "%s", "")

enum { VGPU_TOLD_BYTES = 1200 }; /* room for most sentences of one finding */

#endif
