/* Sends requests, and keeps errors and the place of the running call. */
#include "cudart/client/client.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cudart/client/registered.h"
#include "cudart/client/touch.h"

enum { FRAME_BYTES_MAX = 1 << 20, PAGE_BYTES = 4096, PAGES_AT_ONCE = 1024 };

/* The bounds of the program's own code, made by the linker. */
extern const char __executable_start[], etext[];

/* A program has one connection. Its threads take turns. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct client_sites current_sites;
static _Thread_local cudaError_t last_error;
static _Thread_local int current_device;
/* of a launch whose error nobody has asked for; all 0: there is none */
static _Thread_local struct client_sites unchecked_sites;
/* an error after which every call fails, as on a GPU */
static cudaError_t sticky_error;

/* A file of an archive is linked only if another one names it. So all starts from here. */
__attribute__((constructor)) static void start_program(void)
{
    touch_watch();
    setvbuf(stdout, NULL, _IOLBF, 0);
    registered_announce(); /* the program's own constructors ran before */
}

/* A launch failed, and the program goes on as if it had not. */
static void report_unchecked(void)
{
    struct client_sites sites = current_sites;
    if (last_error == cudaSuccess || !unchecked_sites.at[0])
        return;
    current_sites = unchecked_sites;
    client_report(WIRE_MISTAKE_UNCHECKED, NULL, 0, (uint64_t)last_error);
    memset(&unchecked_sites, 0, sizeof unchecked_sites);
    current_sites = sites;
}

__attribute__((destructor)) static void end_program(void)
{
    report_unchecked();
}

/* --- places ----------------------------------------------------------------------------------- */

static bool is_code(uintptr_t address)
{
    return address >= (uintptr_t)__executable_start && address < (uintptr_t)etext;
}

static bool is_next_frame(const void *const *frame, const void *const *next)
{
    uintptr_t distance = (uintptr_t)next - (uintptr_t)frame;
    return next > frame && distance < FRAME_BYTES_MAX && (uintptr_t)next % sizeof(void *) == 0;
}

/* A frame begins with the caller's frame and the address after the call. */
static void walk(const void *frame, struct client_sites *sites, int count)
{
    const void *const *at = frame;
    while (at && count < WIRE_SITES) {
        const void *const *next = at[0];
        uintptr_t caller = (uintptr_t)at[1];
        if (!is_code(caller))
            return;
        sites->at[count++] = caller - (uintptr_t)__executable_start;
        at = is_next_frame(at, next) ? next : NULL;
    }
}

void client_enter(const void *frame)
{
    memset(&current_sites, 0, sizeof current_sites);
    walk(frame, &current_sites, 0);
}

void client_enter_at(const struct client_sites *sites)
{
    current_sites = *sites;
}

const struct client_sites *client_sites(void)
{
    return &current_sites;
}

/* One more than the instruction, as if it were a call. */
void client_sites_from(uintptr_t instruction, const void *frame, struct client_sites *out_sites)
{
    memset(out_sites, 0, sizeof *out_sites);
    bool is_own = is_code(instruction);
    if (is_own)
        out_sites->at[0] = instruction + 1 - (uintptr_t)__executable_start;
    if ((uintptr_t)frame % sizeof(void *) == 0)
        walk(frame, out_sites, is_own);
}

/* --- the wire --------------------------------------------------------------------------------- */

/* Nobody answers: the program was started by itself, or it was ended from outside. */
_Noreturn static void give_up(void)
{
    static const char words[] = "This program talks to warpschool: start it with `warpschool run FILE.cu`.\n";
    (void)!write(2, words, sizeof words - 1);
    _exit(127);
}

static void write_all(struct iovec *parts, int count)
{
    while (count > 0) {
        ssize_t written = writev(WIRE_FD, parts, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            give_up();
        size_t left = (size_t)written;
        while (count > 0 && left >= parts->iov_len) {
            left -= parts->iov_len;
            parts++;
            count--;
        }
        if (count > 0) {
            parts->iov_base = (char *)parts->iov_base + left;
            parts->iov_len -= left;
        }
    }
}

static void read_all(void *to, uint64_t size_bytes)
{
    char *at = to;
    while (size_bytes > 0) {
        ssize_t got = read(WIRE_FD, at, size_bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            give_up();
        at += got;
        size_bytes -= (uint64_t)got;
    }
}

static cudaError_t exchange(struct client_call *call)
{
    struct wire_request request = {.magic = WIRE_MAGIC, .kind = call->kind, .device = (uint32_t)current_device};
    request.payload_bytes = call->head_bytes + call->payload_bytes;
    memcpy(request.sites, current_sites.at, sizeof request.sites);
    memcpy(request.values, call->values, sizeof request.values);
    struct iovec parts[] = {{&request, sizeof request},
                            {(void *)call->head, call->head_bytes},
                            {(void *)call->payload, call->payload_bytes}};
    write_all(parts, 3);
    struct wire_answer answer;
    read_all(&answer, sizeof answer);
    if (answer.magic != WIRE_MAGIC || answer.payload_bytes > call->answer_bytes)
        give_up();
    read_all(call->answer, answer.payload_bytes);
    memcpy(call->results, answer.values, sizeof call->results);
    call->answered_bytes = answer.payload_bytes;
    return (cudaError_t)answer.status;
}

/* Errors of a kernel destroy the context of a GPU: each call that follows returns them. */
static bool is_sticky(cudaError_t error)
{
    return error == cudaErrorIllegalAddress || error == cudaErrorLaunchTimeout ||
           (error >= cudaErrorAssert && error <= cudaErrorLaunchFailure &&
            error != cudaErrorHostMemoryAlreadyRegistered && error != cudaErrorHostMemoryNotRegistered);
}

cudaError_t client_send(struct client_call *call)
{
    bool is_report = call->kind == WIRE_MISTAKE || call->kind == WIRE_RESET;
    registered_announce();
    pthread_mutex_lock(&turn);
    cudaError_t error = sticky_error && !is_report ? sticky_error : exchange(call);
    if (is_sticky(error))
        sticky_error = error;
    if (call->kind == WIRE_RESET)
        sticky_error = cudaSuccess;
    pthread_mutex_unlock(&turn);
    return error;
}

void client_report(enum wire_mistake mistake, const void *address, uint64_t size_bytes, uint64_t other)
{
    struct client_call call = {.kind = WIRE_MISTAKE, .values = {mistake, (uint64_t)address, size_bytes, other}};
    client_send(&call);
}

/* --- errors ----------------------------------------------------------------------------------- */

cudaError_t client_keep(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

cudaError_t client_keep_launch(cudaError_t error)
{
    report_unchecked();
    if (error != cudaSuccess)
        unchecked_sites = current_sites;
    return client_keep(error);
}

cudaError_t cudaPeekAtLastError(void)
{
    memset(&unchecked_sites, 0, sizeof unchecked_sites);
    return sticky_error ? sticky_error : last_error;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

static const struct {
    cudaError_t error;
    const char *name, *text;
} errors[] = {
#define CUDA_ERROR(id, number, words) {id, #id, words},
#include "cudart/errors.def"
};

const char *cudaGetErrorString(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

/* --- small things that all files use ---------------------------------------------------------- */

void client_flush(void)
{
    fflush(stdout);
}

static bool is_in_window(uint64_t address)
{
    return address >= WIRE_DEVICE_FIRST && address < WIRE_DEVICE_END;
}

/* Variables that a GPU's driver placed where it likes. */
enum { VARIABLES_MAX = 256 };
static struct {
    uint64_t start, size_bytes;
    int device;
} variables[VARIABLES_MAX];
static size_t variable_count;

static size_t find_variable(uint64_t address)
{
    size_t i = 0;
    while (i < variable_count && address - variables[i].start >= variables[i].size_bytes)
        i++;
    return i;
}

void client_note_variable(uint64_t address, uint64_t size_bytes)
{
    pthread_mutex_lock(&turn);
    if (!is_in_window(address) && find_variable(address) == variable_count && variable_count < VARIABLES_MAX) {
        variables[variable_count].start = address;
        variables[variable_count].size_bytes = size_bytes;
        variables[variable_count++].device = current_device;
    }
    pthread_mutex_unlock(&turn);
}

bool client_is_device(const void *pointer)
{
    return is_in_window((uint64_t)pointer) || find_variable((uint64_t)pointer) < variable_count;
}

int client_owner(uint64_t address)
{
    size_t variable = find_variable(address);
    return variable < variable_count ? variables[variable].device
                                     : (int)((address - WIRE_DEVICE_FIRST) / WIRE_DEVICE_BYTES % WIRE_DEVICES_MAX);
}

int client_device(void)
{
    return current_device;
}

void client_use_device(int device)
{
    current_device = device;
}

bool client_is_mapped(const void *pointer, uint64_t size_bytes, uint64_t *out_bytes)
{
    uint64_t start = (uint64_t)pointer, end = start + size_bytes, at = start / PAGE_BYTES * PAGE_BYTES;
    unsigned char pages[PAGES_AT_ONCE];
    while (at < end) {
        uint64_t bytes = end - at < PAGES_AT_ONCE * PAGE_BYTES ? end - at : PAGES_AT_ONCE * PAGE_BYTES;
        if (mincore((void *)at, bytes, pages) == 0) {
            at += bytes;
            continue;
        }
        while (mincore((void *)at, PAGE_BYTES, pages) == 0)
            at += PAGE_BYTES;
        *out_bytes = at > start ? at - start : 0;
        return false;
    }
    *out_bytes = size_bytes;
    return true;
}
