/*
 * What a CUBIN says of its kernels: an ELF file whose `.nv.info` section lists attributes and whose `.text.` sections
 * hold machine code.
 */
#ifndef DEVICE_BACKEND_CUBIN_H
#define DEVICE_BACKEND_CUBIN_H

#include <stddef.h>
#include <stdint.h>

/* Registers per thread of a kernel; 0 where the bytes are no CUBIN or do not tell. Any bytes are safe. */
uint32_t cubin_registers(const void *bytes, size_t cubin_bytes, const char *kernel);

/* Instructions that load from and store to local memory: arrays, and registers that are spilled. */
struct cubin_local {
    uint32_t loads, stores;
    uint32_t frame_bytes; /* that a thread has there */
};
/* 0 of each where the bytes are no CUBIN or the kernel is not in it. Any bytes are safe. */
struct cubin_local cubin_local_accesses(const void *bytes, size_t cubin_bytes, const char *kernel);

/* The machine code of a kernel, within `bytes`; NULL where it is not there. Any bytes are safe. */
const void *cubin_code(const void *bytes, size_t cubin_bytes, const char *kernel, size_t *out_bytes);

#endif
