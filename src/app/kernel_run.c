#include "app/kernel_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/kernel_build_internal.h"
#include "app/workspace.h"
#include "base/file.h"
#include "base/mangled.h"
#include "compiler/compiler.h"
#include "device/device.h"
#include "ptx/program.h"

enum { RUN_ARGUMENTS_MAX = 64, RUN_FILE_BYTES_MAX = 64 << 20 };

/* One run in progress. */
struct run {
    const struct app *app;
    const struct kernel_run_request *request;
    struct arena *arena;
    struct kernel_run_result *result;
    struct device *device;
    struct device_module *module;
    device_address addresses[RUN_ARGUMENTS_MAX];
    uint8_t block[4096]; /* the argument block */
    size_t block_bytes;
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

static bool has_extension(const char *path, const char *extension)
{
    size_t length = strlen(path), tail = strlen(extension);
    return length > tail && strcmp(path + length - tail, extension) == 0;
}

/* The source where diagnostics may point to it for as long as the arena lives. */
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
    if (!kernel_compile(run->app, architecture, lasting_source(run), run->request->kernel, run->arena, &compiled,
                        error))
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

/* Parsed here once more than the device does, for diagnostics with positions. */
static struct ptx_program *parse(struct run *run, const struct device_image *image)
{
    struct source *source = ARENA_NEW(run->arena, struct source);
    *source = (struct source){.name = run->request->path, .text = image->ptx, .size_bytes = image->ptx_bytes};
    if (has_extension(run->request->path, ".ptx"))
        return ptx_parse(run->arena, source, run->result->diagnostics);
    struct diagnostics *refused = diagnostics_new(run->arena);
    struct ptx_program *program = ptx_parse(run->arena, source, refused);
    kernel_show_on_source(refused, image->ptx, lasting_source(run), run->result->diagnostics);
    return program;
}

static bool make_image(struct run *run, struct device_image *out_image, struct error *error)
{
    run->result->diagnostics = diagnostics_new(run->arena);
    if (!has_extension(run->request->path, ".ptx"))
        return compile(run, out_image, error);
    *out_image = (struct device_image){
        .ptx = run->result->source.text,
        .ptx_bytes = run->result->source.size_bytes,
        .source_name = run->request->path,
    };
    run->result->compiled = true;
    return true;
}

static bool make_buffer(struct run *run, uint32_t index, struct error *error)
{
    const struct kernel_argument *argument = &run->request->arguments[index];
    const struct device_vtable *vtable = run->device->vtable;
    uint64_t size_bytes = argument->element_count * dtype_bytes(argument->dtype);
    char name[16];
    snprintf(name, sizeof name, "arg%u", index);
    if (!vtable->allocate(run->device, size_bytes, name, &run->addresses[index], error))
        return false;
    if ((!argument->fill && !argument->from_file) || size_bytes == 0)
        return true; /* fresh memory is poisoned */
    void *bytes;
    if (!kernel_argument_fill(argument, index, run->request->seed, &bytes, error))
        return false;
    bool written = vtable->write(run->device, run->addresses[index], bytes, size_bytes, error);
    free(bytes);
    return written;
}

/* A parameter that is a structure takes as many bytes of an argument by value. */
static bool place_structure(struct run *run, uint32_t index, const struct device_parameter *parameter,
                            struct error *error)
{
    const struct kernel_argument *argument = &run->request->arguments[index];
    void *bytes;
    if (argument->to_file || (!argument->fill && !argument->from_file))
        return error_set(error, ERROR_SYNTAX, "argument %u is passed by value: it needs content and is not written",
                         index);
    if (parameter->offset_bytes + parameter->size_bytes > sizeof run->block)
        return error_set(error, ERROR_RANGE, "the kernel's parameters are larger than %zu bytes", sizeof run->block);
    if (!kernel_argument_fill(argument, index, run->request->seed, &bytes, error))
        return false;
    memcpy(run->block + parameter->offset_bytes, bytes, parameter->size_bytes);
    free(bytes);
    if (run->block_bytes < parameter->offset_bytes + parameter->size_bytes)
        run->block_bytes = parameter->offset_bytes + parameter->size_bytes;
    return true;
}

static bool is_structure(const struct kernel_argument *argument, const struct device_parameter *parameter)
{
    bool may_be_pointer =
        parameter->kind == DEVICE_PARAMETER_INTEGER && parameter->size_bytes == sizeof(device_address);
    return argument->kind == KERNEL_ARGUMENT_BUFFER && !may_be_pointer &&
           argument->element_count * dtype_bytes(argument->dtype) == parameter->size_bytes;
}

static bool place_argument(struct run *run, uint32_t index, const struct device_parameter *parameter,
                           struct error *error)
{
    const struct kernel_argument *argument = &run->request->arguments[index];
    bool is_scalar = argument->kind == KERNEL_ARGUMENT_SCALAR;
    if (is_structure(argument, parameter))
        return place_structure(run, index, parameter, error);
    if (argument->kind == KERNEL_ARGUMENT_SAME)
        run->addresses[index] = run->addresses[argument->same_as];
    else if (!is_scalar && !make_buffer(run, index, error))
        return false;
    size_t size_bytes = is_scalar ? dtype_bytes(argument->dtype) : sizeof run->addresses[0];
    if (size_bytes != parameter->size_bytes)
        return error_set(error, ERROR_SYNTAX, "argument %u has %zu bytes, the kernel's parameter %u", index, size_bytes,
                         parameter->size_bytes);
    if (parameter->offset_bytes + size_bytes > sizeof run->block)
        return error_set(error, ERROR_RANGE, "the kernel's parameters are larger than %zu bytes", sizeof run->block);
    memcpy(run->block + parameter->offset_bytes, is_scalar ? &argument->bits : &run->addresses[index], size_bytes);
    if (run->block_bytes < parameter->offset_bytes + size_bytes)
        run->block_bytes = parameter->offset_bytes + size_bytes;
    return true;
}

static bool place_arguments(struct run *run, struct error *error)
{
    struct device_parameter parameters[RUN_ARGUMENTS_MAX];
    uint32_t count;
    if (!run->device->vtable->kernel_parameters(run->module, run->kernel, parameters, RUN_ARGUMENTS_MAX, &count, error))
        return false;
    if (count != run->request->argument_count)
        return error_set(error, ERROR_SYNTAX, "%s takes %u arguments, %u are given (--arg)",
                         mangled_readable(run->arena, run->kernel), count, run->request->argument_count);
    for (uint32_t i = 0; i < count; i++)
        if (!place_argument(run, i, &parameters[i], error))
            return false;
    return true;
}

/* Grid-wide synchronisation finds its workspace through %envreg; only such kernels are launched cooperatively. */
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
        .arguments = run->block,
        .argument_bytes = run->block_bytes,
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

static const struct kernel_argument *buffer_of(const struct kernel_run_request *request, uint32_t index)
{
    while (request->arguments[index].kind == KERNEL_ARGUMENT_SAME)
        index = request->arguments[index].same_as;
    return &request->arguments[index];
}

static bool write_outputs(struct run *run, struct error *error)
{
    for (uint32_t i = 0; i < run->request->argument_count; i++) {
        const struct kernel_argument *argument = buffer_of(run->request, i);
        const char *path = run->request->arguments[i].to_file;
        size_t size_bytes = (size_t)argument->element_count * dtype_bytes(argument->dtype);
        CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
        if (!path)
            continue;
        if (!run->device->vtable->read(run->device, buffer_reserve(&bytes, size_bytes), run->addresses[i], size_bytes,
                                       error) ||
            !file_write_atomic(path, bytes.data, size_bytes, error))
            return false;
    }
    return true;
}

/*
 * The time on the architecture that the virtual device stands for: a sample of the blocks runs once more, on what the
 * launch has left in memory. A kernel that cannot be modelled has been run all the same.
 */
static void model(struct run *run)
{
    struct error error = {0};
    struct device *device = run->device;
    const struct observation *observation = device->observation;
    if (device->properties.measures_time || observation->faulted || observation->timed_out || observation->deadlocked)
        return;
    device->models_time = true;
    bool done = device->vtable->time_begin(device, &error) && launch_once(run, &error);
    device->models_time = false;
    if (done)
        run->result->model = device->model;
    else
        run->result->not_modelled = arena_strdup(run->arena, error.message);
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
    run->result->source = kernel_lines(program, run->kernel, lasting_source(run), run->arena, run->result->diagnostics);
    run->is_cooperative = run->device->properties.cooperative && reads_environment(program);
    run->module = run->device->vtable->load(run->device, image, error);
    if (!run->module || !place_arguments(run, error) || !launch(run, error) || !write_outputs(run, error))
        return false;
    model(run);
    return true;
}

/* The observation belongs to the device; what is handed out must outlive it. */
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
