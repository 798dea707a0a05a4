/* Compiles and links the host's part of a program. */
#include "program/build/host_build.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "compiler/device_code.h"
#include "compiler/local_includes.h"
#include "program/build/emit.h"
#include "program/confine/confine.h"

enum { OPTIONS_MAX = 256, LOG_BYTES_MAX = 1 << 20, BUILD_SECONDS = 60 };
#define BUILD_MEMORY_BYTES (4ull << 30)

/* Names of clang, those of a distribution's newest versions last. */
static const char *const clang_names[] = {"clang++",    "clang++-14", "clang++-15", "clang++-16",
                                          "clang++-17", "clang++-18", "clang++-19", "clang++-20"};

/* The reasons: lines for findings, and frames to find who called. */
static const char *const fixed_options[] = {
    "-O2",
    "-gdwarf-4",
    "-gline-tables-only",
    "-fno-omit-frame-pointer",
    "-mno-omit-leaf-frame-pointer",
    "-fno-optimize-sibling-calls",
    "-pthread",
    "-w",
    "-ferror-limit=20",
    "-fno-caret-diagnostics",
    "-fno-color-diagnostics",
};

/* No code for a GPU, no headers but ours; a text that names the source in place of a GPU's code. */
static const char *const cuda_options[] = {
    "-x",
    "cuda",
    "--cuda-host-only",
    "-nocudainc",
    "-nocudalib",
    "-Wno-unknown-cuda-version",
    "-Xclang", /* without a toolkit on the machine clang takes a version that launches by other calls */
    "-target-sdk-version=11.5",
    "-include",
    "cuda_runtime.h",
    "-Xclang",
    "-fcuda-include-gpubinary",
    "-Xclang",
};

struct options {
    const char *list[OPTIONS_MAX];
    size_t count;
};

struct build {
    const struct program_request *request;
    struct arena *arena;
    struct diagnostics *diagnostics;
    const char *clang;
};

static void add(struct options *options, const char *option)
{
    if (options->count + 1 < OPTIONS_MAX)
        options->list[options->count++] = option;
}

bool program_find_clang(struct arena *arena, const char **out_path, struct error *error)
{
    for (size_t i = 0; i < sizeof clang_names / sizeof clang_names[0]; i++) {
        CLEANUP(buffer_done) struct buffer path = BUFFER_INIT;
        if (subprocess_find_program(clang_names[i], &path, NULL)) {
            *out_path = arena_strdup(arena, buffer_text(&path));
            return true;
        }
    }
    error_set(error, ERROR_UNSUPPORTED, "clang is not installed; it compiles the host's part of a program");
    return error_add_hint(error, "install it, by `apt-get install clang` on Debian and Ubuntu");
}

/* --- a process -------------------------------------------------------------------------------- */

static const char **readable_paths(const struct build *build)
{
    const struct program_request *request = build->request;
    const char **paths = ARENA_ARRAY(build->arena, OPTIONS_MAX + 1, const char *);
    size_t count = 0;
    paths[count++] = path_folder(build->arena, request->headers); /* errors.def is beside them */
    paths[count++] = request->runtime;
    paths[count++] = "/etc/ld.so.cache";
    paths[count++] = "/etc/alternatives";
    paths[count++] = "/proc";
    for (size_t i = 0; request->include_folders && request->include_folders[i] && count < OPTIONS_MAX; i++)
        paths[count++] = request->include_folders[i];
    return paths;
}

static bool run_tool(const struct build *build, const struct options *options, struct subprocess_output *out_output,
                     struct error *error)
{
    const struct program_request *request = build->request;
    struct arena *arena = build->arena;
    const char *prefix = path_folder(arena, path_folder(arena, build->clang));
    const char *const executable[] = {"/usr", "/lib", "/lib64", "/bin", prefix, NULL};
    const char *const writable[] = {request->scratch, "/dev/null", NULL};
    struct confinement confinement = {.read_paths = readable_paths(build),
                                      .execute_paths = executable,
                                      .write_paths = writable,
                                      .limits = {.address_space_bytes = BUILD_MEMORY_BYTES},
                                      .starts_others = true, /* the linker */
                                      .is_trusted = request->is_trusted};
    const char *libraries = getenv("LD_LIBRARY_PATH"), *path = getenv("PATH");
    const char *const environment[] = {arena_printf(arena, "TMPDIR=%s", request->scratch), "LC_ALL=C",
                                       arena_printf(arena, "PATH=%s", path ? path : "/usr/bin:/bin"),
                                       libraries ? arena_printf(arena, "LD_LIBRARY_PATH=%s", libraries) : NULL, NULL};
    struct subprocess_options start = {.argv = options->list, .environment = environment, .folder = request->scratch};
    CLEANUP(confine_done) struct confined confined = {0};
    return confine_prepare(&confinement, request->compiler.program, &start, &confined, error) &&
           subprocess_run(&confined.options, NULL, 0, LOG_BYTES_MAX,
                          clock_deadline_ns(INT64_C(1000000000) * BUILD_SECONDS), out_output, error);
}

static bool is_success(const struct subprocess_output *output)
{
    return !output->status.signalled && output->status.code == 0 && !output->timed_out;
}

/* Runs clang. `*out_built` false: its messages are among the diagnostics. */
static bool run(const struct build *build, const struct options *options, bool *out_built, struct error *error)
{
    const struct program_request *request = build->request;
    CLEANUP(subprocess_output_done) struct subprocess_output output = {0};
    if (!run_tool(build, options, &output, error))
        return false;
    *out_built = is_success(&output);
    if (*out_built)
        return true;
    host_build_read_log(buffer_text(&output.errors), request->sources, request->source_count, build->diagnostics);
    if (diagnostics_error_count(build->diagnostics) == 0)
        diagnostics_add(build->diagnostics, DIAGNOSTIC_ERROR, request->sources, (struct location){0},
                        output.timed_out ? N_("clang took too long: %s") : N_("clang failed: %s"),
                        buffer_text(&output.errors));
    return true;
}

/* --- sources ---------------------------------------------------------------------------------- */

static bool is_cuda(const struct source *source)
{
    size_t length = strlen(source->name);
    return length > 3 && strcmp(source->name + length - 3, ".cu") == 0;
}

static bool write_file(const struct build *build, const char *name, const struct buffer *text, struct error *error)
{
    return file_write_atomic(path_join(build->arena, build->request->scratch, name), text->data, text->size_bytes,
                             error);
}

/* The source without bodies of kernels, and the text that stands for its compiled kernels. */
static bool write_source(const struct build *build, const struct source *source, size_t number, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer module = BUFFER_INIT;
    struct source named = local_includes_with_own_name(source, build->arena);
    struct source host = is_cuda(source) ? device_code_blank(&named, build->arena) : named;
    buffer_printf(&text, "#line 1 \"%s\"\n", source->name);
    buffer_append(&text, host.text, host.size_bytes);
    if (build->request->emit && is_cuda(source) &&
        !emit_part(build->request, source->name, "host.cu", host.text, host.size_bytes, build->arena, error))
        return false;
    buffer_printf(&module, "%zu", number);
    buffer_append_char(&module, '\0');
    return write_file(build, arena_printf(build->arena, "source%zu", number), &text, error) &&
           write_file(build, arena_printf(build->arena, "module%zu", number), &module, error);
}

static void add_language(const struct build *build, const struct source *source, size_t number, struct options *options)
{
    if (!is_cuda(source)) {
        add(options, "-x");
        add(options, "c++");
        return;
    }
    for (size_t i = 0; i < sizeof cuda_options / sizeof cuda_options[0]; i++)
        add(options, cuda_options[i]);
    add(options, arena_printf(build->arena, "module%zu", number));
}

static void add_common(const struct build *build, struct options *options)
{
    const struct program_request *request = build->request;
    add(options, build->clang);
    for (size_t i = 0; i < sizeof fixed_options / sizeof fixed_options[0]; i++)
        add(options, fixed_options[i]);
    add(options, arena_printf(build->arena, "-std=%s", request->standard ? request->standard : "c++17"));
    add(options, "-isystem");
    add(options, request->headers);
    for (size_t i = 0; request->include_folders && request->include_folders[i]; i++)
        add(options, arena_printf(build->arena, "-I%s", request->include_folders[i]));
    for (size_t i = 0; request->defines && request->defines[i]; i++)
        add(options, arena_printf(build->arena, "-D%s", request->defines[i]));
}

static void add_link(const struct build *build, struct options *options)
{
    const char *const inputs[] = {"-x", "none", "-Wl,--wrap=fopen", build->request->runtime, "-o", "program"};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        add(options, inputs[i]);
    for (size_t i = 0; build->request->libraries && build->request->libraries[i]; i++)
        add(options, arena_printf(build->arena, "-l%s", build->request->libraries[i]));
}

/* One source is compiled and linked at once. Of several each is compiled by itself. */
static bool compile(const struct build *build, size_t number, bool *out_built, struct error *error)
{
    const struct program_request *request = build->request;
    struct options options = {0};
    add_common(build, &options);
    add_language(build, &request->sources[number], number, &options);
    add(&options, arena_printf(build->arena, "source%zu", number));
    if (request->source_count == 1) {
        add_link(build, &options);
    } else {
        add(&options, "-c");
        add(&options, "-o");
        add(&options, arena_printf(build->arena, "object%zu", number));
    }
    return run(build, &options, out_built, error);
}

/* The plain names in lines "undefined reference to 'NAME'", as options that make them global. */
static void add_undefined(const struct build *build, const char *log, struct options *options)
{
    static const char words[] = "undefined reference to "; /* and one of two quotation marks */
    for (const char *at = log; (at = strstr(at, words)) != NULL;) {
        at += sizeof words - 1;
        at += *at != '\0';
        size_t length = strcspn(at, "'\n");
        const char *option = arena_printf(build->arena, "--globalize-symbol=%.*s", (int)length, at);
        bool is_known = strcspn(at, ":(<'\n") < length || at[length] != '\'';
        for (size_t i = 0; i < options->count && !is_known; i++)
            is_known = strcmp(options->list[i], option) == 0;
        if (!is_known)
            add(options, option);
    }
}

/*
 * clang makes the host's side of a __device__ variable known to its own file alone. If a file names
 * an extern one, that of the other file becomes known to all. The
 * linker tells what else is wrong.
 */
static void share_variables(const struct build *build, const char *log)
{
    CLEANUP(buffer_done) struct buffer path = BUFFER_INIT;
    struct options names = {0};
    add_undefined(build, log, &names);
    if (names.count == 0 || !subprocess_find_program("objcopy", &path, NULL))
        return;
    for (size_t i = 0; i < build->request->source_count; i++) {
        struct options options = {0};
        CLEANUP(subprocess_output_done) struct subprocess_output output = {0};
        add(&options, buffer_text(&path));
        for (size_t k = 0; k < names.count; k++)
            add(&options, names.list[k]);
        add(&options, arena_printf(build->arena, "object%zu", i));
        if (!run_tool(build, &options, &output, NULL))
            return;
    }
}

static bool link_objects(const struct build *build, bool *out_built, struct error *error)
{
    CLEANUP(subprocess_output_done) struct subprocess_output output = {0};
    struct options options = {0};
    add_common(build, &options);
    for (size_t i = 0; i < build->request->source_count; i++)
        add(&options, arena_printf(build->arena, "object%zu", i));
    add_link(build, &options);
    if (!run_tool(build, &options, &output, error))
        return false;
    *out_built = is_success(&output);
    if (*out_built)
        return true;
    share_variables(build, buffer_text(&output.errors));
    return run(build, &options, out_built, error);
}

/* --- the cache -------------------------------------------------------------------------------- */

enum {
    CACHED_MAX = 64,
    LISTED_MAX = 1 << 16,
    HEADERS_MAX = 1024,
    RUNTIME_BYTES_MAX = 16 << 20,
    PROGRAM_BYTES_MAX = 256 << 20
};

static void hash_list(struct hash *hash, const char *const *list)
{
    for (size_t i = 0; list && list[i]; i++)
        hash_add_text(hash, list[i]);
    hash_add_text(hash, "");
}

/* Our headers, with those in folders among them. */
static void hash_headers(struct hash *hash, const char *folder, int depth, struct arena *arena)
{
    const char *const *names;
    size_t count;
    if (!file_list_folder(arena, folder, HEADERS_MAX, &names, &count, NULL))
        return;
    for (size_t i = 0; i < count; i++) {
        const char *path = path_join(arena, folder, names[i]);
        struct file_stamp stamp;
        if (depth > 0 && file_is_folder(path))
            hash_headers(hash, path, depth - 1, arena);
        else if (file_stamp_read(path, &stamp, NULL))
            hash_add(hash, &stamp, sizeof stamp);
    }
}

/* All that the program is made of: sources, options, the compiler, our runtime and its headers. */
static const char *cache_path(const struct program_request *request, const struct source *sources, struct arena *arena,
                              struct error *error)
{
    CLEANUP(hash_free) struct hash *hash = hash_new();
    CLEANUP(buffer_done) struct buffer runtime = BUFFER_INIT;
    struct file_stamp stamp;
    const char *clang;
    char key[HASH_HEX_BYTES];
    if (!request->compiler.cache_dir || !program_find_clang(arena, &clang, error) ||
        !file_stamp_read(clang, &stamp, error) || !file_read(request->runtime, RUNTIME_BYTES_MAX, &runtime, error))
        return NULL;
    hash_add_text(hash, clang);
    hash_add(hash, &stamp, sizeof stamp);
    hash_add(hash, runtime.data, runtime.size_bytes);
    hash_headers(hash, request->headers, 2, arena);
    hash_list(hash, request->include_folders);
    hash_list(hash, request->defines);
    hash_list(hash, request->libraries);
    hash_add_text(hash, request->standard);
    for (size_t i = 0; i < request->source_count; i++) {
        hash_add_text(hash, sources[i].name);
        hash_add(hash, sources[i].text, sources[i].size_bytes);
    }
    hash_finish(hash, key);
    return path_join(arena, request->compiler.cache_dir, arena_printf(arena, "programs/%s", key));
}

bool host_build_cached(const struct program_request *request, const struct source *sources, struct arena *arena,
                       const char **out_program)
{
    const char *path = cache_path(request, sources, arena, NULL);
    if (!path || request->emit || !file_is_regular(path))
        return false;
    utimensat(AT_FDCWD, path, NULL, 0); /* it is in use: no other run may remove it */
    *out_program = path;
    return true;
}

/* Removes programs that nobody has used for an hour. Others may be about to start. */
static void make_room(const char *folder, const char *const *names, size_t count, struct arena *arena)
{
    enum { HOUR_S = 3600 };
    time_t now = time(NULL);
    for (size_t i = 0; i < count; i++) {
        const char *path = path_join(arena, folder, names[i]);
        struct stat status;
        if (stat(path, &status) == 0 && now - status.st_mtime > HOUR_S)
            unlink(path);
    }
}

/*
 * A program that is kept runs from there, since the scratch folder may forbid programs. One that
 * cannot be kept still runs.
 */
static const char *keep(const struct program_request *request, const struct source *sources, struct arena *arena,
                        const char *program)
{
    CLEANUP(buffer_done) struct buffer content = BUFFER_INIT;
    const char *path = cache_path(request, sources, arena, NULL);
    const char *folder = path ? path_folder(arena, path) : NULL;
    const char *const *names;
    size_t count;
    if (!path || !file_make_folders(folder, NULL) || !file_read(program, PROGRAM_BYTES_MAX, &content, NULL))
        return program;
    if (file_list_folder(arena, folder, LISTED_MAX, &names, &count, NULL) && count >= CACHED_MAX)
        make_room(folder, names, count, arena);
    bool is_kept = file_write_atomic(path, content.data, content.size_bytes, NULL) && chmod(path, S_IRWXU) == 0;
    return is_kept ? path : program;
}

bool host_build(const struct program_request *request, const struct source *sources, struct arena *arena,
                struct diagnostics *diagnostics, const char **out_program, bool *out_built, struct error *error)
{
    struct build build = {.request = request, .arena = arena, .diagnostics = diagnostics};
    bool built = true;
    if (!program_find_clang(arena, &build.clang, error))
        return false;
    for (size_t i = 0; i < request->source_count && built; i++)
        if (!write_source(&build, &sources[i], i, error) || !compile(&build, i, &built, error))
            return false;
    if (built && request->source_count > 1 && !link_objects(&build, &built, error))
        return false;
    *out_built = built;
    *out_program = path_join(arena, request->scratch, "program");
    if (built)
        *out_program = keep(request, sources, arena, *out_program);
    return true;
}
