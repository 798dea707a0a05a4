/*
 * What a CUBIN says of its kernels: an ELF file whose `.nv.info` section lists attributes.
 */
#ifndef DEVICE_CUBIN_INTERNAL_H
#define DEVICE_CUBIN_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

/* Registers per thread of a kernel; 0 where the bytes are no CUBIN or do not tell. Any bytes are safe. */
uint32_t cubin_registers(const void *bytes, size_t cubin_bytes, const char *kernel);

#endif
