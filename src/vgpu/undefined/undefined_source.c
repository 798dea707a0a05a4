/* The sources of a block's undefined bits, and the source kept for each word of memory. */
#include "vgpu/undefined/undefined_source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"
#include "vgpu/undefined/undefined_state.h"

enum {
    /* sources of a block; later ones count as registers that were never set */
    SOURCES_MAX = 1 << 12,
    INDEX_SIZE = 2 * SOURCES_MAX,
    LANE_BITS = 5,
    IS_PINNED = 1 << LANE_BITS, /* the bits below hold the lane */
    ID_SHIFT = LANE_BITS + 1,
    RECORD_SHIFT = 28, /* the bits above mark a record in the bits below; ids end before them */
    FOLLOWED_MAX = 8,  /* steps through stored values; more than these form a cycle */
};

struct undefined_sources {
    struct undefined_source *entries[SOURCES_MAX];
    uint32_t count;             /* entries from here to the first NULL can be reused */
    uint32_t *by_word;          /* by word of shared memory; NULL: nothing undefined was stored */
    uint16_t by_op[INDEX_SIZE]; /* id, by hash of op and warp; 0: none */
};

/* --- all of a block --------------------------------------------------------------------------- */

static struct undefined_sources *sources_of(struct vgpu_block *block)
{
    if (!block->undefined->sources)
        block->undefined->sources = calloc(1, sizeof(*block->undefined->sources));
    return block->undefined->sources;
}

void undefined_sources_free(struct undefined_sources *sources)
{
    for (uint32_t i = 0; sources && i < SOURCES_MAX && sources->entries[i]; i++)
        free(sources->entries[i]);
    if (sources)
        free(sources->by_word);
    free(sources);
}

void undefined_sources_forget(struct vgpu_block *block)
{
    struct undefined_sources *sources = block->undefined->sources;
    if (!sources)
        return;
    if (sources->count)
        memset(sources->by_op, 0, sizeof(sources->by_op));
    sources->count = 0;
    free(sources->by_word);
    sources->by_word = NULL;
}

/* --- loads ------------------------------------------------------------------------------------ */

static const struct undefined_source *find_of_variable(const struct undefined_sources *sources, uint64_t start)
{
    for (uint32_t i = 0; i < sources->count; i++)
        if (sources->entries[i]->extent_start == start)
            return sources->entries[i];
    return NULL;
}

/*
 * Counts the initialised bytes of the shared variable at a place. An undefined store makes the
 * shadow unusable for this. From then on, the first load's count is used.
 */
static void find_extent(const struct undefined_sources *sources, const struct vgpu_warp *warp,
                        const struct vgpu_place *place, struct undefined_source *entry)
{
    enum { SHADOW_WORD_BITS = 64 };
    struct vgpu_finding finding = {.size_bytes = 1};
    entry->extent_start = UINT64_MAX;
    if (place->space != VGPU_PLACE_SHARED)
        return;
    finding_place_describe(warp, place, &finding);
    uint64_t start = place->offset - (uint64_t)finding.offset_bytes;
    if (!finding.buffer[0] || finding.distance_bytes || start % SHADOW_WORD_BITS)
        return;
    const struct undefined_source *first = sources->by_word ? find_of_variable(sources, start) : NULL;
    if (sources->by_word && !first)
        return;
    entry->extent_start = start;
    if (first)
        entry->extent = first->extent;
    else
        shadow_extent(warp->block->shared_defined + start / SHADOW_WORD_BITS, finding.buffer_bytes, &entry->extent);
}

static struct undefined_source *add(struct undefined_sources *sources, struct vgpu_warp *warp, const struct vgpu_op *op,
                                    const struct vgpu_place *place)
{
    struct undefined_source **entry = &sources->entries[sources->count];
    if (!*entry)
        *entry = malloc(sizeof(**entry));
    if (!*entry)
        return NULL;
    sources->count++;
    (*entry)->op = op;
    (*entry)->warp = warp->index;
    (*entry)->lanes = 0;
    report_find_line(warp, op, &(*entry)->line, &(*entry)->file);
    find_extent(sources, warp, place, *entry);
    return *entry;
}

/* The id of the loads of this op by this warp. 0: no id is free. */
static uint32_t find_or_add(struct undefined_sources *sources, struct vgpu_warp *warp, const struct vgpu_op *op,
                            const struct vgpu_place *place)
{
    uint64_t hash = ((uint64_t)op->detail->index * VGPU_WARP_LANES + warp->index) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(hash >> 32) % INDEX_SIZE;
    for (; sources->by_op[at]; at = (at + 1) % INDEX_SIZE) {
        const struct undefined_source *entry = sources->entries[sources->by_op[at] - 1];
        if (entry->op == op && entry->warp == warp->index)
            return sources->by_op[at];
    }
    if (sources->count == SOURCES_MAX || !add(sources, warp, op, place))
        return 0;
    sources->by_op[at] = (uint16_t)sources->count;
    return sources->count;
}

uint32_t undefined_source_note(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane,
                               const struct vgpu_place *place, uint64_t address, uint32_t from)
{
    struct undefined_sources *sources = sources_of(warp->block);
    const struct vgpu_op *general = &warp->worker->launch->module->ops[op->detail->index];
    uint32_t id = sources ? find_or_add(sources, warp, general, place) : 0;
    if (!id)
        return from;
    struct undefined_source *entry = sources->entries[id - 1];
    entry->lanes |= 1U << lane;
    entry->places[lane] = *place;
    entry->addresses[lane] = address;
    entry->from[lane] = from;
    return id << ID_SHIFT;
}

static const struct undefined_source *entry_of(const struct vgpu_block *block, uint32_t source)
{
    uint32_t id = source >> ID_SHIFT;
    return block->undefined->sources && id && id <= block->undefined->sources->count
               ? block->undefined->sources->entries[id - 1]
               : NULL;
}

static uint32_t lane_of(const struct undefined_source *entry, uint32_t source, uint32_t lane)
{
    if (source & IS_PINNED)
        return source % IS_PINNED;
    return entry->lanes >> lane & 1 ? lane : (uint32_t)__builtin_ctz(entry->lanes);
}

const struct undefined_source *undefined_source_find(const struct vgpu_block *block, uint32_t source, uint32_t lane,
                                                     uint32_t *out_lane)
{
    const struct undefined_source *entry = entry_of(block, source);
    for (int i = 0; entry && i < FOLLOWED_MAX; i++) {
        *out_lane = lane_of(entry, source, lane);
        source = entry->from[*out_lane];
        if (!source || source >> RECORD_SHIFT)
            break;
        entry = entry_of(block, source);
    }
    return entry;
}

uint32_t undefined_source_of_record(uint16_t record)
{
    return record ? UINT32_C(1) << RECORD_SHIFT | record : 0;
}

uint16_t undefined_source_record(const struct vgpu_block *block, uint32_t source, uint32_t lane)
{
    const struct undefined_source *entry;
    for (int i = 0; i < FOLLOWED_MAX && !(source >> RECORD_SHIFT) && (entry = entry_of(block, source)); i++) {
        lane = lane_of(entry, source, lane);
        source = entry->from[lane];
    }
    return source >> RECORD_SHIFT ? (uint16_t)source : 0;
}

uint32_t undefined_source_pin(const struct vgpu_block *block, uint32_t source, uint32_t lane)
{
    const struct undefined_source *entry = entry_of(block, source);
    if (source >> RECORD_SHIFT)
        return source;
    if (!entry)
        return (source & ~(uint32_t)(2 * IS_PINNED - 1)) | IS_PINNED | lane;
    lane = lane_of(entry, source, lane);
    return entry->from[lane] ? entry->from[lane] : source >> ID_SHIFT << ID_SHIFT | IS_PINNED | lane;
}

/* --- words of memory -------------------------------------------------------------------------- */

uint32_t undefined_shared_source(const struct vgpu_block *block, uint64_t offset)
{
    return block->undefined->sources && block->undefined->sources->by_word
               ? block->undefined->sources->by_word[offset / 4]
               : 0;
}

void undefined_set_shared_source(struct vgpu_block *block, uint64_t offset, uint32_t size_bytes, uint32_t source)
{
    struct undefined_sources *sources = sources_of(block);
    if (sources && !sources->by_word)
        sources->by_word = calloc(block->worker->launch->shared_bytes / 4 + 1UL, sizeof(*sources->by_word));
    for (uint64_t word = offset / 4; sources && sources->by_word && word <= (offset + size_bytes - 1) / 4; word++)
        sources->by_word[word] = source;
}

uint32_t undefined_local_source(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane)
{
    return warp->undefined->local_sources ? warp->undefined->local_sources[offset / 4 * VGPU_WARP_LANES + lane] : 0;
}

void undefined_set_local_source(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                                uint32_t source)
{
    if (!warp->undefined->local_sources && source)
        warp->undefined->local_sources = warp_map_local();
    for (uint64_t word = offset / 4; warp->undefined->local_sources && word <= (offset + size_bytes - 1) / 4; word++)
        warp->undefined->local_sources[word * VGPU_WARP_LANES + lane] = source;
}
