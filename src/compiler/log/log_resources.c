/* Reads the resources of kernels from the log. */
#include "compiler/log/log.h"

#include <stdint.h>
#include <stdlib.h>

#include "compiler/log/log_line.h"

/* The number directly before `unit`: "16 bytes spill stores" -> 16. 0 if the line lacks it. */
static uint32_t number_before(struct log_line line, const char *unit)
{
    const char *at = log_line_find(line, unit);
    if (!at)
        return 0;
    const char *start = at;
    while (start > line.text && start[-1] >= '0' && start[-1] <= '9')
        start--;
    unsigned long value = strtoul(start, NULL, 10);
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/*
 * The text after `opening` up to a quotation mark or the line's end. NULL if `opening` is absent.
 */
static char *name_after(struct arena *arena, struct log_line line, const char *opening)
{
    const char *start = log_line_find(line, opening);
    if (!start)
        return NULL;
    start += strlen(opening);
    size_t rest = line.length - (size_t)(start - line.text);
    const char *quote = memchr(start, '\'', rest);
    return arena_strndup(arena, start, quote ? (size_t)(quote - start) : rest);
}

static void read_stack(struct log_line line, struct kernel_resources *kernel)
{
    if (!log_line_find(line, " bytes stack frame"))
        return;
    kernel->stack_bytes = number_before(line, " bytes stack frame");
    kernel->spill_store_bytes = number_before(line, " bytes spill stores");
    kernel->spill_load_bytes = number_before(line, " bytes spill loads");
}

/* True for the line "Used N registers, ...", the last of a kernel. */
static bool read_registers(struct log_line line, struct kernel_resources *kernel)
{
    if (!log_line_find(line, ": Used ") || !log_line_find(line, " registers"))
        return false;
    kernel->registers = number_before(line, " registers");
    kernel->static_shared_bytes = number_before(line, " bytes smem");
    kernel->constant_bytes = number_before(line, " bytes cmem");
    return true;
}

/*
 * kernel = "Compiling entry function 'NAME'" { "Function properties for NAME" stack-line }
 *          "Used N registers"
 *
 * Skips the properties of other functions, which were not inlined.
 */
void log_resources(struct arena *arena, const char *log, struct kernel_resources **out_resources, size_t *out_count)
{
    struct kernel_resources *resources = ARENA_ARRAY(arena, LOG_RESOURCES_MAX, struct kernel_resources);
    size_t count = 0;
    struct kernel_resources *kernel = NULL;
    bool of_kernel = false;
    struct log_line line;
    while (log_line_next(&log, &line)) {
        if (!log_line_starts(line, "ptxas"))
            continue;
        const char *name = name_after(arena, line, "Compiling entry function '");
        const char *function = name_after(arena, line, "Function properties for ");
        if (name && count == LOG_RESOURCES_MAX)
            break;
        if (name) {
            kernel = &resources[count++];
            kernel->kernel = name;
        }
        if (kernel && function)
            of_kernel = strcmp(function, kernel->kernel) == 0;
        if (kernel && of_kernel)
            read_stack(line, kernel);
        if (kernel && read_registers(line, kernel))
            kernel = NULL;
    }
    *out_resources = resources;
    *out_count = count;
}
