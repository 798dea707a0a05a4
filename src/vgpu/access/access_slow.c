/* Accesses lane by lane, with all checks: the definition of loads and stores. */
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"
#include "vgpu/execution/poll.h"
#include "vgpu/observers/observers.h"
#include "vgpu/profile.h"

/* --- places ----------------------------------------------------------------------------------- */

enum { LOCAL_WORD = 4 };

/* Local memory is interleaved: word w of lane l at (w * 32 + l) * 4. */
static size_t local_position(uint64_t offset, uint32_t lane)
{
    return (size_t)((offset / LOCAL_WORD * VGPU_WARP_LANES + lane) * LOCAL_WORD + offset % LOCAL_WORD);
}

void access_read_place(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t lane, void *out_value,
                       uint32_t size_bytes)
{
    uint32_t done = 0;
    if (place->space != VGPU_PLACE_LOCAL) {
        memcpy(out_value, place->bytes, size_bytes);
        return;
    }
    if (place->offset % LOCAL_WORD == 0)
        for (; done + LOCAL_WORD <= size_bytes; done += LOCAL_WORD)
            memcpy((uint8_t *)out_value + done, warp->local + local_position(place->offset + done, lane), LOCAL_WORD);
    for (; done < size_bytes; done++)
        ((uint8_t *)out_value)[done] = warp->local[local_position(place->offset + done, lane)];
}

void access_watch(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    bool is_shared = place->space == VGPU_PLACE_SHARED;
    if (!access->is_ordered || (!is_shared && place->space != VGPU_PLACE_GLOBAL))
        return;
    if (warp->worker->finds_polls && place->bytes && !access->is_object)
        poll_note(warp, access, place->bytes);
    struct vgpu_watch *watch = &warp->watch;
    watch->op = access->op;
    watch->frame = warp->frame;
    watch->buffer = place->buffer;
    watch->address = access->address;
    watch->offset = place->offset;
    watch->round = warp->worker->round;
    watch->lane = access->lane;
    watch->is_shared = is_shared;
}

void access_write_place(struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t lane, const void *value,
                        uint32_t size_bytes)
{
    uint32_t done = 0;
    if (place->space != VGPU_PLACE_LOCAL) {
        warp->worker->changes += memcmp(place->bytes, value, size_bytes) != 0;
        memcpy(place->bytes, value, size_bytes);
        return;
    }
    if (place->offset % LOCAL_WORD == 0)
        for (; done + LOCAL_WORD <= size_bytes; done += LOCAL_WORD)
            memcpy(warp->local + local_position(place->offset + done, lane), (const uint8_t *)value + done, LOCAL_WORD);
    for (; done < size_bytes; done++)
        warp->local[local_position(place->offset + done, lane)] = ((const uint8_t *)value)[done];
}

/* --- registers -------------------------------------------------------------------------------- */

/* A loaded element, extended to its register. */
static void write_element(uint8_t *frame, const struct vgpu_detail *detail, uint32_t element, uint32_t lane,
                          uint64_t value)
{
    unsigned unused = detail->size_bytes < 8 ? 64 - 8U * detail->size_bytes : 0;
    if (detail->is_signed)
        value = (uint64_t)((int64_t)(value << unused) >> unused);
    if (detail->elements[element] == VGPU_NO_OPERAND)
        return;
    if (detail->is_wide)
        ((uint64_t *)(void *)(frame + detail->elements[element]))[lane] = value;
    else
        ((uint32_t *)(void *)(frame + detail->elements[element]))[lane] = (uint32_t)value;
}

static uint64_t read_element(const uint8_t *frame, const struct vgpu_detail *detail, uint32_t element, uint32_t lane)
{
    if (detail->elements[element] == VGPU_NO_OPERAND)
        return 0;
    if (detail->is_wide)
        return ((const uint64_t *)(const void *)(frame + detail->elements[element]))[lane];
    return ((const uint32_t *)(const void *)(frame + detail->elements[element]))[lane];
}

/* --- counting --------------------------------------------------------------------------------- */

static enum vgpu_count_space count_space(const struct vgpu_lane_access *access)
{
    if (access->space == PTX_SPACE_SHARED || access->space == PTX_SPACE_SHARED_CLUSTER)
        return VGPU_COUNT_SHARED;
    if (access->space == PTX_SPACE_LOCAL)
        return VGPU_COUNT_LOCAL;
    if (access->space == PTX_SPACE_GENERIC && access->address >= VGPU_WINDOW_SHARED &&
        access->address < VGPU_WINDOW_END)
        return access->address < VGPU_WINDOW_LOCAL ? VGPU_COUNT_SHARED : VGPU_COUNT_LOCAL;
    return VGPU_COUNT_GLOBAL;
}

/* Local words of different lanes are adjacent, so count them at their real place. */
static uint64_t counted_address(enum vgpu_count_space space, uint64_t address, uint32_t lane)
{
    if (space != VGPU_COUNT_LOCAL)
        return address;
    return local_position(address & UINT32_MAX, lane);
}

static void note_request(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_lane_access *first,
                         const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    if (!warp->worker->counts_accesses || !mask)
        return;
    enum vgpu_count_space space = count_space(first);
    uint64_t counted[VGPU_WARP_LANES] = {0};
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        counted[lane] = counted_address(space, addresses[lane], lane);
    OBSERVE(request, warp, op, space, counted, mask, size_bytes);
}

/* --- loads and stores ------------------------------------------------------------------------- */

static struct vgpu_lane_access lane_access(const struct vgpu_op *op, const uint8_t *frame, uint32_t lane)
{
    const struct vgpu_detail *detail = op->detail;
    return (struct vgpu_lane_access){.op = op,
                                     .lane = lane,
                                     .space = detail->source->space,
                                     .address = place_address(op, frame, lane),
                                     .size_bytes = (uint32_t)detail->size_bytes * detail->element_count,
                                     .access = (enum vgpu_access)detail->access,
                                     .is_ordered = detail->is_ordered};
}

#define FOR_EACH_LANE(mask, lane)                           \
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) \
        if ((mask) >> lane & 1)

void access_load_slow(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_lane_access first = lane_access(op, frame, (uint32_t)__builtin_ctz(warp->active));
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    launch_add_check_work(warp, detail->is_ordered ? 0 : VGPU_LANES_WORK);
    FOR_EACH_LANE(warp->active, lane)
    {
        struct vgpu_lane_access access = lane_access(op, frame, lane);
        struct vgpu_place place;
        uint8_t value[32] = {0};
        addresses[lane] = access.address;
        bool found = check_memory(warp, &access, &place);
        if (found) {
            OBSERVE(load, warp, &access, &place);
            access_watch(warp, &access, &place);
            access_read_place(warp, &place, lane, value, access.size_bytes);
        }
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t bits = 0;
            memcpy(&bits, value + i * detail->size_bytes, detail->size_bytes);
            write_element(frame, detail, i, lane, bits);
        }
    }
    note_request(warp, op, &first, addresses, warp->active, first.size_bytes);
    OBSERVE(loaded, warp, op);
}

void access_store_slow(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    struct vgpu_lane_access first = lane_access(op, frame, (uint32_t)__builtin_ctz(warp->active));
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    launch_add_check_work(warp, detail->is_ordered ? 0 : VGPU_LANES_WORK);
    FOR_EACH_LANE(warp->active, lane)
    {
        struct vgpu_lane_access access = lane_access(op, frame, lane);
        struct vgpu_place place;
        uint8_t value[32] = {0};
        addresses[lane] = access.address;
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint64_t bits = read_element(frame, detail, i, lane);
            memcpy(value + i * detail->size_bytes, &bits, detail->size_bytes);
        }
        if (!check_memory(warp, &access, &place))
            continue;
        OBSERVE(store, warp, &access, &place, value);
        OBSERVE(written, warp, &access, &place);
        access_write_place(warp, &place, lane, value, access.size_bytes);
    }
    note_request(warp, op, &first, addresses, warp->active, first.size_bytes);
}
