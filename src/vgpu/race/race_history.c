/* The last accesses to each word of global memory, in bounded memory. */
#include "vgpu/race/race_history.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT_EVENTS = 1024, EVENTS_AT_FIRST = 1024 };

/* The pieces of one buffer. */
struct vgpu_race_words {
    struct race_history *history;
    struct vgpu_buffer *buffer;
    struct vgpu_race_words *next, **at;
    uint64_t count;
    struct race_piece *pieces[];
};

struct race_history {
    struct vgpu_race_words *buffers;
    struct race_piece **pieces; /* all that were made */
    uint32_t piece_count, piece_capacity, pieces_max, free_count;
    uint32_t oldest; /* the piece that is forgotten next */
    struct race_event *events;
    uint32_t event_count, event_capacity, events_max;
    uint32_t recent[RECENT_EVENTS]; /* numbers of events, where a hash of theirs leads to */
    bool is_short;
};

struct race_history *race_history_new(uint32_t pieces_max, uint32_t events_max)
{
    struct race_history *history = calloc(1, sizeof(*history));
    if (!history)
        return NULL;
    history->pieces_max = pieces_max;
    history->events_max = events_max;
    history->event_capacity = EVENTS_AT_FIRST;
    history->event_count = 1; /* 0 is none */
    history->events = calloc(EVENTS_AT_FIRST, sizeof(*history->events));
    if (history->events)
        return history;
    race_history_free(history);
    return NULL;
}

void race_history_free(struct race_history *history)
{
    if (!history)
        return;
    while (history->buffers)
        race_history_forget_buffer(history->buffers->buffer);
    for (uint32_t i = 0; i < history->piece_count; i++)
        free(history->pieces[i]);
    free(history->pieces);
    free(history->events);
    free(history);
}

bool race_history_is_short(const struct race_history *history)
{
    return history->is_short;
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void forget_piece(struct race_piece *piece)
{
    *piece->at = NULL;
    memset(piece, 0, sizeof(*piece));
}

void race_history_forget_buffer(struct vgpu_buffer *buffer)
{
    struct vgpu_race_words *words = buffer->race;
    if (!words)
        return;
    for (uint64_t i = 0; i < words->count; i++)
        if (words->pieces[i]) {
            forget_piece(words->pieces[i]);
            words->history->free_count++;
        }
    *words->at = words->next;
    if (words->next)
        words->next->at = words->at;
    free(words);
    buffer->race = NULL;
}

static struct vgpu_race_words *words_of(struct race_history *history, struct vgpu_buffer *buffer)
{
    if (buffer->race)
        return buffer->race;
    uint64_t count = buffer->size_bytes / 4 / RACE_PIECE_WORDS + 1;
    struct vgpu_race_words *words = calloc(1, sizeof(*words) + count * sizeof(struct race_piece *));
    if (!words)
        return NULL;
    words->history = history;
    words->buffer = buffer;
    words->count = count;
    words->next = history->buffers;
    words->at = &history->buffers;
    if (words->next)
        words->next->at = &words->next;
    history->buffers = words;
    buffer->race = words;
    return words;
}

static struct race_piece *take_free(struct race_history *history)
{
    for (uint32_t i = 0; history->free_count && i < history->piece_count; i++)
        if (!history->pieces[i]->at) {
            history->free_count--;
            return history->pieces[i];
        }
    return NULL;
}

/* Most launches need few pieces. */
static bool has_room(struct race_history *history)
{
    enum { PIECES_AT_FIRST = 16 };
    if (history->piece_count < history->piece_capacity)
        return true;
    uint32_t capacity = history->piece_capacity ? 2 * history->piece_capacity : PIECES_AT_FIRST;
    struct race_piece **pieces = realloc(history->pieces, capacity * sizeof(struct race_piece *));
    if (!pieces)
        return false;
    history->pieces = pieces;
    history->piece_capacity = capacity;
    return true;
}

static struct race_piece *make_piece(struct race_history *history)
{
    struct race_piece *piece = take_free(history);
    if (!piece && history->piece_count < history->pieces_max && has_room(history)) {
        piece = calloc(1, sizeof(*piece));
        if (piece)
            history->pieces[history->piece_count++] = piece;
    }
    if (piece || history->piece_count == 0)
        return piece;
    piece = history->pieces[history->oldest++ % history->piece_count];
    history->is_short = true;
    forget_piece(piece);
    return piece;
}

struct race_piece *race_history_piece(struct race_history *history, struct vgpu_buffer *buffer, uint64_t word)
{
    struct vgpu_race_words *words = words_of(history, buffer);
    if (!words)
        return NULL;
    struct race_piece **at = &words->pieces[word / RACE_PIECE_WORDS];
    if (*at)
        return *at;
    struct race_piece *piece = make_piece(history);
    if (piece)
        piece->at = at;
    *at = piece;
    return piece;
}

/* --- events ----------------------------------------------------------------------------------- */

static void mark_used(const uint32_t words[RACE_PIECE_WORDS], uint32_t *new_numbers)
{
    for (uint32_t i = 0; i < RACE_PIECE_WORDS; i++)
        new_numbers[words[i] >> RACE_LANE_BITS] = 1;
}

static void renumber(uint32_t words[RACE_PIECE_WORDS], const uint32_t *new_numbers)
{
    enum { LANES = (1 << RACE_LANE_BITS) - 1 };
    for (uint32_t i = 0; i < RACE_PIECE_WORDS; i++)
        words[i] = new_numbers[words[i] >> RACE_LANE_BITS] << RACE_LANE_BITS | (words[i] & LANES);
}

static void forget_all(struct race_history *history)
{
    for (struct vgpu_race_words *words = history->buffers; words; words = words->next)
        for (uint64_t i = 0; i < words->count; i++)
            if (words->pieces[i]) {
                forget_piece(words->pieces[i]);
                history->free_count++;
            }
    history->event_count = 1;
    history->is_short = true;
}

/* Keeps the events that some word refers to, in their order. */
static void keep_used(struct race_history *history, uint32_t *new_numbers)
{
    for (uint32_t i = 0; i < history->piece_count; i++) {
        mark_used(history->pieces[i]->writer, new_numbers);
        mark_used(history->pieces[i]->reader, new_numbers);
        mark_used(history->pieces[i]->other_reader, new_numbers);
    }
    uint32_t kept = 1;
    new_numbers[0] = 0;
    for (uint32_t i = 1; i < history->event_count; i++) {
        if (!new_numbers[i])
            continue;
        history->events[kept] = history->events[i];
        new_numbers[i] = kept++;
    }
    history->event_count = kept;
    for (uint32_t i = 0; i < history->piece_count; i++) {
        renumber(history->pieces[i]->writer, new_numbers);
        renumber(history->pieces[i]->reader, new_numbers);
        renumber(history->pieces[i]->other_reader, new_numbers);
    }
}

/*
 * Forgets unused events. If most events are in use, making room would soon take all the time. Then
 * everything is forgotten.
 */
static void make_room(struct race_history *history)
{
    uint32_t *new_numbers = calloc(history->event_count, sizeof(*new_numbers));
    if (new_numbers)
        keep_used(history, new_numbers);
    if (!new_numbers || history->event_count > history->events_max / 4 * 3)
        forget_all(history);
    free(new_numbers);
    memset(history->recent, 0, sizeof(history->recent));
}

static bool grow(struct race_history *history)
{
    uint32_t capacity = history->event_capacity * 2;
    if (capacity > history->events_max)
        capacity = history->events_max;
    if (capacity <= history->event_capacity)
        return false;
    struct race_event *grown = realloc(history->events, capacity * sizeof(*grown));
    if (!grown)
        return false;
    history->events = grown;
    history->event_capacity = capacity;
    return true;
}

static uint32_t *recent_of(struct race_history *history, const struct race_event *event)
{
    uint64_t hash = (event->info * UINT64_C(31) + event->party) * UINT64_C(0x9e3779b97f4a7c15);
    return &history->recent[hash >> 32 & (RECENT_EVENTS - 1)];
}

uint32_t race_history_note(struct race_history *history, const struct race_event *event)
{
    uint32_t *recent = recent_of(history, event);
    if (memcmp(&history->events[*recent], event, sizeof(*event)) == 0)
        return *recent;
    if (history->event_count == history->event_capacity && !grow(history))
        make_room(history);
    history->events[history->event_count] = *event;
    *recent = history->event_count;
    return history->event_count++;
}

const struct race_event *race_history_event(const struct race_history *history, uint32_t number)
{
    return &history->events[number];
}

/* --- copies ----------------------------------------------------------------------------------- */

struct race_history_copy {
    struct race_history numbers; /* its pointers mean nothing */
    struct race_piece *pieces;
    struct race_event *events;
};

struct race_history_copy *race_history_copy_new(const struct race_history *history, uint64_t size_max)
{
    uint64_t piece_bytes = history->piece_count * sizeof(*history->pieces[0]);
    uint64_t event_bytes = history->event_count * sizeof(*history->events);
    if (piece_bytes + event_bytes > size_max)
        return NULL;
    struct race_history_copy *copy = calloc(1, sizeof(*copy));
    if (!copy)
        return NULL;
    copy->numbers = *history;
    copy->pieces = malloc(piece_bytes + 1);
    copy->events = malloc(event_bytes + 1);
    if (!copy->pieces || !copy->events) {
        race_history_copy_free(copy);
        return NULL;
    }
    for (uint32_t i = 0; i < history->piece_count; i++)
        copy->pieces[i] = *history->pieces[i];
    memcpy(copy->events, history->events, event_bytes);
    return copy;
}

void race_history_copy_free(struct race_history_copy *copy)
{
    if (!copy)
        return;
    free(copy->pieces);
    free(copy->events);
    free(copy);
}

/* No buffer has a piece any more, and the pieces after the kept ones are freed. */
static void drop_pieces(struct race_history *history, uint32_t kept_count)
{
    for (uint32_t i = 0; i < history->piece_count; i++)
        if (history->pieces[i]->at)
            *history->pieces[i]->at = NULL;
    for (uint32_t i = kept_count; i < history->piece_count; i++) {
        free(history->pieces[i]);
        history->pieces[i] = NULL;
    }
}

void race_history_copy_restore(const struct race_history_copy *copy, struct race_history *history)
{
    const struct race_history *numbers = &copy->numbers;
    drop_pieces(history, numbers->piece_count);
    for (uint32_t i = 0; i < numbers->piece_count; i++) {
        *history->pieces[i] = copy->pieces[i];
        if (history->pieces[i]->at)
            *history->pieces[i]->at = history->pieces[i];
    }
    history->piece_count = numbers->piece_count;
    history->free_count = numbers->free_count;
    history->oldest = numbers->oldest;
    history->event_count = numbers->event_count;
    history->is_short = numbers->is_short;
    memcpy(history->events, copy->events, numbers->event_count * sizeof(*history->events));
    memcpy(history->recent, numbers->recent, sizeof(history->recent));
}
