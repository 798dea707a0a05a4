/* Collects the kernels and variables of a module and announces them. */
#include "cudart/client/registered.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/client/client.h"
#include "cudart/client/shared_memory.h"

enum { NAMES_BYTES_FIRST = 4096, PARAMETERS_BYTES_MAX = 1 << 20 };

/* What clang emits for each source: the text of its fat binary names the source. */
struct fat_binary {
    uint32_t magic, version;
    const char *text;
    void *unused;
};

struct variable {
    void *shadow;
    size_t size_bytes;
    uint32_t number;
};

/*
 * Registering ends before main() begins. All sources are announced together, since their device
 * code may be linked: before the first request, or else before main().
 */
static struct registered_kernel *kernels;
static size_t kernel_count;
static struct variable *variables;
static size_t variable_count;

/* The names that are not announced yet, of kernels and variables from these on. */
static char *names;
static size_t names_bytes;
static size_t kernel_first, variable_first;

static void *grow(void *items, size_t count, size_t item_bytes)
{
    bool is_full = (count & (count - 1)) == 0;
    void *grown = is_full ? realloc(items, (count ? 2 * count : 1) * item_bytes) : items;
    if (!grown)
        abort();
    return grown;
}

static void append_line(const char *kind, const char *name)
{
    size_t length = strlen(kind) + strlen(name) + 1;
    names = realloc(names, names_bytes + length + 1);
    if (!names)
        abort();
    names_bytes += (size_t)snprintf(names + names_bytes, length + 1, "%s%s\n", kind, name);
}

void **__cudaRegisterFatBinary(const void *binary)
{
    const struct fat_binary *module = binary;
    append_line("m ", module->text);
    return (void **)binary;
}

void __cudaRegisterFunction(void **module, const void *stub, char *device_stub, const char *name, int threads_max,
                            uint3 *thread, uint3 *block, dim3 *block_shape, dim3 *grid_shape, int *warp_lanes)
{
    (void)module, (void)device_stub, (void)threads_max, (void)thread, (void)block, (void)block_shape, (void)grid_shape,
        (void)warp_lanes;
    kernels = grow(kernels, kernel_count, sizeof *kernels);
    kernels[kernel_count++] = (struct registered_kernel){.stub = stub};
    append_line("k ", name);
}

void __cudaRegisterVar(void **module, char *shadow, char *device_shadow, const char *name, int is_external,
                       size_t bytes, int is_constant, int is_global)
{
    (void)module, (void)device_shadow, (void)is_external, (void)is_constant, (void)is_global;
    variables = grow(variables, variable_count, sizeof *variables);
    variables[variable_count++] = (struct variable){.shadow = shadow, .size_bytes = bytes};
    append_line("v ", name);
}

/* Takes the answer: for each kernel its number of parameters and their places. */
static void take_parameters(const uint32_t *words, size_t word_count, const struct client_call *call)
{
    size_t at = 0;
    for (size_t i = kernel_first; i < kernel_count && at < word_count; i++) {
        uint32_t count = words[at++];
        if (count > (word_count - at) / 2)
            abort();
        struct wire_parameter *parameters = calloc(count + 1, sizeof *parameters);
        if (!parameters)
            abort();
        memcpy(parameters, words + at, count * sizeof *parameters);
        at += 2 * (size_t)count;
        kernels[i].number = (uint32_t)(call->results[0] + i - kernel_first);
        kernels[i].parameter_count = count;
        kernels[i].parameters = parameters;
    }
    for (size_t i = variable_first; i < variable_count; i++)
        variables[i].number = (uint32_t)(call->results[1] + i - variable_first);
}

/* The linker's bounds of the section in which host_defines.h puts managed variables. */
extern char __start_warpschool_managed[] __attribute__((weak)), __stop_warpschool_managed[] __attribute__((weak));

/* Host code uses the shadow itself, so it is memory of both. The device has its first value. */
static void share_managed(void)
{
    for (size_t i = variable_first; i < variable_count; i++) {
        struct variable *variable = &variables[i];
        struct client_call call = {.kind = WIRE_SYMBOL, .values = {variable->number}};
        bool is_managed = (char *)variable->shadow >= __start_warpschool_managed &&
                          (char *)variable->shadow < __stop_warpschool_managed;
        if (is_managed && client_send(&call) == cudaSuccess)
            shared_memory_add_variable(variable->shadow, variable->size_bytes, call.results[0], variable->number);
    }
    if (&__start_warpschool_managed[0] != &__stop_warpschool_managed[0])
        shared_memory_synchronise(WIRE_ALL_STREAMS);
}

void __cudaRegisterFatBinaryEnd(void **module)
{
    (void)module;
}

void registered_announce(void)
{
    uint32_t *words = names_bytes ? malloc(PARAMETERS_BYTES_MAX) : NULL;
    struct client_call call = {.kind = WIRE_MODULE,
                               .payload = names,
                               .payload_bytes = names_bytes,
                               .answer = words,
                               .answer_bytes = PARAMETERS_BYTES_MAX};
    if (names_bytes == 0)
        return;
    names_bytes = 0;
    if (!words || client_send(&call) != cudaSuccess)
        _Exit(127);
    take_parameters(words, call.answered_bytes / sizeof *words, &call);
    free(words);
    share_managed();
    kernel_first = kernel_count;
    variable_first = variable_count;
}

void __cudaUnregisterFatBinary(void **module)
{
    (void)module;
}

const struct registered_kernel *registered_kernel(const void *stub)
{
    registered_announce();
    for (size_t i = 0; i < kernel_count; i++)
        if (kernels[i].stub == stub)
            return &kernels[i];
    return NULL;
}

bool registered_variable(const void *shadow, uint32_t *out_number)
{
    registered_announce();
    for (size_t i = 0; i < variable_count; i++)
        if (variables[i].shadow == shadow) {
            *out_number = variables[i].number;
            return true;
        }
    return false;
}
