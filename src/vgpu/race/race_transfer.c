/*
 * Copies and fills in streams, among the launches that they may overlap. Every word that one reads
 * or writes is looked up in the history of the timeline. It is noted there as if one thread had
 * accessed it.
 */
#include <stdio.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/race/race_rule.h"
#include "vgpu/report/report.h"
#include "vgpu/timeline/timeline.h"

struct transfer {
    struct vgpu_timeline *timeline;
    struct race_history *history;
    struct vgpu_memory *memory;
    const char *name;
    int line;
    uint32_t party;
    bool has_raced;
    struct vgpu_transfer_race *race;
};

/* --- findings --------------------------------------------------------------------------------- */

static void describe_other(const struct transfer *transfer, uint32_t record, bool was_read, struct vgpu_party *out)
{
    const struct race_event *event = race_history_event(transfer->history, record >> RACE_LANE_BITS);
    const struct timeline_party *party = timeline_party(transfer->timeline, event->party >> RACE_LANE_BITS);
    enum { LANE_MASK = VGPU_WARP_LANES - 1 };
    *out = (struct vgpu_party){.access = was_read                    ? VGPU_ACCESS_READ
                                         : event->info & INFO_ATOMIC ? VGPU_ACCESS_ATOMIC
                                                                     : VGPU_ACCESS_WRITE,
                               .kernel = party->kernel,
                               .device = party->device,
                               .line = party->line,
                               .plan_line = party->line};
    if (!party->module)
        return;
    const struct vgpu_detail *detail = party->module->ops[event->info >> INFO_OP_SHIFT].detail;
    out->line = detail->line;
    out->ptx_line = detail->source->ptx_line;
    uint32_t block = event->block, thread = (event->party & LANE_MASK) * VGPU_WARP_LANES + (record & LANE_MASK);
    for (int i = 0; i < 3; i++) {
        out->block[i] = block % party->grid[i];
        out->thread[i] = thread % party->block[i];
        block /= party->grid[i];
        thread /= party->block[i];
    }
}

/* The first one is reported, the others are counted. */
static void report(struct transfer *transfer, enum vgpu_finding_kind kind, const struct vgpu_buffer *buffer,
                   uint64_t word, uint32_t record)
{
    struct vgpu_finding *finding = &transfer->race->finding;
    if (transfer->has_raced) {
        finding->count++;
        return;
    }
    transfer->has_raced = true;
    *finding = (struct vgpu_finding){.check = VGPU_CHECK_RACE,
                                     .kind = kind,
                                     .severity = vgpu_finding_describe(kind)->severity,
                                     .kernel = transfer->name,
                                     .line = transfer->line,
                                     .plan_line = transfer->line,
                                     .device = transfer->memory->index,
                                     .access = kind == VGPU_FINDING_RACE_READ_AFTER_WRITE ? VGPU_ACCESS_READ
                                                                                          : VGPU_ACCESS_WRITE,
                                     .space = VGPU_FINDING_SPACE_GLOBAL,
                                     .address = buffer->start + word * 4,
                                     .size_bytes = 4,
                                     .buffer = buffer->name,
                                     .buffer_bytes = buffer->size_bytes,
                                     .offset_bytes = (int64_t)(word * 4),
                                     .element = (int64_t)word,
                                     .count = 1};
    describe_other(transfer, record, kind == VGPU_FINDING_RACE_WRITE_AFTER_READ, &finding->other);
    CLEANUP(arena_free) struct arena *arena = arena_new();
    finding_write_message(finding, (uint32_t[]){1, 1, 1}, transfer->race->said, sizeof(transfer->race->said));
    snprintf(transfer->race->message, sizeof(transfer->race->message), "%s", told_english(arena, transfer->race->said));
    finding->said = transfer->race->said;
    finding->message = transfer->race->message;
}

/* --- the rule --------------------------------------------------------------------------------- */

static bool is_open(const struct transfer *transfer, uint32_t record, uint32_t bytes)
{
    if (!record)
        return false;
    const struct race_event *event = race_history_event(transfer->history, record >> RACE_LANE_BITS);
    uint32_t party = event->party >> RACE_LANE_BITS;
    return event->info & bytes && party != transfer->party && !timeline_knows(transfer->timeline, party);
}

static void read_word(struct transfer *transfer, const struct vgpu_buffer *buffer, struct race_piece *piece,
                      uint64_t word, uint32_t record, uint32_t bytes)
{
    uint32_t at = word % RACE_PIECE_WORDS;
    if (is_open(transfer, piece->writer[at], bytes))
        report(transfer, VGPU_FINDING_RACE_READ_AFTER_WRITE, buffer, word, piece->writer[at]);
    if (is_open(transfer, piece->reader[at], INFO_BYTES))
        piece->other_reader[at] = record;
    else
        piece->reader[at] = record;
}

static void write_word(struct transfer *transfer, const struct vgpu_buffer *buffer, struct race_piece *piece,
                       uint64_t word, uint32_t record, uint32_t bytes)
{
    uint32_t at = word % RACE_PIECE_WORDS;
    if (is_open(transfer, piece->writer[at], bytes))
        report(transfer, VGPU_FINDING_RACE_WRITE_WRITE, buffer, word, piece->writer[at]);
    else if (is_open(transfer, piece->reader[at], bytes))
        report(transfer, VGPU_FINDING_RACE_WRITE_AFTER_READ, buffer, word, piece->reader[at]);
    else if (is_open(transfer, piece->other_reader[at], bytes))
        report(transfer, VGPU_FINDING_RACE_WRITE_AFTER_READ, buffer, word, piece->other_reader[at]);
    piece->writer[at] = record;
    piece->reader[at] = piece->other_reader[at] = 0;
}

/* Of a long transfer one word stands for its sector. */
enum { LONG_BYTES = 1 << 20, SECTOR_BYTES = 32 };

static void touch_range(struct transfer *transfer, uint64_t start, uint64_t size_bytes, bool writes)
{
    struct vgpu_buffer *buffer = size_bytes ? memory_find_any(transfer->memory, start, size_bytes) : NULL;
    if (!buffer || buffer->is_constant)
        return;
    uint32_t noted = 0, record = 0;
    uint64_t at = start - buffer->start, end = at + size_bytes, step = size_bytes > LONG_BYTES ? SECTOR_BYTES : 4;
    for (; at < end; at = (at / step + 1) * step) {
        uint64_t last = end < (at / 4 + 1) * 4 ? end : (at / 4 + 1) * 4;
        uint32_t bytes = ((1U << (last - at)) - 1) << (at % 4);
        struct race_event event = {.info = bytes, .party = transfer->party << RACE_LANE_BITS};
        if (bytes != noted) /* else the word before has the same event */
            record = race_history_note(transfer->history, &event) << RACE_LANE_BITS;
        noted = bytes;
        struct race_piece *piece = race_history_piece(transfer->history, buffer, at / 4);
        if (!piece)
            return;
        (writes ? write_word : read_word)(transfer, buffer, piece, at / 4, record, bytes);
    }
}

bool race_transfer(struct vgpu_timeline *timeline, struct vgpu_memory *memory, uint32_t party,
                   const struct vgpu_transfer *transfer, struct vgpu_transfer_race *out_race)
{
    struct transfer doing = {.timeline = timeline,
                             .memory = memory,
                             .name = transfer->name,
                             .line = transfer->line,
                             .party = party,
                             .race = out_race};
    doing.history = race_history_of(timeline, RACE_PIECES_MAX);
    if (!doing.history)
        return false;
    if (transfer->from)
        touch_range(&doing, transfer->from, transfer->size_bytes, false);
    touch_range(&doing, transfer->to, transfer->size_bytes, true);
    return doing.has_raced;
}
