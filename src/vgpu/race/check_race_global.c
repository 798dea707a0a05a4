/* Accesses of lanes to tracked global memory: their races, and their records; see race_global.h. */
#include <string.h>

#include "vgpu/execution/claims.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"
#include "vgpu/race/check_race.h"
#include "vgpu/race/race_order.h"
#include "vgpu/race/race_rule.h"
#include "vgpu/report/report.h"
#include "vgpu/timeline/timeline.h"

/* An access of one lane to a word. */
struct touch {
    struct vgpu_warp *warp;
    const struct vgpu_lane_access *access;
    const struct vgpu_place *place;
    struct race_event event;
    uint32_t record;
    bool same_value; /* the word holds this value already */
};

enum { LANE_MASK = VGPU_WARP_LANES - 1 };

static const struct race_event *event_of(const struct touch *touch, uint32_t record)
{
    return race_history_event(touch->warp->worker->launch->race->history, record >> RACE_LANE_BITS);
}

static bool meets(const struct touch *touch, uint32_t record)
{
    return record && event_of(touch, record)->info & touch->event.info & INFO_BYTES;
}

/* Whether the recorded access happened before the lane's access now. */
static bool is_ordered(const struct touch *touch, uint32_t record)
{
    enum race_standing standing = race_standing(touch->warp, event_of(touch, record), &touch->event);
    return standing == RACE_ORDERED || (standing == RACE_SAME_WARP && !((record ^ touch->record) & LANE_MASK));
}

/* --- findings --------------------------------------------------------------------------------- */

/* The products of large extents do not fit into 32 bits, so one after the other divides. */
static void find_position(uint32_t number, const uint32_t extents[3], uint32_t out_position[3])
{
    out_position[0] = number % extents[0];
    out_position[1] = number / extents[0] % extents[1];
    out_position[2] = number / extents[0] / extents[1] % extents[2];
}

static void describe_party(const struct touch *touch, uint32_t record, enum vgpu_access access,
                           struct vgpu_party *out_party)
{
    const struct vgpu_launch_state *launch = touch->warp->worker->launch;
    const struct race_event *event = event_of(touch, record);
    const struct vgpu_module *module = launch->module;
    const uint32_t *grid = launch->request->grid, *block = launch->request->block;
    uint32_t number = event->party >> RACE_LANE_BITS;
    uint32_t thread = (event->party & LANE_MASK) * VGPU_WARP_LANES + (record & LANE_MASK);
    *out_party = (struct vgpu_party){.access = access, .device = device_memory(launch->device)->index};
    if (number != launch->party) {
        const struct timeline_party *party = timeline_party(launch->request->timeline, number);
        module = party->module;
        grid = party->grid;
        block = party->block;
        out_party->kernel = party->kernel;
        out_party->device = party->device;
        out_party->line = out_party->plan_line = party->line;
    }
    if (!module)
        return; /* a transfer has no threads */
    const struct vgpu_op *op = &module->ops[event->info >> INFO_OP_SHIFT];
    out_party->line = module == launch->module ? report_earlier_line(launch, op) : op->detail->line;
    out_party->ptx_line = op->detail->source->ptx_line;
    find_position(event->block, grid, out_party->block);
    find_position(thread, block, out_party->thread);
}

static void report(const struct touch *touch, enum vgpu_finding_kind kind, uint32_t record,
                   enum vgpu_access other_access)
{
    if (report_count_again(touch->warp, touch->access->op, kind, touch->place->buffer->name))
        return;
    struct vgpu_finding finding = {.kind = kind,
                                   .lane = touch->access->lane,
                                   .access = touch->access->access,
                                   .address = touch->access->address,
                                   .size_bytes = touch->access->size_bytes};
    finding_place_describe(touch->warp, touch->place, &finding);
    describe_party(touch, record, other_access, &finding.other);
    report_add_finding(touch->warp, touch->access->op, &finding);
}

/* Reported once, at the access that found the history short. */
static void report_short_history(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    if (launch->race->was_short || !race_history_is_short(launch->race->history))
        return;
    launch->race->was_short = true;
    char text[300];
    VGPU_TELL_PLAIN(text, sizeof(text), SHORT_HISTORY);
    report_add_finding(warp, op,
                       &(struct vgpu_finding){.kind = VGPU_FINDING_RACE_HISTORY,
                                              .lane = (uint32_t)__builtin_ctz(warp->active),
                                              .message = text});
}

/* --- the rule --------------------------------------------------------------------------------- */

static bool is_of_this_launch(const struct touch *touch, uint32_t record)
{
    return event_of(touch, record)->party >> RACE_LANE_BITS == touch->warp->worker->launch->party;
}

static bool is_of_this_block(const struct touch *touch, uint32_t record)
{
    return is_of_this_launch(touch, record) && event_of(touch, record)->block == touch->event.block;
}

/*
 * Atomics do not race with each other, nor do volatile and relaxed accesses, if each is strong for
 * the other.
 */
static enum vgpu_finding_kind kind_of(const struct touch *touch, uint32_t record, enum vgpu_finding_kind plain)
{
    uint32_t before = event_of(touch, record)->info, mine = touch->event.info;
    bool is_in_scope = !((before | mine) & INFO_BLOCK_SCOPE) || is_of_this_block(touch, record);
    if (before & mine & INFO_STRONG && is_in_scope)
        return VGPU_FINDING_KIND_COUNT;
    return (before | mine) & INFO_ATOMIC ? VGPU_FINDING_RACE_ATOMIC : plain;
}

static enum vgpu_access writer_access(uint32_t info)
{
    return info & INFO_ATOMIC ? VGPU_ACCESS_ATOMIC : VGPU_ACCESS_WRITE;
}

static void check_against_writer(const struct touch *touch, uint32_t writer, enum vgpu_finding_kind plain)
{
    if (!meets(touch, writer) || is_ordered(touch, writer))
        return;
    uint32_t before = event_of(touch, writer)->info;
    enum vgpu_finding_kind kind = kind_of(touch, writer, plain);
    if (kind != VGPU_FINDING_KIND_COUNT)
        report(touch, kind, writer, writer_access(before));
}

static void check_against_reader(const struct touch *touch, uint32_t reader)
{
    if (!meets(touch, reader))
        return;
    uint32_t before = event_of(touch, reader)->info;
    enum vgpu_finding_kind kind = kind_of(touch, reader, VGPU_FINDING_RACE_WRITE_AFTER_READ);
    if (before & INFO_NONCOHERENT && is_of_this_launch(touch, reader))
        report(touch, VGPU_FINDING_NONCOHERENT_LOAD, reader, VGPU_ACCESS_READ);
    if (kind != VGPU_FINDING_KIND_COUNT && !is_ordered(touch, reader))
        report(touch, kind, reader, VGPU_ACCESS_READ);
}

static bool is_plain_write(const struct touch *touch, uint32_t record)
{
    const struct vgpu_module *module = touch->warp->worker->launch->module;
    uint32_t info = event_of(touch, record)->info;
    return !(info & INFO_STRONG) && module->ops[info >> INFO_OP_SHIFT].detail->access == VGPU_ACCESS_WRITE;
}

/*
 * A plain write of this block, followed by strong accesses of the same block. Example: block 0 sets
 * a total to 0 before every block adds to it. Other blocks must be ordered after that write too.
 * The last writer alone would not show it. 0: there is none.
 */
static uint32_t covered_write(const struct touch *touch, const struct race_piece *piece, uint32_t at)
{
    if (!(touch->event.info & INFO_STRONG))
        return 0;
    const uint32_t candidates[] = {piece->writer[at], piece->other_reader[at]};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        if (candidates[i] && is_of_this_block(touch, candidates[i]) && is_plain_write(touch, candidates[i]))
            return candidates[i];
    return 0;
}

/* The field of the second reader holds the result of covered_write(). */
static void check_against_covered(const struct touch *touch, uint32_t record)
{
    if (record && is_of_this_launch(touch, record) && is_plain_write(touch, record)) {
        if (touch->event.info & INFO_STRONG)
            check_against_writer(touch, record, VGPU_FINDING_RACE_WRITE_WRITE);
    } else {
        check_against_reader(touch, record);
    }
}

/*
 * A strong write of the thread that wrote plainly just before. A thread that meets it also meets
 * the plain write.
 */
static bool hides_plain_write(const struct touch *touch, uint32_t writer)
{
    const struct race_event *before = event_of(touch, writer), *mine = &touch->event;
    return writer && mine->info & INFO_STRONG && !(before->info & INFO_STRONG) && before->time == mine->time &&
           before->block == mine->block && before->party == mine->party && !((writer ^ touch->record) & LANE_MASK);
}

static void check_write(const struct touch *touch, struct race_piece *piece, uint32_t at)
{
    check_against_writer(touch, piece->writer[at],
                         touch->same_value ? VGPU_FINDING_RACE_SAME_VALUE : VGPU_FINDING_RACE_WRITE_WRITE);
    check_against_reader(touch, piece->reader[at]);
    check_against_covered(touch, piece->other_reader[at]);
    uint32_t covered = covered_write(touch, piece, at);
    if (!hides_plain_write(touch, piece->writer[at]))
        piece->writer[at] = touch->record;
    piece->reader[at] = 0;
    piece->other_reader[at] = covered;
}

static void check_read(const struct touch *touch, struct race_piece *piece, uint32_t at)
{
    uint32_t writer = piece->writer[at];
    if (writer && touch->event.info & INFO_NONCOHERENT && is_of_this_launch(touch, writer))
        report(touch, VGPU_FINDING_NONCOHERENT_LOAD, writer, writer_access(event_of(touch, writer)->info));
    else
        check_against_writer(touch, writer, VGPU_FINDING_RACE_READ_AFTER_WRITE);
    if (!piece->reader[at] || is_ordered(touch, piece->reader[at]))
        piece->reader[at] = touch->record;
    else
        piece->other_reader[at] = touch->record;
}

/* The lane may acquire a release of another launch here. */
static void observe_launch(const struct touch *touch, uint32_t writer)
{
    if (!writer || is_of_this_launch(touch, writer) || !(event_of(touch, writer)->info & INFO_RELEASES))
        return;
    struct vgpu_timeline *timeline = touch->warp->worker->launch->request->timeline;
    timeline_observe(timeline, event_of(touch, writer)->party >> RACE_LANE_BITS);
    if (race_order_acquires(touch->access) && !race_order_is_of_block(touch->access))
        timeline_fence(timeline);
}

static void check_word(struct touch *touch, uint64_t word, uint32_t flags)
{
    struct race_history *history = touch->warp->worker->launch->race->history;
    touch->event = race_event_of(touch->warp, touch->access->op, flags);
    touch->record = race_history_note(history, &touch->event) << RACE_LANE_BITS | touch->access->lane;
    struct race_piece *piece = race_history_piece(history, touch->place->buffer, word);
    if (!piece)
        return;
    uint32_t at = word % RACE_PIECE_WORDS;
    if (touch->access->is_ordered && touch->access->access != VGPU_ACCESS_WRITE)
        observe_launch(touch, piece->writer[at]);
    if (touch->access->access == VGPU_ACCESS_READ)
        check_read(touch, piece, at);
    else
        check_write(touch, piece, at);
}

static uint32_t flags_of(const struct vgpu_warp *warp, const struct vgpu_lane_access *access)
{
    bool writes = access->access != VGPU_ACCESS_READ;
    uint32_t flags = access->access == VGPU_ACCESS_ATOMIC ? INFO_ATOMIC : 0;
    if (access->is_ordered)
        flags |= INFO_STRONG | (writes && race_order_releases(warp, access) ? (uint32_t)INFO_RELEASES : 0) |
                 (race_order_is_of_block(access) ? (uint32_t)INFO_BLOCK_SCOPE : 0);
    return flags;
}

void race_check_global(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       const void *value)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    if (launch->claims_writes && access->access == VGPU_ACCESS_WRITE)
        claims_access(warp, access, place);
    if (!race_is_tracked(launch, place->buffer))
        return;
    struct touch touch = {.warp = warp, .access = access, .place = place};
    touch.same_value = value && memcmp(place->bytes, value, access->size_bytes) == 0;
    uint32_t flags = flags_of(warp, access);
    uint64_t end = place->offset + access->size_bytes;
    if (access->is_ordered && access->access != VGPU_ACCESS_WRITE)
        race_order_observe(warp, access);
    for (uint64_t at = place->offset; at < end; at = (at / 4 + 1) * 4) {
        uint64_t last = end < (at / 4 + 1) * 4 ? end : (at / 4 + 1) * 4;
        check_word(&touch, at / 4, flags | ((1U << (last - at)) - 1) << (at % 4));
    }
    if (access->is_ordered && access->access != VGPU_ACCESS_READ)
        race_order_publish(warp, access);
    report_short_history(warp, access->op);
}

/* --- sources of asynchronous copies ----------------------------------------------------------- */

void race_read_source(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                      uint32_t at, struct vgpu_copy_notes *notes)
{
    (void)at, (void)notes;
    race_look_at(warp, access, place);
}

void race_begin_source(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_copy_notes *notes)
{
    struct vgpu_race_order *order = race_order_of(warp->worker->launch);
    if (!order)
        return;
    race_order_tick(order);
    notes->since = race_order_time(order);
    notes->line = report_line_of(warp, op);
}

/* Reported at the write, which came later, with the copy as the other party. */
static void report_source(const struct touch *copy, uint32_t writer, int line)
{
    const struct race_event *event = event_of(copy, writer);
    const struct vgpu_launch_state *launch = copy->warp->worker->launch;
    const struct vgpu_op *op = &launch->module->ops[event->info >> INFO_OP_SHIFT];
    struct vgpu_warp *warp = &copy->warp->block->warps[event->party & LANE_MASK];
    struct vgpu_finding finding = {.kind = VGPU_FINDING_RACE_WRITE_AFTER_READ,
                                   .lane = writer & LANE_MASK,
                                   .access = op->detail->access,
                                   .address = copy->access->address,
                                   .size_bytes = copy->access->size_bytes};
    finding_place_describe(copy->warp, copy->place, &finding);
    finding.other = (struct vgpu_party){.line = line,
                                        .ptx_line = copy->access->op->detail->source->ptx_line,
                                        .access = VGPU_ACCESS_READ,
                                        .is_copying = true,
                                        .device = device_memory(launch->device)->index};
    memcpy(finding.other.block, warp->block->index, sizeof(finding.other.block));
    report_thread_position(launch, copy->warp->index * VGPU_WARP_LANES + copy->access->lane, finding.other.thread);
    struct vgpu_frame *frame = warp->frame;
    warp->frame = warp->entry; /* it may be anywhere by now */
    report_add_finding(warp, op, &finding);
    warp->frame = frame;
}

void race_end_source(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                     const struct vgpu_copy_notes *notes)
{
    struct race_history *history = warp->worker->launch->race->history;
    struct touch copy = {.warp = warp, .access = access, .place = place};
    copy.event = race_event_of(warp, access->op, INFO_BYTES);
    for (uint64_t at = place->offset; at < place->offset + access->size_bytes; at = (at / 4 + 1) * 4) {
        struct race_piece *piece = race_history_piece(history, place->buffer, at / 4);
        uint32_t writer = piece ? piece->writer[at / 4 % RACE_PIECE_WORDS] : 0;
        if (!writer || !is_of_this_block(&copy, writer) || event_of(&copy, writer)->time < notes->since)
            continue;
        report_source(&copy, writer, notes->line);
        return;
    }
}
