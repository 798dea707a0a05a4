/* Runs programs on two devices and judges their differences. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static bool side_open(struct run_side *side, const char *kind, struct error *error)
{
    const char *isa = strchr(kind, ':');
    char name[16];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(kind, ":"), kind);
    if (isa)
        setenv("WARPSCHOOL_VGPU_ISA", isa + 1, 1);
    else
        unsetenv("WARPSCHOOL_VGPU_ISA");
    struct device_request request = {.kind = name, .count = 1, .threads = 1, .seed = 1};
    if (!device_open(&request, &side->device, error))
        return false;
    const struct device_vtable *vtable = side->device->vtable;
    side->device->checks = DEVICE_CHECK_ALL | DEVICE_COUNT;
    return vtable->allocate(side->device, PROGRAM_INPUTS_MAX * PROGRAM_THREADS_MAX * 8, "inputs", &side->inputs,
                            error) &&
           vtable->allocate(side->device, PROGRAM_SLOTS_MAX * PROGRAM_THREADS_MAX * 8, "outputs", &side->outputs,
                            error) &&
           vtable->allocate(side->device, PROGRAM_MEMORY_BYTES, "memory", &side->memory, error);
}

bool run_open(struct run_pair *pair, const char *left, const char *right, struct error *error)
{
    return side_open(&pair->sides[0], left, error) && side_open(&pair->sides[1], right, error);
}

void run_close(struct run_pair *pair)
{
    for (int i = 0; i < 2; i++)
        device_close(pair->sides[i].device);
}

/* Fills inputs by slot and thread, and the initial memory of atomics. */
static void fill_inputs(struct run_pair *pair, const struct program *program)
{
    uint64_t random = program->seed ^ (program->index + 1) * UINT64_C(0xd1342543de82ef95);
    for (int slot = 0; slot < program->input_count; slot++) {
        for (uint32_t t = 0; t < program->threads; t++)
            pair->inputs[(uint32_t)slot * program->threads + t] = program_input(program->input_kinds[slot], &random);
    }
    for (int i = 0; i < 2; i++)
        memset(pair->sides[i].results.outputs, 0xa5, sizeof(pair->sides[i].results.outputs));
    for (uint32_t i = 0; i < PROGRAM_MEMORY_BYTES / 8; i++)
        pair->sides[0].results.memory[i] = pair->sides[1].results.memory[i] = program_input("DRFY"[i % 4], &random);
}

static bool side_launch(struct run_side *side, struct device_module *module, const struct program *program,
                        struct error *error)
{
    uint64_t arguments[] = {side->inputs, side->outputs, side->memory};
    struct device_launch launch = {.kernel = program->name,
                                   .grid = {program->grid, 1, 1},
                                   .block = {program->block[0], program->block[1], program->block[2]},
                                   .arguments = arguments,
                                   .argument_bytes = sizeof(arguments)};
    side->device->deadline_ns = (uint64_t)clock_deadline_ns(INT64_C(20000000000));
    side->device->instruction_limit = 4000000;
    observation_reset(side->device->observation);
    return side->device->vtable->launch(side->device, module, &launch, error) &&
           side->device->vtable->synchronise(side->device, error);
}

static bool side_run(struct run_side *side, struct device_module *module, const struct program *program,
                     const uint64_t *inputs, struct error *error)
{
    struct device *device = side->device;
    const struct device_vtable *vtable = device->vtable;
    uint64_t outputs_bytes = (uint64_t)program->output_count * program->threads * 8;
    uint64_t inputs_bytes = (uint64_t)program->input_count * program->threads * 8;
    return (!inputs_bytes || vtable->write(device, side->inputs, inputs, inputs_bytes, error)) &&
           vtable->write(device, side->outputs, side->results.outputs, outputs_bytes + 8, error) &&
           vtable->write(device, side->memory, side->results.memory, PROGRAM_MEMORY_BYTES, error) &&
           side_launch(side, module, program, error) && !device->observation->faulted &&
           vtable->read(device, side->results.outputs, side->outputs, outputs_bytes + 8, error) &&
           vtable->read(device, side->results.memory, side->memory, PROGRAM_MEMORY_BYTES, error);
}

/* These programs have no faults, so every finding is wrong. */
static void report_findings(const struct run_side *side, const struct program *program, FILE *report,
                            struct comparison *total)
{
    const struct observation *observation = side->device->observation;
    for (size_t i = 0; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        total->differing++;
        fprintf(report, "difference: finding %s\n  %s of seed %llu, line %d: %s\n",
                vgpu_finding_describe(finding->kind)->name, program->name, (unsigned long long)program->seed,
                finding->line, finding->message);
    }
}

static char *join_texts(const struct program *programs, uint32_t count, size_t *out_bytes)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, out_bytes);
    if (!out)
        abort();
    fputs(program_preamble, out);
    for (uint32_t i = 0; i < count; i++)
        fputs(programs[i].text, out);
    fclose(out);
    return text;
}

/* Compiles programs without optimisation, or returns NULL without ptxas. The caller frees it. */
static void *compile_plainly(const struct program *programs, uint32_t count, size_t *out_bytes)
{
    char folder[] = "/tmp/differentialXXXXXX", path[64], command[256];
    size_t text_bytes;
    if (!mkdtemp(folder))
        return NULL;
    snprintf(path, sizeof(path), "%s/p.ptx", folder);
    char *text = join_texts(programs, count, &text_bytes), *cubin = NULL;
    FILE *file = fopen(path, "w");
    if (file) {
        fwrite(text, 1, text_bytes, file);
        fclose(file);
    }
    free(text);
    snprintf(command, sizeof(command), "ptxas -arch=sm_90 -O0 %s -o %s/p.cubin >/dev/null 2>&1", path, folder);
    snprintf(path, sizeof(path), "%s/p.cubin", folder);
    file = system(command) == 0 ? fopen(path, "rb") : NULL;
    if (file) {
        cubin = malloc(RUN_IMAGE_BYTES_MAX);
        *out_bytes = cubin ? fread(cubin, 1, RUN_IMAGE_BYTES_MAX, file) : 0;
        fclose(file);
    }
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command) == 0 ? cubin : cubin;
}

/*
 * True if both agree when the right device runs the unoptimised program. `left` holds its results.
 */
static bool agrees_unoptimised(struct run_pair *pair, const struct program *program, const struct program_results *left)
{
    struct run_side *side = &pair->sides[1];
    struct error error = {0};
    struct comparison total = {0};
    struct device_image image = {.source_name = "random.ptx"};
    char *text = join_texts(program, 1, &image.ptx_bytes), *report_text = NULL;
    size_t report_bytes;
    void *cubin = compile_plainly(program, 1, &image.cubin_bytes);
    FILE *report = open_memstream(&report_text, &report_bytes);
    image.ptx = text;
    image.cubin = cubin;
    struct device_module *module = cubin && report ? side->device->vtable->load(side->device, &image, &error) : NULL;
    fill_inputs(pair, program);
    bool agrees = module && side_run(side, module, program, pair->inputs, &error);
    if (agrees)
        compare_results(program, pair->inputs, left, &side->results, report, &total);
    if (module)
        side->device->vtable->unload(side->device, module);
    if (report)
        fclose(report);
    free(report_text);
    free(cubin);
    free(text);
    return agrees && total.differing == 0;
}

/* Compares. Differences of optimised code alone are reported separately. */
static void judge_program(struct run_pair *pair, const struct program *program, FILE *report, struct comparison *total)
{
    static const char head[] = "difference: ";
    char *text = NULL;
    size_t text_bytes;
    struct comparison own = {0};
    FILE *own_report = open_memstream(&text, &text_bytes);
    struct program_results *left = malloc(sizeof(*left));
    if (!own_report || !left)
        abort();
    *left = pair->sides[0].results;
    compare_results(program, pair->inputs, left, &pair->sides[1].results, own_report, &own);
    fclose(own_report);
    bool is_optimised = own.differing && pair->confirms && agrees_unoptimised(pair, program, left);
    total->compared += own.compared;
    total->within_bounds += own.within_bounds;
    total->differing += is_optimised ? 0 : own.differing;
    total->optimised += is_optimised;
    for (char *at = text, *found; *at; at = found + sizeof(head) - 1) {
        found = is_optimised ? strstr(at, head) : NULL;
        fprintf(report, "%.*s%s", found ? (int)(found - at) : (int)strlen(at), at,
                found ? "difference: optimised: " : "");
        if (!found)
            break;
    }
    free(left);
    free(text);
}

static bool run_program(struct run_pair *pair, struct device_module *modules[2], const struct program *program,
                        FILE *report, struct comparison *total, struct error *error)
{
    fill_inputs(pair, program);
    for (int i = 0; i < 2; i++) {
        struct run_side *side = &pair->sides[i];
        error->message[0] = '\0';
        bool done = side_run(side, modules[i], program, pair->inputs, error);
        report_findings(side, program, report, total);
        if (done)
            continue;
        total->differing++;
        fprintf(report, "difference: %s does not run it\n  %s of seed %llu: %s %s\n", side->device->properties.kind,
                program->name, (unsigned long long)program->seed, error->message, side->device->observation->fault);
        return !side->device->lost;
    }
    judge_program(pair, program, report, total);
    return true;
}

bool run_programs(struct run_pair *pair, const struct program *programs, uint32_t count, FILE *report,
                  struct comparison *total, uint32_t *out_done, struct error *error)
{
    struct device_image image = {.source_name = "random.ptx"};
    char *text = join_texts(programs, count, &image.ptx_bytes);
    image.ptx = text;
    struct device_module *modules[2] = {NULL};
    bool is_alive = true;
    *out_done = 0;
    void *cubin = pair->is_plain ? compile_plainly(programs, count, &image.cubin_bytes) : NULL;
    image.cubin = cubin;
    for (int i = 0; i < 2; i++) {
        struct device *device = pair->sides[i].device;
        modules[i] = device->vtable->load(device, &image, error);
        if (!modules[i]) {
            total->differing++;
            fprintf(report, "difference: %s does not load it\n  %s and after, of seed %llu: %s\n",
                    device->properties.kind, programs[0].name, (unsigned long long)programs[0].seed, error->message);
        }
    }
    for (uint32_t i = 0; modules[0] && modules[1] && i < count && is_alive; i++, (*out_done)++)
        is_alive = run_program(pair, modules, &programs[i], report, total, error);
    for (int i = 0; i < 2; i++) {
        if (modules[i] && is_alive)
            pair->sides[i].device->vtable->unload(pair->sides[i].device, modules[i]);
    }
    free(cubin);
    free(text);
    return is_alive;
}
