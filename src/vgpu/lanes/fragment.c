/* ldmatrix, stmatrix, wmma.load and wmma.store, register by register. */
#include "vgpu/lanes/fragment.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/cache/cache_model.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"
#include "vgpu/lanes/fragment_whole.h"
#include "vgpu/observers/observers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/warp/warp.h"

enum { ROWS = 8, ROW_BYTES = 16 };

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

/* False, without effect: the bytes are elsewhere, or a check looks at each lane. */
static bool load_shared(struct vgpu_warp *warp, const struct vgpu_op *op, uint64_t address, void *out,
                        uint32_t size_bytes)
{
    uint64_t offset = address % size_bytes ? UINT64_MAX : check_shared_whole(warp, op, address, size_bytes);
    if (offset != UINT64_MAX)
        memcpy(out, warp->block->shared + offset, size_bytes);
    return offset != UINT64_MAX;
}

static void load_bytes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address, void *out,
                       uint32_t size_bytes)
{
    struct vgpu_lane_access access = make_access(op, lane, address, size_bytes);
    struct vgpu_place place;
    if (load_shared(warp, op, address, out, size_bytes))
        return;
    memset(out, 0, size_bytes);
    if (!check_memory(warp, &access, &place))
        return;
    OBSERVE(use, warp, &access, &place);
    access_read_place(warp, &place, lane, out, size_bytes);
}

static void store_bytes(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                        const void *from, uint32_t size_bytes)
{
    struct vgpu_lane_access access = make_access(op, lane, address, size_bytes);
    struct vgpu_place place;
    if (!check_memory(warp, &access, &place))
        return;
    OBSERVE(store, warp, &access, &place, from);
    OBSERVE(written, warp, &access, &place);
    access_write_place(warp, &place, lane, from, size_bytes);
}

/* Counts one request of the warp. */
static void note_request(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses, uint32_t mask,
                         uint32_t size_bytes)
{
    if (!warp->worker->counts_accesses || !mask)
        return;
    uint64_t first = addresses[__builtin_ctz(mask)];
    enum ptx_space space = op->detail->source->space;
    bool is_shared = space == PTX_SPACE_SHARED || space == PTX_SPACE_SHARED_CLUSTER ||
                     (space == PTX_SPACE_GENERIC && first >= VGPU_WINDOW_SHARED && first < VGPU_WINDOW_LOCAL);
    enum vgpu_count_space counted = is_shared ? VGPU_COUNT_SHARED : VGPU_COUNT_GLOBAL;
    OBSERVE(request, warp, op, counted, addresses, mask, size_bytes);
}

/* --- ldmatrix and stmatrix -------------------------------------------------------------------- */

static uint32_t *register_lanes(uint8_t *frame, uint32_t offset)
{
    return (uint32_t *)(void *)(frame + offset);
}

/* The address of row r of matrix i is in lane 8 i + r. */
static void gather_rows(const uint8_t *frame, const struct vgpu_op *op, uint32_t rows, uint64_t *out_addresses)
{
    for (uint32_t row = 0; row < rows; row++)
        out_addresses[row] = place_address(op, frame, row);
}

const struct vgpu_op *fragment_load_rows(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
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
    note_request(warp, op, addresses, rows == 32 ? UINT32_MAX : (1U << rows) - 1, ROW_BYTES);
    return warp_go_on(warp, op);
}

const struct vgpu_op *fragment_store_rows(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
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
    note_request(warp, op, addresses, rows == 32 ? UINT32_MAX : (1U << rows) - 1, ROW_BYTES);
    return warp_go_on(warp, op);
}

/* --- wmma.load and wmma.store ----------------------------------------------------------------- */

uint32_t fragment_registers_joined(const struct vgpu_fragment *form)
{
    bool is_sum = form->matrix == MATH_MATRIX_ACCUMULATOR && form->bits == 32;
    return is_sum && !form->is_column_major ? 2 : 1;
}

/* The place of an element, in bits from the matrix's address. */
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

/* Sorts the distances of the lanes from the first, in bytes. */
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
        out->lane_bytes[lane] = (uint32_t)(out->lanes[lane] / 8);
        last_lane = out->lanes[lane] > last_lane ? out->lanes[lane] : last_lane;
    }
    for (uint32_t i = 0; i < form->register_count * form->per_register; i++) {
        out->elements[i] = element_bit(form, 0, i, stride);
        last_element = out->elements[i] > last_element ? out->elements[i] : last_element;
    }
    out->size_bytes = (last_lane + last_element + form->bits) / 8;
    out->stride = stride;
    out->checked_bytes = 0;
    sort_lanes(out, out->sorted);
    memset(out->sectors_at, 0, sizeof(out->sectors_at));
    for (uint32_t i = 0; i < FRAGMENT_PHASES; i++)
        out->lines[i].count = 0;
}

/*
 * The places of the op's elements for this stride. NULL if out of memory, or if a lane has more
 * elements than FRAGMENT_ELEMENTS_MAX.
 */
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
        places->bypasses_l1 = cache_is_bypassed(op);
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

/*
 * The matrix address and stride of each lane. They are read first, since a load can overwrite these
 * registers.
 */
struct fragment_sources {
    uint64_t bases[VGPU_WARP_LANES];
    uint32_t strides[VGPU_WARP_LANES];
    bool are_equal; /* all lanes have the same address and stride, as PTX requires */
};

static void find_sources(const struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op,
                         struct fragment_sources *out)
{
    const struct vgpu_fragment *form = op->scalar;
    const uint64_t *lanes = (const uint64_t *)(const void *)(frame + op->a);
    uint64_t different = 0;
    bool is_plain = (op->flags & (VGPU_ACCESS_ADDRESS_64 | VGPU_ACCESS_NO_REGISTER)) == VGPU_ACCESS_ADDRESS_64;
    /* a loop of its own for the most frequent case */
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        out->bases[lane] = is_plain ? lanes[lane] + (uint64_t)op->immediate : place_address(op, frame, lane);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        out->strides[lane] = lane_stride(frame, form, lane);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        different |= (out->bases[lane] ^ out->bases[0]) | (out->strides[lane] ^ out->strides[0]);
    out->are_equal = warp->active == UINT32_MAX && !different;
}

/* A register of one lane, and how its elements are placed in memory: together or apart. */
struct register_place {
    uint32_t lane, which;
    uint64_t base;    /* the matrix's address */
    uint64_t address; /* of the first element */
    bool is_together;
    uint64_t bits[32]; /* of each element, from the matrix's address */
};

static void find_register(const struct vgpu_fragment *form, const struct fragment_places *places, uint32_t stride,
                          struct register_place *place)
{
    place->is_together = true;
    for (uint32_t i = 0; i < form->per_register; i++) {
        uint32_t element = place->which * form->per_register + i, lane = place->lane;
        place->bits[i] =
            places ? places->lanes[lane] + places->elements[element] : element_bit(form, lane, element, stride);
        place->is_together &= place->bits[i] == place->bits[0] + (uint64_t)i * form->bits;
    }
    place->address = place->base + place->bits[0] / 8;
}

static uint64_t load_register(struct vgpu_warp *warp, const struct vgpu_op *op, const struct register_place *place)
{
    const struct vgpu_fragment *form = op->scalar;
    uint64_t value = 0;
    if (place->is_together) {
        load_bytes(warp, op, place->lane, place->address, &value, form->is_wide ? 8 : 4);
        return value;
    }
    for (uint32_t i = 0; i < form->per_register; i++) {
        uint64_t element = 0;
        uint32_t size_bytes = form->bits < 8 ? 1 : form->bits / 8;
        load_bytes(warp, op, place->lane, place->base + place->bits[i] / 8, &element, size_bytes);
        element = element >> place->bits[i] % 8 & UINT64_MAX >> (64 - form->bits);
        value |= element << (i * form->bits);
    }
    return value;
}

static void store_register(struct vgpu_warp *warp, const struct vgpu_op *op, const struct register_place *place,
                           uint64_t value)
{
    const struct vgpu_fragment *form = op->scalar;
    if (place->is_together) {
        store_bytes(warp, op, place->lane, place->address, &value, form->is_wide ? 8 : 4);
        return;
    }
    for (uint32_t i = 0; i < form->per_register; i++) {
        uint64_t element = value >> (i * form->bits);
        store_bytes(warp, op, place->lane, place->base + place->bits[i] / 8, &element, form->bits / 8);
    }
}

/* --- wmma.load and wmma.store in general ------------------------------------------------------ */

/* Moves one register of one lane, in or out. */
static void transfer_lane(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          const struct register_place *place)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t *narrow = register_lanes(frame, form->registers[place->which]), lane = place->lane;
    uint64_t *wide = (uint64_t *)(void *)narrow;
    if (op->detail->access == VGPU_ACCESS_WRITE)
        store_register(warp, op, place, form->is_wide ? wide[lane] : narrow[lane]);
    else if (form->is_wide)
        wide[lane] = load_register(warp, op, place);
    else
        narrow[lane] = (uint32_t)load_register(warp, op, place);
}

/*
 * Moves two registers of one lane that ptxas joins. The pair must be aligned as a whole. An H200
 * refuses an odd base, and takes an odd distance from row to row for one less (measured).
 */
static void transfer_pair(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          const struct register_place *place)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t *lanes[] = {register_lanes(frame, form->registers[place->which]),
                         register_lanes(frame, form->registers[place->which + 1])};
    uint32_t lane = place->lane, pair[] = {lanes[0][lane], lanes[1][lane]};
    if (op->detail->access == VGPU_ACCESS_WRITE) {
        store_bytes(warp, op, lane, place->address, pair, sizeof pair);
        return;
    }
    load_bytes(warp, op, lane, place->address, pair, sizeof pair);
    lanes[0][lane] = pair[0];
    lanes[1][lane] = pair[1];
}

/*
 * Whether ptxas loads the fragment by rows of 16 bytes, as ldmatrix does. It does so for factors of
 * 16 bits in shared memory, each row once, although a fragment of f16 holds each element twice.
 */
static bool loads_rows(const struct vgpu_op *op, const struct fragment_sources *sources)
{
    const struct vgpu_fragment *form = op->scalar;
    return op->detail->access == VGPU_ACCESS_READ && op->detail->source->space == PTX_SPACE_SHARED &&
           form->bits == 16 && form->matrix != MATH_MATRIX_ACCUMULATOR && sources->are_equal;
}

/* Counts the requests of such a load: one for 32 rows, which is a matrix of 16 x 16. */
static void note_rows(struct vgpu_warp *warp, const struct vgpu_op *op, const struct fragment_sources *sources)
{
    const struct vgpu_fragment *form = op->scalar;
    bool is_a = form->matrix == MATH_MATRIX_A;
    uint32_t height = is_a ? form->shape->m : form->shape->k, width = is_a ? form->shape->k : form->shape->n;
    uint32_t rows = form->is_column_major ? width : height, length = form->is_column_major ? height : width;
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    uint32_t count = 0;
    for (uint32_t first = 0; first < length; first += ROWS)
        for (uint32_t row = 0; row < rows; row++) {
            addresses[count++] = sources->bases[0] + (uint64_t)(row * sources->strides[0] + first) * sizeof(uint16_t);
            if (count == VGPU_WARP_LANES)
                note_request(warp, op, addresses, UINT32_MAX, ROW_BYTES);
            count %= VGPU_WARP_LANES;
        }
    note_request(warp, op, addresses, (1U << count) - 1, ROW_BYTES);
}

/* Moves one register of all lanes, or two joined ones. No `places`: lanes have other strides. */
static void transfer_register(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint32_t which,
                              const struct fragment_sources *sources, const struct fragment_places *places)
{
    const struct vgpu_fragment *form = op->scalar;
    uint64_t addresses[VGPU_WARP_LANES] = {0};
    uint32_t joined = fragment_registers_joined(form);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        struct register_place place;
        place.lane = lane;
        place.which = which;
        place.base = sources->bases[lane];
        find_register(form, places, sources->strides[lane], &place);
        (joined > 1 ? transfer_pair : transfer_lane)(warp, frame, op, &place);
        addresses[lane] = place.address;
    }
    if (!loads_rows(op, sources))
        note_request(warp, op, addresses, warp->active, joined * (form->is_wide ? 8 : 4));
}

/* Whether every register is aligned, so that no lane can have a misaligned access. */
static bool are_aligned(const struct vgpu_fragment *form, const struct fragment_sources *sources)
{
    uint64_t row_bytes = (uint64_t)sources->strides[0] * form->bits / 8;
    return (sources->bases[0] | row_bytes) % (fragment_registers_joined(form) * (form->is_wide ? 8 : 4)) == 0;
}

/* Counts one request per register, or per two that ptxas joins. */
static void note_registers(struct vgpu_warp *warp, const struct vgpu_op *op, const struct fragment_sources *sources,
                           const struct fragment_places *places)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t joined = fragment_registers_joined(form);
    uint64_t addresses[VGPU_WARP_LANES];
    if (!warp->worker->counts_accesses)
        return;
    for (uint32_t which = 0; which < form->register_count; which += joined) {
        uint64_t first = sources->bases[0] + places->elements[which * form->per_register] / 8;
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            addresses[lane] = first + places->lane_bytes[lane];
        note_request(warp, op, addresses, UINT32_MAX, joined * (form->is_wide ? 8 : 4));
    }
}

/* Moves the matrix as a whole. False, without effect: lane by lane. */
static bool transfer_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                           const struct fragment_sources *sources, struct fragment_places *places)
{
    uint64_t base = sources->bases[0];
    bool is_load = op->detail->access == VGPU_ACCESS_READ;
    if (!are_aligned(op->scalar, sources))
        return false;
    if ((is_load ? fragment_load_whole : fragment_store_whole)(warp, frame, op, places, base))
        return true;
    if (!(is_load ? fragment_load_shared(warp, frame, op, places, base)
                  : fragment_store_shared(warp, frame, op, places, base)))
        return false;
    if (loads_rows(op, sources))
        note_rows(warp, op, sources);
    else
        note_registers(warp, op, sources, places);
    return true;
}

static const struct vgpu_op *transfer(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct vgpu_fragment *form = op->scalar;
    struct fragment_sources sources;
    if (!warp_has_lanes(warp, op, warp->live))
        return warp_wait_lanes(warp, op, warp->live);
    find_sources(warp, frame, op, &sources);
    struct fragment_places *places = sources.are_equal ? places_of(warp, op, sources.strides[0]) : NULL;
    if (places && transfer_whole(warp, frame, op, &sources, places))
        return op + 1;
    for (uint32_t which = 0; which < form->register_count; which += fragment_registers_joined(form))
        transfer_register(warp, frame, op, which, &sources, places);
    if (loads_rows(op, &sources))
        note_rows(warp, op, &sources);
    return warp_go_on(warp, op);
}

const struct vgpu_op *fragment_load(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    return transfer(warp, frame, op);
}

const struct vgpu_op *fragment_store(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    return transfer(warp, frame, op);
}
