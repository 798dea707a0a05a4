/* The memory request of an instruction, lane by lane: its sectors and its banks. */
#include <string.h>

#include "vgpu/cache/count.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"
#include "vgpu/lanes/fragment.h"
#include "vgpu/step/step.h"
#include "vgpu/warp/asynchronous_copy.h"

enum { ROW_BYTES = 16, ROWS = 8, SECTOR_BYTES = 32, BANK_BYTES = 4 };

/* --- noting ----------------------------------------------------------------------------------- */

static bool is_row_access(const struct vgpu_op *op)
{
    enum ptx_action does = ptx_does(op->detail->source);
    return does == PTX_DOES_LOAD_ROWS || does == PTX_DOES_STORE_ROWS;
}

bool step_accesses_memory(const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    if (!detail->source || detail->refusal)
        return false;
    if (is_row_access(op) || detail->source->opcode == PTX_OPCODE_CP_ASYNC)
        return true;
    return detail->access != VGPU_ACCESS_NONE && detail->element_count > 0 &&
           detail->source->space != PTX_SPACE_PARAMETER && detail->source->space != PTX_SPACE_CONSTANT;
}

/* The space that an access reaches, after generic addresses are resolved. */
static enum vgpu_finding_space space_of(enum ptx_space space, uint64_t address)
{
    if (space == PTX_SPACE_SHARED || space == PTX_SPACE_SHARED_CLUSTER)
        return VGPU_FINDING_SPACE_SHARED;
    if (space == PTX_SPACE_LOCAL)
        return VGPU_FINDING_SPACE_LOCAL;
    if (space != PTX_SPACE_GENERIC || address < VGPU_WINDOW_SHARED || address >= VGPU_WINDOW_END)
        return VGPU_FINDING_SPACE_GLOBAL;
    if (address < VGPU_WINDOW_LOCAL)
        return VGPU_FINDING_SPACE_SHARED;
    return address < VGPU_WINDOW_PARAMETER ? VGPU_FINDING_SPACE_LOCAL : VGPU_FINDING_SPACE_PARAMETER;
}

/*
 * Unoptimised code keeps most variables in local memory. Nobody asks for these accesses, so they
 * hide the others.
 */
bool step_is_aside(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    uint32_t mask = warp_guard_lanes(warp, op);
    enum ptx_action does = ptx_does(op->detail->source);
    if (!warp->block->worker->launch->module->program->target_debug || !mask || does == PTX_DOES_TRANSFER)
        return false;
    uint64_t address = place_address(op, warp->frame->registers, (uint32_t)__builtin_ctz(mask));
    return space_of(op->detail->source->space, address) == VGPU_FINDING_SPACE_LOCAL;
}

static void note(struct step_accesses *accesses, const struct vgpu_warp *warp, const struct vgpu_op *op,
                 const struct step_access *shape, const struct vgpu_op *addressed, enum ptx_space space)
{
    struct step_access *access = &accesses->items[accesses->count++];
    *access = *shape;
    access->op = op;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        if (access->mask >> lane & 1)
            access->addresses[lane] = place_address(addressed, warp->frame->registers, lane);
    access->space = space_of(space, access->addresses[__builtin_ctz(access->mask)]);
}

static void note_copy(struct step_accesses *accesses, const struct vgpu_warp *warp, const struct vgpu_op *op,
                      uint32_t mask)
{
    const struct vgpu_copy_form *form = op->scalar;
    struct step_access shape = {.mask = mask, .size_bytes = form->size_bytes, .access = VGPU_ACCESS_READ};
    note(accesses, warp, op, &shape, &form->source, PTX_SPACE_GLOBAL);
    shape.access = VGPU_ACCESS_WRITE;
    note(accesses, warp, op, &shape, op, PTX_SPACE_SHARED);
}

static void note_rows(struct step_accesses *accesses, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t rows = form->register_count * ROWS;
    bool is_load = ptx_does(op->detail->source) == PTX_DOES_LOAD_ROWS;
    struct step_access shape = {.mask = rows >= VGPU_WARP_LANES ? UINT32_MAX : (1U << rows) - 1,
                                .size_bytes = ROW_BYTES,
                                .access = is_load ? VGPU_ACCESS_READ : VGPU_ACCESS_WRITE};
    note(accesses, warp, op, &shape, op, PTX_SPACE_SHARED);
}

void step_note_access(struct step_accesses *accesses, const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    uint32_t mask = warp_guard_lanes(warp, op);
    if (!mask || !step_accesses_memory(op) || step_is_aside(warp, op))
        return;
    const struct vgpu_detail *detail = op->detail;
    accesses->count = 0;
    if (detail->source->opcode == PTX_OPCODE_CP_ASYNC) {
        note_copy(accesses, warp, op, mask);
        return;
    }
    if (is_row_access(op)) {
        note_rows(accesses, warp, op);
        return;
    }
    struct step_access shape = {.mask = mask,
                                .size_bytes = (uint32_t)detail->size_bytes * detail->element_count,
                                .access = (enum vgpu_access)detail->access};
    note(accesses, warp, op, &shape, op, detail->source->space);
}

/* --- sectors ---------------------------------------------------------------------------------- */

static struct vgpu_step_sector *sector_at(struct vgpu_step_request *request, uint64_t address)
{
    uint32_t at = request->sector_count;
    for (uint32_t i = 0; i < request->sector_count; i++)
        if (request->sectors[i].address == address)
            return &request->sectors[i];
    if (at == VGPU_STEP_SECTORS_MAX)
        return NULL;
    for (; at > 0 && request->sectors[at - 1].address > address; at--)
        request->sectors[at] = request->sectors[at - 1];
    request->sector_count++;
    request->sectors[at] = (struct vgpu_step_sector){.address = address};
    return &request->sectors[at];
}

/* Bytes [address, address + size) of a lane. */
static void touch_sectors(struct vgpu_step_request *request, uint32_t lane, uint64_t address, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint64_t byte = address + i;
        struct vgpu_step_sector *sector = sector_at(request, byte - byte % SECTOR_BYTES);
        if (!sector)
            return;
        sector->bytes |= 1U << byte % SECTOR_BYTES;
        sector->lanes |= 1U << lane;
    }
}

/* Word w of lane l of local memory is at (w * 32 + l) * 4. */
static void touch_local(struct vgpu_step_request *request, uint32_t lane, uint64_t offset, uint32_t size_bytes)
{
    for (uint32_t done = 0; done < size_bytes; done += BANK_BYTES) {
        uint64_t at = (offset & UINT32_MAX) + done;
        uint32_t left = size_bytes - done < BANK_BYTES ? size_bytes - done : BANK_BYTES;
        touch_sectors(request, lane, (at / 4 * VGPU_WARP_LANES + lane) * 4 + at % 4, left);
    }
}

static void describe_sectors(struct vgpu_step_request *request)
{
    uint32_t bytes = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(request->mask >> lane & 1))
            continue;
        if (request->space == VGPU_FINDING_SPACE_LOCAL)
            touch_local(request, lane, request->addresses[lane], request->size_bytes);
        else
            touch_sectors(request, lane, request->addresses[lane], request->size_bytes);
    }
    for (uint32_t i = 0; i < request->sector_count; i++)
        bytes += (uint32_t)__builtin_popcount(request->sectors[i].bytes);
    request->least_sectors = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

/* --- banks ------------------------------------------------------------------------------------ */

/* The distinct words of the bank that these lanes ask for. */
static uint32_t words_in_bank(const struct vgpu_step_request *request, uint32_t lanes, uint32_t bank)
{
    uint64_t seen[VGPU_WARP_LANES];
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        uint64_t first = request->addresses[lane] / BANK_BYTES;
        uint64_t word = first + (bank + VGPU_STEP_BANKS - first % VGPU_STEP_BANKS) % VGPU_STEP_BANKS;
        if (word > (request->addresses[lane] + request->size_bytes - 1) / BANK_BYTES)
            continue;
        bool is_known = false;
        for (uint32_t i = 0; i < count; i++)
            is_known |= seen[i] == word;
        if (!is_known)
            seen[count++] = word;
    }
    return count;
}

/* Wide accesses take the lanes of a warp in parts, as count_wavefronts() does. */
static void describe_banks(struct vgpu_step_request *request)
{
    uint32_t part_lanes = count_part_lanes(request->addresses, request->mask, request->size_bytes);
    count_wavefronts(request->addresses, request->mask, request->size_bytes, &request->wavefronts, &request->conflicts);
    for (uint32_t bank = 0; bank < VGPU_STEP_BANKS; bank++) {
        for (uint32_t first = 0; first < VGPU_WARP_LANES; first += part_lanes) {
            uint32_t part = request->mask & (uint32_t)(((UINT64_C(1) << part_lanes) - 1) << first);
            uint32_t ways = words_in_bank(request, part, bank);
            if (ways > request->bank_ways[bank])
                request->bank_ways[bank] = (uint8_t)ways;
        }
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            if (request->mask >> lane & 1 && words_in_bank(request, 1U << lane, bank))
                request->bank_lanes[bank] |= 1U << lane;
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void describe_buffer(const struct vgpu_step *step, uint64_t address, struct vgpu_step_request *request)
{
    const struct vgpu_module *module = step->launch->module;
    request->buffer = "";
    if (request->space == VGPU_FINDING_SPACE_GLOBAL) {
        const struct vgpu_buffer *buffer = memory_nearest(device_memory(step->launch->device), address);
        if (buffer) {
            request->buffer = buffer->name;
            request->offset_bytes = (int64_t)(address - buffer->start);
        }
        return;
    }
    uint64_t offset = address & UINT32_MAX;
    for (uint32_t i = 0; request->space == VGPU_FINDING_SPACE_SHARED && i < module->shared_count; i++) {
        const struct vgpu_shared_variable *variable = &module->shared[i];
        if (offset < variable->start || (variable->size_bytes && offset - variable->start >= variable->size_bytes))
            continue;
        request->buffer = variable->name;
        request->offset_bytes = (int64_t)(offset - variable->start);
    }
}

void step_describe_request(const struct vgpu_step *step, const struct step_access *access,
                           struct vgpu_step_request *out_request)
{
    *out_request = (struct vgpu_step_request){.access = access->access,
                                              .space = access->space,
                                              .line = access->op->detail->line,
                                              .ptx_line = access->op->detail->source->ptx_line,
                                              .size_bytes = access->size_bytes,
                                              .mask = access->mask};
    memcpy(out_request->addresses, access->addresses, sizeof(access->addresses));
    describe_buffer(step, access->addresses[__builtin_ctz(access->mask)], out_request);
    if (access->space == VGPU_FINDING_SPACE_SHARED)
        describe_banks(out_request);
    else if (access->space == VGPU_FINDING_SPACE_GLOBAL || access->space == VGPU_FINDING_SPACE_LOCAL)
        describe_sectors(out_request);
}
