/* Counters: their descriptions, from the table counters.def. */
#include "vgpu/counters.h"

#include <string.h>

static const struct vgpu_counter_description descriptions[VGPU_COUNTER_COUNT] = {
#define COUNTER(id, name, plain, unit, metric, formula) [VGPU_COUNTER_##id] = {name, plain, unit, metric, formula},
#include "vgpu/counters.def"
};

const struct vgpu_counter_description *vgpu_counter_describe(enum vgpu_counter counter)
{
    return &descriptions[counter];
}

bool vgpu_counter_find(const char *name, enum vgpu_counter *out_counter)
{
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++) {
        if (strcmp(descriptions[i].name, name) == 0) {
            *out_counter = (enum vgpu_counter)i;
            return true;
        }
    }
    return false;
}
