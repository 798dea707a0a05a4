#include "vgpu/fragment_internal.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/access_internal.h"
#include "vgpu/cache_model_internal.h"
#include "vgpu/race_global_internal.h"

enum { ROWS = 8, ROW_BYTES = 16, FRAGMENT_ELEMENTS_MAX = 64, SECTOR_BYTES = 32 };

static struct vgpu_lane_access make_access(const struct vgpu_op *op, uint32_t lane, uint64_t address,
                                           uint32_t size_bytes)
{
    return (struct vgpu_lane_access){.op = op,
                                     .lane = lane,
                                     .space = op->detail->source->space,
                                     .address = address,
                                     .size_bytes = size_bytes,
                                     .access = (enum vgpu_access)op->detail->access};
}

static void load_bytes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address, void *out,
                       uint32_t size_bytes)
{
    struct vgpu_lane_access access = make_access(op, lane, address, size_bytes);
    struct vgpu_place place;
    memset(out, 0, size_bytes);
    if (!check_memory(warp, &access, &place))
        return;
    check_initialised(warp, &access, &place);
    check_race(warp, &access, &place, NULL);
    place_read(warp, &place, lane, out, size_bytes);
}

static void store_bytes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                        const void *from, uint32_t size_bytes)
{
    struct vgpu_lane_access access = make_access(op, lane, address, size_bytes);
    struct vgpu_place place;
    if (!check_memory(warp, &access, &place))
        return;
    check_race(warp, &access, &place, from);
    note_written(warp, &access, &place);
    place_write(warp, &place, lane, from, size_bytes);
}

/* One request of the warp, as the counters see it. */
static void count_request(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses, uint32_t mask,
                          uint32_t size_bytes)
{
    if (!warp->worker->counts_accesses || !mask)
        return;
    uint64_t first = addresses[__builtin_ctz(mask)];
    enum ptx_space space = op->detail->source->space;
    bool is_shared = space == PTX_SPACE_SHARED || space == PTX_SPACE_SHARED_CLUSTER ||
                     (space == PTX_SPACE_GENERIC && first >= VGPU_WINDOW_SHARED && first < VGPU_WINDOW_LOCAL);
    enum vgpu_count_space counted = is_shared ? VGPU_COUNT_SHARED : VGPU_COUNT_GLOBAL;
    access_count(&warp->worker->accesses[op->access].counts[counted], counted, addresses, mask, size_bytes);
    cache_note(warp, op, counted, addresses, mask, size_bytes);
    if (warp->worker->launch->profile)
        profile_add(warp, op, counted, addresses, mask, size_bytes);
}

/* --- ldmatrix and stmatrix --------------------------------------------------------------------------------------- */

static uint32_t *register_lanes(uint8_t *frame, uint32_t offset)
{
    return (uint32_t *)(void *)(frame + offset);
}

/* Lane 8 i + r has the address of row r of matrix i. */
static void gather_rows(const uint8_t *frame, const struct vgpu_op *op, uint32_t rows, uint64_t *out_addresses)
{
    for (uint32_t row = 0; row < rows; row++)
        out_addresses[row] = access_address(op, frame, row);
}

const struct vgpu_op *rows_load(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t rows = form->register_count * ROWS;
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    uint16_t elements[VGPU_WARP_LANES][ROWS];
    if (!warp_has_lanes(warp, op, warp->live))
        return warp_wait_lanes(warp, op, warp->live);
    gather_rows(frame, op, rows, addresses);
    for (uint32_t row = 0; row < rows; row++)
        load_bytes(warp, op, row, addresses[row], elements[row], ROW_BYTES);
    for (uint32_t i = 0; i < form->register_count; i++) {
        uint32_t *to = register_lanes(frame, form->registers[i]);
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
            struct math_position low = math_matrix_position(lane, 0, form->is_transposed);
            struct math_position high = math_matrix_position(lane, 1, form->is_transposed);
            uint32_t value =
                elements[ROWS * i + low.row][low.column] | (uint32_t)elements[ROWS * i + high.row][high.column] << 16;
            to[lane] = warp->active >> lane & 1 ? value : to[lane];
        }
    }
    count_request(warp, op, addresses, rows == 32 ? UINT32_MAX : (1U << rows) - 1, ROW_BYTES);
    return warp_go_on(warp, op);
}

const struct vgpu_op *rows_store(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t rows = form->register_count * ROWS;
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    uint16_t elements[VGPU_WARP_LANES][ROWS];
    if (!warp_has_lanes(warp, op, warp->live))
        return warp_wait_lanes(warp, op, warp->live);
    gather_rows(frame, op, rows, addresses);
    for (uint32_t i = 0; i < form->register_count; i++) {
        const uint32_t *from = register_lanes(frame, form->registers[i]);
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
            struct math_position low = math_matrix_position(lane, 0, form->is_transposed);
            struct math_position high = math_matrix_position(lane, 1, form->is_transposed);
            elements[ROWS * i + low.row][low.column] = (uint16_t)from[lane];
            elements[ROWS * i + high.row][high.column] = (uint16_t)(from[lane] >> 16);
        }
    }
    for (uint32_t row = 0; row < rows; row++)
        store_bytes(warp, op, row, addresses[row], elements[row], ROW_BYTES);
    count_request(warp, op, addresses, rows == 32 ? UINT32_MAX : (1U << rows) - 1, ROW_BYTES);
    return warp_go_on(warp, op);
}

/* --- wmma.load and wmma.store ------------------------------------------------------------------------------------ */

/* Where an element lies, in bits from the matrix' address. */
static uint64_t element_bit(const struct vgpu_fragment *form, uint32_t lane, uint32_t element, uint32_t stride)
{
    struct math_position at = math_mma_position(form->shape, form->matrix, lane, element % form->element_count);
    uint64_t index =
        form->is_column_major ? (uint64_t)at.column * stride + at.row : (uint64_t)at.row * stride + at.column;
    return index * form->bits;
}

static uint32_t lane_stride(const uint8_t *frame, const struct vgpu_fragment *form, uint32_t lane)
{
    if (form->stride == VGPU_NO_OPERAND)
        return form->default_stride;
    return ((const uint32_t *)(const void *)(frame + form->stride))[lane];
}

/* The lines of a request for one register whose first address has this phase in its line. */
struct fragment_lines {
    uint32_t count;                  /* 0: not known */
    uint64_t lines[VGPU_WARP_LANES]; /* from that of the first address */
    uint8_t sectors[VGPU_WARP_LANES];
};
enum { PHASE_BYTES = 16, PHASES = CACHE_LINE_BYTES / PHASE_BYTES };

/*
 * Where elements lie, in bits from the matrix' address: what the lane says plus what the element says, since row and
 * column are such sums (math_mma.h). And what follows from it. The worker keeps those of each op: strides hardly
 * change.
 */
struct fragment_places {
    struct fragment_places *next; /* of the worker */
    uint32_t stride;
    uint64_t lanes[VGPU_WARP_LANES], elements[FRAGMENT_ELEMENTS_MAX];
    uint64_t size_bytes;              /* from the matrix' address to the end of the last element */
    uint64_t sorted[VGPU_WARP_LANES]; /* the lanes, in bytes and ascending */
    uint8_t sectors_at[SECTOR_BYTES]; /* of a request for one register, by its first address; 0: unknown */
    uint64_t least_sectors;           /* with that */
    struct fragment_lines lines[PHASES];
};

/* Where the lanes lie from the first, in bytes and ascending. */
static void sort_lanes(const struct fragment_places *places, uint64_t *out_sorted)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint32_t at = lane;
        for (; at > 0 && out_sorted[at - 1] > places->lanes[lane] / 8; at--)
            out_sorted[at] = out_sorted[at - 1];
        out_sorted[at] = places->lanes[lane] / 8;
    }
}

static void find_places(const struct vgpu_fragment *form, uint32_t stride, struct fragment_places *out)
{
    uint64_t last_lane = 0, last_element = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        out->lanes[lane] = element_bit(form, lane, 0, stride);
        last_lane = out->lanes[lane] > last_lane ? out->lanes[lane] : last_lane;
    }
    for (uint32_t i = 0; i < form->register_count * form->per_register; i++) {
        out->elements[i] = element_bit(form, 0, i, stride);
        last_element = out->elements[i] > last_element ? out->elements[i] : last_element;
    }
    out->size_bytes = (last_lane + last_element + form->bits) / 8;
    out->stride = stride;
    sort_lanes(out, out->sorted);
    memset(out->sectors_at, 0, sizeof(out->sectors_at));
    for (uint32_t i = 0; i < PHASES; i++)
        out->lines[i].count = 0;
}

/* Those of the op, by this stride; NULL without memory, or if a lane has more elements than are looked up at once. */
static struct fragment_places *places_of(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t stride)
{
    const struct vgpu_fragment *form = op->scalar;
    struct vgpu_worker *worker = warp->worker;
    struct fragment_places **kept = &worker->accesses[op->access].places, *places = *kept;
    if (places && places->stride == stride)
        return places;
    if (form->register_count * form->per_register > FRAGMENT_ELEMENTS_MAX)
        return NULL;
    if (!places) {
        places = malloc(sizeof(*places));
        if (!places)
            return NULL;
        places->next = worker->places;
        *kept = worker->places = places;
    }
    find_places(form, stride, places);
    return places;
}

void fragment_forget_places(struct vgpu_worker *worker)
{
    for (struct fragment_places *places = worker->places, *next; places; places = next) {
        next = places->next;
        free(places);
    }
    worker->places = NULL;
}

/* Where each lane says that the matrix lies: read before a load writes the registers that say it. */
struct fragment_sources {
    uint64_t bases[VGPU_WARP_LANES];
    uint32_t strides[VGPU_WARP_LANES];
    bool are_equal; /* all lanes of the warp take part with the same address and stride, as they must */
};

static void find_sources(const struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op,
                         struct fragment_sources *out)
{
    uint64_t different = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        out->bases[lane] = access_address(op, frame, lane);
        out->strides[lane] = lane_stride(frame, op->scalar, lane);
        different |= (out->bases[lane] ^ out->bases[0]) | (out->strides[lane] ^ out->strides[0]);
    }
    out->are_equal = warp->active == UINT32_MAX && !different;
}

/* How a register's elements lie in memory: together, or one by one. */
struct register_place {
    uint64_t address; /* of the first */
    bool is_together;
    uint64_t bits[32]; /* from the matrix' address, of each */
};

static void place_register(const struct vgpu_fragment *form, const struct fragment_places *places, uint64_t base,
                           uint32_t lane, uint32_t which, uint32_t stride, struct register_place *out)
{
    bool is_together = true;
    for (uint32_t i = 0; i < form->per_register; i++) {
        uint32_t element = which * form->per_register + i;
        out->bits[i] =
            places ? places->lanes[lane] + places->elements[element] : element_bit(form, lane, element, stride);
        is_together &= out->bits[i] == out->bits[0] + (uint64_t)i * form->bits;
    }
    out->address = base + out->bits[0] / 8;
    uint32_t size_bytes = form->is_wide ? 8 : 4;
    out->is_together = is_together && out->address % size_bytes == 0;
}

static uint64_t load_register(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t base,
                              const struct register_place *place)
{
    const struct vgpu_fragment *form = op->scalar;
    uint64_t value = 0;
    if (place->is_together) {
        load_bytes(warp, op, lane, place->address, &value, form->is_wide ? 8 : 4);
        return value;
    }
    for (uint32_t i = 0; i < form->per_register; i++) {
        uint64_t element = 0;
        uint32_t size_bytes = form->bits < 8 ? 1 : form->bits / 8;
        load_bytes(warp, op, lane, base + place->bits[i] / 8, &element, size_bytes);
        element = element >> place->bits[i] % 8 & UINT64_MAX >> (64 - form->bits);
        value |= element << (i * form->bits);
    }
    return value;
}

static void store_register(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t base,
                           const struct register_place *place, uint64_t value)
{
    const struct vgpu_fragment *form = op->scalar;
    if (place->is_together) {
        store_bytes(warp, op, lane, place->address, &value, form->is_wide ? 8 : 4);
        return;
    }
    for (uint32_t i = 0; i < form->per_register; i++) {
        uint64_t element = value >> (i * form->bits);
        store_bytes(warp, op, lane, base + place->bits[i] / 8, &element, form->bits / 8);
    }
}

/* --- whole fragments from one buffer ------------------------------------------------------------------------------ */

/* The buffer that holds all of the matrix, if a read of it needs no look at its lanes. */
static const struct vgpu_buffer *plain_buffer(struct vgpu_warp *warp, const struct vgpu_op *op, uint64_t base,
                                              uint64_t size_bytes)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    if (launch->profile || base < VGPU_WINDOW_GLOBAL || base + size_bytes < base)
        return NULL;
    struct vgpu_buffer *buffer = memory_find(device_memory(launch->device), base, size_bytes);
    bool must_ask = launch->checks & VGPU_CHECK_INITIALISED;
    if (!buffer || buffer->lazy || buffer->is_constant || (must_ask && !buffer->all_defined) ||
        race_is_tracked(launch, buffer))
        return NULL;
    launch_use_buffer(warp->worker, buffer, VGPU_ACCESS_READ, op->detail->is_ordered);
    bool is_claimed = launch->is_parallel && atomic_load_explicit(&buffer->is_exclusive, memory_order_relaxed);
    return is_claimed ? NULL : buffer;
}

/* `part_bytes` of each lane: loops of their own where the compiler knows how many. */
static void gather_parts(const uint64_t *lane_bits, const uint8_t *at, uint8_t *to, uint32_t width, uint32_t part_bytes)
{
    if (part_bytes == 4 && width == 4) {
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            memcpy(to + (size_t)lane * 4, at + lane_bits[lane] / 8, 4);
    } else if (part_bytes == 2 && width == 4) {
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            memcpy(to + (size_t)lane * 4, at + lane_bits[lane] / 8, 2);
    } else {
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            memcpy(to + (size_t)lane * width, at + lane_bits[lane] / 8, part_bytes);
    }
}

/* One register of all lanes. `elements`: where its own lie. */
static void gather_register(const struct vgpu_fragment *form, const struct fragment_places *places,
                            const uint64_t *elements, const uint8_t *at, uint8_t *to)
{
    uint32_t width = form->is_wide ? 8 : 4, element_bytes = form->bits / 8U;
    bool is_together = true;
    for (uint32_t i = 1; i < form->per_register; i++)
        is_together &= elements[i] == elements[0] + (uint64_t)i * form->bits;
    if (is_together) {
        gather_parts(places->lanes, at + elements[0] / 8, to, width, width);
        return;
    }
    for (uint32_t i = 0; i < form->per_register; i++)
        gather_parts(places->lanes, at + elements[i] / 8, to + i * element_bytes, width, element_bytes);
}

/* Addresses of one register, ascending. */
static void find_addresses(const struct fragment_places *places, uint64_t first, uint64_t *out_addresses)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        out_addresses[lane] = first + places->sorted[lane];
}

/* A request for one register, to the caches. */
static void note_lines(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places, uint64_t first,
                       uint32_t size_bytes)
{
    struct fragment_lines *known = &places->lines[first / PHASE_BYTES % PHASES];
    struct cache_line lines[CACHE_LINES_MAX];
    uint64_t addresses[VGPU_WARP_LANES], line = first / CACHE_LINE_BYTES;
    if (!known->count || first % PHASE_BYTES) {
        find_addresses(places, first, addresses);
        uint32_t count = cache_find_lines(addresses, UINT32_MAX, size_bytes, lines);
        bool is_kept = first % PHASE_BYTES == 0 && count <= VGPU_WARP_LANES;
        known->count = is_kept ? count : known->count;
        for (uint32_t i = 0; is_kept && i < count; i++) {
            known->lines[i] = lines[i].line - line;
            known->sectors[i] = (uint8_t)lines[i].sectors;
        }
        cache_note_lines(warp, op, VGPU_COUNT_GLOBAL, lines, count);
        return;
    }
    for (uint32_t i = 0; i < known->count; i++) {
        lines[i].line = line + known->lines[i];
        lines[i].sectors = known->sectors[i];
    }
    cache_note_lines(warp, op, VGPU_COUNT_GLOBAL, lines, known->count);
}

/* A request for each register: all of one pattern, so that those of one phase cost the same. */
static void count_whole(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places, uint64_t base,
                        uint32_t size_bytes)
{
    const struct vgpu_fragment *form = op->scalar;
    struct vgpu_access_counts *counts = &warp->worker->accesses[op->access].counts[VGPU_COUNT_GLOBAL];
    uint64_t addresses[VGPU_WARP_LANES];
    if (!warp->worker->counts_accesses)
        return;
    for (uint32_t which = 0; which < form->register_count; which++) {
        uint64_t first = base + places->elements[which * form->per_register] / 8;
        uint8_t *sectors = &places->sectors_at[first % SECTOR_BYTES];
        if (!*sectors) {
            find_addresses(places, first, addresses);
            struct vgpu_access_counts one = {0};
            access_count(&one, VGPU_COUNT_GLOBAL, addresses, UINT32_MAX, size_bytes);
            *sectors = (uint8_t)one.sectors;
            places->least_sectors = one.least_sectors;
        }
        counts->requests++;
        counts->lanes += VGPU_WARP_LANES;
        counts->bytes += VGPU_WARP_LANES * (uint64_t)size_bytes;
        counts->sectors += *sectors;
        counts->least_sectors += places->least_sectors;
        if (warp->worker->log)
            note_lines(warp, op, places, first, size_bytes);
    }
}

/* wmma.load at once. False: register by register and lane by lane. */
static bool load_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, struct fragment_places *places,
                       uint64_t base)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t element_bytes = form->bits / 8U, width = form->is_wide ? 8 : 4;
    if (form->bits < 8 || element_bytes * form->per_register != width || base % element_bytes)
        return false;
    const struct vgpu_buffer *buffer = plain_buffer(warp, op, base, places->size_bytes);
    if (!buffer)
        return false;
    for (uint32_t which = 0; which < form->register_count; which++)
        gather_register(form, places, places->elements + which * form->per_register,
                        buffer->bytes + (base - buffer->start), frame + form->registers[which]);
    count_whole(warp, op, places, base, width);
    return true;
}

/* --- wmma.load and wmma.store in general ---------------------------------------------------------------------------
 */

/* One register of one lane, in or out. */
static void transfer_lane(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t which,
                          uint32_t lane, uint64_t base, const struct register_place *place)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t *narrow = register_lanes(frame, form->registers[which]);
    uint64_t *wide = (uint64_t *)(void *)narrow;
    if (op->detail->access == VGPU_ACCESS_WRITE)
        store_register(warp, op, lane, base, place, form->is_wide ? wide[lane] : narrow[lane]);
    else if (form->is_wide)
        wide[lane] = load_register(warp, op, lane, base, place);
    else
        narrow[lane] = (uint32_t)load_register(warp, op, lane, base, place);
}

/* One register of all lanes. `places` is NULL where lanes have strides of their own. */
static void transfer_register(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t which,
                              const struct fragment_sources *sources, const struct fragment_places *places)
{
    const struct vgpu_fragment *form = op->scalar;
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        struct register_place place;
        if (!(warp->active >> lane & 1))
            continue;
        place_register(form, places, sources->bases[lane], lane, which, sources->strides[lane], &place);
        transfer_lane(warp, frame, op, which, lane, sources->bases[lane], &place);
        addresses[lane] = place.address;
    }
    count_request(warp, op, addresses, warp->active, form->is_wide ? 8 : 4);
}

static const struct vgpu_op *transfer(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, bool is_load)
{
    const struct vgpu_fragment *form = op->scalar;
    struct fragment_sources sources;
    if (!warp_has_lanes(warp, op, warp->live))
        return warp_wait_lanes(warp, op, warp->live);
    find_sources(warp, frame, op, &sources);
    struct fragment_places *places = sources.are_equal ? places_of(warp, op, sources.strides[0]) : NULL;
    if (places && is_load && load_whole(warp, frame, op, places, sources.bases[0]))
        return op + 1;
    for (uint32_t which = 0; which < form->register_count; which++)
        transfer_register(warp, frame, op, which, &sources, places);
    return warp_go_on(warp, op);
}

const struct vgpu_op *fragment_load(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    return transfer(warp, frame, op, true);
}

const struct vgpu_op *fragment_store(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    return transfer(warp, frame, op, false);
}
