/* Runs one kernel without host code. */
#include "app/kernel_run.h"

#include <string.h>

#include "app/kernel/kernel_choice.h"
#include "app/kernel/kernel_compile.h"
#include "app/kernel/kernel_place.h"
#include "base/file.h"
#include "base/told.h"
#include "compiler/compiler.h"
#include "device/device.h"
#include "ptx/program.h"

enum { RUN_FILE_BYTES_MAX = 64 << 20 };

/* One run in progress. */
struct run {
    const struct app *app;
    const struct kernel_run_request *request;
    struct arena *arena;
    struct kernel_run_result *result;
    struct device *device;
    struct device_module *module;
    struct kernel_place place;
    const char *instance; /* of the template that the user named; NULL */
    const char *kernel;
    bool is_cooperative;
};

static bool read_source(struct run *run, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!file_read(run->request->path, RUN_FILE_BYTES_MAX, &text, error))
        return false;
    run->result->source = (struct source){
        .name = run->request->path,
        .text = arena_strndup(run->arena, buffer_text(&text), text.size_bytes),
        .size_bytes = text.size_bytes,
    };
    return true;
}

static bool is_ptx(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && dot > path && strcmp(dot, ".ptx") == 0;
}

/* The source in the arena, so diagnostics can point to it. */
static const struct source *lasting_source(const struct run *run)
{
    struct source *source = ARENA_NEW(run->arena, struct source);
    *source = run->result->source;
    return source;
}

static bool compile(struct run *run, struct device_image *out_image, struct error *error)
{
    char architecture[16];
    snprintf(architecture, sizeof architecture, "sm_%d%d", run->device->properties.compute_major,
             run->device->properties.compute_minor);
    struct compile_result *compiled;
    if (!kernel_compile(run->app, architecture, lasting_source(run), run->request, run->arena, &compiled, error))
        return false;
    run->result->diagnostics = compiled->diagnostics;
    run->result->compiled = compiled->ok;
    run->instance = compiled->ok ? compiled->lowered_names[0] : NULL;
    *out_image = (struct device_image){
        .ptx = compiled->ptx,
        .ptx_bytes = compiled->ptx_bytes,
        .cubin = compiled->cubin,
        .cubin_bytes = compiled->cubin_bytes,
        .source_name = run->request->path,
    };
    return true;
}

/* Parses once more than the device, for diagnostics with positions. */
static struct ptx_program *parse(struct run *run, const struct device_image *image)
{
    struct source *source = ARENA_NEW(run->arena, struct source);
    *source = (struct source){.name = run->request->path, .text = image->ptx, .size_bytes = image->ptx_bytes};
    if (is_ptx(run->request->path))
        return ptx_parse_source(run->arena, source, run->result->diagnostics);
    struct diagnostics *refused = diagnostics_new(run->arena);
    struct ptx_program *program = ptx_parse(run->arena, source, refused);
    kernel_compile_place_errors(refused, image->ptx, lasting_source(run), run->result->diagnostics);
    return program;
}

static bool make_image(struct run *run, struct device_image *out_image, struct error *error)
{
    run->result->diagnostics = diagnostics_new(run->arena);
    if (!is_ptx(run->request->path))
        return compile(run, out_image, error);
    *out_image = (struct device_image){
        .ptx = run->result->source.text,
        .ptx_bytes = run->result->source.size_bytes,
        .source_name = run->request->path,
        .ptx_is_source = true,
    };
    run->result->compiled = true;
    return true;
}

static bool place(struct run *run, const struct ptx_program *program, struct error *error)
{
    const struct source *source = lasting_source(run);
    run->place = (struct kernel_place){
        .device = run->device,
        .module = run->module,
        .arena = run->arena,
        .request = run->request,
        .source = source,
        .diagnostics = run->result->diagnostics,
    };
    if (!kernel_place_arguments(&run->place, run->kernel, error) || !kernel_place_symbols(&run->place, program, error))
        return false;
    kernel_symbol_note_unset(program, run->request, source, run->arena, run->result->diagnostics);
    return true;
}

/*
 * Grid-wide synchronisation finds its workspace through %envreg. Only such kernels are launched
 * cooperatively.
 */
static bool reads_environment(const struct ptx_program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ptx_function *function = &program->functions[i];
        for (uint32_t j = 0; j < function->instruction_count; j++)
            for (uint32_t k = 0; k < function->instructions[j].operand_count; k++) {
                const struct ptx_operand *operand = &function->instructions[j].operands[k];
                if (operand->kind == PTX_OPERAND_SPECIAL && operand->special == PTX_SPECIAL_ENVREG)
                    return true;
            }
    }
    return false;
}

static bool launch_once(struct run *run, struct error *error)
{
    const struct kernel_run_request *request = run->request;
    struct device_launch launch = {
        .kernel = run->kernel,
        .grid = {request->grid[0], request->grid[1], request->grid[2]},
        .block = {request->block[0], request->block[1], request->block[2]},
        .dynamic_shared_bytes = request->dynamic_shared_bytes,
        .cooperative = run->is_cooperative,
        .arguments = run->place.block,
        .argument_bytes = run->place.block_bytes,
    };
    return run->device->vtable->launch(run->device, run->module, &launch, error);
}

static bool launch(struct run *run, struct error *error)
{
    const struct device_vtable *vtable = run->device->vtable;
    for (uint32_t i = 0; i < run->request->repeat; i++)
        if (!launch_once(run, error))
            return false;
    if (!vtable->synchronise(run->device, error))
        return false;
    if (run->device->properties.measures_time && vtable->elapsed_ns)
        return vtable->elapsed_ns(run->device, &run->result->elapsed_ns, error);
    return true;
}

/*
 * Models the time on the architecture of the virtual device. A sample of the blocks runs again, on
 * the memory after the launch. A kernel that cannot be modelled was still run.
 */
static void model(struct run *run)
{
    struct error error = {0};
    struct device *device = run->device;
    const struct observation *observation = device->observation;
    if (!device->properties.models_time || observation->faulted || observation->timed_out || observation->deadlocked)
        return;
    device->modelling->is_on = true;
    device->modelling->block_seed = device->seed;
    bool done = device->vtable->time_begin(device, &error) && launch_once(run, &error);
    device->modelling->is_on = false;
    if (done)
        run->result->model = device->modelling->model;
    else
        run->result->not_modelled = told_local(run->arena, error.message);
}

static bool execute(struct run *run, const struct device_image *image, struct error *error)
{
    const struct ptx_program *program = parse(run, image);
    if (!program) {
        run->result->compiled = false;
        return true;
    }
    run->device->checks = DEVICE_CHECK_ALL | DEVICE_COUNT | DEVICE_COUNT_CACHE;
    const char *wanted = run->instance ? run->instance : run->request->kernel;
    if (!kernel_choose(program, &run->result->source, wanted, run->arena, &run->kernel, error))
        return false;
    run->result->source =
        kernel_source_of(program, run->kernel, lasting_source(run), run->arena, run->result->diagnostics);
    run->is_cooperative = run->device->properties.cooperative && reads_environment(program);
    run->module = run->device->vtable->load(run->device, image, error);
    if (!run->module || !place(run, program, error) || !launch(run, error) ||
        !kernel_place_look_at_buffers(&run->place, error) || !kernel_place_write_outputs(&run->place, error))
        return false;
    model(run);
    return true;
}

/* The observation belongs to the device, so the result is a copy. */
static bool take_observation(struct run *run, struct error *error)
{
    json_t *json = observation_to_json(run->device->observation);
    run->result->observation = observation_from_json(json, error);
    json_decref(json);
    return run->result->observation != NULL;
}

static void close_run(struct run *run)
{
    if (run->module)
        run->device->vtable->unload(run->device, run->module);
    if (run->device)
        device_close(run->device);
}

bool kernel_run(const struct app *app, const struct kernel_run_request *request, struct arena *arena,
                struct kernel_run_result *out_result, struct error *error)
{
    if (request->argument_count > RUN_ARGUMENTS_MAX)
        return error_set(error, ERROR_RANGE, "at most %d arguments", RUN_ARGUMENTS_MAX);
    struct kernel_run_result result = {0};
    struct run run = {.app = app, .request = request, .arena = arena, .result = &result};
    struct device_request device_request = {
        .kind = request->device,
        .architecture = app->options.architecture,
        .count = 1,
        .threads = app->options.threads,
        .seed = request->seed,
    };
    struct device_image image;
    bool done = read_source(&run, error) && device_open(&device_request, &run.device, error);
    if (done)
        snprintf(result.device_name, sizeof result.device_name, "%s", run.device->properties.name);
    done = done && make_image(&run, &image, error) && (!result.compiled || execute(&run, &image, error)) &&
           (!result.compiled || take_observation(&run, error));
    close_run(&run);
    if (done)
        *out_result = result;
    return done;
}
