/* Moves shared memory to where it is used. */
#include "cudart/client/shared_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_BYTES = 4096 };

struct shared {
    char *host;
    uint64_t device;
    size_t size_bytes;
    enum wire_memory memory;
    bool is_own;    /* the program's own: its pages hold other things, too */
    bool is_closed; /* the host has no access to some of it */
    bool is_sent;   /* a launch could have written to it since the host had it */
    bool is_variable;
    uint32_t variable; /* number on the wire: each device has it elsewhere */
};

static struct shared *list;
static size_t count;

/* The program's threads take turns. Recursive, since a function here may call another. */
static pthread_mutex_t turn = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static pthread_mutex_t *take_turn(void)
{
    pthread_mutex_lock(&turn);
    return &turn;
}

static void end_turn(pthread_mutex_t **held)
{
    pthread_mutex_unlock(*held);
}

/* Until the end of the function. */
#define TAKE_TURN() __attribute__((cleanup(end_turn), unused)) pthread_mutex_t *held = take_turn()

static struct shared *find(const void *pointer)
{
    for (size_t i = 0; i < count; i++)
        if ((const char *)pointer >= list[i].host && (const char *)pointer < list[i].host + list[i].size_bytes)
            return &list[i];
    return NULL;
}

static char *page_start(const struct shared *shared)
{
    return (char *)((uintptr_t)shared->host / PAGE_BYTES * PAGE_BYTES);
}

static size_t page_bytes(const struct shared *shared)
{
    size_t bytes = (size_t)(shared->host + shared->size_bytes - page_start(shared));
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
}

static void open_pages(struct shared *shared)
{
    if (shared->is_closed)
        mprotect(page_start(shared), page_bytes(shared), PROT_READ | PROT_WRITE);
    shared->is_closed = false;
}

static void close_pages(struct shared *shared)
{
    if (shared->is_own)
        return;
    mprotect(page_start(shared), page_bytes(shared), PROT_NONE);
    shared->is_closed = true;
}

/* --- life ------------------------------------------------------------------------------------- */

static void append(struct shared shared)
{
    struct shared *grown = realloc(list, (count + 1) * sizeof *list);
    if (!grown)
        abort();
    list = grown;
    list[count++] = shared;
}

static cudaError_t map(const struct shared *shared)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *mapped = mmap(page_start(shared), page_bytes(shared), PROT_READ | PROT_WRITE, flags, -1, 0);
    return mapped == page_start(shared) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t shared_memory_new(void **out_pointer, size_t bytes, enum wire_memory memory)
{
    TAKE_TURN();
    struct client_call call = {.kind = WIRE_ALLOCATE, .values = {bytes, memory}};
    if (!out_pointer || bytes == 0)
        return cudaErrorInvalidValue;
    cudaError_t error = client_send(&call);
    if (error != cudaSuccess)
        return error;
    struct shared shared = {
        .host = (char *)call.results[0], .device = call.results[0], .size_bytes = bytes, .memory = memory};
    error = map(&shared);
    if (error != cudaSuccess)
        return error;
    append(shared);
    *out_pointer = shared.host;
    return cudaSuccess;
}

cudaError_t shared_memory_add(void *host, size_t bytes, uint64_t device, enum wire_memory memory)
{
    TAKE_TURN();
    if (find(host))
        return cudaErrorHostMemoryAlreadyRegistered;
    append((struct shared){
        .host = host, .device = device, .size_bytes = bytes, .memory = memory, .is_own = true, .is_sent = true});
    return cudaSuccess;
}

void shared_memory_add_variable(void *host, size_t bytes, uint64_t device, uint32_t number)
{
    TAKE_TURN();
    if (shared_memory_add(host, bytes, device, WIRE_MEMORY_MANAGED) != cudaSuccess)
        return;
    list[count - 1].is_variable = true;
    list[count - 1].variable = number;
}

static bool is_freed_by(const struct shared *shared, const void *pointer, enum wire_memory memory)
{
    bool is_pinned = shared->memory == WIRE_MEMORY_PINNED;
    return shared->host == pointer && !shared->is_own && is_pinned == (memory == WIRE_MEMORY_PINNED);
}

cudaError_t shared_memory_free(void *pointer, enum wire_memory memory)
{
    TAKE_TURN();
    struct shared *shared = find(pointer);
    if (!shared || !is_freed_by(shared, pointer, memory)) {
        client_report(WIRE_MISTAKE_FREE, pointer, 0, memory);
        return cudaErrorInvalidValue;
    }
    struct client_call call = {.kind = WIRE_RELEASE, .values = {shared->device, shared->memory}};
    cudaError_t error = client_send(&call);
    munmap(page_start(shared), page_bytes(shared));
    *shared = list[--count];
    return error;
}

void shared_memory_forget(void)
{
    TAKE_TURN();
    for (size_t i = count; i-- > 0;) {
        if (client_owner(list[i].device) != client_device())
            continue;
        if (!list[i].is_own)
            munmap(page_start(&list[i]), page_bytes(&list[i]));
        list[i] = list[--count];
    }
}

bool shared_memory_holds(const void *pointer)
{
    TAKE_TURN();
    return find(pointer) != NULL;
}

enum wire_memory shared_memory_kind(const void *pointer)
{
    TAKE_TURN();
    const struct shared *shared = find(pointer);
    return shared ? shared->memory : WIRE_MEMORY_COUNT;
}

uint64_t shared_memory_on_device(const void *pointer)
{
    TAKE_TURN();
    const struct shared *shared = find(pointer);
    return shared ? shared->device + (uint64_t)((const char *)pointer - shared->host) : 0;
}

/* --- moves ------------------------------------------------------------------------------------ */

static cudaError_t fetch(struct shared *shared);

/* A managed variable goes from one device to another by way of the host. */
static cudaError_t move_variable(struct shared *shared)
{
    struct client_call call = {.kind = WIRE_SYMBOL, .values = {shared->variable}};
    if (!shared->is_variable || client_owner(shared->device) == client_device())
        return cudaSuccess;
    cudaError_t error = fetch(shared);
    if (error == cudaSuccess)
        error = client_send(&call);
    if (error == cudaSuccess)
        shared->device = call.results[0];
    return error;
}

static cudaError_t send(struct shared *shared)
{
    cudaError_t moved = move_variable(shared);
    if (shared->is_sent || moved != cudaSuccess)
        return moved;
    struct client_call call = {
        .kind = WIRE_WRITE,
        .values = {shared->device, shared->size_bytes, shared->size_bytes, 1, 0, WIRE_FLAG_SHARED},
        .payload = shared->host,
        .payload_bytes = shared->size_bytes};
    open_pages(shared);
    cudaError_t error = client_send(&call);
    shared->is_sent = true;
    close_pages(shared);
    return error;
}

static cudaError_t fetch(struct shared *shared)
{
    struct client_call call = {
        .kind = WIRE_READ,
        .values = {shared->device, shared->size_bytes, shared->size_bytes, 1, 0, WIRE_FLAG_SHARED},
        .answer = shared->host,
        .answer_bytes = shared->size_bytes};
    open_pages(shared);
    if (!shared->is_sent)
        return cudaSuccess;
    shared->is_sent = false;
    return client_send(&call);
}

static bool is_named(const struct shared *shared, const void *arguments, size_t bytes)
{
    for (size_t at = 0; at + sizeof(uint64_t) <= bytes; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, (const char *)arguments + at, sizeof word);
        if (word - shared->device < shared->size_bytes)
            return true;
    }
    return false;
}

/* Managed memory can be reached through other memory. Pinned memory rarely is. */
cudaError_t shared_memory_send(const void *arguments, size_t bytes)
{
    TAKE_TURN();
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        if (list[i].memory == WIRE_MEMORY_MANAGED || is_named(&list[i], arguments, bytes))
            error = send(&list[i]);
    return error;
}

static cudaError_t synchronise(struct client_call *call)
{
    TAKE_TURN();
    client_flush();
    cudaError_t error = client_send(call);
    for (size_t i = 0; i < count; i++) {
        cudaError_t fetched = fetch(&list[i]);
        error = error == cudaSuccess ? fetched : error;
    }
    return error;
}

cudaError_t shared_memory_synchronise(uint64_t stream)
{
    return synchronise(&(struct client_call){.kind = WIRE_SYNCHRONISE, .values = {stream}});
}

cudaError_t shared_memory_wait_for(uint64_t mark, double ns)
{
    struct client_call call = {.kind = WIRE_SYNCHRONISE, .values = {WIRE_ONE_MARK, mark}};
    memcpy(&call.values[2], &ns, sizeof ns);
    return synchronise(&call);
}

/* --- access ----------------------------------------------------------------------------------- */

void shared_memory_open(const void *pointer)
{
    TAKE_TURN();
    struct shared *shared = find(pointer);
    if (shared && shared->is_sent)
        shared_memory_synchronise(WIRE_ALL_STREAMS);
    if (shared)
        open_pages(shared);
}

/* The first and last page of the buffer hold nothing else. Others may hold parts in use. */
void shared_memory_close(const void *pointer, size_t bytes, bool is_read_by_copy)
{
    TAKE_TURN();
    struct shared *shared = find(pointer);
    if (!shared || shared->is_own)
        return;
    uintptr_t start = (uintptr_t)pointer, end = start + bytes, last = (uintptr_t)shared->host + shared->size_bytes;
    start = start == (uintptr_t)shared->host ? (uintptr_t)page_start(shared)
                                             : (start + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    end = end >= last ? (uintptr_t)page_start(shared) + page_bytes(shared) : end / PAGE_BYTES * PAGE_BYTES;
    if (end <= start)
        return;
    mprotect((void *)start, end - start, is_read_by_copy ? PROT_READ : PROT_NONE);
    shared->is_closed = true;
}

bool shared_memory_is_closed(const void *pointer)
{
    TAKE_TURN();
    const struct shared *shared = find(pointer);
    return shared && shared->is_closed;
}

/* --- the program's functions ------------------------------------------------------------------ */

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    return client_keep(shared_memory_new(pointer, bytes, WIRE_MEMORY_PINNED));
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    CLIENT_ENTER();
    return client_keep(shared_memory_new(pointer, bytes, WIRE_MEMORY_PINNED));
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    return client_keep(shared_memory_new(pointer, bytes, WIRE_MEMORY_MANAGED));
}

cudaError_t cudaFreeHost(void *pointer)
{
    CLIENT_ENTER();
    return client_keep(pointer ? shared_memory_free(pointer, WIRE_MEMORY_PINNED) : cudaSuccess);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    bool is_pinned = shared_memory_kind(host) == WIRE_MEMORY_PINNED;
    if (is_pinned)
        *device = (void *)shared_memory_on_device(host);
    return client_keep(is_pinned ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned int flags)
{
    (void)flags;
    CLIENT_ENTER();
    TAKE_TURN();
    struct client_call call = {.kind = WIRE_ALLOCATE, .values = {bytes, WIRE_MEMORY_PINNED}};
    uint64_t mapped;
    if (!host || bytes == 0 || !client_is_mapped(host, bytes, &mapped))
        return client_keep(cudaErrorInvalidValue);
    if (find(host))
        return client_keep(cudaErrorHostMemoryAlreadyRegistered);
    cudaError_t error = client_send(&call);
    if (error == cudaSuccess) {
        error = shared_memory_add(host, bytes, call.results[0], WIRE_MEMORY_PINNED);
        list[count - 1].is_sent = false; /* the host has its bytes */
    }
    return client_keep(error);
}

cudaError_t cudaHostUnregister(void *host)
{
    CLIENT_ENTER();
    TAKE_TURN();
    struct shared *shared = find(host);
    if (!shared || shared->host != host || !shared->is_own)
        return client_keep(cudaErrorHostMemoryNotRegistered);
    cudaError_t error = fetch(shared);
    struct client_call call = {.kind = WIRE_RELEASE, .values = {shared->device, WIRE_MEMORY_PINNED}};
    if (error == cudaSuccess)
        error = client_send(&call);
    *shared = list[--count];
    return client_keep(error);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    static const enum cudaMemoryType types[] = {[WIRE_MEMORY_DEVICE] = cudaMemoryTypeDevice,
                                                [WIRE_MEMORY_PINNED] = cudaMemoryTypeHost,
                                                [WIRE_MEMORY_MANAGED] = cudaMemoryTypeManaged,
                                                [WIRE_MEMORY_COUNT] = cudaMemoryTypeUnregistered};
    CLIENT_ENTER();
    enum wire_memory memory = shared_memory_kind(pointer);
    if (memory == WIRE_MEMORY_COUNT && client_is_device(pointer))
        memory = WIRE_MEMORY_DEVICE;
    uint64_t on_device = memory == WIRE_MEMORY_DEVICE ? (uint64_t)pointer : shared_memory_on_device(pointer);
    *attributes = (struct cudaPointerAttributes){
        .type = types[memory], .device = memory == WIRE_MEMORY_COUNT ? cudaInvalidDeviceId : client_owner(on_device)};
    if (memory == WIRE_MEMORY_DEVICE || memory == WIRE_MEMORY_MANAGED)
        attributes->devicePointer = (void *)pointer;
    if (memory == WIRE_MEMORY_PINNED)
        attributes->devicePointer = (void *)shared_memory_on_device(pointer);
    if (memory != WIRE_MEMORY_DEVICE)
        attributes->hostPointer = (void *)pointer;
    return cudaSuccess;
}
