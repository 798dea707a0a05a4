/* Compiles a submission: for the cases, for the debug runs and for the time. */
#include "grader/grade/grade_compile.h"

#include <string.h>

#include "base/hash.h"
#include "grader/grade/grade.h"
#include "grader/grade/judge.h"
#include "grader/prepare/configuration.h"
#include "grader/value/sentence.h"

/* Less is assembled by the time that the cases have run. */
enum { PTX_BYTES_QUICK = 1 << 16 };

enum compile_kind { COMPILE_PTX, COMPILE_MACHINE_CODE, COMPILE_DEBUG };

/* The unoptimised compile is for the first cases only. */
static const char *const *kernels_of(struct grading *grading, enum compile_kind kind)
{
    bool debug = kind == COMPILE_DEBUG;
    return configuration_kernels(grading, debug ? GRADE_DEBUG_CASES : grading->cases.count, !debug);
}

static struct compile_request request_of(struct grading *grading, enum compile_kind kind)
{
    return (struct compile_request){.source = grading->verdict->source,
                                    .architecture = grading->architecture,
                                    .names = kernels_of(grading, kind),
                                    .debug = kind == COMPILE_DEBUG,
                                    .want_cubin = kind == COMPILE_MACHINE_CODE};
}

static struct compiler *compiler_for(struct grading *grading, enum compile_kind kind)
{
    return kind == COMPILE_MACHINE_CODE ? grading->grader->machine_compiler : grading->grader->ptx_compiler;
}

static bool begin(struct grading *grading, enum compile_kind kind, struct error *error)
{
    struct compile_request request = request_of(grading, kind);
    grading->awaits_machine_code |= kind == COMPILE_MACHINE_CODE;
    return compiler_begin(compiler_for(grading, kind), &request, error);
}

/* A compiler that was killed gets a second try. Only a file that kills it twice is to blame. */
static bool finish(struct grading *grading, enum compile_kind kind, struct compile_result **out_result,
                   struct error *failure)
{
    struct build_watch watch = {grading->request->cancelled, grading->request->context};
    struct compiler *compiler = compiler_for(grading, kind);
    bool finished = build_wait(compiler, &watch, grading->arena, out_result, failure);
    if (!finished && failure->code == ERROR_CRASH) {
        *failure = (struct error){0};
        finished = begin(grading, kind, failure) && build_wait(compiler, &watch, grading->arena, out_result, failure);
    }
    if (kind == COMPILE_MACHINE_CODE)
        grading->awaits_machine_code = false;
    if (finished)
        configuration_spread(grading, kernels_of(grading, kind), *out_result);
    return finished;
}

/* --- what the verdict takes ------------------------------------------------------------------- */

static void take_diagnostics(struct verdict *verdict, const struct diagnostics *from)
{
    for (size_t i = 0; i < diagnostics_count(from); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(from, i);
        diagnostics_add(verdict->diagnostics, diagnostic->severity, verdict->source, diagnostic->location, "%s",
                        diagnostic->message);
        if (diagnostic->hint)
            diagnostics_hint(verdict->diagnostics, "%s", diagnostic->hint);
    }
}

static void take_resources(struct grading *grading)
{
    struct verdict *verdict = grading->verdict;
    const struct compile_result *compiled = grading->compiled;
    verdict->resource_count = compiled->resource_count;
    verdict->resources =
        arena_memdup(verdict->arena, compiled->resources, compiled->resource_count * sizeof *compiled->resources);
    for (size_t i = 0; i < verdict->resource_count; i++)
        verdict->resources[i].kernel = arena_strdup(verdict->arena, verdict->resources[i].kernel);
}

/* Cases that ran from PTX alone know no registers. */
static void add_registers(struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    for (size_t i = 0; i < grading->cases.count; i++)
        for (size_t j = 0; grading->records[i].result && j < verdict->resource_count; j++)
            observation_add_registers(grading->records[i].result->observation, verdict->architecture,
                                      verdict->resources[j].kernel, verdict->resources[j].registers);
}

/* A file that does not compile has no machine code, and its messages are those of its PTX. */
static void take_compiled(struct grading *grading, bool *out_go_on)
{
    struct verdict *verdict = grading->verdict;
    const struct compile_result *compiled = grading->compiled;
    take_diagnostics(verdict, compiled->diagnostics);
    verdict->compile_ns = compiled->elapsed_ns;
    if (compiled->ok)
        hash_bytes(compiled->ptx, compiled->ptx_bytes, verdict->ptx_sha256);
    take_resources(grading);
    *out_go_on = compiled->ok;
    if (!compiled->ok)
        grade_end_early(grading, VERDICT_COMPILE_ERROR, "");
}

/*
 * If the compiler died or did not end, the file is to blame. The next file gets a fresh compiler.
 */
static bool take_failure(struct grading *grading, bool *out_go_on, const struct error *failure, struct error *error)
{
    if (failure->code != ERROR_TIMEOUT && failure->code != ERROR_CRASH && failure->code != ERROR_MEMORY) {
        if (error)
            *error = *failure;
        return false;
    }
    *out_go_on = false;
    grade_end_early(grading, failure->code == ERROR_TIMEOUT ? VERDICT_TIMEOUT : VERDICT_CRASH,
                    sentence_text(grading->arena, SENTENCE_COMPILER_GAVE_UP, FIELDS({"why", failure->message})));
    return true;
}

/* --- the stages ------------------------------------------------------------------------------- */

/* Which kernels are compiled follows from the cases' configurations. */
static bool plan_cases(struct grading *grading, struct error *error)
{
    if (!grading_plan_cases(grading, error))
        return false;
    for (size_t i = 0; i < grading->cases.count; i++)
        configuration_give(grading->plan, grading->request->exercise, i, &grading->opened->properties, grading->arena,
                           &grading->cases.items[i].job);
    return true;
}

/*
 * Waits for the PTX, or for the machine code where a GPU judges. Messages are taken with the
 * machine code, if there will be one.
 */
static bool await_first(struct grading *grading, bool *out_go_on, struct error *error)
{
    struct error failure = {0};
    if (grading->on_cuda)
        return grade_compile_finish(grading, out_go_on, error);
    if (!finish(grading, COMPILE_PTX, &grading->compiled, &failure))
        return take_failure(grading, out_go_on, &failure, error);
    *out_go_on = grading->compiled->ok;
    if (!grading->compiled->ok)
        take_compiled(grading, out_go_on);
    return true;
}

bool grade_compile(struct grading *grading, bool *out_go_on, struct error *error)
{
    /* The course's kernels are compiled first, by the same child. */
    if (!plan_cases(grading, error) || !grading_prepare_job(grading, error))
        return false;
    grading_progress(grading, STAGE_COMPILE, 0, 1);
    if (!begin(grading, COMPILE_MACHINE_CODE, error) || (!grading->on_cuda && !begin(grading, COMPILE_PTX, error)) ||
        !await_first(grading, out_go_on, error))
        return false;
    return !*out_go_on || begin(grading, COMPILE_DEBUG, error);
}

bool grade_compile_finish_debug(struct grading *grading, struct error *error)
{
    struct error failure = {0};
    if (finish(grading, COMPILE_DEBUG, &grading->compiled_debug, &failure))
        return true;
    grading->compiled_debug = NULL;
    if (failure.code == ERROR_CANCELLED)
        *error = failure;
    return failure.code != ERROR_CANCELLED;
}

bool grade_compile_finish(struct grading *grading, bool *out_go_on, struct error *error)
{
    struct error failure = {0};
    if (!grading->awaits_machine_code)
        return true;
    if (!finish(grading, COMPILE_MACHINE_CODE, &grading->compiled, &failure))
        return take_failure(grading, out_go_on, &failure, error);
    take_compiled(grading, out_go_on);
    add_registers(grading);
    return true;
}

bool grade_compile_goes_without(struct grading *grading)
{
    bool go_on;
    if (!grading->request->quick || !grading->awaits_machine_code || grading->compiled->ptx_bytes <= PTX_BYTES_QUICK ||
        !judge_sees_mistake(grading))
        return false;
    grading->awaits_machine_code = false;
    grading->verdict->may_know_more = true;
    take_compiled(grading, &go_on);
    return true;
}

bool grade_compile_begin_sizes(struct grading *grading, const struct job_case *sizes, size_t count, struct error *error)
{
    struct compile_request request = request_of(grading, COMPILE_MACHINE_CODE);
    request.names = grading->size_kernels = configuration_kernels_at(grading, sizes, count);
    return compiler_begin(grading->grader->ptx_compiler, &request, error);
}

bool grade_compile_finish_sizes(struct grading *grading, struct compile_result **out_result, bool *out_go_on,
                                struct error *error)
{
    struct build_watch watch = {grading->request->cancelled, grading->request->context};
    struct error failure = {0};
    if (!build_wait(grading->grader->ptx_compiler, &watch, grading->arena, out_result, &failure))
        return take_failure(grading, out_go_on, &failure, error);
    configuration_spread(grading, grading->size_kernels, *out_result);
    *out_go_on = (*out_result)->ok;
    if (!*out_go_on) {
        take_diagnostics(grading->verdict, (*out_result)->diagnostics);
        grade_end_early(grading, VERDICT_COMPILE_ERROR, "");
    }
    return true;
}

void grade_compile_end(struct grading *grading)
{
    struct compile_result *ignored;
    struct error failure = {0};
    /* A file with a mistake is refused by both at the same time: the child stays warm. */
    if (grading->awaits_machine_code && grading->verdict->status == VERDICT_COMPILE_ERROR)
        finish(grading, COMPILE_MACHINE_CODE, &ignored, &failure);
    compiler_cancel(grading->grader->machine_compiler);
    compiler_cancel(grading->grader->ptx_compiler);
    grading->awaits_machine_code = false;
}
