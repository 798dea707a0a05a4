/*
 * One running program: its process, its device, and what it has there.
 *
 * The loop takes one request at a time and answers it. The other files of this room have the
 * handlers of requests.def. A handler returns a number of the runtime's errors (errors.def).
 */
#ifndef PROGRAM_SERVE_SESSION_H
#define PROGRAM_SERVE_SESSION_H

#include "base/buffer.h"
#include "base/subprocess.h"
#include "cudart/wire.h"
#include "program/lines/line_table.h"
#include "program/program.h"

enum session_error {
#define CUDA_ERROR(name, number, text) ERROR_OF_##name = number,
#include "cudart/errors.def"
};

enum { SESSION_STREAMS_MAX = 64 }; /* of a device */

struct session_place {
    const char *file; /* NULL: unknown */
    int line;
};

struct session_kernel {
    const char *name; /* in the module; NULL: it is not there */
    const char *readable;
    const char *file; /* its source */
    struct session_module *module;
    uint32_t dynamic_shared_bytes_max;        /* asked for by cudaFuncSetAttribute(); 0: not */
    bool has_large_clusters;                  /* likewise: of more than 8 blocks */
    const struct kernel_resources *resources; /* NULL: unknown */
    uint32_t argument_bytes;
    uint32_t threads_max; /* of __launch_bounds__; 0: none */
};

struct session_variable {
    const char *name;
    struct session_module *module;
};

struct session_buffer {
    device_address start;
    uint64_t size_bytes;
    enum wire_memory memory;
    int device;
    const char *name;
    struct session_place allocated, freed;
    bool is_live;
};

/* Code of the program. Each device loads it when it first needs it. */
struct session_module {
    struct device_image image;
    struct device_module *on[WIRE_DEVICES_MAX]; /* NULL: not loaded */
    struct session_module *next;
};

/* The first streams are the default streams of the devices. */
struct session_stream {
    int device;
    int number;   /* on the device; 0: the default stream */
    bool is_free; /* the default stream and it do not wait for each other */
    double ns;    /* when the work so far is done, on the model's clock */
};

enum { SESSION_HEAP_BYTES = 8 << 20 }; /* CUDA's default */
struct session_device {
    struct device *device;
    uint64_t live_bytes;
    uint64_t heap_bytes; /* that kernels can allocate */
    int stream_count;
    uint32_t peers;                      /* bit d: kernels may access memory of device d */
    double to_device_ns, from_device_ns; /* when the last copies with the host are done */
};

struct session {
    const struct program_request *request;
    const struct source *sources; /* of the request, with their headers inserted */
    struct arena *arena;
    struct program_result *result;
    struct compiler *compiler;
    struct session_device devices[WIRE_DEVICES_MAX];
    int device_count;
    int current;           /* the device of the present call */
    struct device *device; /* the same */
    struct line_table *lines;
    int fd;
    struct subprocess process;
    int64_t deadline_ns;
    uint64_t output_bytes;

    struct session_module *modules;
    struct session_kernel *kernels;
    size_t kernel_count;
    struct session_variable *variables;
    size_t variable_count;
    struct session_buffer *buffers; /* freed ones too */
    size_t buffer_count;
    uint64_t live_bytes;
    struct session_stream *streams;
    size_t stream_count;
    double host_ns;            /* the least time at which new work begins */
    uint64_t changes;          /* of the devices' memory */
    struct content **contents; /* of buffers and variables */
    size_t content_count;
    struct repeat *repeats; /* launches that could come again */
    size_t repeat_count;
    uint64_t repeat_bytes; /* that they keep */
    size_t printed;        /* lines of kernels that were shown */

    int fault;                   /* of a kernel: what every later call returns; 0: none */
    struct session_place faulty; /* its launch */
    const char *faulty_kernel;
    bool fault_is_told, is_over;
};

/* A request in progress. The payload belongs to the loop. */
struct session_call {
    struct wire_request request;
    const char *payload;
    struct session_place place;
    struct wire_answer answer;
    struct buffer answer_payload;
};

/* Serves until the program ends, its time is over, or a handler ends it. */
bool session_serve(struct session *session, struct error *error);

/* Shows what the program has written so far. True while there may be more. */
bool session_drain(struct session *session);

/* Shows the printf output of kernels. */
void session_show_printed(struct session *session);

/* At the end: notes memory that was never freed. */
void session_note_leaks(struct session *session);

/* In the arena; grows when the count is a power of two. */
void *session_grow(struct session *session, void *items, size_t count, size_t item_bytes);

/* "cudaErrorInvalidValue" */
const char *session_error_name(uint64_t error);

/* The error that every call returns after a kernel's fault. Notes the first call that does. */
int session_fault(struct session *session, const struct session_call *call);

/* Opens the request's devices with their default streams. The first is the present call's. */
bool session_open_devices(struct session *session, struct error *error);
/* The same with open devices, which then belong to the session. */
bool session_take_devices(struct session *session, struct device **devices, int count, struct error *error);
/* Unloads the program's code, too. */
void session_close_devices(struct session *session);

/* The time of the device's work in between: modelled, or measured after the host has waited. */
void session_begin_time(struct session *session);
double session_end_time(struct session *session);

/* Makes a device the present call's. */
void session_use(struct session *session, int device);
/* The code on the present device. NULL: it cannot be loaded. */
struct device_module *session_module_here(struct session *session, struct session_module *module);

/* The number of the device whose window has the address. -1: none. */
int session_owner(const struct session *session, device_address address);

/* Makes the default streams. */
void session_begin_streams(struct session *session);
/*
 * A stream as the wire numbers it: 0 is the default stream of the present device. NULL: none. Valid
 * until the next stream is made.
 */
struct session_stream *session_stream(struct session *session, uint64_t number);
/* The same, and makes its device the present call's, and its number that of copies. */
struct session_stream *session_use_stream(struct session *session, uint64_t number);
/* Adds work to a stream. Returns when it is done. */
double session_add_work(struct session *session, struct session_stream *stream, double ns);
/* The same, with a span on the timeline. */
void session_add_span(struct session *session, const char *name, int line, struct session_stream *stream, double ns);
/* The host waits for a stream. NULL: for all of the present device. */
void session_wait(struct session *session, const struct session_stream *stream);
/*
 * For a copy between devices in a default stream. Before it the other device's work so far is done.
 * That device's later work comes after the copy.
 */
void session_order_device(struct session *session, struct session_stream *stream, int other, bool is_before);

/* The live buffer, else a freed one, that holds the address. NULL: none. */
const struct session_buffer *session_find_buffer(const struct session *session, device_address address);
/* What a live or freed buffer is called in a sentence. Both texts live as long as the session. */
const char *session_buffer_words(struct session *session, const struct session_buffer *buffer);
const char *session_place_words(struct session *session, struct session_place place);

#define REQUEST(id, name) \
    int session_handle_##name(struct session *session, struct session_call *call, struct error *error);
#include "cudart/requests.def"

#endif
