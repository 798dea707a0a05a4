/*
 * Tracked global memory, a warp at a time: the rule of race_rule.c where all accesses are ordered.
 * Mostly the same event accessed neighbouring words. So the rule is evaluated once for many words.
 */
#include "vgpu/race/race_rule.h"

enum { LANE_MASK = VGPU_WARP_LANES - 1 };

/* How the warp's access is ordered with the event that it met last. */
struct memory_of_standing {
    uint32_t event;
    enum race_standing standing;
};

struct pass {
    struct vgpu_warp *warp;
    struct race_history *history;
    struct vgpu_buffer *buffer;
    struct race_event event;
    uint32_t record; /* of lane 0 */
    bool is_noncoherent;
    struct memory_of_standing writer, reader;
    struct race_piece *piece;
    uint64_t piece_number;
};

/* 0 means no event: any access is ordered with it. */
static inline enum race_standing standing_of(const struct pass *pass, struct memory_of_standing *known, uint32_t record)
{
    uint32_t event = record >> RACE_LANE_BITS;
    if (event == known->event)
        return known->standing;
    known->event = event;
    known->standing = race_standing(pass->warp, race_history_event(pass->history, event), &pass->event);
    return known->standing;
}

static inline bool is_ordered(const struct pass *pass, struct memory_of_standing *known, uint32_t record, uint32_t mine)
{
    enum race_standing standing = record ? standing_of(pass, known, record) : RACE_ORDERED;
    return standing == RACE_ORDERED || (standing == RACE_SAME_WARP && !((record ^ mine) & LANE_MASK));
}

static inline bool find_piece(struct pass *pass, uint64_t word)
{
    if (pass->piece && word / RACE_PIECE_WORDS == pass->piece_number)
        return true;
    pass->piece_number = word / RACE_PIECE_WORDS;
    pass->piece = race_history_piece(pass->history, pass->buffer, word);
    return pass->piece != NULL;
}

static inline bool read_word(struct pass *pass, uint32_t at, uint32_t mine)
{
    struct race_piece *piece = pass->piece;
    bool is_stale = pass->is_noncoherent && piece->writer[at];
    if (is_stale || !is_ordered(pass, &pass->writer, piece->writer[at], mine))
        return false;
    if (is_ordered(pass, &pass->reader, piece->reader[at], mine))
        piece->reader[at] = mine;
    else
        piece->other_reader[at] = mine;
    return true;
}

static inline bool was_read_around_cache(const struct pass *pass, uint32_t record)
{
    return record && race_history_event(pass->history, record >> RACE_LANE_BITS)->info & INFO_NONCOHERENT;
}

static inline bool write_word(struct pass *pass, uint32_t at, uint32_t mine)
{
    struct race_piece *piece = pass->piece;
    uint32_t reader = piece->reader[at], other = piece->other_reader[at];
    if (!is_ordered(pass, &pass->writer, piece->writer[at], mine) || !is_ordered(pass, &pass->reader, reader, mine) ||
        !is_ordered(pass, &pass->reader, other, mine) || was_read_around_cache(pass, reader) ||
        was_read_around_cache(pass, other))
        return false;
    piece->writer[at] = mine;
    piece->reader[at] = piece->other_reader[at] = 0;
    return true;
}

/* Words before the first possible race are noted by then. Noting them again changes nothing. */
bool race_track_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_access_cache *cache,
                        uint64_t base)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    bool writes = op->detail->access == VGPU_ACCESS_WRITE;
    if (cache->size_bytes < 4 || (writes && !cache->is_distinct) ||
        race_history_is_short(launch->race->history) != launch->race->was_short)
        return false;
    struct pass pass = {.warp = warp, .history = launch->race->history, .buffer = cache->race.tracked};
    pass.event = race_event_of(warp, op, INFO_BYTES);
    pass.is_noncoherent = pass.event.info & INFO_NONCOHERENT;
    pass.record = race_history_note(pass.history, &pass.event) << RACE_LANE_BITS;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(cache->mask >> lane & 1))
            continue;
        uint64_t first = (base - cache->start + (uint64_t)(int64_t)cache->distances[lane]) / 4;
        for (uint64_t word = first; word < first + cache->size_bytes / 4; word++) {
            uint32_t at = word % RACE_PIECE_WORDS;
            if (!find_piece(&pass, word) ||
                !(writes ? write_word(&pass, at, pass.record | lane) : read_word(&pass, at, pass.record | lane)))
                return false;
        }
    }
    return true;
}
