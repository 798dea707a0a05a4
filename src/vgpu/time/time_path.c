/* Which way a kernel took through its program: the instructions that ran at all, however often. */
#include "vgpu/time/time.h"

void time_path(const struct vgpu_profile *profile, struct time_path *out_path)
{
    *out_path = (struct time_path){0};
    for (uint32_t i = 0; i < profile->op_count; i++)
        if (profile->ops[i].lanes)
            out_path->words[i / 64 % TIME_PATH_WORDS] |= UINT64_C(1) << i % 64;
}
