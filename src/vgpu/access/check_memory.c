/* Bounds, alignment, liveness: the place of one lane's access, or the mistake in it. */
#include <stdio.h>
#include <string.h>

#include "base/told.h"
#include "vgpu/access/access.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/buffer_use.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/cluster.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"
#include "vgpu/observers/observers.h"
#include "vgpu/profile.h"
#include "vgpu/report/report.h"

enum { NULL_PAGE_BYTES = 1 << 16 };

/* --- refusal ---------------------------------------------------------------------------------- */

static void tell_refusal(struct vgpu_warp *warp, const struct vgpu_lane_access *access, enum vgpu_finding_kind kind)
{
    static const enum vgpu_text texts[] = {[VGPU_ACCESS_READ] = VGPU_TEXT_REFUSED_READ,
                                           [VGPU_ACCESS_WRITE] = VGPU_TEXT_REFUSED_WRITE,
                                           [VGPU_ACCESS_ATOMIC] = VGPU_TEXT_REFUSED_ATOMIC};
    char told[400];
    told_print(told, sizeof told, vgpu_finding_text(texts[access->access]),
               "n=%u" TOLD_AND "address=0x%llx" TOLD_AND "what=" TOLD_TEXT("%s"), access->size_bytes,
               (unsigned long long)access->address, vgpu_finding_describe(kind)->text);
    launch_fault(warp, access->op, told);
}

static bool refuse(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_finding *finding)
{
    finding->lane = access->lane;
    finding->access = access->access;
    finding->address = access->address;
    finding->size_bytes = access->size_bytes;
    warp->worker->budget -= VGPU_REFUSED_WORK;
    if (OBSERVE_ANY(refuse, warp, access, finding))
        return false;
    tell_refusal(warp, access, finding->kind);
    return false;
}

static bool refuse_global(struct vgpu_warp *warp, const struct vgpu_lane_access *access, enum vgpu_finding_kind kind,
                          const struct vgpu_buffer *nearest)
{
    struct vgpu_finding finding = {.kind = kind,
                                   .space = VGPU_FINDING_SPACE_GLOBAL,
                                   .size_bytes = access->size_bytes,
                                   .buffer = "",
                                   .element = -1};
    if (nearest)
        finding_place_range(&finding, nearest->name, nearest->start, nearest->size_bytes, access->address);
    return refuse(warp, access, &finding);
}

/* --- spaces ----------------------------------------------------------------------------------- */

static bool find_global(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    if (access->address < NULL_PAGE_BYTES)
        return refuse_global(warp, access, VGPU_FINDING_NULL_POINTER, NULL);
    struct vgpu_buffer *buffer = memory_nearest(device_memory(launch->device), access->address);
    const struct vgpu_buffer *left = WATCHES_ACCESSES(launch) ? launch->watcher->strays(warp, access, buffer) : NULL;
    if (left)
        return refuse_global(warp, access, VGPU_FINDING_OUT_OF_BOUNDS, left);
    if (!buffer || access->address < buffer->start)
        return refuse_global(warp, access, VGPU_FINDING_OUT_OF_BOUNDS, buffer);
    uint64_t offset = access->address - buffer->start;
    if (offset >= buffer->size_bytes || access->size_bytes > buffer->size_bytes - offset)
        return refuse_global(warp, access, VGPU_FINDING_OUT_OF_BOUNDS, buffer);
    if (!buffer->bytes)
        return refuse_global(warp, access, VGPU_FINDING_USE_AFTER_FREE, buffer);
    if (access->address % access->size_bytes)
        return refuse_global(warp, access, VGPU_FINDING_MISALIGNED, buffer);
    if (access->access != VGPU_ACCESS_READ && (buffer->read_only || buffer->is_constant))
        return refuse_global(warp, access, VGPU_FINDING_READ_ONLY, buffer);
    buffer_use_note(warp->worker, buffer, access->access);
    if (buffer->reads && access->access != VGPU_ACCESS_WRITE)
        shadow_define(buffer->reads, offset, access->size_bytes);
    if (warp->worker->is_parallel && atomic_load_explicit(&buffer->is_exclusive, memory_order_relaxed))
        claims_access(warp, access, &(struct vgpu_place){.buffer = buffer, .offset = offset});
    if (buffer->lazy)
        memory_touch(buffer, offset, access->size_bytes);
    if (buffer->lazy && access->access != VGPU_ACCESS_WRITE)
        memory_lazy_note_read(buffer, offset, access->size_bytes);
    if (buffer->lazy && access->access != VGPU_ACCESS_READ)
        memory_lazy_note_written(buffer, offset, access->size_bytes);
    *out_place = (struct vgpu_place){VGPU_PLACE_GLOBAL, buffer, offset, buffer->bytes + offset};
    return true;
}

static bool is_within(const struct vgpu_shared_variable *variable, uint32_t size_bytes, uint64_t offset,
                      uint32_t access_bytes)
{
    return variable && offset >= variable->start && offset - variable->start < size_bytes &&
           access_bytes <= size_bytes - (offset - variable->start);
}

bool check_intended_variable(const struct vgpu_module *module, const struct vgpu_op *op,
                             const struct vgpu_shared_variable *variable)
{
    uint16_t base = op->detail->shared_base;
    return !base || module->shared[base - 1].start == variable->start; /* dynamic ones are one */
}

/*
 * The bytes of an access up to the last that the program uses. Compilers widen loads of shared
 * memory past the end of an array: an aligned load cannot leave the memory that the block has.
 */
static uint32_t used_bytes(const struct vgpu_lane_access *access)
{
    const struct ptx_instruction *source = access->op->detail->source;
    uint32_t used_bytes = source && access->access == VGPU_ACCESS_READ ? source->used_bytes : 0;
    return used_bytes && used_bytes < access->size_bytes ? used_bytes : access->size_bytes;
}

/*
 * The memory of another block of the cluster exists while that block runs. Blocks of a cluster
 * begin together, but one may come first. Only a barrier says that all have begun. Atomics and
 * mbarriers could say it too, so kernels with these are not held to it.
 */
static bool is_present(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_block *owner)
{
    const struct vgpu_order_traits *traits = &warp->worker->launch->entry->traits;
    bool may_be_early = warp->block->cluster_phase == 0 && !traits->has_ordered_access && !traits->tests_objects;
    char text[VGPU_TOLD_BYTES];
    if (owner == warp->block || (!owner->finished && !may_be_early))
        return true;
    told_print(text, sizeof(text),
               vgpu_finding_text(owner->finished ? VGPU_TEXT_BLOCK_HAS_ENDED : VGPU_TEXT_BLOCK_MAY_NOT_HAVE_BEGUN),
               "block=(%u,%u,%u)", owner->index[0], owner->index[1], owner->index[2]);
    struct vgpu_finding finding = {.kind = VGPU_FINDING_ABSENT_BLOCK,
                                   .space = VGPU_FINDING_SPACE_SHARED,
                                   .size_bytes = access->size_bytes,
                                   .message = text};
    finding_place_shared(warp, 0, access->address % CLUSTER_BLOCK_BYTES, &finding);
    return refuse(warp, access, &finding);
}

/*
 * The block whose shared memory the offset names. An instruction of .shared::cta reaches its own
 * block alone.
 */
static struct vgpu_block *find_owner(struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint64_t offset,
                                     uint64_t *out_offset)
{
    struct vgpu_block *owner = cluster_find(warp->block, offset, out_offset);
    if (owner && (owner == warp->block || access->space != PTX_SPACE_SHARED))
        return owner;
    *out_offset = offset;
    return warp->block;
}

static bool find_shared(struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint64_t address,
                        struct vgpu_place *out_place)
{
    uint64_t offset;
    uint32_t size_bytes = 0;
    struct vgpu_block *owner = find_owner(warp, access, address, &offset);
    const struct vgpu_shared_variable *variable = finding_place_variable(warp->worker->launch, offset, &size_bytes);
    const struct vgpu_shared_variable *reserved = &warp->worker->launch->module->reserved_shared;
    bool is_inside = is_within(variable, size_bytes, offset, used_bytes(access)) ||
                     is_within(reserved, reserved->size_bytes, offset, access->size_bytes);
    bool is_other = is_inside && !check_intended_variable(warp->worker->launch->module, access->op, variable);
    if (is_inside && !is_other && offset % access->size_bytes == 0) {
        if (!is_present(warp, access, owner))
            return false;
        if (variable)
            worker_note_shared(warp->worker, variable);
        *out_place = (struct vgpu_place){.space = VGPU_PLACE_SHARED,
                                         .offset = offset,
                                         .bytes = owner->shared + offset,
                                         .block = owner == warp->block ? NULL : owner};
        return true;
    }
    bool is_misaligned = is_inside && !is_other;
    struct vgpu_finding finding = {.kind = is_misaligned ? VGPU_FINDING_MISALIGNED : VGPU_FINDING_OUT_OF_BOUNDS,
                                   .space = VGPU_FINDING_SPACE_SHARED,
                                   .size_bytes = access->size_bytes,
                                   .inside = is_other ? variable->name : NULL};
    finding_place_shared(warp, is_misaligned ? 0 : access->op->detail->shared_base, offset, &finding);
    return refuse(warp, access, &finding);
}

static bool find_local(struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint64_t offset,
                       struct vgpu_place *out_place)
{
    uint32_t size_bytes = warp_local_bytes(warp);
    bool is_inside = warp->local && offset < size_bytes && access->size_bytes <= size_bytes - offset;
    if (is_inside && offset % access->size_bytes == 0) {
        *out_place = (struct vgpu_place){VGPU_PLACE_LOCAL, NULL, offset, NULL};
        return true;
    }
    struct vgpu_finding finding = {.kind = is_inside ? VGPU_FINDING_MISALIGNED : VGPU_FINDING_OUT_OF_BOUNDS,
                                   .space = VGPU_FINDING_SPACE_LOCAL,
                                   .size_bytes = access->size_bytes};
    finding_place_range(&finding, "local memory", 0, size_bytes, offset);
    return refuse(warp, access, &finding);
}

static bool find_parameter(struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint64_t offset,
                           struct vgpu_place *out_place)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    struct vgpu_finding finding = {.space = VGPU_FINDING_SPACE_PARAMETER, .size_bytes = access->size_bytes};
    finding_place_range(&finding, "kernel parameters", 0, launch->argument_bytes, offset);
    if (offset >= launch->argument_bytes || access->size_bytes > launch->argument_bytes - offset)
        finding.kind = VGPU_FINDING_OUT_OF_BOUNDS;
    else if (access->access != VGPU_ACCESS_READ)
        finding.kind = VGPU_FINDING_READ_ONLY;
    else if (offset % access->size_bytes)
        finding.kind = VGPU_FINDING_MISALIGNED;
    else {
        *out_place = (struct vgpu_place){VGPU_PLACE_PARAMETER, NULL, offset, launch->arguments + offset};
        return true;
    }
    return refuse(warp, access, &finding);
}

/* --- addresses of another space --------------------------------------------------------------- */

/* The space that a generic address points into. */
static enum vgpu_place_space space_of(uint64_t address)
{
    if (address < VGPU_WINDOW_SHARED || address >= VGPU_WINDOW_END)
        return VGPU_PLACE_GLOBAL;
    return address < VGPU_WINDOW_LOCAL       ? VGPU_PLACE_SHARED
           : address < VGPU_WINDOW_PARAMETER ? VGPU_PLACE_LOCAL
                                             : VGPU_PLACE_PARAMETER;
}

/* The space of a generic address, for an instruction that may not access it. */
static bool refuse_space(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const char *wanted)
{
    const struct vgpu_buffer *buffer = memory_nearest(device_memory(warp->worker->launch->device), access->address);
    enum vgpu_place_space space = space_of(access->address);
    struct vgpu_finding finding = {.kind = VGPU_FINDING_WRONG_SPACE, .size_bytes = access->size_bytes, .buffer = ""};
    struct vgpu_place place = {space, (struct vgpu_buffer *)buffer, access->address & UINT32_MAX, NULL};
    if (buffer)
        place.offset = space == VGPU_PLACE_GLOBAL ? access->address - buffer->start : place.offset;
    if (space != VGPU_PLACE_GLOBAL || buffer)
        finding_place_describe(warp, &place, &finding);
    char text[VGPU_TOLD_BYTES], element[64] = "", from[64], to[64];
    if (finding.buffer[0] && finding.element >= 0 && finding.distance_bytes == 0 && space != VGPU_PLACE_LOCAL)
        snprintf(element, sizeof(element), " (%s[%lld])", finding.buffer, (long long)finding.element);
    bool reads = access->access == VGPU_ACCESS_READ;
    told_print(from, sizeof(from), vgpu_finding_space_name(finding.space), "%s", "");
    told_print(to, sizeof(to), wanted, "%s", "");
    told_print(text, sizeof(text), vgpu_finding_text(reads ? VGPU_TEXT_READS_THROUGH : VGPU_TEXT_WRITES_THROUGH),
               "space=%s" TOLD_AND "element=%s" TOLD_AND "wanted=%s", from, element, to);
    finding.message = text;
    return refuse(warp, access, &finding);
}

/* Global and constant memory. */
static bool find_device(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place)
{
    bool is_constant = access->space == PTX_SPACE_CONSTANT;
    if (space_of(access->address) != VGPU_PLACE_GLOBAL)
        return refuse_space(warp, access, is_constant ? "constant" : "global");
    const struct vgpu_buffer *buffer =
        is_constant ? memory_find(device_memory(warp->worker->launch->device), access->address, access->size_bytes)
                    : NULL;
    if (buffer && !buffer->is_constant)
        return refuse_space(warp, access, "constant");
    return find_global(warp, access, out_place);
}

/* Shared and local memory, with 32-bit addresses of their own. */
static bool find_own(struct vgpu_warp *warp, const struct vgpu_lane_access *access, bool is_shared,
                     struct vgpu_place *out_place)
{
    const struct vgpu_memory *memory = device_memory(warp->worker->launch->device);
    if (access->address >= VGPU_WINDOW_SHARED &&
        (space_of(access->address) != VGPU_PLACE_GLOBAL || memory_find(memory, access->address, access->size_bytes)))
        return refuse_space(warp, access, is_shared ? "shared" : "local");
    return is_shared ? find_shared(warp, access, access->address, out_place)
                     : find_local(warp, access, access->address, out_place);
}

static bool find_generic(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place)
{
    uint64_t offset = access->address & UINT32_MAX;
    switch (space_of(access->address)) {
    case VGPU_PLACE_SHARED:
        return find_shared(warp, access, offset, out_place);
    case VGPU_PLACE_LOCAL: /* atomics are for memory that others see */
        return access->access == VGPU_ACCESS_ATOMIC
                   ? refuse_space(warp, access, vgpu_finding_text(VGPU_TEXT_GLOBAL_OR_SHARED))
                   : find_local(warp, access, offset, out_place);
    case VGPU_PLACE_PARAMETER:
        return find_parameter(warp, access, offset, out_place);
    default:
        return find_global(warp, access, out_place);
    }
}

/* The worker keeps the bounds of the op's last variable, as it does for patterns of addresses. */
static bool is_in_known_variable(struct vgpu_warp *warp, const struct vgpu_op *op, uint64_t offset, uint64_t size_bytes)
{
    struct vgpu_access_cache *cache = &warp->worker->accesses[op->access];
    uint32_t variable_bytes = 0;
    if (offset >= cache->start && offset + size_bytes <= cache->end)
        return true;
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct vgpu_shared_variable *variable = finding_place_variable(launch, offset, &variable_bytes);
    if (!is_within(variable, variable_bytes, offset, (uint32_t)size_bytes) ||
        !check_intended_variable(launch->module, op, variable))
        return false;
    worker_note_shared(warp->worker, variable);
    cache->start = variable->start;
    cache->end = variable->start + variable_bytes;
    return true;
}

uint64_t check_shared_whole(struct vgpu_warp *warp, const struct vgpu_op *op, uint64_t address, uint64_t size_bytes)
{
    enum { OF_LANES = VGPU_CHECK_INITIALISED | VGPU_CHECK_RACE };
    const struct vgpu_launch_state *launch = warp->worker->launch;
    enum ptx_space space = op->detail->source->space;
    bool is_generic = space == PTX_SPACE_GENERIC && space_of(address) == VGPU_PLACE_SHARED;
    uint64_t offset = is_generic ? address & UINT32_MAX : address;
    if ((space != PTX_SPACE_SHARED && !is_generic) || launch->checks & OF_LANES || WATCHES_ACCESSES(launch) ||
        offset >= VGPU_WINDOW_SHARED || size_bytes > INT32_MAX)
        return UINT64_MAX;
    return is_in_known_variable(warp, op, offset, size_bytes) ? offset : UINT64_MAX;
}

/* mapa makes generic addresses too. */
static bool find_in_cluster(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place)
{
    struct vgpu_lane_access within = *access;
    if (space_of(access->address) == VGPU_PLACE_SHARED)
        within.address &= UINT32_MAX;
    return find_own(warp, &within, true, out_place);
}

bool check_memory(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place)
{
    switch (access->space) {
    case PTX_SPACE_SHARED_CLUSTER:
        return find_in_cluster(warp, access, out_place);
    case PTX_SPACE_SHARED:
        return find_own(warp, access, true, out_place);
    case PTX_SPACE_LOCAL:
        return find_own(warp, access, false, out_place);
    case PTX_SPACE_PARAMETER: /* in device functions copies in local memory */
        return warp->frame->function->has_entry_layout ? find_parameter(warp, access, access->address, out_place)
                                                       : find_local(warp, access, access->address, out_place);
    case PTX_SPACE_GENERIC:
        return find_generic(warp, access, out_place);
    default:
        return find_device(warp, access, out_place);
    }
}
