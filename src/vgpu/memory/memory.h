/*
 * Device memory: named buffers with shadow state, and the map of the generic address space.
 *
 *     0                       nothing: a NULL pointer and small offsets from it
 *     VGPU_WINDOW_SHARED      shared memory of the own block, by its 32-bit offset
 *     VGPU_WINDOW_LOCAL       local memory of the own thread
 *     VGPU_WINDOW_PARAMETER   the launch's argument block, read-only
 *     (d + 1) << 40           buffers of device d: allocations and module variables, global and constant
 *
 * A buffer's shadow has one bit per byte, set once the byte was written. `all_defined` short-cuts it.
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
    VGPU_BUFFER_ALIGN = 1024,        /* lines that a slice of L2 holds together: as large allocations of a GPU begin */
    VGPU_BUFFER_GAP_BYTES = 4096,    /* between buffers at least */
    VGPU_SHARED_FIRST_OFFSET = 1024, /* so that a shared address of 0 is nobody's */
    VGPU_SHARED_GAP_BYTES = 128,     /* between shared variables */
    VGPU_TOMBSTONES_MAX = 4096,      /* released buffers that are remembered */
};

struct vgpu_op;
struct vgpu_race_words;
struct memory_undefined;
struct undefined_records;

struct vgpu_buffer {
    uint64_t start, size_bytes;
    uint8_t *bytes;     /* NULL once released */
    uint64_t *defined;  /* bit b of the buffer's bytes, in words of 64; size rounded up to whole words */
    uint64_t map_bytes; /* lengths of the two mappings */
    uint64_t shadow_bytes;
    struct memory_undefined *undefined; /* bits that kernels stored undefined; NULL: there were none */
    bool all_defined;                   /* every bit of `defined` counts as set */
    bool is_untouched;                  /* holds the pattern of undefined memory throughout */
    bool read_only;                     /* to kernels */
    bool is_constant;                   /* a module's .const variable */
    bool is_heap;                       /* from malloc in a kernel */
    _Atomic unsigned use;               /* by the running launch; VGPU_USED bits, like the next two (vgpu/buffers.h) */
    _Atomic unsigned recent_use;        /* by launches since vgpu_uses_begin() */
    unsigned earlier_use;               /* by the launches and host writes before */
    _Atomic bool is_exclusive;          /* read and written in place: claims must show that no word is anybody else's */
    bool is_saved, was_untouched, was_all_defined; /* before the running launch's first write, see launch_save.c */
    const struct vgpu_op *allocated_by;            /* of the heap, in the running launch */
    uint64_t allocated_block;
    uint32_t allocated_index[3], allocated_thread;
    uint32_t *claims;                         /* of writes, see race_global.h; NULL none */
    uint32_t claim_before, claim_last;        /* tags up to here are of earlier launches; the last of the running one */
    bool has_claims, keeps_claims;            /* of the running launch; when it is over */
    struct vgpu_race_words *race_words;       /* who accessed it, see race_history.h; NULL none */
    uint8_t *saved;                           /* what it held then, and its shadow; NULL none */
    struct memory_undefined *saved_undefined; /* and the bits that were stored undefined */
    bool keeps_saved;                         /* when the launch is over */
    uint64_t save_pieces;
    _Atomic uint64_t save_next, save_done; /* pieces that somebody took; that are copied */
    char *name;
    struct vgpu_lazy
        *lazy; /* of a buffer that is filled where it is touched, see memory_lazy.c; NULL: an ordinary one */
};

struct vgpu_memory {
    int index;           /* of the device */
    uint64_t next_start; /* addresses are handed out once */
    uint64_t poison;     /* pattern of undefined memory, NaN in every float format */
    uint64_t limit_bytes, used_bytes;
    uint64_t claim_bytes;         /* that are kept between launches */
    uint64_t saved_bytes;         /* likewise, of what buffers held before a launch */
    struct vgpu_buffer **buffers; /* by start, released ones included */
    size_t count, capacity;
    struct vgpu_memory **peers; /* by device index; NULL entries */
    /* Before the bytes of a buffer go away: frees what others keep of it. NULL: nobody does. */
    void (*forget)(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
    struct undefined_records *records; /* where bits come from that kernels of this device stored undefined */
};

bool memory_init(struct vgpu_memory *memory, int index, uint64_t limit_bytes, uint64_t seed, struct error *error);
void memory_done(struct vgpu_memory *memory);

/* NULL and `error` on failure (MEMORY). */
struct vgpu_buffer *memory_new_buffer(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                      struct error *error);
/* The same, holding zeros that no page has been spent on yet. */
struct vgpu_buffer *memory_new_untouched(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                         struct error *error);
void memory_release(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
/* Releases and forgets: for what no address can name any more (unloaded modules). */
void memory_forget(struct vgpu_memory *memory, struct vgpu_buffer *buffer);

/* The number of the device whose window holds the address: this one unless it is that of a peer. */
int memory_owner(const struct vgpu_memory *memory, uint64_t address);

/* The buffer (of this device or a peer) that holds the address, else the one that lies nearest; NULL if there is none.
 */
struct vgpu_buffer *memory_nearest(const struct vgpu_memory *memory, uint64_t address);

/* The live buffer that holds all of [address, address + size), or NULL. */
struct vgpu_buffer *memory_find(const struct vgpu_memory *memory, uint64_t address, uint64_t size_bytes);

/* Shadow of [offset, offset + size) of a buffer. */
bool shadow_is_defined(const uint64_t *defined, uint64_t offset, uint64_t size_bytes);
struct shadow_extent {
    uint64_t defined_bytes;
    uint64_t end; /* behind the last byte that is defined; 0: there is none */
};

enum { SHADOW_EXTENT_BYTES_MAX = 1 << 24 }; /* looking at more would take time that nobody has */

/* How much of a buffer is defined. Nobody may write to it meanwhile. */
void shadow_extent(const uint64_t *defined, uint64_t size_bytes, struct shadow_extent *out_extent);
void shadow_define(uint64_t *defined, uint64_t offset, uint64_t size_bytes);
void shadow_undefine(uint64_t *defined, uint64_t offset, uint64_t size_bytes);
/* The same, safe beside other threads that do so to neighbouring bytes. */
void shadow_define_shared(uint64_t *defined, uint64_t offset, uint64_t size_bytes);
void shadow_undefine_shared(uint64_t *defined, uint64_t offset, uint64_t size_bytes);

/* NULL and `error` on failure, for vgpu_allocate_lazy() and vgpu_allocate_sampled(). */
struct vgpu_buffer *memory_new_lazy(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                    vgpu_fill_function *fill, void *context, struct error *error);
struct vgpu_buffer *memory_new_sampled(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                       struct error *error);

/* --- memory_undefined.c: bits that kernels stored undefined ------------------------------------------------------- */

/* A byte was stored with these undefined bits, not 0, and its shadow says so. False: out of memory. */
bool memory_undefined_set(struct vgpu_buffer *buffer, uint64_t offset, uint8_t bits, uint16_t record);
/* Where the undefined bits of a byte come from; 0: it is defined, or was never written. */
uint16_t memory_undefined_record(const struct vgpu_buffer *buffer, uint64_t offset);
/* The undefined bits of a byte: all of one that was never written. */
uint8_t memory_undefined_bits(const struct vgpu_buffer *buffer, uint64_t offset);
/* The first byte in [offset, end) that was stored with undefined bits; `end`: there is none. */
uint64_t memory_undefined_next(const struct vgpu_buffer *buffer, uint64_t offset, uint64_t end);
/* How much of a buffer is written, with what was stored undefined; `defined_bytes` are all of these. */
void memory_find_written(const struct vgpu_buffer *buffer, struct shadow_extent *out_extent);
/* These bytes are about to count as never written. */
void memory_undefined_forget(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
void memory_undefined_free(struct memory_undefined *undefined);
/* False: out of memory. */
bool memory_undefined_copy(const struct memory_undefined *undefined, struct memory_undefined **out_copy);
/* From here on the shadow of a buffer says of each byte whether it is defined. */
void memory_use_shadow(struct vgpu_buffer *buffer);

/* Makes the content of [offset, offset + size) of a lazy buffer. */
void memory_touch(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
/* False: not a buffer of vgpu_allocate_sampled(). Else all of it holds the pattern, and takes no memory. */
bool memory_lazy_fill(struct vgpu_buffer *buffer, uint64_t pattern);
/* Whether it is a buffer of vgpu_allocate_sampled(). */
bool memory_lazy_is_scratch(const struct vgpu_buffer *buffer);
/* The bits of vgpu_lazy_written(). */
uint64_t *memory_lazy_written(struct vgpu_buffer *buffer);
/* Notes that a kernel writes there. */
void memory_lazy_note_written(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
/* Whether reads of the buffer are to be noted: not of one that nobody can write, nor where nothing new can come out. */
bool memory_lazy_asks(const struct vgpu_buffer *buffer);
/* Notes that a kernel reads there, before it writes there if it does both. */
void memory_lazy_note_read(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);
void memory_lazy_free(struct vgpu_lazy *lazy);

void memory_poison(const struct vgpu_memory *memory, struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes);

#endif
