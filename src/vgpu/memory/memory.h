/*
 * Device memory: named buffers with shadow state, and the map of the generic address space.
 *
 *     0                       nothing: a NULL pointer and small offsets from it
 *     VGPU_WINDOW_SHARED      shared memory of the own block, by its 32-bit offset
 *     VGPU_WINDOW_LOCAL       local memory of the own thread
 *     VGPU_WINDOW_PARAMETER   the launch's argument block, read-only
 *     (d + 1) << 40           buffers of device d: allocations, global and constant variables
 *
 * A buffer's shadow has one bit per byte, which is set once the byte was written. `all_defined`
 * replaces the shadow where every byte is written.
 */
#ifndef VGPU_MEMORY_MEMORY_H
#define VGPU_MEMORY_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "vgpu/buffers.h"
#include "vgpu/vgpu.h"

#define VGPU_WINDOW_SHARED UINT64_C(0x100000000)
#define VGPU_WINDOW_LOCAL UINT64_C(0x200000000)
#define VGPU_WINDOW_PARAMETER UINT64_C(0x300000000)
#define VGPU_WINDOW_END UINT64_C(0x400000000)
#define VGPU_WINDOW_GLOBAL UINT64_C(0x10000000000)

enum {
    /*
     * one slice of L2 holds so many bytes together; large allocations of a GPU have this alignment
     */
    VGPU_BUFFER_ALIGN = 1024,
    VGPU_BUFFER_GAP_BYTES = 4096,    /* least gap between buffers */
    VGPU_SHARED_FIRST_OFFSET = 1024, /* no shared variable has address 0 */
    VGPU_SHARED_GAP_BYTES = 128,     /* gap between shared variables */
    VGPU_TOMBSTONES_MAX = 4096,      /* released buffers that the table keeps */
};

struct vgpu_op;
struct vgpu_race_words;
struct memory_undefined;
struct undefined_records;

/* The op of the running launch that allocated a buffer on the heap. */
struct memory_allocated {
    const struct vgpu_op *by; /* NULL: none */
    uint64_t block;
    uint32_t index[3], thread;
};

/* Claims of writes, by word; see claims.h. */
struct memory_claims {
    uint32_t *words; /* NULL: none */
    /* tags up to `before` are of earlier launches; `last` ends the running one */
    uint32_t before, last;
    bool are_used, are_kept; /* by the running launch; after it */
};

/* A buffer before the running launch's first write; see save.h. */
struct memory_saved {
    uint8_t *bytes; /* and their shadow; NULL: none */
    struct memory_undefined *undefined;
    bool is_valid, was_untouched, was_all_defined;
    bool is_kept; /* the memory is, after the launch */
    uint64_t pieces;
    _Atomic uint64_t next, done; /* pieces that a thread took; pieces copied */
};

struct vgpu_buffer {
    uint64_t start, size_bytes;
    uint8_t *bytes; /* NULL once released */
    char *name;
    struct vgpu_lazy *lazy; /* filled piece by piece when touched, see memory_lazy.c; NULL: an ordinary buffer */
    uint64_t *reads;        /* bit b: a kernel has read byte b, while a watch asks (vgpu/reads.h); else NULL */
    uint64_t map_bytes, shadow_bytes; /* lengths of the mappings of bytes and shadow; 0 if small */
    /* --- set once: compilers read them together, so no neighbour may change in a launch --- */
    bool read_only;   /* read-only for kernels */
    bool is_constant; /* a module's .const variable */
    bool is_heap;     /* a kernel's malloc created it */
    bool is_shared;   /* kernels of all peers may access it */
    /* --- the shadow: what was written --- */
    bool all_defined; /* every byte counts as defined, and `defined` is not used */
    /* bit b: byte b was written; the size is rounded up to whole 64-bit words */
    uint64_t *defined;
    struct memory_undefined *undefined; /* bits that kernels stored undefined; NULL: none so far */
    /* --- uses: VGPU_USED bits (vgpu/buffers.h) --- */
    _Atomic unsigned use;        /* in the running launch */
    _Atomic unsigned recent_use; /* in launches since vgpu_uses_begin() */
    unsigned earlier_use;        /* in the launches and host writes before */
    bool is_untouched;           /* every byte still holds the pattern of undefined memory */
    /* read and written in place: claims must prove that each word has one owner */
    _Atomic bool is_exclusive;
    /* --- what rooms keep for it --- */
    struct memory_allocated allocated;
    struct memory_claims claims;
    struct memory_saved saved;
    struct vgpu_race_words *race; /* last accesses by word, see race_history.h; NULL: none */
};

/* Keeps the content of buffers that kernels are about to write, see vgpu_kept_new(). */
struct memory_keeper {
    void (*keep)(struct memory_keeper *keeper, struct vgpu_buffer *buffer);
};

struct vgpu_memory {
    int index;                /* number of the device */
    uint64_t next_start;      /* the next buffer starts here or later; addresses are never reused */
    uint64_t heap_kept_below; /* kernels' free() leaves buffers below alone: a sample is taken back */
    uint64_t poison;          /* the pattern of undefined memory, NaN in every float format */
    uint64_t limit_bytes, used_bytes;
    uint64_t heap_limit_bytes, heap_used_bytes; /* of what kernels' malloc() gives */
    uint64_t claim_bytes;                       /* claims kept between launches */
    uint64_t saved_bytes;                       /* saved contents kept between launches */
    struct vgpu_buffer **buffers;               /* sorted by start, with released ones */
    size_t count, capacity;
    struct vgpu_memory **peers; /* by device index; entries can be NULL */
    uint32_t reach;             /* bit d: kernels may access all buffers of peer d */
    /*
     * Called before a buffer's bytes are released: frees state that other rooms keep for the
     * buffer. NULL: no such state.
     */
    void (*forget)(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
    struct undefined_records *undefined; /* of bits that this device's kernels stored undefined */
    struct memory_keeper *keeper;        /* asked before this device's kernels write to a buffer; NULL: none */
};

void memory_init(struct vgpu_memory *memory, int index, uint64_t limit_bytes, uint64_t seed);
void memory_done(struct vgpu_memory *memory);

/* Returns NULL and fills `error` on failure (MEMORY). */
struct vgpu_buffer *memory_new_buffer(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                      struct error *error);
/* What a kernel's malloc() gives. NULL: the heap is full. */
struct vgpu_buffer *memory_new_heap_buffer(struct vgpu_memory *memory, uint64_t size_bytes);
/* Like memory_new_buffer(). The buffer holds zeros and takes no pages yet. */
struct vgpu_buffer *memory_new_untouched(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                         struct error *error);
void memory_release(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
/* Releases a buffer and forgets it. No address may name it any more: for unloaded modules. */
void memory_forget(struct vgpu_memory *memory, struct vgpu_buffer *buffer);

/*
 * The number of the device whose window contains the address. This device, unless the window
 * belongs to a peer.
 */
int memory_owner(const struct vgpu_memory *memory, uint64_t address);

/*
 * The buffer that contains the address, of this device or of a peer that kernels may access, else
 * the nearest buffer. NULL: there are no buffers.
 */
struct vgpu_buffer *memory_nearest(const struct vgpu_memory *memory, uint64_t address);

/* The live buffer that contains all of [address, address + size), or NULL. */
struct vgpu_buffer *memory_find(const struct vgpu_memory *memory, uint64_t address, uint64_t size_bytes);
/* The same for the host and for copies, which reach all peers. */
struct vgpu_buffer *memory_find_any(const struct vgpu_memory *memory, uint64_t address, uint64_t size_bytes);

/* Visits the live buffers of this device and its peers. */
void memory_for_each(struct vgpu_memory *own, void (*visit)(struct vgpu_memory *memory, struct vgpu_buffer *buffer));

/* Aligned accesses of up to 32 bytes never cross a word of the shadow. */
static inline uint64_t shadow_bits(uint64_t offset, uint32_t size_bytes)
{
    return ((UINT64_C(1) << size_bytes) - 1) << (offset & 63);
}

/* Reads or changes the shadow of [offset, offset + size) of a buffer. */
bool shadow_is_defined(const uint64_t *defined, uint64_t offset, uint64_t size_bytes);
struct shadow_extent {
    uint64_t defined_bytes;
    uint64_t end; /* the end of the last defined byte; 0: none */
};

enum { SHADOW_EXTENT_BYTES_MAX = 1 << 24 }; /* a search of more bytes would take too long */

/* Measures the defined part of a buffer. No thread may write to the buffer meanwhile. */
void shadow_extent(const uint64_t *defined, uint64_t size_bytes, struct shadow_extent *out_extent);
void shadow_define(uint64_t *defined, uint64_t offset, uint64_t size_bytes);
void shadow_undefine(uint64_t *defined, uint64_t offset, uint64_t size_bytes);
/* Like shadow_define(). Other threads may define neighbouring bytes at the same time. */
void shadow_define_shared(uint64_t *defined, uint64_t offset, uint64_t size_bytes);
void shadow_undefine_shared(uint64_t *defined, uint64_t offset, uint64_t size_bytes);

/*
 * For vgpu_allocate_lazy() and vgpu_allocate_sampled(). Returns NULL and fills `error` on failure.
 */
struct vgpu_buffer *memory_new_lazy(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                    vgpu_fill_function *fill, void *context, struct error *error);
struct vgpu_buffer *memory_new_sampled(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                       struct error *error);

/* --- memory_undefined.c: bits that kernels stored undefined ----------------------------------- */

/*
 * Notes that a byte was stored with these undefined bits, at least one. Its shadow already shows it
 * as undefined. Returns false if out of memory.
 */
bool memory_undefined_set(struct vgpu_buffer *buffer, uint64_t offset, uint8_t bits, uint16_t record);
/*
 * The record that describes a byte's undefined bits. 0: the byte is defined or was never written.
 */
uint16_t memory_undefined_record(const struct vgpu_buffer *buffer, uint64_t offset);
/* The undefined bits of a byte. All bits of an unwritten byte are undefined. */
uint8_t memory_undefined_bits(const struct vgpu_buffer *buffer, uint64_t offset);
/* The first byte in [offset, end) that was stored with undefined bits, or `end`. */
uint64_t memory_undefined_next(const struct vgpu_buffer *buffer, uint64_t offset, uint64_t end);
/*
 * Measures the written part of a buffer, with bytes that were stored undefined. `defined_bytes`
 * counts all of them.
 */
void memory_find_written(const struct vgpu_buffer *buffer, struct shadow_extent *out_extent);
/* Call it before these bytes become unwritten. */
void memory_undefined_forget(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
void memory_undefined_free(struct memory_undefined *undefined);
/* Returns false if out of memory. */
bool memory_undefined_copy(const struct memory_undefined *undefined, struct memory_undefined **out_copy);
/* --- memory_kept.c: copies of buffers --------------------------------------------------------- */

/* A copy of a buffer and its shadow. `bytes` NULL: it held the pattern of undefined memory. */
struct memory_kept {
    struct vgpu_buffer *buffer;
    uint8_t *bytes;
    uint64_t *defined;
    struct memory_undefined *undefined;
    bool all_defined;
};

/* False if out of memory; the caller frees the copy in any case. */
bool memory_keep(struct vgpu_buffer *buffer, struct memory_kept *out_kept);
/* How many bytes such a copy takes. */
uint64_t memory_kept_bytes(const struct vgpu_buffer *buffer);
void memory_give_back(const struct vgpu_memory *memory, const struct memory_kept *kept);
void memory_kept_free(struct memory_kept *kept);

/* From here on, the buffer's shadow says for each byte whether it is defined. */
void memory_use_shadow(struct vgpu_buffer *buffer);

/* Whether bytes and shadow of the buffer are on the heap instead of pages of their own. */
bool memory_is_small(const struct vgpu_buffer *buffer);
/*
 * Gives a buffer of a known size its bytes and its shadow, all 0. Returns false without memory.
 */
bool memory_back(struct vgpu_buffer *buffer);

struct vgpu_read_watch;
/*
 * Connects a watch (vgpu/reads.h; NULL: none) with the buffers while a launch runs. After the end
 * no buffer refers to it.
 */
void read_watch_begin(struct vgpu_read_watch *watch, const struct vgpu_memory *memory);
void read_watch_end(struct vgpu_read_watch *watch, const struct vgpu_memory *memory);

/* Before the host reads or writes [offset, offset + size) of a lazy buffer: fills it. */
void memory_lazy_make(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
/*
 * Copies whole pieces between two lazy buffers. What nobody touched in the source is not filled: it
 * will be filled in the target once it is touched there. False: not done, copy the bytes.
 */
bool memory_lazy_copy(struct vgpu_buffer *to, uint64_t to_offset, struct vgpu_buffer *from, uint64_t from_offset,
                      uint64_t size_bytes);
/* Fills [offset, offset + size) of a lazy buffer for a kernel, and notes that it was touched. */
void memory_touch(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
/*
 * Fills a buffer of vgpu_allocate_sampled() with the pattern, which takes no memory. Returns false
 * for any other buffer.
 */
bool memory_lazy_fill(struct vgpu_buffer *buffer, uint64_t pattern);
/* Whether vgpu_allocate_sampled() created the buffer. */
bool memory_lazy_is_scratch(const struct vgpu_buffer *buffer);
/* The bits that vgpu_lazy_written() reads. */
uint64_t *memory_lazy_written(struct vgpu_buffer *buffer);
/* How many of them are set. Skips the parts of the buffer that no kernel touched. */
uint64_t memory_lazy_count_written(const struct vgpu_buffer *buffer);
/* Notes that a kernel writes these bytes. */
void memory_lazy_note_written(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
/*
 * Whether reads of the buffer must be noted. Not if nothing can write to it, nor if a read can show
 * nothing new.
 */
bool memory_lazy_asks(const struct vgpu_buffer *buffer);
/*
 * Notes that a kernel reads these bytes. If the kernel also writes them, call this before the
 * write.
 */
void memory_lazy_note_read(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
void memory_lazy_free(struct vgpu_lazy *lazy);

void memory_poison(const struct vgpu_memory *memory, struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);

#endif
