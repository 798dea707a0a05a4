/* Kinds of findings: the table findings.def. */
#include "vgpu/finding.h"
#include "vgpu/finding_texts.h"

#include <string.h>

static const struct vgpu_finding_description descriptions[VGPU_FINDING_KIND_COUNT] = {
#define FINDING(id, name, check, severity, text) \
    [VGPU_FINDING_##id] = {name, VGPU_CHECK_##check, VGPU_SEVERITY_##severity, text},
#include "vgpu/findings.def"
};

const struct vgpu_finding_description *vgpu_finding_describe(enum vgpu_finding_kind kind)
{
    return &descriptions[kind];
}

bool vgpu_finding_find(const char *name, enum vgpu_finding_kind *out_kind)
{
    for (int i = 0; i < VGPU_FINDING_KIND_COUNT; i++) {
        if (strcmp(descriptions[i].name, name) == 0) {
            *out_kind = (enum vgpu_finding_kind)i;
            return true;
        }
    }
    return false;
}

bool vgpu_finding_is_of_order(enum vgpu_finding_kind kind)
{
    return kind >= VGPU_FINDING_ORDER_LOST_UPDATE && kind <= VGPU_FINDING_ORDER_ENDLESS_WAIT;
}

const char *vgpu_finding_text(enum vgpu_text text)
{
    static const char *const texts[VGPU_TEXT_KINDS] = {
#define TEXT(id, template) template,
#define TEXT_COUNT(id, one, several) one TOLD_OR several,
#include "vgpu/finding_texts.def"
#undef TEXT
#undef TEXT_COUNT
    };
    return texts[text];
}

const char *vgpu_access_name(enum vgpu_access access)
{
    static const char *const names[] = {"", "read", "write", "atomic"};
    return names[access];
}

const char *vgpu_finding_space_name(enum vgpu_finding_space space)
{
    static const char *const names[] = {"", "global", "shared", "local", "constant", "parameter", "register"};
    return names[space];
}

/*
 * Wild pointers have offsets at both ends of the range: all sums are of unsigned numbers, which
 * wrap.
 */
uint64_t vgpu_finding_bytes_past(const struct vgpu_finding *finding)
{
    if (finding->offset_bytes < -(int64_t)finding->size_bytes)
        return 0;
    uint64_t end_bytes = (uint64_t)finding->offset_bytes + finding->size_bytes;
    return end_bytes > finding->buffer_bytes ? end_bytes - finding->buffer_bytes : 0;
}

uint64_t vgpu_finding_bytes_before(const struct vgpu_finding *finding)
{
    return finding->offset_bytes < 0 ? 0 - (uint64_t)finding->offset_bytes : 0;
}
