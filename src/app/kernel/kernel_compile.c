/* Compiles the file of `warpschool run`, first as it is, then without its host code. */
#include <string.h>

#include "app/kernel/kernel_compile.h"
#include "compiler/host_code.h"
#include "compiler/local_includes.h"

static bool is_known_header(void *compiler, const char *name)
{
    return compiler_has_header(compiler, name);
}

/*
 * Inserts the headers that are beside the file and removes the host code. Says how certain it is
 * that NVRTC refuses the file as it was. NONE: nothing was changed.
 */
static enum host_code_certainty prepare(struct compiler *compiler, const char *const *folders, struct arena *arena,
                                        struct source *source, struct diagnostics *notes)
{
    struct host_code_headers headers = {is_known_header, compiler};
    bool expanded = local_includes_expand(source, folders, arena, source);
    enum host_code_certainty stripped = host_code_strip(source, &headers, arena, source, notes);
    return expanded ? HOST_CODE_CERTAIN : stripped;
}

static void append_notes(struct diagnostics *diagnostics, const struct diagnostics *notes, const struct source *source)
{
    for (size_t i = 0; i < diagnostics_count(notes); i++) {
        const struct diagnostic *note = diagnostics_at(notes, i);
        diagnostics_add(diagnostics, note->severity, source, note->location, "%s", note->message);
    }
}

bool kernel_compile(const struct app *app, const char *architecture, const struct source *source,
                    const struct kernel_run_request *run_request, struct arena *arena,
                    struct compile_result **out_result, struct error *error)
{
    const char *kernel = run_request->kernel;
    struct grader_settings settings = app_grader_settings(app);
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings.compiler, error);
    const char *const names[] = {kernel && strchr(kernel, '<') ? kernel : NULL, NULL};
    struct compile_request request = {.source = source,
                                      .shown = source,
                                      .architecture = architecture,
                                      .defines = run_request->defines,
                                      .names = names,
                                      .want_cubin = true};
    struct source prepared = *source;
    struct diagnostics *notes = diagnostics_new(arena);
    if (!compiler)
        return false;
    enum host_code_certainty host_code = prepare(compiler, run_request->include_folders, arena, &prepared, notes);
    /* Code that is only likely the host's can be the device's: the unchanged file comes first. */
    if (host_code != HOST_CODE_CERTAIN && !compiler_compile(compiler, &request, arena, out_result, error))
        return false;
    if (host_code == HOST_CODE_NONE || (host_code == HOST_CODE_LIKELY && (*out_result)->ok))
        return true;
    request.source = &prepared;
    if (!compiler_compile(compiler, &request, arena, out_result, error))
        return false;
    append_notes((*out_result)->diagnostics, notes, source);
    return true;
}

void kernel_compile_place_errors(const struct diagnostics *of_ptx, const char *ptx, const struct source *source,
                                 struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < diagnostics_count(of_ptx); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(of_ptx, i);
        int line = compiler_line_of_ptx(ptx, diagnostic->location.line);
        struct location location = {line, line ? 1 : 0, line ? 1 : 0};
        diagnostics_add(diagnostics, diagnostic->severity, source, location, "%s", diagnostic->message);
        if (diagnostic->hint)
            diagnostics_hint(diagnostics, "%s", diagnostic->hint);
    }
}
