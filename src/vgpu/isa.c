/*
 * Which compilation of the handlers runs on this CPU.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/device_internal.h"

#if defined(__x86_64__)
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

static enum vgpu_isa wanted_isa(void)
{
    static const struct {
        const char *name;
        enum vgpu_isa isa;
    } names[] = {{"portable", VGPU_ISA_PORTABLE}, {"avx2", VGPU_ISA_AVX2}, {"avx512", VGPU_ISA_AVX512}};
    const char *wanted = getenv("WARPSCHOOL_VGPU_ISA");
    for (size_t i = 0; wanted && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(wanted, names[i].name) == 0)
            return names[i].isa;
    return VGPU_ISA_BEST;
}

const struct vgpu_handlers *isa_handlers(enum vgpu_isa isa)
{
    if (isa == VGPU_ISA_BEST)
        isa = wanted_isa();
#if defined(__x86_64__)
    if ((isa == VGPU_ISA_BEST || isa == VGPU_ISA_AVX512) && has_avx512())
        return &vgpu_handlers_avx512;
    if ((isa == VGPU_ISA_BEST || isa == VGPU_ISA_AVX2) && has_avx2())
        return &vgpu_handlers_avx2;
#endif
    return isa == VGPU_ISA_BEST || isa == VGPU_ISA_PORTABLE ? &vgpu_handlers_portable : NULL;
}
