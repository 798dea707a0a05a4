/*
 * The program's end of the wire: requests, the place of a call, the last error.
 *
 * This library is linked with a learner's program and runs in its process. Its only state is the
 * connection, the last error of each thread and the tables of registered kernels and shared memory.
 */
#ifndef CUDART_CLIENT_H
#define CUDART_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cudart/include/cuda_runtime_api.h"
#include "cudart/wire.h"

struct client_call {
    enum wire_kind kind;
    uint64_t values[WIRE_VALUES];
    const void *head; /* sent before the payload; NULL */
    size_t head_bytes;
    const void *payload;
    uint64_t payload_bytes;
    void *answer; /* room for the payload of the answer */
    uint64_t answer_bytes;
    uint64_t results[WIRE_VALUES];
    uint64_t answered_bytes;
};

/* Places of a call, for findings. */
struct client_sites {
    uint64_t at[WIRE_SITES];
};

/* Each exported function begins so: its caller is the place of all requests that follow. */
#define CLIENT_ENTER() client_enter(__builtin_frame_address(0))
void client_enter(const void *frame);
void client_enter_at(const struct client_sites *sites);
const struct client_sites *client_sites(void);
/* The places from an instruction and the frame of its function. */
void client_sites_from(uintptr_t instruction, const void *frame, struct client_sites *out_sites);

/* Sends a request and waits for the answer. Ends the process if there is nobody to answer. */
cudaError_t client_send(struct client_call *call);

/* Keeps an error for cudaGetLastError() and returns it. */
cudaError_t client_keep(cudaError_t error);
/* The same for a launch, whose error no program sees at once. */
cudaError_t client_keep_launch(cudaError_t error);

void client_report(enum wire_mistake mistake, const void *address, uint64_t size_bytes, uint64_t other);

/* Shows what the program has printed so far, before kernels print. */
void client_flush(void);

bool client_is_device(const void *pointer);
/* A variable of the current device, which can be outside of the devices' windows. */
void client_note_variable(uint64_t address, uint64_t size_bytes);
/* The number of the device that has the address. */
int client_owner(uint64_t address);

/* The device that the thread has chosen. */
int client_device(void);
void client_use_device(int device);
/* Reports a device that is not there. */
cudaError_t client_check_device(int device);

/* Whether all of the range is mapped in this process. `out_bytes`: how much, from its start. */
bool client_is_mapped(const void *pointer, uint64_t size_bytes, uint64_t *out_bytes);

struct cudaMemcpy3DParms client_without_arrays(const struct cudaMemcpy3DParms *copy);

/* Handles of streams below this are default streams. */
enum { CLIENT_STREAM_FIRST = 256 };
/* A stream as the wire numbers it. A thread's own stream is made when it is first used. */
uint64_t client_stream(cudaStream_t stream);
/* Reports a stream that was destroyed. */
cudaError_t client_check_stream(cudaStream_t stream);
cudaError_t client_check_number(uint64_t number);

#endif
