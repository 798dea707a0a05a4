/*
 * Reads a CUBIN, an ELF file. Its `.nv.info` sections list attributes of kernels, its `.text.`
 * sections hold machine code.
 */
#ifndef DEVICE_BACKEND_CUBIN_H
#define DEVICE_BACKEND_CUBIN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Registers per thread of a kernel; 0 if the bytes are no CUBIN or lack the number. Any bytes are
 * safe.
 */
uint32_t cubin_registers(const void *bytes, size_t cubin_bytes, const char *kernel);

/* Instructions that access local memory, for arrays and spilled registers. */
struct cubin_local {
    uint32_t loads, stores;
    uint32_t frame_bytes; /* of a thread in local memory */
};
/* All 0 if the bytes are no CUBIN or lack the kernel. Any bytes are safe. */
struct cubin_local cubin_local_accesses(const void *bytes, size_t cubin_bytes, const char *kernel);

/* The machine code of a kernel, within `bytes`; NULL: not found. Any bytes are safe. */
const void *cubin_code(const void *bytes, size_t cubin_bytes, const char *kernel, size_t *out_bytes);

#endif
