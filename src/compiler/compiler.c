/* The compiler: its cache, its child and one request at a time. */
#include "compiler/compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "compiler/options/options.h"
#include "compiler/options/shims.h"
#include "compiler/process/child.h"
#include "compiler/result/cache.h"

enum flight_state {
    FLIGHT_NONE,
    FLIGHT_REFUSED, /* the source cannot be given to the compiler */
    FLIGHT_CACHED,
    FLIGHT_CHILD,
};

/* The request between begin and finish. */
struct flight {
    enum flight_state state;
    struct arena *arena;
    struct compile_request request; /* lists copied into the arena */
    struct reply reply;             /* FLIGHT_CACHED */
    char key[HASH_HEX_BYTES];
    int64_t deadline_ns;
    bool retried;
};

struct compiler {
    struct arena *arena;
    struct compiler_settings settings;
    struct toolkit toolkit;
    bool has_toolkit;
    struct child child;
    int at_once_fd; /* always readable: the descriptor of requests that need no child */
    struct flight flight;
};

static const char *copy_text(struct arena *arena, const char *text)
{
    return text ? arena_strdup(arena, text) : NULL;
}

struct compiler *compiler_new(const struct compiler_settings *settings, struct error *error)
{
    int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) {
        error_set_errno(error, "cannot create an event descriptor");
        return NULL;
    }
    struct arena *arena = arena_new();
    struct compiler *compiler = ARENA_NEW(arena, struct compiler);
    compiler->arena = arena;
    compiler->at_once_fd = fd;
    compiler->child = (struct child)CHILD_INIT;
    compiler->settings = *settings;
    struct compiler_settings *own = &compiler->settings;
    own->toolkit = copy_text(arena, settings->toolkit);
    own->private_toolkit = copy_text(arena, settings->private_toolkit);
    own->cache_dir = copy_text(arena, settings->cache_dir);
    own->program = copy_text(arena, settings->program);
    own->memory_bytes = settings->memory_bytes ? settings->memory_bytes : COMPILER_MEMORY_BYTES;
    own->cache_bytes = settings->cache_bytes ? settings->cache_bytes : CACHE_BYTES_DEFAULT;
    own->deadline_ms = settings->deadline_ms ? settings->deadline_ms : COMPILER_DEADLINE_MS;
    return compiler;
}

static void flight_end(struct compiler *compiler)
{
    if (compiler->flight.arena)
        arena_free(compiler->flight.arena);
    compiler->flight = (struct flight){0};
}

void compiler_free(struct compiler *compiler)
{
    if (!compiler)
        return;
    flight_end(compiler);
    child_end(&compiler->child);
    close(compiler->at_once_fd);
    arena_free(compiler->arena);
}

/* Looks again until the toolkit is there: its installation can be in progress. */
static bool need_toolkit(struct compiler *compiler, struct error *error)
{
    if (compiler->has_toolkit)
        return true;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct toolkit_search search =
        toolkit_search_from_environment(arena, compiler->settings.toolkit, compiler->settings.private_toolkit);
    compiler->has_toolkit = toolkit_find(&search, &compiler->toolkit, error);
    return compiler->has_toolkit;
}

static bool need_child(struct compiler *compiler, bool warm, struct error *error)
{
    if (compiler->child.fd >= 0)
        return true;
    if (!need_toolkit(compiler, error))
        return false;
    return child_start(&compiler->child, &compiler->settings, &compiler->toolkit, warm, error);
}

bool compiler_warm(struct compiler *compiler, struct error *error)
{
    return need_child(compiler, true, error);
}

static int64_t new_deadline(const struct compiler *compiler)
{
    return clock_deadline_ns((int64_t)compiler->settings.deadline_ms * 1000000);
}

static void describe_sandbox(const struct child *child, char out_text[64])
{
    static const char *const files[] = {
        [SANDBOX_NONE] = "", [SANDBOX_NAMESPACE] = "namespace", [SANDBOX_LANDLOCK] = "landlock"};
    const char *name = files[child->files];
    if (!name[0] && !child->seccomp)
        name = "none";
    snprintf(out_text, 64, "%s%s%s", name, name[0] && child->seccomp ? "+" : "", child->seccomp ? "seccomp" : "");
}

static void describe_gaps(const struct toolkit *toolkit, char *out_text, size_t size_bytes)
{
    struct toolkit_gap gaps[TOOLKIT_GAPS_MAX];
    size_t count = toolkit_gaps(toolkit, gaps);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < count; i++)
        buffer_printf(&text, "%s%s: %s", i ? "; " : "", _(gaps[i].what), _(gaps[i].mend));
    snprintf(out_text, size_bytes, "%s", buffer_text(&text));
}

bool compiler_describe(struct compiler *compiler, struct compiler_info *out_info, struct error *error)
{
    if (!need_child(compiler, true, error))
        return false;
    if (!child_await_ready(&compiler->child, new_deadline(compiler), error)) {
        child_end(&compiler->child);
        return false;
    }
    struct compiler_info info = {0};
    snprintf(info.toolkit_version, sizeof info.toolkit_version, "%s", compiler->child.version);
    snprintf(info.toolkit_path, sizeof info.toolkit_path, "%s", compiler->toolkit.root);
    info.pinned = compiler->toolkit.pinned && strcmp(compiler->child.version, TOOLKIT_PINNED_VERSION) == 0;
    describe_sandbox(&compiler->child, info.sandbox);
    describe_gaps(&compiler->toolkit, info.missing, sizeof info.missing);
    *out_info = info;
    return true;
}

static bool is_in_folder(struct arena *arena, const char *folder, const char *name)
{
    return folder[0] && file_is_regular(path_join(arena, folder, name));
}

bool compiler_has_header(struct compiler *compiler, const char *name)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const *names, *const *texts;
    size_t count = shims_lists(&names, &texts);
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return need_toolkit(compiler, NULL) &&
           (is_in_folder(arena, compiler->toolkit.include, name) || is_in_folder(arena, compiler->toolkit.cccl, name));
}

static const char *const *copy_list(struct arena *arena, const char *const *list)
{
    size_t count = 0;
    while (list && list[count])
        count++;
    const char **copy = ARENA_ARRAY(arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++)
        copy[i] = arena_strdup(arena, list[i]);
    return copy;
}

static void flight_begin(struct compiler *compiler, const struct compile_request *request)
{
    struct arena *arena = arena_new();
    compiler->flight = (struct flight){
        .arena = arena,
        .request = *request,
        .deadline_ns = new_deadline(compiler),
    };
    struct compile_request *own = &compiler->flight.request;
    own->architecture = arena_strdup(arena, request->architecture);
    own->defines = copy_list(arena, request->defines);
    own->names = copy_list(arena, request->names);
    own->shown = request->shown ? request->shown : request->source;
}

static bool look_up(struct compiler *compiler)
{
    struct flight *flight = &compiler->flight;
    if (!compiler->settings.cache_dir)
        return false;
    /*
     * Without a toolkit, cached results of the pinned one still serve. They do not if the user
     * named another one.
     */
    const char *version = TOOLKIT_PINNED_VERSION;
    if (need_toolkit(compiler, NULL))
        version = compiler->toolkit.version;
    else if (compiler->settings.toolkit)
        return false;
    cache_key(&flight->request, version, flight->key);
    return cache_load(compiler->settings.cache_dir, flight->key, flight->arena, &flight->reply);
}

static bool send_request(struct compiler *compiler, struct error *error)
{
    struct flight *flight = &compiler->flight;
    if (!need_child(compiler, false, error))
        return false;
    if (child_send(&compiler->child, &flight->request, flight->deadline_ns, error))
        return true;
    /* The child died while it was idle: start a fresh one. */
    child_end(&compiler->child);
    return need_child(compiler, false, error) &&
           child_send(&compiler->child, &flight->request, flight->deadline_ns, error);
}

bool compiler_begin(struct compiler *compiler, const struct compile_request *request, struct error *error)
{
    if (compiler->flight.state != FLIGHT_NONE)
        return error_set(error, ERROR_INTERNAL, "the compiler is at work on another request");
    if (!options_check(request, error))
        return false;
    flight_begin(compiler, request);
    struct flight *flight = &compiler->flight;
    if (!options_check_source(request->source, diagnostics_new(flight->arena))) {
        flight->state = FLIGHT_REFUSED;
        return true;
    }
    if (look_up(compiler)) {
        flight->state = FLIGHT_CACHED;
        return true;
    }
    if (!send_request(compiler, error)) {
        child_end(&compiler->child);
        flight_end(compiler);
        return false;
    }
    flight->state = FLIGHT_CHILD;
    return true;
}

int compiler_descriptor(const struct compiler *compiler)
{
    return compiler->flight.state == FLIGHT_CHILD ? compiler->child.fd : compiler->at_once_fd;
}

static struct compile_result *empty_result(struct arena *arena)
{
    struct compile_result *result = ARENA_NEW(arena, struct compile_result);
    result->ptx = result->log = "";
    result->lowered_names = ARENA_ARRAY(arena, OPTIONS_LIST_MAX + 1, const char *);
    result->diagnostics = diagnostics_new(arena);
    return result;
}

static struct compile_result *refused(const struct flight *flight, struct arena *arena)
{
    struct compile_result *result = empty_result(arena);
    options_check_source(flight->request.source, result->diagnostics);
    return result;
}

static const char *const *copy_names(struct arena *arena, const struct reply *reply)
{
    const char **copy = ARENA_ARRAY(arena, reply->name_count + 1, const char *);
    for (size_t i = 0; i < reply->name_count; i++)
        copy[i] = copy_text(arena, reply->lowered_names[i]);
    return copy;
}

/* Copies everything, since the loaded data dies with the flight. */
static struct compile_result *cached(const struct compiler *compiler, struct arena *arena)
{
    const struct flight *flight = &compiler->flight;
    struct reply reply = flight->reply;
    reply.lowered_names = copy_names(arena, &flight->reply);
    reply.log = arena_strdup(arena, reply.log);
    reply.ptx = arena_strdup(arena, reply.ptx);
    reply.cubin = arena_memdup(arena, reply.cubin, reply.cubin_bytes);
    struct compile_result *result = reply_result(&reply, &flight->request, compiler->settings.memory_bytes, arena);
    result->from_cache = true;
    return result;
}

/* The child passed its deadline, or died twice over this source. */
static struct compile_result *gave_up(const struct compiler *compiler, enum error_code code, struct arena *arena)
{
    struct compile_result *result = empty_result(arena);
    const struct source *source = compiler->flight.request.shown;
    CLEANUP(buffer_done) struct buffer memory = BUFFER_INIT;
    text_append_bytes(&memory, compiler->settings.memory_bytes);
    if (code == ERROR_TIMEOUT)
        diagnostics_add(result->diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0},
                        "the compiler ran out of its %g s limit on this source", compiler->settings.deadline_ms / 1e3);
    else
        diagnostics_add(result->diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0},
                        "the compiler died on this source; it has a limit of %s memory", buffer_text(&memory));
    diagnostics_hint(result->diagnostics, "look for templates that instantiate themselves without end, huge arrays and "
                                          "huge unrolled loops");
    return result;
}

/*
 * Receives the answer. If the child died, tries once more, since another cause could have ended it.
 */
static bool receive(struct compiler *compiler, struct arena *arena, struct compile_result **out_result,
                    struct error *error)
{
    struct flight *flight = &compiler->flight;
    for (;;) {
        CLEANUP(frame_done) struct frame frame = FRAME_INIT;
        struct reply reply;
        struct error failure = {0};
        if (child_receive(&compiler->child, flight->deadline_ns, &frame, &failure) &&
            reply_from_frame(&frame, arena, &reply, &failure)) {
            if (compiler->settings.cache_dir && reply_is_lasting(&reply))
                cache_store(compiler->settings.cache_dir, flight->key, &reply, compiler->settings.cache_bytes);
            *out_result = reply_result(&reply, &flight->request, compiler->settings.memory_bytes, arena);
            return true;
        }
        bool was_ready = compiler->child.ready;
        child_end(&compiler->child);
        if (was_ready && (failure.code == ERROR_TIMEOUT || flight->retried)) {
            *out_result = gave_up(compiler, failure.code, arena);
            return true;
        }
        if (flight->retried || failure.code != ERROR_CRASH) {
            if (error)
                *error = failure;
            return false;
        }
        flight->retried = true;
        if (!send_request(compiler, error))
            return false;
    }
}

bool compiler_finish(struct compiler *compiler, struct arena *arena, struct compile_result **out_result,
                     struct error *error)
{
    struct flight *flight = &compiler->flight;
    struct compile_result *result = NULL;
    bool finished = true;
    switch (flight->state) {
    case FLIGHT_NONE:
        return error_set(error, ERROR_INTERNAL, "the compiler has no request to finish");
    case FLIGHT_REFUSED:
        result = refused(flight, arena);
        break;
    case FLIGHT_CACHED:
        result = cached(compiler, arena);
        break;
    case FLIGHT_CHILD:
        finished = receive(compiler, arena, &result, error);
        break;
    }
    flight_end(compiler);
    if (finished)
        *out_result = result;
    return finished;
}

bool compiler_compile(struct compiler *compiler, const struct compile_request *request, struct arena *arena,
                      struct compile_result **out_result, struct error *error)
{
    return compiler_begin(compiler, request, error) && compiler_finish(compiler, arena, out_result, error);
}

void compiler_cancel(struct compiler *compiler)
{
    if (compiler->flight.state == FLIGHT_CHILD)
        child_end(&compiler->child);
    flight_end(compiler);
}
