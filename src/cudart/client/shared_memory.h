/*
 * Memory that host and device share: pinned, managed and registered memory, and managed variables.
 *
 * Pinned and managed memory has one address on both sides. Registered memory and variables are the
 * program's own, and the device has a copy elsewhere. The host's bytes go to the device before a
 * launch, and come back when the host synchronises. In between, the host's pages of pinned and
 * managed memory have no access, so that a touch is found.
 */
#ifndef CUDART_CLIENT_SHARED_MEMORY_H
#define CUDART_CLIENT_SHARED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudart/client/client.h"

cudaError_t shared_memory_new(void **out_pointer, size_t bytes, enum wire_memory memory);
/* `memory`: that of the function which the program called. */
cudaError_t shared_memory_free(void *pointer, enum wire_memory memory);
/* The program's own memory, which the device has at another address. */
cudaError_t shared_memory_add(void *host, size_t bytes, uint64_t device, enum wire_memory memory);
/* A managed variable, by its number on the wire. */
void shared_memory_add_variable(void *host, size_t bytes, uint64_t device, uint32_t number);

/* Before a reset of the device. */
void shared_memory_forget(void);

bool shared_memory_holds(const void *pointer);
/* WIRE_MEMORY_COUNT: no shared memory. */
enum wire_memory shared_memory_kind(const void *pointer);
/* Where the device has the byte. 0: nowhere. */
uint64_t shared_memory_on_device(const void *pointer);

/* Before a launch with these arguments. */
cudaError_t shared_memory_send(const void *arguments, size_t bytes);

/* Waits for a stream, or for WIRE_ALL_STREAMS, and brings back what launches wrote. */
cudaError_t shared_memory_synchronise(uint64_t stream);
/* The same for a mark and its time. */
cudaError_t shared_memory_wait_for(uint64_t mark, double ns);

/* Gives the host access to the buffer that holds the address, if there is one. */
void shared_memory_open(const void *pointer);

/* Takes the access to a range that a copy in flight uses, as far as it fills pages. */
void shared_memory_close(const void *pointer, size_t bytes, bool is_read_by_copy);

/* Whether a touch is too early, for the handler of faults. */
bool shared_memory_is_closed(const void *pointer);

#endif
