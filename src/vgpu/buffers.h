/*
 * Buffers as other layers see them: their addresses, the uses by launches, and the content before a
 * launch.
 *
 * Nothing here reads or changes a byte of a buffer, except vgpu_kept_restore().
 */
#ifndef VGPU_BUFFERS_H
#define VGPU_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"

struct vgpu;

/* --- places ----------------------------------------------------------------------------------- */

/* The addresses of a buffer. No two buffers ever start at the same address. */
struct vgpu_range {
    uint64_t start; /* 0: there is no such buffer */
    uint64_t size_bytes;
};

/* The live buffer that holds all of [address, address + size_bytes), of this device or a peer. */
struct vgpu_range vgpu_buffer_at(const struct vgpu *device, uint64_t address, uint64_t size_bytes);
/* The buffer that holds the address, else the nearest one. Released buffers count too. */
struct vgpu_range vgpu_buffer_near(const struct vgpu *device, uint64_t address);

/* The number of a device among those that were opened together. */
int vgpu_number(const struct vgpu *device);
/*
 * The number of the device that owns the address. An address outside of all peers counts as the
 * device's own.
 */
int vgpu_owner(const struct vgpu *device, uint64_t address);

/* --- uses ------------------------------------------------------------------------------------- */

enum {
    VGPU_USED_READ = 1,
    VGPU_USED_WRITTEN = 2,
    VGPU_USED_ATOMIC = 4,
    VGPU_USED_FILLED = 8,     /* the host wrote to it; noted for lazy buffers only */
    VGPU_USED_UNWRITTEN = 16, /* unwritten bytes were read; for writable lazy buffers only */
};

/* The uses of one buffer: VGPU_USED bits. */
struct vgpu_use {
    struct vgpu_range range;
    unsigned recent;  /* by launches since vgpu_uses_begin() */
    unsigned earlier; /* by launches that vgpu_uses_keep() has kept, and by the host */
    bool is_live;     /* false: it was released */
    bool is_lazy;
    bool is_writable; /* kernels may write to it */
    bool is_heap;     /* a kernel's malloc created it */
};

/*
 * Buffers of the device, released ones included. A number names the same buffer until memory is
 * allocated.
 */
size_t vgpu_use_count(const struct vgpu *device);
struct vgpu_use vgpu_use_at(const struct vgpu *device, size_t number);

/* Forgets the recent uses of all buffers. */
void vgpu_uses_begin(struct vgpu *device);
/* Adds the recent uses of live buffers to the earlier ones. */
void vgpu_uses_keep(struct vgpu *device);

/* --- what buffers held ------------------------------------------------------------------------ */

struct vgpu_kept;

/*
 * From here on, copies each buffer before the device's kernels first write to it, also of peers,
 * except lazy ones. Launches run in order meanwhile. NULL and MEMORY without memory. The host
 * must not allocate or release buffers before it is freed. Until then kernels' free() leaves older
 * buffers alone.
 */
struct vgpu_kept *vgpu_kept_new(struct vgpu *device, struct error *error);
/*
 * Gives back what kernels wrote to, and releases what they have allocated on the heap since. MEMORY
 * where these buffers have more than 512 MiB: then some keep their new content.
 */
bool vgpu_kept_restore(struct vgpu_kept *kept, struct error *error);
void vgpu_kept_free(struct vgpu_kept *kept);
DEFINE_CLEANUP(vgpu_kept_free, struct vgpu_kept *)

#endif
