/*
 * Compiled files on the GPU: the CUBIN, or the PTX if the driver must compile it. Also kernels and
 * variables.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "device/cuda/cuda.h"

enum { LOG_BYTES = 4096 };

static struct cuda_module *module_of(struct device_module *module)
{
    return (struct cuda_module *)module;
}

static char *copy_text(const char *text, size_t length_bytes)
{
    char *copy = malloc(length_bytes + 1);
    if (!copy)
        abort();
    memcpy(copy, text, length_bytes);
    copy[length_bytes] = '\0';
    return copy;
}

/* --- loading ---------------------------------------------------------------------------------- */

/* The driver gets no length, so the sizes inside the file must be checked against its length. */
static bool is_whole(const void *cubin, size_t size_bytes)
{
    Elf64_Ehdr header;
    if (size_bytes < sizeof header)
        return false;
    memcpy(&header, cubin, sizeof header);
    uint64_t sections_bytes = (uint64_t)header.e_shnum * header.e_shentsize;
    uint64_t segments_bytes = (uint64_t)header.e_phnum * header.e_phentsize;
    return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
           header.e_shoff <= size_bytes && sections_bytes <= size_bytes - header.e_shoff &&
           header.e_phoff <= size_bytes && segments_bytes <= size_bytes - header.e_phoff;
}

static const char *name_of(const struct device_image *image)
{
    return image->source_name ? image->source_name : "the compiled file";
}

static int load_cubin(struct cuda_device *device, const struct device_image *image, struct cu_module **out_module)
{
    if (!image->cubin || !image->cubin_bytes)
        return CU_NO_BINARY_FOR_GPU;
    if (!is_whole(image->cubin, image->cubin_bytes))
        return CU_INVALID_IMAGE;
    return device->functions->module_load(out_module, image->cubin, 0, NULL, NULL);
}

static bool explain_ptx(struct cuda_device *device, int status, const char *name, const char *log, struct error *error)
{
    int version = 0;
    if (status != CU_UNSUPPORTED_PTX_VERSION)
        return cuda_check(device, status, error, "loading %s%s%.400s", name, *log ? ": " : "", log);
    device->functions->driver_version(&version);
    error_set(error, ERROR_UNSUPPORTED,
              "loading %s: the NVIDIA driver (CUDA %d.%d) is older than the compiler that made the PTX", name,
              version / 1000, version % 1000 / 10);
    return error_add_hint(error, "update the driver, or let the compiler make a CUBIN for compute capability %d.%d",
                          device->base.properties.compute_major, device->base.properties.compute_minor);
}

/* Makes one line, the form of messages. */
static void join_lines(char *log)
{
    for (char *at = log; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = at[1] ? ' ' : '\0';
}

static bool load_ptx(struct cuda_device *device, const struct cuda_module *module, const char *name,
                     struct cu_module **out_module, struct error *error)
{
    char log[LOG_BYTES] = "";
    int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BYTES};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
    int status = device->functions->module_load(out_module, module->ptx, 2, options, values);
    log[sizeof log - 1] = '\0';
    join_lines(log);
    return status == CU_OK || explain_ptx(device, status, name, log, error);
}

/*
 * A CUBIN runs only on GPUs of its own major version. Everything else needs the driver's compiler.
 */
static bool load_image(struct cuda_device *device, const struct device_image *image, struct cuda_module *module,
                       struct error *error)
{
    int status = load_cubin(device, image, &module->module);
    bool needs_ptx = status == CU_NO_BINARY_FOR_GPU || status == CU_INVALID_IMAGE;
    if (needs_ptx && module->ptx_bytes)
        return load_ptx(device, module, name_of(image), &module->module, error);
    return cuda_check(device, status, error, "loading %s", name_of(image));
}

void cuda_unload(struct device *device, struct device_module *module)
{
    struct cuda_module *unloading = module_of(module);
    struct cuda_device *self = cuda_self(device);
    for (struct cuda_kernel *kernel = unloading->kernels, *next; kernel; kernel = next) {
        next = kernel->next;
        free(kernel->name);
        free(kernel->parameters);
        free(kernel);
    }
    if (unloading->module && cuda_enter(self, NULL) && cuda_wait(self, NULL))
        self->functions->module_unload(unloading->module);
    if (unloading->cached)
        program_cache_put(self->shared->cache, unloading->cached);
    free(unloading->ptx);
    free(unloading->source_name);
    free(unloading);
}

struct device_module *cuda_load(struct device *device, const struct device_image *image, struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    if (!cuda_enter(self, error))
        return NULL;
    struct cuda_module *module = calloc(1, sizeof *module);
    if (!module)
        abort();
    module->base.device = device;
    module->ptx_bytes = image->ptx ? image->ptx_bytes : 0;
    module->ptx = copy_text(image->ptx ? image->ptx : "", module->ptx_bytes);
    module->source_name = copy_text(name_of(image), strlen(name_of(image)));
    if (load_image(self, image, module, error))
        return &module->base;
    module->module = NULL;
    cuda_unload(device, &module->base);
    return NULL;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static bool describe_kernel(struct cuda_device *device, struct cuda_kernel *kernel, struct error *error)
{
    const struct {
        int attribute;
        int *out;
    } wanted[] = {{CU_FUNCTION_MAX_THREADS, &kernel->max_threads},
                  {CU_FUNCTION_REGISTERS, &kernel->registers},
                  {CU_FUNCTION_STATIC_SHARED_BYTES, &kernel->static_shared_bytes}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!cuda_check(device,
                        device->functions->function_attribute(wanted[i].out, wanted[i].attribute, kernel->function),
                        error, "asking about kernel '%s'", kernel->name))
            return false;
    return true;
}

struct cuda_kernel *cuda_find_kernel(struct cuda_module *module, const char *name, struct error *error)
{
    struct cuda_device *device = cuda_self(module->base.device);
    struct cuda_kernel found = {0};
    for (struct cuda_kernel *kernel = module->kernels; kernel; kernel = kernel->next)
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    if (!cuda_enter(device, error))
        return NULL;
    int status = device->functions->module_function(&found.function, module->module, name);
    if (status == CU_NOT_FOUND) {
        error_set(error, ERROR_NOT_FOUND, "the compiled file has no kernel '%s'", name);
        error_add_hint(error, "a kernel is declared extern \"C\" __global__ void %s(...)", name);
        return NULL;
    }
    found.name = (char *)name;
    if (!cuda_check(device, status, error, "finding kernel '%s'", name) || !describe_kernel(device, &found, error))
        return NULL;
    struct cuda_kernel *kernel = malloc(sizeof *kernel);
    if (!kernel)
        abort();
    *kernel = found;
    kernel->name = copy_text(name, strlen(name));
    kernel->next = module->kernels;
    module->kernels = kernel;
    return kernel;
}

/*
 * Offsets and sizes come from the driver, which does not know which parameters are floating-point
 * numbers.
 */
static bool parameters_from_driver(struct cuda_device *device, struct cuda_kernel *kernel, struct error *error)
{
    const struct cuda_functions *cuda = device->functions;
    size_t offset_bytes = 0, size_bytes = 0;
    if (!cuda->function_parameter)
        return false; /* `error` says why the PTX did not help */
    for (uint32_t i = 0; cuda->function_parameter(kernel->function, i, &offset_bytes, &size_bytes) == CU_OK; i++) {
        bool is_number = size_bytes == 1 || size_bytes == 4 || size_bytes == 8;
        kernel->parameters = reallocarray(kernel->parameters, i + 1, sizeof *kernel->parameters);
        if (!kernel->parameters)
            abort();
        kernel->parameter_count = i + 1;
        kernel->parameters[i] =
            (struct device_parameter){.kind = is_number ? DEVICE_PARAMETER_INTEGER : DEVICE_PARAMETER_BYTES,
                                      .offset_bytes = (uint32_t)offset_bytes,
                                      .size_bytes = (uint32_t)size_bytes};
    }
    if (error)
        error->code = ERROR_NONE;
    return kernel->has_parameters = true;
}

bool cuda_know_parameters(struct cuda_module *module, struct cuda_kernel *kernel, struct error *error)
{
    struct cuda_device *device = cuda_self(module->base.device);
    if (kernel->has_parameters)
        return true;
    struct device_image image = {
        .ptx = module->ptx, .ptx_bytes = module->ptx_bytes, .source_name = module->source_name};
    if (!module->cached)
        module->cached = program_cache_get(device->shared->cache, &image, error);
    const struct ptx_function *function =
        module->cached ? ptx_find_function(module->cached->program, kernel->name) : NULL;
    if (module->cached && !function)
        error_set(error, ERROR_NOT_FOUND, "the PTX of the compiled file has no kernel '%s'", kernel->name);
    if (!function)
        return parameters_from_driver(device, kernel, error);
    kernel->parameters = calloc(function->parameter_count + 1, sizeof *kernel->parameters);
    if (!kernel->parameters)
        abort();
    device_parameters_of(function, kernel->parameters, function->parameter_count, &kernel->parameter_count);
    return kernel->has_parameters = true;
}

bool cuda_kernel_parameters(struct device_module *module, const char *name, struct device_parameter *out_parameters,
                            uint32_t capacity, uint32_t *out_count, struct error *error)
{
    struct cuda_kernel *kernel = cuda_find_kernel(module_of(module), name, error);
    if (!kernel || !cuda_know_parameters(module_of(module), kernel, error))
        return false;
    uint32_t copied = kernel->parameter_count < capacity ? kernel->parameter_count : capacity;
    if (copied)
        memcpy(out_parameters, kernel->parameters, copied * sizeof *out_parameters);
    *out_count = kernel->parameter_count;
    return true;
}

/* A block gets up to 48 KB without opting in (CUDA programming guide, compute capabilities). */
bool cuda_allow_shared(struct cuda_device *device, struct cuda_kernel *kernel, uint32_t dynamic_shared_bytes,
                       struct error *error)
{
    uint64_t whole_bytes = (uint64_t)kernel->static_shared_bytes + dynamic_shared_bytes;
    const struct device_properties *properties = &device->base.properties;
    if (whole_bytes <= properties->shared_bytes_per_block || dynamic_shared_bytes <= kernel->shared_limit_bytes)
        return true;
    if (whole_bytes > properties->shared_bytes_per_block_optin)
        return error_set(error, ERROR_RANGE, "%d + %u bytes of shared memory for a block, at most %u are possible",
                         kernel->static_shared_bytes, dynamic_shared_bytes, properties->shared_bytes_per_block_optin);
    if (!cuda_check(device,
                    device->functions->function_set(kernel->function, CU_FUNCTION_DYNAMIC_SHARED_LIMIT,
                                                    (int)dynamic_shared_bytes),
                    error, "asking for %u bytes of shared memory", dynamic_shared_bytes))
        return false;
    kernel->shared_limit_bytes = dynamic_shared_bytes;
    return true;
}

bool cuda_max_blocks(struct device_module *module, const char *name, uint32_t block_threads,
                     uint32_t dynamic_shared_bytes, uint32_t *out_blocks_per_sm, struct error *error)
{
    struct cuda_device *device = cuda_self(module->device);
    struct cuda_kernel *kernel = cuda_find_kernel(module_of(module), name, error);
    struct error too_much = {0};
    int blocks = 0;
    if (!kernel)
        return false;
    bool fits = block_threads >= 1 && block_threads <= (uint32_t)kernel->max_threads;
    if (fits && !cuda_allow_shared(device, kernel, dynamic_shared_bytes, &too_much)) {
        if (too_much.code != ERROR_RANGE) {
            error_set(error, too_much.code, "%s", too_much.message);
            return false;
        }
        fits = false;
    }
    if (fits &&
        !cuda_check(device,
                    device->functions->max_blocks(&blocks, kernel->function, (int)block_threads, dynamic_shared_bytes),
                    error, "asking how many blocks of '%s' fit", name))
        return false;
    *out_blocks_per_sm = (uint32_t)blocks;
    return true;
}

/* --- variables -------------------------------------------------------------------------------- */

bool cuda_symbol(struct device_module *module, const char *name, device_address *out_address, uint64_t *out_size_bytes,
                 struct error *error)
{
    struct cuda_device *device = cuda_self(module->device);
    uint64_t address = 0;
    size_t size_bytes = 0;
    if (!cuda_enter(device, error))
        return false;
    int status = device->functions->module_variable(&address, &size_bytes, module_of(module)->module, name);
    if (status == CU_NOT_FOUND) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        error_set(error, ERROR_NOT_FOUND, "the compiled file has no variable '%s'", mangled_readable(arena, name));
        return error_add_hint(error, "a variable that no kernel uses is left out by the compiler");
    }
    if (!cuda_check(device, status, error, "finding variable '%s'", name))
        return false;
    *out_address = address;
    *out_size_bytes = size_bytes;
    return true;
}
