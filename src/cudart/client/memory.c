/* Memory of the device: allocation, copies, fills, variables. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cudart/client/client.h"
#include "cudart/client/graph.h"
#include "cudart/client/registered.h"
#include "cudart/client/shared_memory.h"

enum { PITCH_BYTES = 512 };

static cudaError_t allocate(void **out_pointer, size_t bytes)
{
    struct client_call call = {.kind = WIRE_ALLOCATE, .values = {bytes, WIRE_MEMORY_DEVICE}};
    if (!out_pointer)
        return cudaErrorInvalidValue;
    if (bytes == 0) {
        *out_pointer = NULL;
        return cudaSuccess;
    }
    cudaError_t error = client_send(&call);
    if (error == cudaSuccess)
        *out_pointer = (void *)call.results[0];
    return error;
}

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    CLIENT_ENTER();
    return client_keep(allocate(pointer, bytes));
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    CLIENT_ENTER();
    size_t padded = (width + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
    cudaError_t error = pitch ? allocate(pointer, padded * height) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *pitch = padded;
    return client_keep(error);
}

/* `in_stream`: 1 and the number of the stream whose work is to end first, or 0. */
static cudaError_t release(void *pointer, bool in_stream, uint64_t stream)
{
    if (!pointer)
        return cudaSuccess;
    if (shared_memory_holds(pointer))
        return shared_memory_free(pointer, WIRE_MEMORY_DEVICE);
    struct client_call call = {.kind = WIRE_RELEASE,
                               .values = {(uint64_t)pointer, WIRE_MEMORY_DEVICE, in_stream, stream}};
    return client_send(&call);
}

cudaError_t cudaFree(void *pointer)
{
    CLIENT_ENTER();
    client_flush();
    return client_keep(release(pointer, false, 0));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    CLIENT_ENTER();
    uint64_t number = client_stream(stream);
    cudaError_t error = client_check_stream(stream);
    bool is_now = error == cudaSuccess && !graph_of_stream(number); /* a graph may be launched again */
    return client_keep(is_now ? release(pointer, true, number) : error);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    CLIENT_ENTER();
    struct wire_properties properties;
    struct client_call call = {.kind = WIRE_PROPERTIES, .answer = &properties, .answer_bytes = sizeof properties};
    cudaError_t error = client_send(&call);
    if (error == cudaSuccess) {
        *total_bytes = properties.memory_bytes;
        *free_bytes = properties.memory_bytes - call.results[0];
    }
    return client_keep(error);
}

/* --- copies ----------------------------------------------------------------------------------- */

/* Rows of the same width, at a distance of `pitch` bytes. */
struct rows {
    char *start;
    uint64_t pitch;
    bool is_on_device;
};

struct transfer {
    struct rows to, from;
    uint64_t width, height;
    enum cudaMemcpyKind kind;
    uint64_t stream;
    bool is_asynchronous;
};

static struct rows rows_of(const void *start, uint64_t pitch)
{
    return (struct rows){(char *)start, pitch, client_is_device(start) && !shared_memory_holds(start)};
}

/* Whether the two pointers are where the kind says. */
static bool fits_kind(const struct transfer *transfer)
{
    static const struct {
        bool from_device, to_device;
    } sides[] = {
        [cudaMemcpyHostToHost] = {false, false},
        [cudaMemcpyHostToDevice] = {false, true},
        [cudaMemcpyDeviceToHost] = {true, false},
        [cudaMemcpyDeviceToDevice] = {true, true},
    };
    bool shares = shared_memory_holds(transfer->to.start) || shared_memory_holds(transfer->from.start);
    if (transfer->kind == cudaMemcpyDefault || shares)
        return true;
    return sides[transfer->kind].from_device == transfer->from.is_on_device &&
           sides[transfer->kind].to_device == transfer->to.is_on_device;
}

/* Whether the host's rows are all in memory that the program has. */
static bool check_host(const struct rows *rows, const struct transfer *transfer)
{
    uint64_t size_bytes = transfer->height ? rows->pitch * (transfer->height - 1) + transfer->width : 0, mapped;
    if (rows->is_on_device || client_is_mapped(rows->start, size_bytes, &mapped))
        return true;
    client_report(WIRE_MISTAKE_HOST_END, rows->start, size_bytes, mapped);
    return false;
}

static void copy_rows(char *to, uint64_t to_pitch, const char *from, uint64_t from_pitch, uint64_t width,
                      uint64_t height)
{
    for (uint64_t row = 0; row < height; row++)
        memmove(to + row * to_pitch, from + row * from_pitch, width);
}

static cudaError_t write_rows(const struct transfer *transfer)
{
    const struct rows *from = &transfer->from;
    uint64_t size_bytes = transfer->width * transfer->height;
    bool is_packed = from->pitch == transfer->width || transfer->height == 1;
    char *packed = is_packed ? from->start : malloc(size_bytes);
    if (!packed)
        return cudaErrorMemoryAllocation;
    if (!is_packed)
        copy_rows(packed, transfer->width, from->start, from->pitch, transfer->width, transfer->height);
    struct client_call call = {.kind = WIRE_WRITE,
                               .values = {(uint64_t)transfer->to.start, transfer->to.pitch, transfer->width,
                                          transfer->height, transfer->stream,
                                          transfer->is_asynchronous ? WIRE_FLAG_ASYNCHRONOUS : 0},
                               .payload = packed,
                               .payload_bytes = size_bytes};
    cudaError_t error = client_send(&call);
    if (!is_packed)
        free(packed);
    return error;
}

static cudaError_t read_rows(const struct transfer *transfer)
{
    const struct rows *to = &transfer->to;
    uint64_t size_bytes = transfer->width * transfer->height;
    bool is_packed = to->pitch == transfer->width || transfer->height == 1;
    char *packed = is_packed ? to->start : malloc(size_bytes);
    if (!packed)
        return cudaErrorMemoryAllocation;
    struct client_call call = {.kind = WIRE_READ,
                               .values = {(uint64_t)transfer->from.start, transfer->from.pitch, transfer->width,
                                          transfer->height, transfer->stream,
                                          transfer->is_asynchronous ? WIRE_FLAG_ASYNCHRONOUS : 0},
                               .answer = packed,
                               .answer_bytes = size_bytes};
    cudaError_t error = client_send(&call);
    if (!is_packed && error == cudaSuccess)
        copy_rows(to->start, to->pitch, packed, transfer->width, transfer->width, transfer->height);
    if (!is_packed)
        free(packed);
    return error;
}

static cudaError_t copy_on_device(const struct transfer *transfer)
{
    struct client_call call = {.kind = WIRE_COPY,
                               .values = {(uint64_t)transfer->to.start, transfer->to.pitch,
                                          (uint64_t)transfer->from.start, transfer->from.pitch, transfer->width,
                                          transfer->height, transfer->stream}};
    return client_send(&call);
}

static cudaError_t copy_between(const struct transfer *transfer)
{
    if (transfer->to.is_on_device)
        return transfer->from.is_on_device ? copy_on_device(transfer) : write_rows(transfer);
    if (transfer->from.is_on_device)
        return read_rows(transfer);
    copy_rows(transfer->to.start, transfer->to.pitch, transfer->from.start, transfer->from.pitch, transfer->width,
              transfer->height);
    return cudaSuccess;
}

/* The copy may still be in flight: the host must leave its side alone. */
static void note_flight(const struct transfer *transfer)
{
    bool is_from_device = transfer->from.is_on_device;
    const struct rows *host = is_from_device ? &transfer->to : &transfer->from;
    if (transfer->to.is_on_device == is_from_device)
        return;
    if (!shared_memory_holds(host->start) && transfer->stream)
        client_report(WIRE_MISTAKE_PAGEABLE, host->start, 0, 0);
    shared_memory_close(host->start, host->pitch * (transfer->height - 1) + transfer->width, !is_from_device);
}

static cudaError_t copy(const struct transfer *transfer)
{
    if ((unsigned)transfer->kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (transfer->width == 0 || transfer->height == 0)
        return cudaSuccess;
    if (transfer->height > 1 && (transfer->to.pitch < transfer->width || transfer->from.pitch < transfer->width))
        return cudaErrorInvalidPitchValue;
    if (!fits_kind(transfer)) {
        client_report(WIRE_MISTAKE_DIRECTION, transfer->to.start, (uint64_t)transfer->from.start,
                      (uint64_t)transfer->kind);
        return cudaErrorInvalidValue;
    }
    if (!transfer->is_asynchronous) {
        cudaError_t error = shared_memory_synchronise(transfer->stream);
        if (error != cudaSuccess)
            return error;
    }
    shared_memory_open(transfer->to.start);
    shared_memory_open(transfer->from.start);
    if (!check_host(&transfer->to, transfer) || !check_host(&transfer->from, transfer))
        return cudaErrorInvalidValue;
    cudaError_t error = copy_between(transfer);
    if (transfer->is_asynchronous && error == cudaSuccess)
        note_flight(transfer);
    return error;
}

static cudaError_t run_copy(const void *data, uint64_t stream)
{
    struct transfer transfer = *(const struct transfer *)data;
    transfer.stream = stream;
    return copy(&transfer);
}

/* In a stream that is captured, the copy becomes a node. */
static cudaError_t issue_copy(const struct transfer *transfer)
{
    struct CUgraph_st *graph = transfer->is_asynchronous ? graph_of_stream(transfer->stream) : NULL;
    cudaError_t error = client_check_number(transfer->stream);
    if (error != cudaSuccess)
        return error;
    return graph ? graph_add(graph, run_copy, transfer, sizeof *transfer, NULL) : copy(transfer);
}

static struct transfer rows_between(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                    size_t height, enum cudaMemcpyKind kind)
{
    return (struct transfer){
        .to = rows_of(to, to_pitch), .from = rows_of(from, from_pitch), .width = width, .height = height, .kind = kind};
}

static cudaError_t copy_now(struct transfer transfer)
{
    transfer.stream = client_stream(NULL);
    return client_keep(copy(&transfer));
}

static cudaError_t copy_later(struct transfer transfer, cudaStream_t stream)
{
    transfer.stream = client_stream(stream);
    transfer.is_asynchronous = true;
    return client_keep(issue_copy(&transfer));
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    CLIENT_ENTER();
    return copy_now(rows_between(to, bytes, from, bytes, bytes, 1, kind));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CLIENT_ENTER();
    return copy_later(rows_between(to, bytes, from, bytes, bytes, 1, kind), stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    CLIENT_ENTER();
    return copy_now(rows_between(to, to_pitch, from, from_pitch, width, height, kind));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CLIENT_ENTER();
    return copy_later(rows_between(to, to_pitch, from, from_pitch, width, height, kind), stream);
}

/* --- fills ------------------------------------------------------------------------------------ */

struct filling {
    void *to;
    uint64_t pitch, width, height, stream;
    int byte;
};

static cudaError_t fill(const struct filling *filling)
{
    struct client_call call = {.kind = WIRE_FILL,
                               .values = {(uint64_t)filling->to, filling->pitch, filling->width, filling->height,
                                          (uint64_t)(unsigned char)filling->byte, filling->stream}};
    if (filling->width == 0 || filling->height == 0)
        return cudaSuccess;
    if (shared_memory_holds(filling->to)) {
        shared_memory_open(filling->to);
        for (uint64_t row = 0; row < filling->height; row++)
            memset((char *)filling->to + row * filling->pitch, filling->byte, filling->width);
        return cudaSuccess;
    }
    if (!client_is_device(filling->to))
        client_report(WIRE_MISTAKE_DIRECTION, filling->to, 0, cudaMemcpyDefault);
    return client_is_device(filling->to) ? client_send(&call) : cudaErrorInvalidValue;
}

static cudaError_t run_fill(const void *data, uint64_t stream)
{
    struct filling filling = *(const struct filling *)data;
    filling.stream = stream;
    return fill(&filling);
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    CLIENT_ENTER();
    return client_keep(fill(&(struct filling){to, bytes, bytes, 1, client_stream(NULL), value}));
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    CLIENT_ENTER();
    struct filling filling = {to, bytes, bytes, 1, client_stream(stream), value};
    struct CUgraph_st *graph = graph_of_stream(filling.stream);
    cudaError_t error = client_check_number(filling.stream);
    if (error != cudaSuccess)
        return client_keep(error);
    return client_keep(graph ? graph_add(graph, run_fill, &filling, sizeof filling, NULL) : fill(&filling));
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height)
{
    CLIENT_ENTER();
    return client_keep(fill(&(struct filling){to, pitch, width, height, client_stream(NULL), value}));
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    CLIENT_ENTER();
    return client_keep(fill(&(struct filling){to, pitch, width, height, client_stream(stream), value}));
}

/* --- nodes of graphs -------------------------------------------------------------------------- */

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                     size_t count, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    struct transfer transfer = rows_between(to, bytes, from, bytes, bytes, 1, kind);
    transfer.is_asynchronous = true;
    return client_keep(graph_add(graph, run_copy, &transfer, sizeof transfer, node));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemcpy3DParms *copied)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    const struct cudaPitchedPtr *to = &copied->dstPtr, *from = &copied->srcPtr;
    struct transfer transfer = {.to = rows_of((char *)to->ptr + copied->dstPos.x, to->pitch),
                                .from = rows_of((char *)from->ptr + copied->srcPos.x, from->pitch),
                                .width = copied->extent.width,
                                .height = copied->extent.height,
                                .kind = copied->kind,
                                .is_asynchronous = true};
    bool is_plane = copied->extent.depth == 1 && !copied->srcArray && !copied->dstArray;
    return client_keep(is_plane ? graph_add(graph, run_copy, &transfer, sizeof transfer, node) : cudaErrorNotSupported);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                   size_t count, const struct cudaMemsetParams *filled)
{
    (void)dependencies, (void)count;
    CLIENT_ENTER();
    uint64_t width = (uint64_t)filled->width * filled->elementSize;
    struct filling filling = {
        filled->dst, filled->height > 1 ? filled->pitch : width, width, filled->height, 0, (int)(filled->value & 0xff)};
    bool is_one_byte = filled->elementSize == 1 || filled->value == filling.byte * 0x01010101u || filled->value == 0;
    return client_keep(is_one_byte ? graph_add(graph, run_fill, &filling, sizeof filling, node)
                                   : cudaErrorNotSupported);
}

/* --- variables -------------------------------------------------------------------------------- */

static cudaError_t find_variable(const void *symbol, uint64_t *out_address, uint64_t *out_bytes)
{
    uint32_t number;
    if (!registered_variable(symbol, &number))
        return cudaErrorInvalidSymbol;
    struct client_call call = {.kind = WIRE_SYMBOL, .values = {number}};
    cudaError_t error = client_send(&call);
    if (error == cudaSuccess) {
        *out_address = call.results[0];
        *out_bytes = call.results[1];
        client_note_variable(*out_address, *out_bytes);
    }
    return error;
}

static cudaError_t copy_variable(const void *symbol, const void *other, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, bool is_to_variable)
{
    uint64_t address, size_bytes;
    cudaError_t error = find_variable(symbol, &address, &size_bytes);
    if (error != cudaSuccess)
        return error;
    if (offset > size_bytes || bytes > size_bytes - offset) {
        client_report(WIRE_MISTAKE_SYMBOL_END, (const void *)address, offset + bytes, size_bytes);
        return cudaErrorInvalidValue;
    }
    struct rows variable = {(char *)address + offset, bytes, true};
    struct transfer transfer = {.to = is_to_variable ? variable : rows_of(other, bytes),
                                .from = is_to_variable ? rows_of(other, bytes) : variable,
                                .width = bytes,
                                .height = 1,
                                .kind = kind,
                                .stream = client_stream(NULL)};
    return copy(&transfer);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    CLIENT_ENTER();
    return client_keep(copy_variable(symbol, from, bytes, offset, kind, true));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    CLIENT_ENTER();
    return client_keep(copy_variable(symbol, to, bytes, offset, kind, false));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    CLIENT_ENTER();
    return client_keep(copy_variable(symbol, from, bytes, offset, kind, true));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    CLIENT_ENTER();
    return client_keep(copy_variable(symbol, to, bytes, offset, kind, false));
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    CLIENT_ENTER();
    uint64_t address, size_bytes;
    cudaError_t error = find_variable(symbol, &address, &size_bytes);
    if (error == cudaSuccess)
        *pointer = (void *)address;
    return client_keep(error);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol)
{
    CLIENT_ENTER();
    uint64_t address, size_bytes;
    cudaError_t error = find_variable(symbol, &address, &size_bytes);
    if (error == cudaSuccess)
        *bytes = size_bytes;
    return client_keep(error);
}
