/*
 * Launches PTX text in a few lines.
 *
 *     struct vgpu_fixture f;
 *     fixture_open(&f, ptx_text, 1);
 *     uint64_t a = fixture_buffer(&f, "a", values, sizeof(values));
 *     fixture_launch(&f, "kernel", 2, 64, (uint64_t[]){a, 10}, 2);
 *     assert_int_equal(f.report->finding_count, 0);
 *     fixture_close(&f);
 *
 * Arguments are 64-bit values, packed by the kernel's parameter sizes. Any error fails the test
 * with its reason.
 */
#ifndef VGPU_FIXTURE_H
#define VGPU_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vgpu/vgpu.h"

/* Most tests put their entry after this head. */
#define PTX_HEADER ".version 8.0\n.target sm_80\n.address_size 64\n"

struct vgpu_fixture {
    struct arena *arena;
    struct ptx_program *program;
    struct vgpu *device;
    struct vgpu_module *module;
    struct vgpu_report *report; /* of the last launch */
    struct vgpu_launch launch;  /* checks, limits: set before fixture_launch */
};

static inline void fixture_load(struct vgpu_fixture *fixture, const char *text)
{
    struct error error = {0};
    struct source source = {.name = "test.ptx", .text = text, .size_bytes = strlen(text)};
    struct diagnostics *diagnostics = diagnostics_new(fixture->arena);
    fixture->program = ptx_parse(fixture->arena, &source, diagnostics);
    if (!fixture->program) {
        struct buffer out = BUFFER_INIT;
        diagnostics_render(diagnostics, &out);
        print_error("%s\n", buffer_text(&out));
        buffer_done(&out);
    }
    assert_non_null(fixture->program);
    fixture->module = vgpu_load(fixture->device, fixture->program, true, &error);
    if (!fixture->module)
        print_error("%s\n", error.message);
    assert_non_null(fixture->module);
}

static inline void fixture_open_with(struct vgpu_fixture *fixture, const char *text, const struct vgpu_options *options)
{
    struct error error = {0};
    *fixture = (struct vgpu_fixture){.arena = arena_new()};
    if (!vgpu_open(options, 1, &fixture->device, &error))
        fail_msg("%s", error.message);
    fixture->launch.checks = VGPU_CHECK_ALL | VGPU_COUNT | VGPU_COUNT_CACHE;
    fixture->launch.instruction_limit = 100000000;
    fixture_load(fixture, text);
}

static inline void fixture_open(struct vgpu_fixture *fixture, const char *text, int threads)
{
    fixture_open_with(fixture, text, &(struct vgpu_options){.threads = threads, .seed = 1});
}

static inline void fixture_close(struct vgpu_fixture *fixture)
{
    vgpu_report_free(fixture->report);
    vgpu_unload(fixture->module);
    vgpu_close(fixture->device);
    arena_free(fixture->arena);
}

/* Makes a buffer with this content. NULL leaves it undefined. */
static inline uint64_t fixture_buffer(struct vgpu_fixture *fixture, const char *name, const void *content,
                                      size_t size_bytes)
{
    struct error error = {0};
    uint64_t address = 0;
    if (!vgpu_allocate(fixture->device, size_bytes, name, &address, &error) ||
        (content && !vgpu_write(fixture->device, address, content, size_bytes, &error)))
        fail_msg("%s", error.message);
    return address;
}

static inline void fixture_read(struct vgpu_fixture *fixture, uint64_t address, void *out, size_t size_bytes)
{
    struct error error = {0};
    if (!vgpu_read(fixture->device, out, address, size_bytes, &error))
        fail_msg("%s", error.message);
}

/* Reads a range as the host does and adds its findings to those of the last launch. */
static inline void fixture_find_stored(struct vgpu_fixture *fixture, uint64_t address, size_t size_bytes)
{
    struct vgpu_report *report = fixture->report;
    struct vgpu_finding *found;
    size_t count = vgpu_find_stored(fixture->device, address, size_bytes, report->arena, &found);
    struct vgpu_finding *all = ARENA_ARRAY(report->arena, report->finding_count + count + 1, struct vgpu_finding);
    if (report->finding_count)
        memcpy(all, report->findings, report->finding_count * sizeof(*all));
    if (count)
        memcpy(all + report->finding_count, found, count * sizeof(*all));
    report->findings = all;
    report->finding_count += count;
}

static inline void fixture_launch_grid(struct vgpu_fixture *fixture, const char *kernel, const uint32_t grid[3],
                                       const uint32_t block[3], const uint64_t *arguments, uint32_t count)
{
    struct error error = {0};
    uint8_t packed[4096] = {0};
    const struct vgpu_kernel *found = vgpu_find_kernel(fixture->module, kernel);
    assert_non_null(found);
    assert_int_equal(found->parameter_count, count);
    for (uint32_t i = 0; i < count; i++)
        memcpy(packed + found->parameter_offsets[i], &arguments[i],
               found->parameter_sizes[i] < 8 ? found->parameter_sizes[i] : 8);
    struct vgpu_launch *launch = &fixture->launch;
    launch->kernel = kernel;
    memcpy(launch->grid, grid, sizeof(launch->grid));
    memcpy(launch->block, block, sizeof(launch->block));
    launch->arguments = packed;
    launch->argument_bytes = sizeof(packed);
    vgpu_report_free(fixture->report);
    fixture->report = vgpu_launch(fixture->module, launch, &error);
    if (!fixture->report)
        fail_msg("%s", error.message);
}

static inline void fixture_launch(struct vgpu_fixture *fixture, const char *kernel, uint32_t blocks, uint32_t threads,
                                  const uint64_t *arguments, uint32_t count)
{
    fixture_launch_grid(fixture, kernel, (uint32_t[]){blocks, 1, 1}, (uint32_t[]){threads, 1, 1}, arguments, count);
}

static inline void fixture_print_findings(const struct vgpu_fixture *fixture)
{
    const struct vgpu_report *report = fixture->report;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vgpu_finding *finding = &report->findings[i];
        print_error("%s line %d (PTX %d) block (%u,%u,%u) thread (%u,%u,%u) x%llu: %s [%s]\n",
                    vgpu_finding_describe(finding->kind)->name, finding->line, finding->ptx_line, finding->block[0],
                    finding->block[1], finding->block[2], finding->thread[0], finding->thread[1], finding->thread[2],
                    (unsigned long long)finding->count, finding->message, finding->instruction);
    }
    if (report->fault[0])
        print_error("fault: %s\n", report->fault);
}

static inline void fixture_assert_clean(const struct vgpu_fixture *fixture)
{
    fixture_print_findings(fixture);
    assert_int_equal(fixture->report->finding_count, 0);
    assert_false(fixture->report->faulted);
    assert_false(fixture->report->timed_out);
    assert_false(fixture->report->deadlocked);
}

/* Returns the first finding of the kind, or fails. */
static inline const struct vgpu_finding *fixture_finding(const struct vgpu_fixture *fixture,
                                                         enum vgpu_finding_kind kind)
{
    for (size_t i = 0; i < fixture->report->finding_count; i++)
        if (fixture->report->findings[i].kind == kind)
            return &fixture->report->findings[i];
    fixture_print_findings(fixture);
    fail_msg("no finding %s", vgpu_finding_describe(kind)->name);
    return NULL;
}

/* Reads a file of the source tree as text: free() it. */
static inline char *fixture_file(const char *path)
{
    char full[1024];
    snprintf(full, sizeof(full), "%s/%s", WARPSCHOOL_SOURCE_DIR, path);
    FILE *file = fopen(full, "rb");
    if (!file)
        fail_msg("cannot open %s", full);
    struct buffer text = BUFFER_INIT;
    char part[4096];
    for (size_t got; (got = fread(part, 1, sizeof(part), file)) > 0;)
        buffer_append(&text, part, got);
    fclose(file);
    return buffer_take(&text);
}

#endif
