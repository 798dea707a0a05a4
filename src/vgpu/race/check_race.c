/*
 * Races on shared memory: for each word the last writer and reader, with thread and time.
 *
 * Two accesses by different threads race if one is a write and nothing orders them. A block barrier
 * between them orders them: they are in different epochs. For threads of one warp a warp-wide
 * synchronisation orders them too: they are in different warp epochs.
 *
 * A write also comes after reads of its warp from before a shuffle or vote (race_next_exchange()).
 * Reads are therefore stamped with a warp epoch that also grows at these exchanges. Threads of a
 * warp that run in step are no exception, because nothing promises that they do.
 *
 * Each word keeps one writer and two readers. Two are enough. The first is the latest of its warp.
 * The second is of another warp if there is one. Else it is another lane of the same warp since its
 * last synchronisation. A next writer that is unordered with any reader is unordered with one of
 * these two.
 */
#include "vgpu/race/check_race.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/place.h"
#include "vgpu/profile.h"
#include "vgpu/race/race_clocks.h"
#include "vgpu/race/race_cluster.h"
#include "vgpu/race/race_fast.h"
#include "vgpu/race/race_global.h"
#include "vgpu/report/report.h"

/* --- the shadow ------------------------------------------------------------------------------- */

static bool new_shadow(struct race_block *block, uint32_t shared_bytes)
{
    struct vgpu_race_shadow *race = block->shadow = calloc(1, sizeof(*race));
    if (!race)
        return false;
    race->words = shared_bytes / 4;
    race->writer = calloc(race->words + 16, sizeof(uint32_t));
    race->reader = calloc(race->words + 16, sizeof(uint32_t));
    race->writer_info = calloc(race->words + 16, sizeof(uint32_t));
    race->reader_info = calloc(race->words + 16, sizeof(uint32_t));
    race->second_reader = calloc(race->words + 16, sizeof(uint32_t));
    race->second_reader_info = calloc(race->words + 16, sizeof(uint32_t));
    return race->writer && race->reader && race->writer_info && race->reader_info && race->second_reader &&
           race->second_reader_info;
}

static void free_shadow(struct vgpu_race_shadow *race)
{
    if (!race)
        return;
    free(race->writer);
    free(race->reader);
    free(race->writer_info);
    free(race->reader_info);
    free(race->second_reader);
    free(race->second_reader_info);
    free(race->reads);
    free(race->copier);
    free(race->copier_info);
    free(race);
}

static void forget_range(struct vgpu_race_shadow *race)
{
    race->copy_first = UINT32_MAX;
    race->copy_end = 0;
}

static void forget_copies(struct vgpu_block *block)
{
    struct vgpu_race_shadow *race = race_shadow_of(block);
    if (race->copy_words)
        memset(race->copier, 0, race->words * sizeof(uint32_t));
    race->copy_words = 0;
    forget_range(race);
}

bool race_block_new(struct vgpu_block *block, uint32_t shared_bytes)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    if (!(launch->checks & VGPU_CHECK_RACE))
        return true;
    struct race_block *race = calloc(1, sizeof(*race) + launch->block_warps * sizeof(*race->warps));
    if (!race)
        return false;
    block->race = race;
    race->clocks = race_clocks_new();
    for (uint32_t i = 0; i < launch->block_warps; i++)
        block->warps[i].race = &race->warps[i];
    bool has_shared = launch->shared_bytes > VGPU_SHARED_FIRST_OFFSET;
    return race->clocks && (!has_shared || new_shadow(race, shared_bytes));
}

void race_block_free(struct vgpu_block *block)
{
    if (!block->race)
        return;
    free_shadow(block->race->shadow);
    race_clocks_free(block->race->clocks);
    free(block->race->remote);
    free(block->race);
    block->race = NULL;
}

void race_block_start(struct vgpu_block *block)
{
    if (!block->race)
        return;
    block->race->epoch = 1;
    race_forget_remote(block);
    race_clocks_start(block);
    race_order_block(block);
}

void race_clear_shared(struct vgpu_block *block, uint32_t first, uint32_t end)
{
    if (!race_shadow_of(block))
        return;
    race_reset(block, first, end);
    forget_copies(block);
}

void race_reset(struct vgpu_block *block, uint32_t first, uint32_t end)
{
    uint32_t *const stamps[] = {block->race->shadow->writer, block->race->shadow->reader,
                                block->race->shadow->second_reader};
    for (size_t kind = 0; kind < sizeof stamps / sizeof *stamps; kind++)
        memset(stamps[kind] + first / 4, 0, (size_t)(end - first));
    block->race->shadow->read_epoch = block->race->shadow->settled_epoch = block->race->shadow->atomics_epoch =
        block->race->shadow->read_count = 0;
}

void race_next_epoch(struct vgpu_block *block)
{
    race_order_block(block);
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++)
        block->race->warps[i].whole_epoch = block->race->warps[i].read_epoch; /* ordered by it */
    bool starts_again = ++block->race->epoch > VGPU_RACE_EPOCH_MAX;
    if (starts_again)
        block->race->epoch = block->race->cluster_epoch = 1;
    if (starts_again && block->race->shadow)
        race_reset(block, 0, block->race->shadow->words * 4);
    race_clocks_reset(block);
}

/* Epochs of the warp start again. Earlier accesses of the warp must not look like later ones. */
static void forget_warp(struct vgpu_race_shadow *race, const struct vgpu_warp *warp)
{
    race_note_reads(warp->block);
    uint32_t *const stamps[] = {race->writer, race->reader, race->second_reader};
    for (size_t kind = 0; kind < sizeof stamps / sizeof *stamps; kind++)
        for (uint32_t i = 0; i < race->words; i++)
            if ((stamps[kind][i] & VGPU_RACE_WARP_MASK) == warp->index * VGPU_WARP_LANES)
                stamps[kind][i] = 0;
}

static void forget_meetings(struct vgpu_warp *warp)
{
    if (warp->race->has_met)
        memset(warp->race->met_epoch, 0, sizeof(warp->race->met_epoch));
    warp->race->has_met = false;
}

void race_warp_start(struct vgpu_warp *warp)
{
    struct race_warp *race = warp->race;
    if (!race)
        return;
    forget_meetings(warp);
    race->epoch = race->read_epoch = race->whole_epoch = 0;
    race->sync_time = race->exchange_time = race->fence_time = 0;
}

static void next_read_epoch(struct vgpu_warp *warp)
{
    if (++warp->race->read_epoch <= VGPU_RACE_WARP_EPOCH_MAX) /* the greatest of its epochs */
        return;
    warp->race->epoch = warp->race->read_epoch = warp->race->whole_epoch = 0;
    forget_meetings(warp);
    if (warp->block->race->shadow)
        forget_warp(warp->block->race->shadow, warp);
}

void race_next_warp_epoch(struct vgpu_warp *warp)
{
    if (!warp->race)
        return;
    race_order_warp(warp);
    warp->race->epoch++;
    next_read_epoch(warp);
    warp->race->whole_epoch = warp->race->read_epoch;
}

static void note_meeting(struct vgpu_warp *warp, uint32_t lanes)
{
    warp->race->has_met = true;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint16_t *met = warp->race->met_epoch[__builtin_ctz(left)];
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            met[lane] = lanes >> lane & 1 ? (uint16_t)warp->race->read_epoch : met[lane];
    }
}

void race_next_exchange(struct vgpu_warp *warp, uint32_t lanes)
{
    bool is_whole = lanes == warp->live;
    if (!warp->race)
        return;
    if (is_whole)
        race_order_exchange(warp);
    if (!warp->block->race->shadow || !(lanes & (lanes - 1)))
        return;
    next_read_epoch(warp);
    if (is_whole)
        warp->race->whole_epoch = warp->race->read_epoch;
    else
        note_meeting(warp, lanes);
}

/* --- the rule --------------------------------------------------------------------------------- */

/* Whether an access stamped `stamp` is unordered with one stamped `mine`. */
static bool is_unordered(const struct vgpu_warp *warp, uint32_t stamp, uint32_t mine)
{
    uint32_t difference = stamp ^ mine, other = (stamp & VGPU_RACE_WARP_MASK) / VGPU_WARP_LANES;
    if (stamp == 0 || race_knows_epoch(warp->block, warp->index, other, stamp >> VGPU_RACE_EPOCH_SHIFT))
        return false;
    if (!(difference & VGPU_RACE_THREAD_MASK))
        return false;
    return other != warp->index || !(difference & (uint32_t)VGPU_RACE_WARP_EPOCH_MAX << VGPU_RACE_WARP_EPOCH_SHIFT);
}

/* Like is_unordered(), for a read: lanes of the warp may have met in exchanges since. */
static bool is_unordered_read(const struct vgpu_warp *warp, uint32_t stamp, uint32_t lane)
{
    uint32_t epoch = stamp >> VGPU_RACE_WARP_EPOCH_SHIFT & VGPU_RACE_WARP_EPOCH_MAX, met = warp->race->whole_epoch;
    if ((stamp & VGPU_RACE_WARP_MASK) / VGPU_WARP_LANES != warp->index)
        return is_unordered(warp, stamp, race_stamp(warp, lane));
    if (warp->race->met_epoch[lane][stamp % VGPU_WARP_LANES] > met)
        met = warp->race->met_epoch[lane][stamp % VGPU_WARP_LANES];
    uint32_t of_now = (race_stamp(warp, lane) & ~((uint32_t)VGPU_RACE_WARP_EPOCH_MAX << VGPU_RACE_WARP_EPOCH_SHIFT)) |
                      epoch << VGPU_RACE_WARP_EPOCH_SHIFT;
    return epoch >= met && is_unordered(warp, stamp, of_now);
}

/* The earlier access that races with one. */
struct other_access {
    uint32_t stamp, info;
    enum vgpu_access access;
    bool is_copying;
};

static void report(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                   enum vgpu_finding_kind kind, const struct other_access *other)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct vgpu_op *op = &launch->module->ops[other->info >> VGPU_RACE_OP_SHIFT];
    struct vgpu_finding finding = {
        .kind = kind,
        .lane = access->lane,
        .access = access->access,
        .space = VGPU_FINDING_SPACE_SHARED,
        .address = access->address,
        .size_bytes = access->size_bytes,
        .other = {.access = other->access,
                  .is_copying = other->is_copying,
                  .line = report_earlier_line(launch, op),
                  .ptx_line = op->detail->source->ptx_line},
    };
    finding_place_describe(warp, place, &finding);
    memcpy(finding.other.block, warp->block->index, sizeof(finding.other.block));
    report_thread_position(launch, other->stamp & VGPU_RACE_THREAD_MASK, finding.other.thread);
    report_add_finding(warp, access->op, &finding);
}

/* Reports an access to a word that an asynchronous copy may write at any time. */
static void report_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                        uint32_t word)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    struct other_access copy = {race->copier[word], race->copier_info[word], VGPU_ACCESS_WRITE, true};
    enum vgpu_finding_kind kind = access->access == VGPU_ACCESS_READ    ? VGPU_FINDING_RACE_READ_AFTER_WRITE
                                  : access->access == VGPU_ACCESS_WRITE ? VGPU_FINDING_RACE_WRITE_WRITE
                                                                        : VGPU_FINDING_RACE_ATOMIC;
    report(warp, access, place, kind, &copy);
    race->copier_info[word] |= VGPU_RACE_TOLD;
}

static bool is_copied_to(const struct vgpu_race_shadow *race, uint32_t word)
{
    return race->copy_words && race->copier[word];
}

/*
 * Whether the access is of the kinds that do not race with each other. These are atomics, relaxed,
 * acquire and release accesses, and guesses (guess.c). A volatile access is relaxed too (PTX
 * ISA 8.4), but beginners take it for a barrier. So a volatile write counts as plain in a block
 * that has never executed a fence.
 */
static bool is_strong(const struct vgpu_warp *warp, const struct vgpu_lane_access *access)
{
    if (access->op->detail->is_guess)
        return true;
    if (!access->is_ordered || access->access != VGPU_ACCESS_WRITE)
        return access->is_ordered;
    return !ptx_has_modifier(access->op->detail->source, PTX_MODIFIER_VOLATILE) || race_clocks_has_fenced(warp->block);
}

uint32_t race_info(const struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint64_t at, uint64_t end)
{
    uint64_t last = end < (at / 4 + 1) * 4 ? end : (at / 4 + 1) * 4;
    uint32_t bytes = ((1U << (last - at)) - 1) << (at % 4);
    uint32_t is_weak = is_strong(warp, access) ? 0 : VGPU_RACE_WEAK;
    uint32_t is_atomic = access->access == VGPU_ACCESS_ATOMIC ? VGPU_RACE_ATOMIC : 0;
    return access->op->detail->index << VGPU_RACE_OP_SHIFT | is_weak | is_atomic | bytes;
}

/* Whether two accesses of a word race if nothing orders them. */
static bool may_race(uint32_t one, uint32_t other)
{
    return one & other & VGPU_RACE_BYTES && (one | other) & VGPU_RACE_WEAK;
}

static struct other_access writer_of(const struct vgpu_race_shadow *race, uint32_t word)
{
    uint32_t info = race->writer_info[word];
    enum vgpu_access access = info & VGPU_RACE_ATOMIC ? VGPU_ACCESS_ATOMIC : VGPU_ACCESS_WRITE;
    return (struct other_access){race->writer[word], info, access, false};
}

static void check_write_after_read(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                                   const struct vgpu_place *place, uint32_t word, uint32_t info)
{
    const struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    struct other_access first = {race->reader[word], race->reader_info[word], VGPU_ACCESS_READ, false};
    struct other_access second = {race->second_reader[word], race->second_reader_info[word], VGPU_ACCESS_READ, false};
    enum vgpu_finding_kind kind =
        access->access == VGPU_ACCESS_ATOMIC ? VGPU_FINDING_RACE_ATOMIC : VGPU_FINDING_RACE_WRITE_AFTER_READ;
    if (is_unordered_read(warp, first.stamp, access->lane) && may_race(first.info, info))
        report(warp, access, place, kind, &first);
    else if (is_unordered_read(warp, second.stamp, access->lane) && may_race(second.info, info))
        report(warp, access, place, kind, &second);
}

static void check_write(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                        uint32_t word, uint32_t info, bool same_value)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    uint32_t mine = race_stamp(warp, access->lane), before = race->writer_info[word];
    if (is_unordered(warp, race->writer[word], mine) && may_race(before, info)) {
        enum vgpu_finding_kind plain = same_value ? VGPU_FINDING_RACE_SAME_VALUE : VGPU_FINDING_RACE_WRITE_WRITE;
        struct other_access writer = writer_of(race, word);
        report(warp, access, place, (before | info) & VGPU_RACE_ATOMIC ? VGPU_FINDING_RACE_ATOMIC : plain, &writer);
    } else if (is_copied_to(race, word)) {
        report_copy(warp, access, place, word);
    }
    check_write_after_read(warp, access, place, word, info);
    bool hides_plain = !(info & VGPU_RACE_WEAK) && race->writer[word] == mine && before & VGPU_RACE_WEAK;
    if (hides_plain) /* a thread that meets the strong write also meets the plain one */
        return;
    race->writer[word] = mine;
    race->writer_info[word] = info;
}

static void check_read(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       uint32_t word, uint32_t info)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    uint32_t mine = race_stamp(warp, access->lane);
    uint32_t before = race->writer_info[word];
    if (is_unordered(warp, race->writer[word], mine) && may_race(before, info)) {
        struct other_access writer = writer_of(race, word);
        bool is_atomic = before & VGPU_RACE_ATOMIC;
        report(warp, access, place, is_atomic ? VGPU_FINDING_RACE_ATOMIC : VGPU_FINDING_RACE_READ_AFTER_WRITE, &writer);
    } else if (is_copied_to(race, word)) {
        report_copy(warp, access, place, word);
    }
    race_note_reader(race, word, race_read_stamp(warp, access->lane), info);
}

/* The libraries' own shared memory is left out, but their flags there still order accesses. */
static bool is_watched(const struct vgpu_warp *warp, const struct vgpu_place *place)
{
    const struct vgpu_shared_variable *reserved = &warp->worker->launch->module->reserved_shared;
    if (place->space != VGPU_PLACE_SHARED || !race_shadow_of(warp->block))
        return false;
    return place->offset < reserved->start || place->offset - reserved->start >= reserved->size_bytes;
}

/*
 * Marks the word until a thread waits for the copy. Without memory the mark is missing, and its
 * races are not found.
 */
static void begin_copy(struct vgpu_race_shadow *race, uint32_t word, uint32_t stamp, uint32_t info)
{
    if (!race->copier)
        race->copier = calloc(race->words + 16, sizeof(uint32_t));
    if (!race->copier_info)
        race->copier_info = calloc(race->words + 16, sizeof(uint32_t));
    if (!race->copier || !race->copier_info)
        return;
    race->copy_words += race->copier[word] == 0;
    race->copier[word] = stamp;
    race->copier_info[word] = info;
    race->copy_first = word < race->copy_first ? word : race->copy_first;
    race->copy_end = word >= race->copy_end ? word + 1 : race->copy_end;
}

void check_race_begin_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                           const struct vgpu_place *place)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    uint32_t info = (uint32_t)access->op->detail->index << VGPU_RACE_OP_SHIFT | VGPU_RACE_PLAIN;
    if (!is_watched(warp, place))
        return;
    uint32_t mine = race_stamp(warp, access->lane);
    race_settle_reads(warp->block);
    for (uint64_t at = place->offset; at < place->offset + access->size_bytes; at += 4) {
        uint32_t word = (uint32_t)(at / 4);
        check_write_after_read(warp, access, place, word, VGPU_RACE_PLAIN);
        bool is_said_later = is_unordered(warp, race->writer[word], mine); /* at its arrival */
        if (!is_said_later && is_copied_to(race, word))
            report_copy(warp, access, place, word);
        begin_copy(race, word, mine, info);
        if (is_said_later)
            continue;
        race->writer[word] = mine;
        race->writer_info[word] = info;
    }
}

bool check_race_end_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    bool was_told = false;
    for (uint64_t at = place->offset; race && race->copy_words && at < place->offset + access->size_bytes; at += 4) {
        uint32_t word = (uint32_t)(at / 4);
        if (!race->copier[word])
            continue;
        was_told |= race->copier_info[word] & VGPU_RACE_TOLD;
        race->copier[word] = 0;
        race->copy_words--;
    }
    if (race && !race->copy_words)
        forget_range(race);
    return was_told;
}

static void check_shared(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                         const void *value)
{
    bool same_value = value && memcmp(place->bytes, value, access->size_bytes) == 0;
    uint64_t end = place->offset + access->size_bytes;
    race_settle_reads(warp->block);
    if (warp->block->race->has_remote)
        race_meet_remote(warp, access, place);
    for (uint64_t at = place->offset; at < end; at = (at / 4 + 1) * 4) {
        uint32_t info = race_info(warp, access, at, end);
        if (access->access == VGPU_ACCESS_READ)
            check_read(warp, access, place, (uint32_t)(at / 4), info);
        else
            check_write(warp, access, place, (uint32_t)(at / 4), info, same_value);
    }
}

void check_race(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                const void *value)
{
    bool is_global = place->space == VGPU_PLACE_GLOBAL;
    bool is_flag = access->is_ordered && !access->is_object && (is_global || place->space == VGPU_PLACE_SHARED);
    if (access->is_ordered)
        warp->worker->budget -= VGPU_ORDERED_WORK;
    if (is_flag && access->access != VGPU_ACCESS_WRITE)
        race_clocks_observe(warp, access, place);
    if (is_global)
        race_check_global(warp, access, place, value);
    else if (is_watched(warp, place) && place->block)
        race_check_remote(warp, access, place);
    else if (is_watched(warp, place))
        check_shared(warp, access, place, value);
    if (is_flag && access->access != VGPU_ACCESS_READ)
        race_clocks_publish(warp, access, place);
}

void race_look_at(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    check_race(warp, access, place, NULL);
}

const struct vgpu_op *race_last_writer(const struct vgpu_warp *warp, uint64_t offset)
{
    const struct vgpu_race_shadow *race = race_shadow_of(warp->block);
    if (!race || !race->writer[offset / 4])
        return NULL;
    return &warp->worker->launch->module->ops[race->writer_info[offset / 4] >> VGPU_RACE_OP_SHIFT];
}
