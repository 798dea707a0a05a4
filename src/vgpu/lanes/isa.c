/* Selects the compilation of the handlers that runs on this CPU. */
#include "vgpu/lanes/isa.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/program/handlers.h"

/* The build lists its instruction sets, best first (cmake/VirtualGpu.cmake). */
#ifndef VGPU_COMPILED_ISAS
#define VGPU_COMPILED_ISAS ISA(portable)
#endif

static const struct vgpu_handlers *const compiled[] = {
#define ISA(name) &vgpu_handlers_##name,
    VGPU_COMPILED_ISAS
#undef ISA
};

static const char *const names[] = {
    [VGPU_ISA_PORTABLE] = "portable",
    [VGPU_ISA_AVX2] = "avx2",
    [VGPU_ISA_AVX512] = "avx512",
};

static bool cpu_has(const char *isa)
{
#if defined(__x86_64__)
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    if (strcmp(isa, "avx2") == 0)
        return avx2;
    if (strcmp(isa, "avx512") == 0)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return strcmp(isa, "portable") == 0;
}

/* The name of an instruction set in the environment. NULL: any. Misspelt names are ignored. */
static const char *wanted_name(enum vgpu_isa isa)
{
    if (isa != VGPU_ISA_BEST)
        return names[isa];
    const char *wanted = getenv("WARPSCHOOL_VGPU_ISA");
    for (size_t i = VGPU_ISA_PORTABLE; wanted && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(wanted, names[i]) == 0)
            return names[i];
    return NULL;
}

const struct vgpu_handlers *isa_handlers(enum vgpu_isa isa)
{
    const char *wanted = wanted_name(isa);
    for (size_t i = 0; i < sizeof(compiled) / sizeof(compiled[0]); i++)
        if ((!wanted || strcmp(wanted, compiled[i]->isa) == 0) && cpu_has(compiled[i]->isa))
            return compiled[i];
    return NULL;
}
