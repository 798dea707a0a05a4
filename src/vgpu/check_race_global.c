/*
 * The shadow of global memory and the rule that tells races; see race_global_internal.h.
 */
#include <string.h>
#include <sys/mman.h>

#include "vgpu/race_clocks_internal.h"
#include "vgpu/race_global_internal.h"
#include "vgpu/race_order_internal.h"

enum {
    THREAD_BITS = 10,
    INFO_OP_SHIFT = 8,
    INFO_BYTES = 15,
    INFO_ATOMIC = 16,
    INFO_STRONG = 32,
    INFO_NONCOHERENT = 64
};

/* `time` 0: no such access. */
struct record {
    uint32_t block, thread, time, info;
};

struct vgpu_race_word {
    struct record writer, reader, other_reader;
};

static size_t shadow_bytes(const struct vgpu_buffer *buffer)
{
    return (size_t)(buffer->size_bytes / 4 + 1) * sizeof(struct vgpu_race_word);
}

static struct vgpu_race_word *words_of(struct vgpu_buffer *buffer)
{
    if (buffer->race_words)
        return buffer->race_words;
    void *pages =
        mmap(NULL, shadow_bytes(buffer), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    buffer->race_words = pages == MAP_FAILED ? NULL : pages;
    return buffer->race_words;
}

void race_forget_buffer(struct vgpu_buffer *buffer)
{
    if (buffer->race_words)
        munmap(buffer->race_words, shadow_bytes(buffer));
    if (buffer->claims)
        munmap(buffer->claims, (size_t)(buffer->size_bytes / 4 + 1) * sizeof(uint32_t));
    buffer->race_words = NULL;
    buffer->claims = NULL;
}

/* --- the rule ---------------------------------------------------------------------------------------------------- */

static struct record record_of(const struct vgpu_warp *warp, const struct vgpu_lane_access *access, uint32_t bytes)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    bool is_atomic = access->access == VGPU_ACCESS_ATOMIC;
    bool is_noncoherent = ptx_has_modifier(access->op->detail->source, PTX_MODIFIER_NC);
    return (struct record){.block = (uint32_t)warp->block->linear,
                           .thread = warp->index * VGPU_WARP_LANES + access->lane,
                           .time = race_order_time(launch->race_order),
                           .info = access->op->detail->index << INFO_OP_SHIFT | bytes | (is_atomic ? INFO_ATOMIC : 0) |
                                   (access->is_ordered ? INFO_STRONG : 0) | (is_noncoherent ? INFO_NONCOHERENT : 0)};
}

/* Whether what was recorded happened before what the warp does now, or does not touch the same bytes. */
static bool is_ordered(const struct vgpu_warp *warp, const struct record *before, const struct record *mine)
{
    if (before->time == 0 || !(before->info & mine->info & INFO_BYTES))
        return true;
    if (before->block == mine->block) {
        if (before->thread == mine->thread || before->time < warp->block->sync_time)
            return true;
        uint32_t other = before->thread / VGPU_WARP_LANES;
        if (other == warp->index ? before->time < warp->sync_time
                                 : race_knows_time(warp->block, warp->index, other, before->time))
            return true;
    }
    return race_order_knows(warp->worker->launch->race_order, mine->block, before->block, before->time);
}

static void report(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                   enum vgpu_finding_kind kind, const struct record *other, enum vgpu_access other_access)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const uint32_t *grid = launch->request->grid;
    const struct vgpu_detail *detail = launch->module->ops[other->info >> INFO_OP_SHIFT].detail;
    struct vgpu_finding finding = {.kind = kind,
                                   .lane = access->lane,
                                   .access = access->access,
                                   .address = access->address,
                                   .size_bytes = access->size_bytes};
    describe_place(warp, place, &finding);
    finding.other = (struct vgpu_party){
        .block = {other->block % grid[0], other->block / grid[0] % grid[1], other->block / grid[0] / grid[1]},
        .line = detail->line,
        .ptx_line = detail->source->ptx_line,
        .access = other_access};
    thread_position(launch, other->thread, finding.other.thread);
    finding_add(warp, access->op, &finding);
}

/* Atomics do not race with each other, nor do volatile and relaxed accesses. */
static enum vgpu_finding_kind kind_of(const struct record *before, const struct record *mine,
                                      enum vgpu_finding_kind plain)
{
    bool is_atomic = (before->info | mine->info) & INFO_ATOMIC;
    if (before->info & mine->info & INFO_STRONG)
        return VGPU_FINDING_KIND_COUNT;
    return is_atomic ? VGPU_FINDING_RACE_ATOMIC : plain;
}

static enum vgpu_access writer_access(const struct record *writer)
{
    return writer->info & INFO_ATOMIC ? VGPU_ACCESS_ATOMIC : VGPU_ACCESS_WRITE;
}

static void check_against_reader(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                                 const struct vgpu_place *place, const struct record *reader, const struct record *mine)
{
    enum vgpu_finding_kind kind = kind_of(reader, mine, VGPU_FINDING_RACE_WRITE_AFTER_READ);
    if (reader->time && reader->info & INFO_NONCOHERENT && reader->info & mine->info & INFO_BYTES)
        report(warp, access, place, VGPU_FINDING_NONCOHERENT_LOAD, reader, VGPU_ACCESS_READ);
    if (!is_ordered(warp, reader, mine) && kind != VGPU_FINDING_KIND_COUNT)
        report(warp, access, place, kind, reader, VGPU_ACCESS_READ);
}

static void check_write(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                        struct vgpu_race_word *word, const struct record *mine, bool same_value)
{
    enum vgpu_finding_kind plain = same_value ? VGPU_FINDING_RACE_SAME_VALUE : VGPU_FINDING_RACE_WRITE_WRITE;
    enum vgpu_finding_kind kind = kind_of(&word->writer, mine, plain);
    if (!is_ordered(warp, &word->writer, mine) && kind != VGPU_FINDING_KIND_COUNT)
        report(warp, access, place, kind, &word->writer, writer_access(&word->writer));
    check_against_reader(warp, access, place, &word->reader, mine);
    check_against_reader(warp, access, place, &word->other_reader, mine);
    bool hides_plain = mine->info & INFO_STRONG && !(word->writer.info & INFO_STRONG) &&
                       word->writer.time == mine->time && word->writer.thread == mine->thread &&
                       word->writer.block == mine->block;
    if (!hides_plain)
        word->writer = *mine;
    word->reader.time = word->other_reader.time = 0;
}

static void check_read(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       struct vgpu_race_word *word, const struct record *mine)
{
    enum vgpu_finding_kind kind = kind_of(&word->writer, mine, VGPU_FINDING_RACE_READ_AFTER_WRITE);
    if (word->writer.time && mine->info & INFO_NONCOHERENT)
        report(warp, access, place, VGPU_FINDING_NONCOHERENT_LOAD, &word->writer, writer_access(&word->writer));
    else if (!is_ordered(warp, &word->writer, mine) && kind != VGPU_FINDING_KIND_COUNT)
        report(warp, access, place, kind, &word->writer, writer_access(&word->writer));
    if (is_ordered(warp, &word->reader, mine))
        word->reader = *mine;
    else
        word->other_reader = *mine;
}

void race_check_global(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       const void *value)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    if (launch->claims_writes && access->access == VGPU_ACCESS_WRITE)
        race_claim_access(warp, access, place);
    if (!race_is_tracked(launch, place->buffer))
        return;
    struct vgpu_race_word *words = words_of(place->buffer);
    bool same_value = value && memcmp(place->bytes, value, access->size_bytes) == 0;
    uint64_t end = place->offset + access->size_bytes;
    if (access->is_ordered && access->access != VGPU_ACCESS_WRITE)
        race_order_observe(warp, access);
    for (uint64_t at = place->offset; words && at < end; at = (at / 4 + 1) * 4) {
        uint64_t last = end < (at / 4 + 1) * 4 ? end : (at / 4 + 1) * 4;
        struct record mine = record_of(warp, access, ((1U << (last - at)) - 1) << (at % 4));
        if (access->access == VGPU_ACCESS_READ)
            check_read(warp, access, place, &words[at / 4], &mine);
        else
            check_write(warp, access, place, &words[at / 4], &mine, same_value);
    }
    if (access->is_ordered && access->access != VGPU_ACCESS_READ)
        race_order_publish(warp, access);
}
