/*
 * Lazy buffers: a piece of 256 bytes is filled when one of its bytes is first touched.
 *
 * Whole launches use ordinary buffers. Lazy buffers serve samples of a launch that would be too
 * large to run or to fill. Their content is not saved before a launch. A launch that must not run
 * side by side, but did, runs again on the content that the first attempt left. A sample where this
 * could matter has read bytes that it had not written, and says so.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vgpu/memory/memory.h"

/* An area has one page of `written`. */
enum { PIECE_BYTES = 256, AREA_BYTES = 1 << 15, COPIES_MAX = 64 };

/* Pieces copied from a buffer where nobody touched them. They are filled as there. */
struct lazy_copy {
    uint64_t first, end; /* pieces */
    vgpu_fill_function *fill;
    void *context;
    int64_t offset_bytes; /* from a place in this buffer to its place in the input */
};

enum piece_state { PIECE_OPEN, PIECE_BEING_MADE, PIECE_MADE };

/* AREA_TOUCHED: since the last count a kernel touched it, so more bits may be set. */
enum area_state { AREA_UNUSED, AREA_TOUCHED, AREA_COUNTED };

struct vgpu_lazy {
    vgpu_fill_function *fill;
    void *context;
    uint8_t *made; /* an enum piece_state per piece, in a mapping that takes no memory where it is 0 */
    uint64_t piece_count;
    uint64_t *written; /* bit b: a kernel wrote byte b; in a mapping too */
    uint64_t written_bytes;
    uint8_t *areas;   /* an enum area_state per area, in a mapping too */
    uint32_t *counts; /* written bytes of each area that is counted, in a mapping too */
    uint64_t area_count;
    struct lazy_copy copies[COPIES_MAX]; /* a later one counts more */
    size_t copy_count;
    bool is_scratch; /* holds repetitions of `pattern`, and is no input */
    uint64_t pattern;
};

static void *map_zeros(uint64_t size_bytes)
{
    void *pages = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void memory_lazy_free(struct vgpu_lazy *lazy)
{
    if (!lazy)
        return;
    if (lazy->made)
        munmap(lazy->made, lazy->piece_count);
    if (lazy->written)
        munmap(lazy->written, lazy->written_bytes);
    if (lazy->areas)
        munmap(lazy->areas, lazy->area_count);
    if (lazy->counts)
        munmap(lazy->counts, lazy->area_count * sizeof *lazy->counts);
    free(lazy);
}

/* What fills a piece that was not made. `fill` is NULL where memory has the content already. */
static struct lazy_copy origin_of(const struct vgpu_lazy *lazy, uint64_t piece)
{
    for (size_t i = lazy->copy_count; i-- > 0;)
        if (piece >= lazy->copies[i].first && piece < lazy->copies[i].end)
            return lazy->copies[i];
    return (struct lazy_copy){0, lazy->piece_count, lazy->fill, lazy->context, 0};
}

static void fill_piece(struct vgpu_buffer *buffer, uint64_t piece)
{
    struct lazy_copy origin = origin_of(buffer->lazy, piece);
    uint64_t first = piece * PIECE_BYTES, left = buffer->size_bytes - first;
    if (origin.fill)
        origin.fill(origin.context, first + (uint64_t)origin.offset_bytes, buffer->bytes + first,
                    left < PIECE_BYTES ? left : PIECE_BYTES);
}

/*
 * Fills a piece once, in the first thread that touches it. A second fill would erase what a block
 * wrote since. Another thread that touches it meanwhile waits: a fill is shorter than a lock takes.
 */
static void make_piece(struct vgpu_buffer *buffer, uint64_t piece)
{
    uint8_t *state = &buffer->lazy->made[piece], open = PIECE_OPEN;
    if (__atomic_compare_exchange_n(state, &open, PIECE_BEING_MADE, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
        fill_piece(buffer, piece);
        __atomic_store_n(state, PIECE_MADE, __ATOMIC_RELEASE);
    }
    while (__atomic_load_n(state, __ATOMIC_ACQUIRE) != PIECE_MADE)
        sched_yield();
}

static void note_areas(struct vgpu_lazy *lazy, uint64_t offset, uint64_t size_bytes)
{
    for (uint64_t area = offset / AREA_BYTES; area <= (offset + size_bytes - 1) / AREA_BYTES; area++)
        if (__atomic_load_n(&lazy->areas[area], __ATOMIC_RELAXED) != AREA_TOUCHED)
            __atomic_store_n(&lazy->areas[area], AREA_TOUCHED, __ATOMIC_RELAXED);
}

void memory_touch(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    note_areas(buffer->lazy, offset, size_bytes);
    memory_lazy_make(buffer, offset, size_bytes);
}

void memory_lazy_make(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    struct vgpu_lazy *lazy = buffer->lazy;
    if (!lazy->fill && !lazy->copy_count)
        return;
    for (uint64_t piece = offset / PIECE_BYTES; piece <= (offset + size_bytes - 1) / PIECE_BYTES; piece++) {
        if (__atomic_load_n(&lazy->made[piece], __ATOMIC_ACQUIRE) != PIECE_MADE)
            make_piece(buffer, piece);
    }
}

struct vgpu_buffer *memory_new_lazy(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                    vgpu_fill_function *fill, void *context, struct error *error)
{
    struct vgpu_lazy *lazy = calloc(1, sizeof(*lazy));
    if (!lazy) {
        error_tell(error, ERROR_MEMORY, "out of memory for a lazy buffer");
        return NULL;
    }
    lazy->fill = fill;
    lazy->context = context;
    lazy->piece_count = size_bytes / PIECE_BYTES + 1;
    lazy->made = map_zeros(lazy->piece_count);
    lazy->written_bytes = (size_bytes / 64 + 2) * sizeof(*lazy->written);
    lazy->written = map_zeros(lazy->written_bytes);
    lazy->area_count = size_bytes / AREA_BYTES + 1;
    lazy->areas = map_zeros(lazy->area_count);
    lazy->counts = map_zeros(lazy->area_count * sizeof *lazy->counts);
    struct vgpu_buffer *buffer = NULL;
    if (!lazy->made || !lazy->written || !lazy->areas || !lazy->counts)
        error_tell(error, ERROR_MEMORY, "out of memory for a buffer of %llu bytes", (unsigned long long)size_bytes);
    else
        buffer = memory_new_untouched(memory, size_bytes, name, error);
    if (!buffer) {
        memory_lazy_free(lazy);
        return NULL;
    }
    buffer->lazy = lazy;
    buffer->all_defined = true;
    return buffer;
}

static void fill_pattern(void *context, uint64_t offset, void *out, uint64_t size_bytes)
{
    const struct vgpu_lazy *lazy = context;
    (void)offset; /* pieces begin where repetitions of the pattern do */
    for (uint64_t at = 0; at < size_bytes; at += sizeof lazy->pattern)
        memcpy((uint8_t *)out + at, &lazy->pattern,
               size_bytes - at < sizeof lazy->pattern ? size_bytes - at : sizeof lazy->pattern);
}

/* Resets the pages to zeros. */
static void drop_pages(void *pages, uint64_t size_bytes)
{
    void *fresh =
        mmap(pages, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (fresh == MAP_FAILED)
        memset(pages, 0, size_bytes);
}

bool memory_lazy_is_scratch(const struct vgpu_buffer *buffer)
{
    return buffer->lazy && buffer->lazy->is_scratch;
}

bool memory_lazy_fill(struct vgpu_buffer *buffer, uint64_t pattern)
{
    struct vgpu_lazy *lazy = buffer->lazy;
    if (!memory_lazy_is_scratch(buffer))
        return false;
    if (memory_is_small(buffer))
        memset(buffer->bytes, 0, buffer->size_bytes);
    else
        drop_pages(buffer->bytes, buffer->map_bytes);
    drop_pages(lazy->made, lazy->piece_count);
    lazy->copy_count = 0;
    lazy->pattern = pattern;
    lazy->fill = pattern ? fill_pattern : NULL;
    return true;
}

struct vgpu_buffer *memory_new_sampled(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                       struct error *error)
{
    struct vgpu_buffer *buffer = memory_new_lazy(memory, size_bytes, name, NULL, NULL, error);
    if (!buffer)
        return NULL;
    buffer->lazy->is_scratch = true;
    buffer->lazy->context = buffer->lazy;
    memory_lazy_fill(buffer, memory->poison);
    return buffer;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* Forgets those that the new one covers. */
static bool add_copy(struct vgpu_lazy *lazy, const struct lazy_copy *copy)
{
    size_t kept = 0;
    if (copy->first >= copy->end)
        return true;
    for (size_t i = 0; i < lazy->copy_count; i++)
        if (lazy->copies[i].first < copy->first || lazy->copies[i].end > copy->end)
            lazy->copies[kept++] = lazy->copies[i];
    lazy->copy_count = kept;
    if (lazy->copy_count == COPIES_MAX)
        return false;
    lazy->copies[lazy->copy_count++] = *copy;
    return true;
}

/*
 * What fills a copy of pieces that `origin` fills. A buffer without contents gives its pattern to
 * one with the same pattern. `fill` is NULL where the bytes themselves must be copied.
 */
static struct lazy_copy copied(const struct vgpu_lazy *target, const struct vgpu_lazy *source, struct lazy_copy origin)
{
    if (origin.context != source)
        return origin;
    bool is_alike = target->is_scratch && target->pattern == source->pattern;
    origin.fill = is_alike ? target->fill : NULL;
    origin.context = target->context;
    return origin;
}

/* Lets pieces of the target be filled as those of the source that begin `apart` pieces later. */
static bool add_origins(struct vgpu_lazy *target, const struct vgpu_lazy *source, uint64_t first, uint64_t end,
                        int64_t apart)
{
    struct lazy_copy own = {first, end, source->fill, source->context, apart * PIECE_BYTES};
    own = copied(target, source, own);
    bool done = !own.fill || add_copy(target, &own);
    for (size_t i = 0; done && i < source->copy_count; i++) {
        struct lazy_copy copy = copied(target, source, source->copies[i]);
        int64_t from = (int64_t)copy.first - apart, to = (int64_t)copy.end - apart;
        copy.first = from > (int64_t)first ? (uint64_t)from : first;
        copy.end = to < (int64_t)end ? (uint64_t)(to > 0 ? to : 0) : end;
        copy.offset_bytes += apart * PIECE_BYTES;
        done = !copy.fill || add_copy(target, &copy);
    }
    return done;
}

/* Whether the copy of a piece needs no bytes, since nobody touched it. */
static bool is_unmade(const struct vgpu_lazy *target, const struct vgpu_lazy *source, uint64_t piece)
{
    return source->made[piece] == PIECE_OPEN && copied(target, source, origin_of(source, piece)).fill;
}

bool memory_lazy_copy(struct vgpu_buffer *to, uint64_t to_offset, struct vgpu_buffer *from, uint64_t from_offset,
                      uint64_t size_bytes)
{
    struct vgpu_lazy *target = to->lazy, *source = from->lazy;
    uint64_t first = to_offset / PIECE_BYTES, count = size_bytes / PIECE_BYTES;
    int64_t apart = (int64_t)(from_offset / PIECE_BYTES) - (int64_t)first;
    bool is_whole = !(to_offset % PIECE_BYTES) && !(from_offset % PIECE_BYTES) && !(size_bytes % PIECE_BYTES);
    if (!target || !source || target == source || !is_whole)
        return false;
    if (!add_origins(target, source, first, first + count, apart))
        return false; /* all pieces are made then, and what was added counts for none */
    for (uint64_t piece = first; piece < first + count; piece++) {
        uint64_t there = (uint64_t)((int64_t)piece + apart);
        target->made[piece] = is_unmade(target, source, there) ? PIECE_OPEN : PIECE_MADE;
        if (target->made[piece] == PIECE_OPEN)
            continue;
        memory_lazy_make(from, there * PIECE_BYTES, PIECE_BYTES);
        memcpy(to->bytes + piece * PIECE_BYTES, from->bytes + there * PIECE_BYTES, PIECE_BYTES);
    }
    return true;
}

/* --- writes ----------------------------------------------------------------------------------- */

uint64_t *memory_lazy_written(struct vgpu_buffer *buffer)
{
    return buffer->lazy->written;
}

static uint32_t count_area(const struct vgpu_lazy *lazy, uint64_t area)
{
    enum { AREA_WORDS = AREA_BYTES / 64 };
    uint64_t words = lazy->written_bytes / sizeof(*lazy->written);
    uint32_t bytes = 0;
    for (uint64_t i = area * AREA_WORDS; i < (area + 1) * AREA_WORDS && i < words; i++)
        if (lazy->written[i])
            bytes += (uint32_t)__builtin_popcountll(lazy->written[i]);
    return bytes;
}

/* For use between launches. An area that no launch touched since then keeps its count. */
uint64_t memory_lazy_count_written(const struct vgpu_buffer *buffer)
{
    struct vgpu_lazy *lazy = buffer->lazy;
    uint64_t bytes = 0;
    for (uint64_t area = 0; area < lazy->area_count; area++) {
        if (__atomic_load_n(&lazy->areas[area], __ATOMIC_RELAXED) == AREA_TOUCHED) {
            lazy->counts[area] = count_area(lazy, area);
            __atomic_store_n(&lazy->areas[area], AREA_COUNTED, __ATOMIC_RELAXED);
        }
        bytes += lazy->areas[area] ? lazy->counts[area] : 0;
    }
    return bytes;
}

void memory_lazy_note_written(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    note_areas(buffer->lazy, offset, size_bytes);
    shadow_define_shared(buffer->lazy->written, offset, size_bytes);
}

bool memory_lazy_asks(const struct vgpu_buffer *buffer)
{
    return !buffer->read_only &&
           !(atomic_load_explicit(&buffer->recent_use, memory_order_relaxed) & VGPU_USED_UNWRITTEN);
}

void memory_lazy_note_read(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    if (memory_lazy_asks(buffer) && !shadow_is_defined(buffer->lazy->written, offset, size_bytes))
        atomic_fetch_or(&buffer->recent_use, VGPU_USED_UNWRITTEN);
}
