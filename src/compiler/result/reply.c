/* The reply of the compiler child. */
#include "compiler/result/reply.h"

#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/mangled.h"
#include "base/text.h"
#include "compiler/log/log.h"
#include "compiler/options/options.h"
#include "compiler/process/nvrtc.h"
#include "compiler/process/protocol.h"

enum { STATIC_SHARED_BYTES_MAX = 48 << 10 };

static bool malformed(struct error *error)
{
    return error_set(error, ERROR_CRASH, "the compiler process gave an answer that makes no sense");
}

bool reply_read_names(const json_t *header, struct arena *arena, struct reply *reply)
{
    json_t *names = NULL;
    if (!json_get_array(header, "lowered", &names, NULL) || json_array_size(names) > OPTIONS_LIST_MAX)
        return false;
    reply->name_count = json_array_size(names);
    const char **list = ARENA_ARRAY(arena, reply->name_count + 1, const char *);
    for (size_t i = 0; i < reply->name_count; i++) {
        const char *text = json_string_value(json_array_get(names, i));
        list[i] = text ? arena_strdup(arena, text) : NULL;
    }
    reply->lowered_names = list;
    return true;
}

static const char *blob_text(struct arena *arena, const struct frame_blob *blob, size_t *out_bytes)
{
    char *text = arena_strndup(arena, blob->data ? blob->data : "", (size_t)blob->size_bytes);
    *out_bytes = strlen(text); /* a NUL inside ends it */
    return text;
}

bool reply_from_frame(const struct frame *frame, struct arena *arena, struct reply *out_reply, struct error *error)
{
    struct reply reply = {0};
    int64_t result = 0;
    if (frame->type != PROTOCOL_RESULT || frame->blob_count != PROTOCOL_BLOBS ||
        !json_get_integer_in(frame->header, "result", 0, 1000, &result, NULL) ||
        !json_get_u64(frame->header, "elapsed_ns", &reply.elapsed_ns, NULL) ||
        !reply_read_names(frame->header, arena, &reply))
        return malformed(error);
    const struct frame_blob *log = &frame->blobs[PROTOCOL_LOG];
    const struct frame_blob *cubin = &frame->blobs[PROTOCOL_CUBIN];
    reply.result = (int)result;
    reply.log = log_harmless(arena, log->data ? log->data : "", (size_t)log->size_bytes);
    reply.ptx = blob_text(arena, &frame->blobs[PROTOCOL_PTX], &reply.ptx_bytes);
    reply.cubin_bytes = (size_t)cubin->size_bytes;
    reply.cubin = arena_memdup(arena, cubin->data ? cubin->data : "", reply.cubin_bytes);
    *out_reply = reply;
    return true;
}

/*
 * Some of the library's stages report it only in words. A source that prints them harms only its
 * own author.
 */
static bool ran_out_of_memory(const struct reply *reply)
{
    return reply->result == NVRTC_RESULT_OUT_OF_MEMORY ||
           (reply->result != NVRTC_RESULT_SUCCESS && (strstr(reply->log, "unable to obtain mapped memory") ||
                                                      strstr(reply->log, "catastrophic error: out of memory")));
}

bool reply_is_lasting(const struct reply *reply)
{
    return reply->result == NVRTC_RESULT_SUCCESS ||
           (reply->result == NVRTC_RESULT_COMPILATION && !ran_out_of_memory(reply));
}

/* The source that diagnostics show. */
static const struct source *shown_source(const struct compile_request *request)
{
    return request->shown ? request->shown : request->source;
}

/* Reports kernel names of the plan that the source lacks. */
static bool names_resolved(const struct reply *reply, const struct compile_request *request,
                           struct diagnostics *diagnostics)
{
    bool resolved = true;
    for (size_t i = 0; request->names && request->names[i]; i++) {
        if (i < reply->name_count && reply->lowered_names[i])
            continue;
        resolved = diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, shown_source(request), (struct location){0},
                                   "there is no kernel '%s' in this file", request->names[i]);
        diagnostics_hint(diagnostics, "the name asked for and the __global__ function must agree");
    }
    return resolved;
}

static void add_out_of_memory(const struct compile_request *request, uint64_t memory_bytes,
                              struct diagnostics *diagnostics)
{
    CLEANUP(buffer_done) struct buffer limit = BUFFER_INIT;
    text_append_bytes(&limit, memory_bytes);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, shown_source(request), (struct location){0},
                    "the compiler ran out of its %s memory limit on this source", buffer_text(&limit));
    diagnostics_hint(diagnostics,
                     "look for templates that instantiate themselves without end, huge macros, huge arrays "
                     "and huge unrolled loops");
}

/*
 * The assembler refuses too much shared memory without a word, after it has reported the kernel's
 * resources. True: that was the reason.
 */
static bool add_shared_memory(const struct compile_result *result, const struct compile_request *request)
{
    for (size_t i = 0; i < result->resource_count; i++) {
        const struct kernel_resources *kernel = &result->resources[i];
        if (kernel->static_shared_bytes <= STATIC_SHARED_BYTES_MAX)
            continue;
        CLEANUP(arena_free) struct arena *arena = arena_new();
        diagnostics_add(result->diagnostics, DIAGNOSTIC_ERROR, shown_source(request), (struct location){0},
                        "%s declares %u bytes of shared memory, and a block may declare at most %d",
                        mangled_readable(arena, kernel->kernel), kernel->static_shared_bytes, STATIC_SHARED_BYTES_MAX);
        diagnostics_hint(result->diagnostics,
                         "for more, write extern __shared__ float tile[]; and shared= with the bytes in the launch "
                         "line");
        return true;
    }
    return false;
}

/* If the compiler failed and its log names no error, the library's own result is the message. */
static void add_unexplained(const struct reply *reply, const struct compile_request *request,
                            struct diagnostics *diagnostics)
{
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, shown_source(request), (struct location){0},
                    "the compiler gave up on this source (NVRTC result %d): %.400s", reply->result,
                    reply->log[0] ? reply->log : "without a message");
}

struct compile_result *reply_result(const struct reply *reply, const struct compile_request *request,
                                    uint64_t memory_bytes, struct arena *arena)
{
    struct compile_result *result = ARENA_NEW(arena, struct compile_result);
    result->ptx = reply->ptx;
    result->ptx_bytes = reply->ptx_bytes;
    result->cubin = reply->cubin;
    result->cubin_bytes = reply->cubin_bytes;
    result->lowered_names = reply->lowered_names;
    result->log = reply->log;
    result->elapsed_ns = reply->elapsed_ns;
    result->diagnostics = diagnostics_new(arena);
    if (ran_out_of_memory(reply)) {
        add_out_of_memory(request, memory_bytes, result->diagnostics);
        return result;
    }
    log_parse(reply->log, shown_source(request), reply->ptx, result->diagnostics);
    log_resources(arena, reply->log, &result->resources, &result->resource_count);
    if (reply->result == NVRTC_RESULT_SUCCESS)
        result->ok = names_resolved(reply, request, result->diagnostics);
    else if (diagnostics_error_count(result->diagnostics) == 0 && !add_shared_memory(result, request))
        add_unexplained(reply, request, result->diagnostics);
    return result;
}
