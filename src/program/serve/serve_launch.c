/* Requests about kernels and launches. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/told.h"
#include "device/printed.h"
#include "device/runtime.h"
#include "program/serve/mistake.h"
#include "program/serve/repeat.h"

/* --- questions -------------------------------------------------------------------------------- */

int session_handle_properties(struct session *session, struct session_call *call, struct error *error)
{
    const struct device_properties *own = &session->device->properties;
    struct device_limits limits;
    session->device->runtime->describe(session->device, &limits);
    struct wire_properties properties = {.compute_major = own->compute_major,
                                         .compute_minor = own->compute_minor,
                                         .sm_count = own->sm_count,
                                         .warp_lanes = own->warp_lanes,
                                         .memory_bytes = own->memory_bytes,
                                         .l2_bytes = own->l2_bytes,
                                         .heap_bytes = session->devices[session->current].heap_bytes,
                                         .shared_bytes_per_block = own->shared_bytes_per_block,
                                         .shared_bytes_per_block_optin = own->shared_bytes_per_block_optin,
                                         .threads_per_block_max = own->max_threads_per_block,
                                         .threads_per_sm_max = limits.threads_per_sm,
                                         .blocks_per_sm_max = limits.blocks_per_sm,
                                         .registers_per_sm = limits.registers_per_sm,
                                         .shared_bytes_per_sm = limits.shared_bytes_per_sm,
                                         .clock_khz = limits.clock_khz,
                                         .memory_bus_bits = limits.memory_bus_bits,
                                         .memory_clock_khz = limits.memory_clock_khz,
                                         .cooperative = own->cooperative,
                                         .clusters = own->clusters};
    (void)error;
    snprintf(properties.name, sizeof properties.name, "%s", own->name);
    memcpy(properties.grid_max, own->max_grid, sizeof properties.grid_max);
    memcpy(properties.block_max, own->max_block, sizeof properties.block_max);
    buffer_append(&call->answer_payload, &properties, sizeof properties);
    call->answer.values[0] = session->devices[session->current].live_bytes;
    call->answer.values[1] = (uint64_t)session->device_count;
    return 0;
}

int session_handle_kernel(struct session *session, struct session_call *call, struct error *error)
{
    const uint64_t *values = call->request.values;
    const struct device_properties *properties = &session->device->properties;
    (void)error;
    if (values[0] >= session->kernel_count || !session->kernels[values[0]].name || values[2] > UINT32_MAX)
        return ERROR_OF_cudaErrorInvalidDeviceFunction;
    const struct session_kernel *kernel = &session->kernels[values[0]];
    struct device_module *module = session_module_here(session, kernel->module);
    struct wire_kernel found = {.threads_max =
                                    kernel->threads_max ? kernel->threads_max : properties->max_threads_per_block,
                                .architecture = (uint32_t)(10 * properties->compute_major + properties->compute_minor),
                                .dynamic_shared_bytes_max = properties->shared_bytes_per_block};
    if (kernel->resources) {
        found.registers = kernel->resources->registers;
        found.static_shared_bytes = kernel->resources->static_shared_bytes;
        found.constant_bytes = kernel->resources->constant_bytes;
        found.local_bytes = kernel->resources->stack_bytes;
    }
    if (module && values[1] <= properties->max_threads_per_block)
        session->device->vtable->max_blocks(module, kernel->name, (uint32_t)values[1], (uint32_t)values[2],
                                            &found.blocks_per_sm, NULL);
    buffer_append(&call->answer_payload, &found, sizeof found);
    return 0;
}

/* --- launches --------------------------------------------------------------------------------- */

static struct program_launch *find_row(struct session *session, const struct session_kernel *kernel,
                                       const struct wire_launch *launch, struct session_place place)
{
    struct program_result *result = session->result;
    for (size_t i = 0; i < result->launch_count; i++) {
        struct program_launch *row = &result->launches[i];
        if (row->kernel == kernel->readable && row->line == place.line && row->device == session->current &&
            row->dynamic_shared_bytes == launch->dynamic_shared_bytes &&
            memcmp(row->grid, launch->grid, sizeof row->grid) == 0 &&
            memcmp(row->block, launch->block, sizeof row->block) == 0)
            return row;
    }
    result->launches = session_grow(session, result->launches, result->launch_count, sizeof *result->launches);
    struct program_launch *row = &result->launches[result->launch_count++];
    *row = (struct program_launch){.kernel = kernel->readable,
                                   .file = place.file,
                                   .line = place.line,
                                   .device = session->current,
                                   .dynamic_shared_bytes = launch->dynamic_shared_bytes};
    memcpy(row->grid, launch->grid, sizeof row->grid);
    memcpy(row->block, launch->block, sizeof row->block);
    return row;
}

/* The time of an earlier launch like it, if it has one. */
static void add_known_time(struct session *session, const struct repeat_run *repeat)
{
    repeat->row->total_ns += repeat->ns;
    if (repeat->ns > 0)
        session_add_span(session, repeat->row->kernel, repeat->row->line, repeat->stream, repeat->ns);
}

static void add_time(struct session *session, struct program_launch *row, struct session_stream *stream, double ns)
{
    row->least_ns = row->total_ns == 0 || ns < row->least_ns ? ns : row->least_ns;
    row->most_ns = ns > row->most_ns ? ns : row->most_ns;
    row->total_ns += ns;
    session_add_span(session, row->kernel, row->line, stream, ns);
}

static void add_modelled_time(struct session *session, struct program_launch *row, struct session_stream *stream)
{
    const struct device_model *model = &session->device->modelling->model;
    if (model->alone_ns > row->most_ns)
        row->limiter = arena_strdup(session->arena, model->limiter);
    row->link_bytes += model->link_bytes;
    add_time(session, row, stream, model->alone_ns);
}

/* Runs alone, so that a fault is this launch's. */
static bool run_measured(struct session *session, struct device_module *module, const struct device_launch *launch,
                         const struct repeat_run *repeat, struct error *error)
{
    struct device *device = session->device;
    struct printed_pause pause;
    session_begin_time(session);
    if (!device->vtable->launch(device, module, launch, error) || !printed_begin(&pause, error))
        return false;
    bool done = device->vtable->synchronise(device, error);
    printed_end(&pause, device->observation);
    double ns = done && !device->lost ? session_end_time(session) : 0;
    if (ns > 0)
        add_time(session, repeat->row, repeat->stream, ns);
    return done;
}

/* Runs with a modelled time if there can be one. False: the device refuses the launch. */
static bool run(struct session *session, const struct session_kernel *kernel, const struct device_launch *launch,
                const struct repeat_run *repeat, struct error *error)
{
    struct device *device = session->device;
    struct device_module *module = session_module_here(session, kernel->module);
    struct program_launch *row = repeat->row;
    struct error not_modelled = {0};
    if (!module)
        return error_set(error, ERROR_MEMORY, "its code cannot be loaded");
    if (!device->modelling)
        return run_measured(session, module, launch, repeat, error);
    device->modelling->is_on = device->properties.models_time && repeat->is_timed;
    bool done = device->modelling->is_on && device->vtable->time_begin(device, &not_modelled) &&
                device->vtable->launch(device, module, launch, &not_modelled);
    device->modelling->is_on = false;
    if (done) {
        add_modelled_time(session, row, repeat->stream);
        return true;
    }
    device->modelling->uses_begin(device);
    if (!device->vtable->launch(device, module, launch, error))
        return false;
    if (repeat->is_timed)
        row->not_modelled = told_local(session->arena, not_modelled.message);
    else
        add_known_time(session, repeat);
    return true;
}

/* The same, with the time that it takes on this machine. */
static bool run_and_watch(struct session *session, const struct session_kernel *kernel,
                          const struct device_launch *launch, const struct repeat_run *repeat, struct error *error)
{
    struct program_result *result = session->result;
    int64_t began_ns = clock_monotonic_ns();
    result->running_row = (size_t)(repeat->row - result->launches) + 1;
    bool done = run(session, kernel, launch, repeat, error);
    repeat->row->spent_ns += (double)(clock_monotonic_ns() - began_ns);
    if (!session->device->observation->timed_out)
        result->running_row = 0;
    return done;
}

/* What the runtime says about a kernel that ended with this finding. */
static int error_of(const struct device *device)
{
    const struct observation *observation = device->observation;
    static const struct {
        enum vgpu_finding_kind kind;
        int error;
    } rows[] = {
        {VGPU_FINDING_MISALIGNED, ERROR_OF_cudaErrorMisalignedAddress},
        {VGPU_FINDING_WRONG_SPACE, ERROR_OF_cudaErrorInvalidAddressSpace},
        {VGPU_FINDING_STACK_OVERFLOW, ERROR_OF_cudaErrorHardwareStackError},
        {VGPU_FINDING_ASSERTION, ERROR_OF_cudaErrorAssert},
        {VGPU_FINDING_TRAP, ERROR_OF_cudaErrorLaunchFailure},
        {VGPU_FINDING_ILLEGAL_INSTRUCTION, ERROR_OF_cudaErrorIllegalInstruction},
    };
    if (observation->timed_out || observation->deadlocked)
        return ERROR_OF_cudaErrorLaunchTimeout;
    if (device->runtime->fault && device->runtime->fault(device))
        return device->runtime->fault(device);
    for (size_t i = observation->finding_count; i-- > 0;)
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
            if (observation->findings[i].kind == rows[k].kind)
                return rows[k].error;
    return ERROR_OF_cudaErrorIllegalAddress;
}

int session_fault(struct session *session, const struct session_call *call)
{
    if (!session->fault || session->fault_is_told)
        return session->fault;
    session->fault_is_told = true;
    mistake_add(session, MISTAKE_LATE_ERROR, session->faulty,
                "{kernel}, launched here, ended with {error}; line {line} reports it",
                "kernel=%s" TOLD_AND "error=%s" TOLD_AND "line=%d", session->faulty_kernel,
                session_error_name((uint64_t)session->fault), call->place.line);
    return session->fault;
}

/* Memory far from every buffer faults on any GPU. The end of a buffer often does not. */
enum { FAR_BYTES = 2 << 20 };

static bool is_fatal(const struct vgpu_finding *finding)
{
    bool is_far = !finding->buffer || !*finding->buffer || finding->distance_bytes > FAR_BYTES ||
                  finding->distance_bytes < -FAR_BYTES;
    return finding->kind == VGPU_FINDING_NULL_POINTER || (finding->kind == VGPU_FINDING_OUT_OF_BOUNDS && is_far);
}

static bool ends_program(const struct observation *observation, size_t first)
{
    bool ends = observation->faulted || observation->timed_out || observation->deadlocked;
    for (size_t i = first; i < observation->finding_count && !ends; i++)
        ends = is_fatal(&observation->findings[i]);
    return ends;
}

/* The host freed memory that a later kernel uses. */
static void note_freed(struct session *session, const struct session_kernel *kernel, const struct vgpu_finding *finding,
                       struct session_place place)
{
    const struct session_buffer *buffer = session_find_buffer(session, finding->address);
    if (buffer && !buffer->is_live)
        mistake_add(session, MISTAKE_USE_AFTER_FREE, place, "{kernel} uses '{buffer}', which was freed in line {line}",
                    "kernel=%s" TOLD_AND "buffer=%s" TOLD_AND "line=%d", kernel->readable, buffer->name,
                    buffer->freed.line);
}

/* The kernel used memory of a device whose memory it may not access. */
static void note_peer(struct session *session, const struct session_kernel *kernel, const struct vgpu_finding *finding,
                      struct session_place place)
{
    int owner = session_owner(session, finding->address);
    const struct session_buffer *buffer = session_find_buffer(session, finding->address);
    if (owner < 0 || owner == session->current || session->devices[session->current].peers >> owner & 1 ||
        finding->space != VGPU_FINDING_SPACE_GLOBAL || !buffer || !buffer->is_live)
        return;
    mistake_add(session, MISTAKE_PEER_ACCESS, place,
                "{kernel} runs on device {device} and uses '{buffer}' of device {owner} without peer access: call "
                "cudaDeviceEnablePeerAccess({owner}, 0) on device {device} first",
                "kernel=%s" TOLD_AND "device=%d" TOLD_AND "buffer=%s" TOLD_AND "owner=%d", kernel->readable,
                session->current, buffer->name, owner);
}

static void note_host_causes(struct session *session, const struct session_kernel *kernel, size_t first,
                             struct session_place place)
{
    const struct observation *observation = session->device->observation;
    for (size_t i = first; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->kind == VGPU_FINDING_USE_AFTER_FREE)
            note_freed(session, kernel, finding, place);
        note_peer(session, kernel, finding, place);
    }
    mistake_add_races(session, kernel->readable, first, place);
    mistake_add_short_copies(session, first);
}

/* An argument that is the host's, where the kernel then accessed what is not there. */
static void note_host_pointers(struct session *session, const struct session_kernel *kernel, uint64_t host_pointers,
                               struct session_place place)
{
    for (int i = 0; i < 64; i++)
        if (host_pointers >> i & 1)
            mistake_add(session, MISTAKE_HOST_POINTER, place,
                        "argument {number} of {kernel} is a host pointer, which kernels cannot access; pass a pointer "
                        "from cudaMalloc()",
                        "number=%d" TOLD_AND "kernel=%s", i + 1, kernel->readable);
}

static void take_outcome(struct session *session, const struct session_kernel *kernel, const struct wire_launch *launch,
                         size_t findings_before, struct session_place place)
{
    const struct observation *observation = session->device->observation;
    note_host_causes(session, kernel, findings_before, place);
    if (observation->finding_count > findings_before && launch->host_pointers)
        note_host_pointers(session, kernel, launch->host_pointers, place);
    else
        mistake_add_host_memory(session, kernel->readable, findings_before, place);
    if (!ends_program(observation, findings_before))
        return;
    session->fault = error_of(session->device);
    session->faulty = place;
    session->faulty_kernel = kernel->readable;
    session->is_over |= observation->timed_out;
    if (!session->device->properties.checks && !observation->timed_out)
        mistake_add(session, MISTAKE_KERNEL_FAULT, place,
                    "{kernel}, launched here, ended with {error}; the virtual GPU names the line in the kernel: use "
                    "--device virtual",
                    "kernel=%s" TOLD_AND "error=%s", kernel->readable, session_error_name((uint64_t)session->fault));
}

/* More shared memory than every GPU has must be asked for. */
static bool check_shared(struct session *session, const struct session_kernel *kernel, const struct wire_launch *launch,
                         struct session_place place)
{
    uint32_t limit = session->device->properties.shared_bytes_per_block;
    uint32_t fixed = kernel->resources ? kernel->resources->static_shared_bytes : 0;
    if ((uint64_t)launch->dynamic_shared_bytes + fixed <= limit ||
        launch->dynamic_shared_bytes <= kernel->dynamic_shared_bytes_max)
        return true;
    mistake_add(session, launch->returns_error ? MISTAKE_LAUNCH_FAILED : MISTAKE_LAUNCH_REFUSED, place,
                "{kernel} gets {bytes} bytes of shared memory: more than {limit} need cudaFuncSetAttribute() first",
                "kernel=%s" TOLD_AND "bytes=%u" TOLD_AND "limit=%u", kernel->readable,
                launch->dynamic_shared_bytes + fixed, limit);
    return false;
}

/* A kernel must ask for clusters that not every GPU with clusters runs. */
static bool check_cluster(struct session *session, const struct session_kernel *kernel,
                          const struct wire_launch *launch, struct session_place place)
{
    enum { PORTABLE_BLOCKS = 8 };
    uint64_t blocks = (uint64_t)launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
    if (blocks <= PORTABLE_BLOCKS || kernel->has_large_clusters)
        return true;
    mistake_add(session, launch->returns_error ? MISTAKE_LAUNCH_FAILED : MISTAKE_LAUNCH_REFUSED, place,
                "{kernel} gets clusters of {blocks} blocks: more than {limit} need "
                "cudaFuncSetAttribute({kernel}, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) first",
                "kernel=%s" TOLD_AND "blocks=%llu" TOLD_AND "limit=%d", kernel->readable, (unsigned long long)blocks,
                PORTABLE_BLOCKS);
    return false;
}

/* Registers are given to warps in units. A block whose warps do not fit on an SM never runs. */
static bool check_registers(struct session *session, const struct session_kernel *kernel,
                            const struct wire_launch *launch, struct session_place place)
{
    enum { UNIT_REGISTERS = 256 };
    const struct device_properties *properties = &session->device->properties;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    uint32_t lanes = (uint32_t)properties->warp_lanes, registers = kernel->resources ? kernel->resources->registers : 0;
    uint64_t per_warp = ((uint64_t)registers * lanes + UNIT_REGISTERS - 1) / UNIT_REGISTERS * UNIT_REGISTERS;
    struct device_limits limits;
    session->device->runtime->describe(session->device, &limits);
    if (threads > properties->max_threads_per_block ||
        (threads + lanes - 1) / lanes * per_warp <= limits.registers_per_sm)
        return true;
    mistake_add(
        session, launch->returns_error ? MISTAKE_LAUNCH_FAILED : MISTAKE_LAUNCH_REFUSED, place,
        "{kernel} needs {registers} registers for each of {threads} threads, and an SM has {limit}: use smaller "
        "blocks, or tell the compiler by __launch_bounds__({threads})",
        "kernel=%s" TOLD_AND "registers=%u" TOLD_AND "threads=%u" TOLD_AND "limit=%u", kernel->readable, registers,
        (unsigned)threads, limits.registers_per_sm);
    return false;
}

int session_handle_attribute(struct session *session, struct session_call *call, struct error *error)
{
    enum { DYNAMIC_SHARED_BYTES_MAX = 8, NON_PORTABLE_CLUSTER = 14 };
    const uint64_t *values = call->request.values;
    (void)error;
    if (values[0] >= session->kernel_count)
        return ERROR_OF_cudaErrorInvalidDeviceFunction;
    if (values[1] == NON_PORTABLE_CLUSTER)
        session->kernels[values[0]].has_large_clusters = values[2] != 0;
    if (values[1] != DYNAMIC_SHARED_BYTES_MAX)
        return 0;
    if (values[2] > session->device->properties.shared_bytes_per_block_optin)
        return ERROR_OF_cudaErrorInvalidValue;
    session->kernels[values[0]].dynamic_shared_bytes_max = (uint32_t)values[2];
    return 0;
}

static bool read_launch(struct session *session, const struct session_call *call, struct wire_launch *out_launch)
{
    if (call->request.payload_bytes < sizeof *out_launch)
        return false;
    memcpy(out_launch, call->payload, sizeof *out_launch);
    return out_launch->kernel < session->kernel_count && session->kernels[out_launch->kernel].name &&
           call->request.payload_bytes - sizeof *out_launch == session->kernels[out_launch->kernel].argument_bytes;
}

/* The runtime's number for a launch that the device refuses. */
static int refusal_of(struct session *session, const struct session_kernel *kernel, const struct wire_launch *launch,
                      const struct error *refused)
{
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2], per_sm = 0;
    if (refused->code == ERROR_UNSUPPORTED)
        return ERROR_OF_cudaErrorNotSupported;
    if (launch->cooperative &&
        session->device->vtable->max_blocks(kernel->module->on[session->current], kernel->name, threads,
                                            launch->dynamic_shared_bytes, &per_sm, NULL) &&
        blocks > (uint64_t)per_sm * (uint64_t)session->device->properties.sm_count)
        return ERROR_OF_cudaErrorCooperativeLaunchTooLarge;
    if (launch->cluster[0])
        return ERROR_OF_cudaErrorInvalidClusterSize;
    return ERROR_OF_cudaErrorInvalidValue; /* as CUDA 13 has it; before, an invalid configuration */
}

/* The stream, if it is one of the present device. NULL: it cannot be used. */
static struct session_stream *stream_of(struct session *session, const struct wire_launch *launch,
                                        struct session_place place)
{
    struct session_stream *stream = session_stream(session, launch->stream);
    if (!stream || stream->device == session->current)
        return stream;
    mistake_add(session, MISTAKE_WRONG_DEVICE, place,
                "the stream belongs to device {device} and the launch to device {current}: call "
                "cudaSetDevice({device}) first",
                "device=%d" TOLD_AND "current=%d", stream->device, session->current);
    return NULL;
}

/* A GPU may take a launch that the device does not support. */
static enum mistake kind_of_refusal(const struct wire_launch *launch, const struct error *refused)
{
    if (refused->code == ERROR_UNSUPPORTED)
        return MISTAKE_NOT_EXECUTED;
    return launch->returns_error ? MISTAKE_LAUNCH_FAILED : MISTAKE_LAUNCH_REFUSED;
}

int session_handle_launch(struct session *session, struct session_call *call, struct error *error)
{
    struct wire_launch launch;
    struct error refused = {0};
    (void)error;
    if (session->fault)
        return session_fault(session, call);
    if (!read_launch(session, call, &launch))
        return ERROR_OF_cudaErrorInvalidDeviceFunction;
    struct session_stream *stream = stream_of(session, &launch, call->place);
    if (!stream)
        return ERROR_OF_cudaErrorInvalidResourceHandle;
    launch.device = (uint32_t)session->current;
    const struct session_kernel *kernel = &session->kernels[launch.kernel];
    struct device_launch request = {.kernel = kernel->name,
                                    .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                                    .cooperative = launch.cooperative,
                                    .arguments = call->payload + sizeof launch,
                                    .argument_bytes = kernel->argument_bytes,
                                    .stream = stream->number};
    memcpy(request.grid, launch.grid, sizeof request.grid);
    memcpy(request.block, launch.block, sizeof request.block);
    memcpy(request.cluster, launch.cluster, sizeof request.cluster);
    struct program_launch *row = find_row(session, kernel, &launch, call->place);
    size_t findings_before = session->device->observation->finding_count;
    if (!check_shared(session, kernel, &launch, call->place))
        return ERROR_OF_cudaErrorInvalidValue;
    if (!check_cluster(session, kernel, &launch, call->place))
        return ERROR_OF_cudaErrorInvalidClusterSize;
    if (!check_registers(session, kernel, &launch, call->place))
        return ERROR_OF_cudaErrorLaunchOutOfResources;
    struct repeat_run repeat = {.launch = &launch,
                                .stream = stream,
                                .arguments = request.arguments,
                                .argument_bytes = request.argument_bytes,
                                .row = row};
    if (repeat_begin(session, &repeat))
        return 0;
    if (!run_and_watch(session, kernel, &request, &repeat, &refused)) {
        mistake_add(session, kind_of_refusal(&launch, &refused), call->place,
                    "the launch of {kernel} is refused: {why}", "kernel=%s" TOLD_AND "why=%s", kernel->readable,
                    refused.message);
        return refusal_of(session, kernel, &launch, &refused);
    }
    row->count++;
    take_outcome(session, kernel, &launch, findings_before, call->place);
    repeat_end(session, &repeat);
    return 0;
}
