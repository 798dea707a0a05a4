/* The compiler child: serves requests under a sandbox. */
#include "compiler/compiler.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/sandbox.h"
#include "compiler/log/log.h"
#include "compiler/options/options.h"
#include "compiler/options/shims.h"
#include "compiler/process/nvrtc.h"
#include "compiler/process/protocol.h"
#include "compiler/process/scratch.h"

/* The settings of CONFIGURE. Their texts live in the kept frame. */
struct worker {
    struct nvrtc nvrtc;
    const char *library, *builtins;
    struct option_folders folders;
    const char *scratch; /* the only writable folder: precompiled headers */
    uint64_t memory_bytes;
    bool insecure;
    bool warm;
    struct sandbox_result sandbox;
};

enum {
    SCRATCH_FILE_BYTES_MAX = 512 * 1024 * 1024,
    SCRATCH_BYTES_MAX = 640 * 1024 * 1024, /* precompiled headers of several includes; about 100 MB each */
    OPEN_FILES_MAX = 128,
    ROOM_BYTES_MIN = 400 * 1024 * 1024, /* NVRTC's heap for one is 256 MiB by default */
};

/* The smallest source that passes all stages of a compile. */
static const char warm_source[] = "extern \"C\" __global__ void warm(int *p) { *p = 1; }\n";

static bool send_frame(enum protocol_type type, json_t *header, const struct frame_blob *blobs, size_t blob_count,
                       struct error *error)
{
    bool sent = frame_write(PROTOCOL_FD, type, header, blobs, blob_count, CLOCK_NO_DEADLINE, error);
    json_decref(header);
    return sent;
}

static bool read_settings(struct worker *worker, const json_t *header, struct error *error)
{
    return json_get_text(header, "library", &worker->library, error) &&
           json_get_text(header, "builtins", &worker->builtins, error) &&
           json_get_text(header, "include", &worker->folders.include, error) &&
           json_get_text(header, "cccl", &worker->folders.cccl, error) &&
           json_get_text(header, "scratch", &worker->scratch, error) &&
           json_get_u64(header, "memory_bytes", &worker->memory_bytes, error) &&
           json_get_bool(header, "insecure", &worker->insecure, error) &&
           json_get_bool(header, "warm", &worker->warm, error);
}

static bool enter_sandbox(struct worker *worker, struct error *error)
{
    if (worker->insecure)
        return true;
    const char *read_paths[3] = {NULL};
    size_t count = 0;
    if (worker->folders.include[0])
        read_paths[count++] = worker->folders.include;
    if (worker->folders.cccl[0])
        read_paths[count++] = worker->folders.cccl;
    const char *write_paths[] = {worker->scratch, NULL};
    struct sandbox_policy policy = {
        .read_paths = read_paths,
        .write_paths = write_paths,
        .syscalls = SANDBOX_SYSCALLS_COMPUTE,
        .limits = {.address_space_bytes = worker->memory_bytes,
                   .file_size_bytes = SCRATCH_FILE_BYTES_MAX,
                   .open_files = OPEN_FILES_MAX},
    };
    return sandbox_apply(&policy, &worker->sandbox, error);
}

/*
 * Loads the libraries before the sandbox closes, so the sandbox can hide the system's folders. The
 * working folder is part of the PTX of a -G compile, so it must be the same everywhere. The sandbox
 * hides its content.
 */
static bool start(struct worker *worker, struct error *error)
{
    if (setenv("TMPDIR", worker->scratch, 1) != 0 || chdir("/") != 0)
        return error_set_errno(error, "cannot use %s", worker->scratch);
    return nvrtc_load(&worker->nvrtc, worker->library, worker->builtins, error) && enter_sandbox(worker, error);
}

/* The outputs of one compile. Their texts belong to `arena`. */
struct outcome {
    int result;
    const char *log, *ptx;
    const void *cubin;
    size_t log_bytes, ptx_bytes, cubin_bytes;
    json_t *lowered;
};

/*
 * Fetches one of the library's outputs. Sizes of texts include their NUL. A missing output is no
 * failure.
 */
static const char *fetch(struct arena *arena, nvrtc_program program, int (*get_size)(nvrtc_program, size_t *),
                         int (*get)(nvrtc_program, char *), size_t *out_bytes)
{
    size_t size = 0;
    *out_bytes = 0;
    if (get_size(program, &size) != NVRTC_RESULT_SUCCESS || size <= 1)
        return "";
    char *data = arena_alloc(arena, size + 1);
    if (get(program, data) != NVRTC_RESULT_SUCCESS)
        return "";
    *out_bytes = size;
    return data;
}

static json_t *lowered_names(const struct worker *worker, nvrtc_program program, const char *const *names,
                             bool compiled)
{
    json_t *list = json_array();
    for (size_t i = 0; names[i]; i++) {
        const char *name = NULL;
        if (!compiled || worker->nvrtc.nvrtcGetLoweredName(program, names[i], &name) != NVRTC_RESULT_SUCCESS)
            name = NULL;
        json_array_append_new(list, json_from_text(name));
    }
    return list;
}

/*
 * NVRTC dies if the disk fills up while it writes a precompiled header. Without enough room it must
 * not write one.
 */
static bool has_room(const char *folder)
{
    struct statvfs status;
    return statvfs(folder, &status) == 0 && (uint64_t)status.f_bavail * status.f_frsize > ROOM_BYTES_MIN;
}

static bool compile(const struct worker *worker, const struct compile_request *request, struct arena *arena,
                    struct outcome *out_outcome, struct error *error)
{
    const struct nvrtc *nvrtc = &worker->nvrtc;
    const char *const *options;
    struct option_folders folders = worker->folders;
    folders.precompile = has_room(worker->scratch);
    size_t option_count = options_build(arena, request, &folders, &options);
    const char *const *header_names, *const *headers;
    size_t header_count = shims_lists(&header_names, &headers);
    nvrtc_program program = NULL;
    if (nvrtc->nvrtcCreateProgram(&program, request->source->text, OPTIONS_SOURCE_NAME, (int)header_count, headers,
                                  header_names) != NVRTC_RESULT_SUCCESS)
        return error_set(error, ERROR_INTERNAL, "the compiler library refuses the source");
    struct outcome outcome = {0};
    for (size_t i = 0; request->names[i]; i++)
        nvrtc->nvrtcAddNameExpression(program, request->names[i]);
    outcome.result = nvrtc->nvrtcCompileProgram(program, (int)option_count, options);
    size_t log_bytes;
    const char *log = fetch(arena, program, nvrtc->nvrtcGetProgramLogSize, nvrtc->nvrtcGetProgramLog, &log_bytes);
    outcome.log = log_harmless(arena, log, strlen(log));
    outcome.log_bytes = strlen(outcome.log);
    outcome.ptx = fetch(arena, program, nvrtc->nvrtcGetPTXSize, nvrtc->nvrtcGetPTX, &outcome.ptx_bytes);
    outcome.ptx_bytes = strlen(outcome.ptx);
    if (request->want_cubin)
        outcome.cubin = fetch(arena, program, nvrtc->nvrtcGetCUBINSize, nvrtc->nvrtcGetCUBIN, &outcome.cubin_bytes);
    outcome.lowered = lowered_names(worker, program, request->names, outcome.result == NVRTC_RESULT_SUCCESS);
    nvrtc->nvrtcDestroyProgram(&program);
    *out_outcome = outcome;
    return true;
}

static bool read_list(const json_t *header, const char *key, struct arena *arena, const char *const **out_list,
                      struct error *error)
{
    json_t *array;
    if (!json_get_array(header, key, &array, error))
        return false;
    size_t count = json_array_size(array);
    if (count > OPTIONS_LIST_MAX)
        return error_set(error, ERROR_RANGE, "too many %s", key);
    const char **list = ARENA_ARRAY(arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++) {
        list[i] = json_string_value(json_array_get(array, i));
        if (!list[i])
            return error_set(error, ERROR_SYNTAX, "%s must be texts", key);
    }
    *out_list = list;
    return true;
}

static bool read_request(const struct frame *frame, struct arena *arena, struct compile_request *out_request,
                         struct error *error)
{
    struct compile_request request = {0};
    struct source *source = ARENA_NEW(arena, struct source);
    if (frame->type != PROTOCOL_COMPILE || frame->blob_count != 1)
        return error_set(error, ERROR_SYNTAX, "not a request to compile");
    if (!json_get_text(frame->header, "architecture", &request.architecture, error) ||
        !json_get_bool(frame->header, "debug", &request.debug, error) ||
        !json_get_bool(frame->header, "want_cubin", &request.want_cubin, error) ||
        !json_get_bool(frame->header, "relocatable", &request.relocatable, error) ||
        !read_list(frame->header, "defines", arena, &request.defines, error) ||
        !read_list(frame->header, "names", arena, &request.names, error) || !options_check(&request, error))
        return false;
    source->name = OPTIONS_SOURCE_NAME;
    source->size_bytes = (size_t)frame->blobs[0].size_bytes;
    source->text = arena_strndup(arena, frame->blobs[0].data, source->size_bytes);
    request.source = source;
    *out_request = request;
    return true;
}

static bool answer(const struct worker *worker, const struct frame *frame, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct compile_request request;
    struct outcome outcome;
    int64_t start_ns = clock_monotonic_ns();
    if (!read_request(frame, arena, &request, error) || !compile(worker, &request, arena, &outcome, error))
        return false;
    struct frame_blob blobs[PROTOCOL_BLOBS] = {
        [PROTOCOL_LOG] = {outcome.log, outcome.log_bytes},
        [PROTOCOL_PTX] = {outcome.ptx, outcome.ptx_bytes},
        [PROTOCOL_CUBIN] = {outcome.cubin, outcome.cubin_bytes},
    };
    json_t *header = json_pack("{s:i, s:o, s:o}", "result", outcome.result, "lowered", outcome.lowered, "elapsed_ns",
                               json_from_u64((uint64_t)(clock_monotonic_ns() - start_ns)));
    bool sent = send_frame(PROTOCOL_RESULT, header, blobs, PROTOCOL_BLOBS, error);
    /* missing precompiled headers are made again */
    scratch_trim(worker->scratch, SCRATCH_BYTES_MAX);
    return sent;
}

/* Runs once, so the learner's first compile finds the library's pages in memory. */
static void warm_up(const struct worker *worker)
{
    static const char *const none[] = {NULL};
    struct source source = {OPTIONS_SOURCE_NAME, warm_source, sizeof warm_source - 1};
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct compile_request request = {
        .source = &source, .architecture = "sm_90", .defines = none, .names = none, .want_cubin = true};
    struct outcome outcome;
    if (compile(worker, &request, arena, &outcome, NULL))
        json_decref(outcome.lowered);
}

static bool say_ready(const struct worker *worker, struct error *error)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d", worker->nvrtc.major, worker->nvrtc.minor);
    json_t *header = json_pack("{s:s, s:i, s:b}", "version", version, "files", (int)worker->sandbox.files, "seccomp",
                               worker->sandbox.seccomp);
    return send_frame(PROTOCOL_READY, header, NULL, 0, error);
}

static int fail(const struct error *error)
{
    json_t *header = json_pack("{s:i, s:o, s:o}", "code", (int)error->code, "message", json_from_text(error->message),
                               "hint", json_from_text(error->hint));
    send_frame(PROTOCOL_FAILED, header, NULL, 0, NULL);
    return 1;
}

/* Serves until the parent closes its end. */
static int serve(const struct worker *worker)
{
    for (;;) {
        CLEANUP(frame_done) struct frame frame = FRAME_INIT;
        struct error error = {0};
        if (!frame_read(PROTOCOL_FD, &protocol_request_limits, CLOCK_NO_DEADLINE, &frame, &error))
            return error.code == ERROR_CRASH ? 0 : 1;
        if (!answer(worker, &frame, &error))
            return fail(&error);
    }
}

int compiler_worker_main(void)
{
    CLEANUP(frame_done) struct frame settings = FRAME_INIT;
    struct worker worker = {0};
    struct error error = {0};
    if (!frame_read(PROTOCOL_FD, &protocol_request_limits, CLOCK_NO_DEADLINE, &settings, &error))
        return 1;
    if (settings.type != PROTOCOL_CONFIGURE || !read_settings(&worker, settings.header, &error) ||
        !start(&worker, &error) || !say_ready(&worker, &error))
        return fail(&error);
    if (worker.warm)
        warm_up(&worker);
    return serve(&worker);
}
