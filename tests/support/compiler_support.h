/*
 * For tests that compile with the real NVRTC. The test program is its own compiler child when it
 * starts as `program worker compiler`. Without a toolkit, tests are skipped with the reason.
 */
#ifndef SUPPORT_COMPILER_SUPPORT_H
#define SUPPORT_COMPILER_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/executable.h"
#include "compiler/compiler.h"
#include "compiler/toolkit.h"

struct compiler_fixture {
    struct arena *arena;
    struct compiler *compiler;
    struct source source;
};

/* Call this first in main: true in the child. Then return *out_status. */
static inline bool compiler_support_is_worker(int argc, char **argv, int *out_status)
{
    if (argc != 3 || strcmp(argv[1], "worker") != 0 || strcmp(argv[2], "compiler") != 0)
        return false;
    *out_status = compiler_worker_main();
    return true;
}

static inline struct compiler_settings compiler_support_settings(struct arena *arena)
{
    struct compiler_settings settings = {0};
    assert_true(executable_path(arena, &settings.program, NULL));
    return settings;
}

static inline bool compiler_support_has_toolkit(void)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct toolkit toolkit;
    struct error error;
    struct toolkit_search search = toolkit_search_from_environment(arena, NULL, NULL);
    if (toolkit_find(&search, &toolkit, &error))
        return true;
    printf("skipped: %s\n", error.message);
    return false;
}

static inline int compiler_support_set_up(void **state)
{
    struct compiler_fixture *fixture = calloc(1, sizeof *fixture);
    struct error error;
    fixture->arena = arena_new();
    struct compiler_settings settings = compiler_support_settings(fixture->arena);
    fixture->compiler = compiler_new(&settings, &error);
    *state = fixture;
    return fixture->compiler ? 0 : -1;
}

static inline int compiler_support_tear_down(void **state)
{
    struct compiler_fixture *fixture = *state;
    compiler_free(fixture->compiler);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static inline struct compile_result *compiler_support_run(struct compiler_fixture *fixture,
                                                          const struct compile_request *request)
{
    struct compile_result *result = NULL;
    struct error error = {0};
    if (!compiler_compile(fixture->compiler, request, fixture->arena, &result, &error))
        fail_msg("%s (%s)", error.message, error.hint);
    return result;
}

static inline struct compile_result *compiler_support_compile(struct compiler_fixture *fixture, const char *text,
                                                              const char *architecture)
{
    struct source *source = ARENA_NEW(fixture->arena, struct source);
    *source = (struct source){"learner.cu", text, strlen(text)};
    struct compile_request request = {.source = source, .architecture = architecture, .want_cubin = true};
    return compiler_support_run(fixture, &request);
}

/* Returns all diagnostics as a reader sees them. */
static inline const char *compiler_support_text(struct compiler_fixture *fixture, const struct compile_result *result)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    diagnostics_render(result->diagnostics, &text);
    return arena_strdup(fixture->arena, buffer_text(&text));
}

#endif
