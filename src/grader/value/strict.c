/* Findings that an exercise does not forgive: the table strict.def. */
#include "grader/value/strict.h"

#include <string.h>

#include "grader/grader.h"

static const enum vgpu_finding_kind kinds[] = {
#define STRICT(finding) VGPU_FINDING_##finding,
#include "grader/strict.def"
};

bool grader_strict_known(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(vgpu_finding_describe(kinds[i])->name, name))
            return true;
    return false;
}

static bool is_named(const struct exercise *exercise, enum vgpu_finding_kind kind)
{
    for (size_t i = 0; i < exercise->strict.count; i++)
        if (!strcmp(exercise->strict.items[i], vgpu_finding_describe(kind)->name))
            return true;
    return false;
}

bool strict_apply(const struct exercise *exercise, struct observation *observation)
{
    bool applies = false;
    for (size_t i = 0; i < observation->finding_count; i++) {
        if (!is_named(exercise, observation->findings[i].kind))
            continue;
        observation->findings[i].severity = VGPU_SEVERITY_ERROR;
        applies = true;
    }
    return applies;
}

uint64_t strict_kinds(const struct exercise *exercise)
{
    _Static_assert(VGPU_FINDING_KIND_COUNT <= 64, "each kind has a bit");
    uint64_t named = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        named |= is_named(exercise, kinds[i]) ? UINT64_C(1) << kinds[i] : 0;
    return named;
}
