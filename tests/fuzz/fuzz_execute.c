/*
 * Loads and launches any program that parses, under all checks and tight limits.
 * No input may crash the virtual GPU, hang it or trip a sanitizer. A failed launch gives a reason.
 *
 * The first byte picks the instruction set. The second picks the shape of the launch, and PTX text
 * or a recipe: four bytes for each instruction of a generated program (generated_program.h).
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/vgpu.h"

#include "../support/generated_program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    TEXT_BYTES_MAX = 1 << 14,
    BUFFER_BYTES = 4096,
    ARGUMENT_BYTES_MAX = 4352, /* more than the most that a kernel takes */
    INSTRUCTIONS_MAX = 150,
    LAUNCHES_PER_DEVICE = 256,
    LEFT_BUFFERS_MAX = 32, /* of kernels that do not free their memory */
    GENERATED_BIT = 0x80,
    COUNT_CACHE_BIT = 0x40,
    PARTIAL_WARP_BIT = 0x20,
    TWO_BLOCKS_BIT = 0x10,
};

/* Packs a kernel's parameters: buffers where 8 bytes fit, else the number of threads. */
static void pack_arguments(const struct vgpu_kernel *kernel, const uint64_t buffers[2], uint8_t out[ARGUMENT_BYTES_MAX])
{
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        uint32_t at = kernel->parameter_offsets[i], size = kernel->parameter_sizes[i];
        for (uint32_t j = 0; j + 8 <= size && at + j + 8 <= ARGUMENT_BYTES_MAX; j += 8)
            memcpy(out + at + j, &buffers[i % 2], 8);
        if (size < 8 && at + size <= ARGUMENT_BYTES_MAX)
            memcpy(out + at, &(uint64_t){40}, size);
    }
}

static void launch(struct vgpu_module *module, const struct vgpu_kernel *kernel, const uint64_t buffers[2],
                   uint8_t shape)
{
    uint8_t arguments[ARGUMENT_BYTES_MAX] = {0};
    struct error error = {0};
    pack_arguments(kernel, buffers, arguments);
    struct vgpu_launch request = {
        .kernel = kernel->name,
        .grid = {shape & TWO_BLOCKS_BIT ? 2 : 1, 1, 1},
        .block = {shape & PARTIAL_WARP_BIT ? 40 : 32, 1, 1},
        .dynamic_shared_bytes = 256,
        .cooperative = shape & 1,
        .arguments = arguments,
        .argument_bytes = sizeof arguments,
        .checks = VGPU_CHECK_ALL | VGPU_COUNT | (shape & COUNT_CACHE_BIT ? VGPU_COUNT_CACHE : 0),
        .instruction_limit = INSTRUCTIONS_MAX,
        .finding_limit = 20,
        .print_limit = 20,
        .profile = (shape & 6) == 6,
    };
    memcpy(request.block, kernel->required_threads[0] ? kernel->required_threads : request.block, sizeof request.block);
    CLEANUP(vgpu_report_free) struct vgpu_report *report = vgpu_launch(module, &request, &error);
    if (!report && error.code == ERROR_NONE)
        abort();
}

static void execute(struct vgpu *device, const uint64_t buffers[2], const struct ptx_program *program, uint8_t shape)
{
    struct error error = {0};
    struct vgpu_module *module = vgpu_load(device, program, false, &error);
    if (!module && error.code == ERROR_NONE)
        abort();
    const struct vgpu_kernel *kernel = module ? vgpu_kernel_at(module, 0) : NULL;
    if (kernel)
        launch(module, kernel, buffers, shape);
    vgpu_unload(module);
}

/* A device for many launches, since opening one is slower than most launches. */
struct bench {
    struct vgpu *device;
    uint64_t buffers[2];
    uint32_t launches;
};

static void ready(struct bench *bench, enum vgpu_isa isa)
{
    struct error error = {0};
    struct vgpu_options options = {.threads = 1, .seed = 1, .isa = isa};
    if (bench->device && (bench->launches++ >= LAUNCHES_PER_DEVICE || bench->device->memory.count > LEFT_BUFFERS_MAX)) {
        vgpu_close(bench->device);
        *bench = (struct bench){0};
    }
    if (!bench->device) {
        if (!vgpu_open(&options, 1, &bench->device, &error) && (options.isa = VGPU_ISA_BEST) == VGPU_ISA_BEST &&
            !vgpu_open(&options, 1, &bench->device, &error))
            abort();
        for (int i = 0; i < 2; i++)
            if (!vgpu_allocate(bench->device, BUFFER_BYTES, i ? "b" : "a", &bench->buffers[i], &error))
                abort();
    }
    vgpu_fill(bench->device, bench->buffers[0], 0x3c, BUFFER_BYTES, &error);
    vgpu_poison(bench->device, bench->buffers[1], BUFFER_BYTES, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum vgpu_isa isas[] = {VGPU_ISA_AVX512, VGPU_ISA_AVX2, VGPU_ISA_PORTABLE};
    static struct bench benches[3];
    if (size < 2 || size > TEXT_BYTES_MAX)
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = {"fuzz.ptx", (const char *)data + 2, size - 2};
    if (data[1] & GENERATED_BIT)
        source.text = generated_program(arena, data + 2, size - 2, &source.size_bytes);
    const struct ptx_program *program = ptx_parse(arena, &source, diagnostics);
    if (!program && diagnostics_error_count(diagnostics) == 0)
        abort();
    if (!program)
        return 0;
    struct bench *bench = &benches[data[0] % 3];
    ready(bench, isas[data[0] % 3]);
    execute(bench->device, bench->buffers, program, data[1]);
    return 0;
}
