/* Judges whole programs. */
#include "app/attempt/program_judge.h"

#include <inttypes.h>
#include <string.h>

#include "app/attempt/program_kernels.h"
#include "app/kernel_run.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/random.h"
#include "base/text.h"
#include "base/told.h"

enum { ARGUMENTS_MAX = 64, OUTPUT_BYTES_MAX = 1 << 20, SENTENCE_BYTES = 1024, LINE_SHOWN = 120, SEEDS = 1000003 };

/* One run of a program. */
struct run {
    struct program_result result;
    struct buffer output;
};

struct judging {
    const struct app *app;
    const struct submission *submission;
    const struct exercise *exercise;
    struct verdict *verdict;
    struct arena *arena; /* the verdict's */
    const char *arguments[ARGUMENTS_MAX + 1];
};

static void run_done(struct run *run)
{
    observation_free(run->result.observation);
    buffer_done(&run->output);
}
DEFINE_CLEANUP_VALUE(run_done, struct run)

static void take_output(void *context, enum program_stream stream, const char *text, size_t size_bytes)
{
    struct run *run = context;
    if (stream == PROGRAM_OUTPUT && run->output.size_bytes + size_bytes <= OUTPUT_BYTES_MAX)
        buffer_append(&run->output, text, size_bytes);
}

static bool run_program(const struct judging *judging, const struct source *source, bool alters_stores, struct run *run,
                        struct error *error)
{
    struct program_action action = {
        .source = source,
        .arguments = judging->arguments,
        .device = "virtual",
        .seed = judging->verdict->seed,
        .is_alone = true, /* it may be somebody else's */
        .alters_stores = alters_stores,
        .take_output = take_output,
        .context = run,
    };
    return program_action_run(judging->app, &action, judging->arena, &run->result, error);
}

/* --- what the program is given ---------------------------------------------------------------- */

static int64_t largest_value(const struct exercise *exercise, size_t index)
{
    int64_t largest = 1;
    for (size_t i = 0; i < exercise->case_count; i++)
        if (index < exercise->cases[i].value_count && exercise->cases[i].values[index].value.integer > largest)
            largest = exercise->cases[i].values[index].value.integer;
    return largest;
}

/* The seed, the values of each case, and those of one more case, drawn up to the largest ones. */
static void choose_arguments(struct judging *judging)
{
    const struct exercise *exercise = judging->exercise;
    struct arena *arena = judging->arena;
    uint64_t seed = judging->verdict->seed;
    size_t count = 0, values = exercise->case_count ? exercise->cases[0].value_count : 0;
    judging->arguments[count++] = arena_printf(arena, "%" PRIu64, seed % SEEDS);
    for (size_t i = 0; i < exercise->case_count; i++)
        for (size_t k = 0; k < exercise->cases[i].value_count && count < ARGUMENTS_MAX; k++)
            judging->arguments[count++] = arena_printf(arena, "%" PRId64, exercise->cases[i].values[k].value.integer);
    for (size_t k = 0; k < values && count < ARGUMENTS_MAX; k++)
        judging->arguments[count++] =
            arena_printf(arena, "%" PRId64, random_integer_at(seed, 0, k, 1, largest_value(exercise, k)));
}

/* --- the sentence ----------------------------------------------------------------------------- */

/* `message` is a told sentence. */
static void finish(struct judging *judging, enum verdict_status status, const char *message, int line)
{
    judging->verdict->status = status;
    judging->verdict->message = told_local(judging->arena, message);
    judging->verdict->line = line;
}

/* --- the kernels are given -------------------------------------------------------------------- */

static bool has_shipped_kernels(struct judging *judging, const struct source *starter)
{
    const char *difference = program_kernels_difference(judging->arena, &judging->submission->source, starter);
    if (!difference)
        return true;
    diagnostics_add(judging->verdict->diagnostics, DIAGNOSTIC_ERROR, judging->verdict->source, (struct location){0},
                    "%s", difference);
    finish(judging, VERDICT_COMPILE_ERROR, _("Kernels are given here: only the host's code is yours."), 0);
    return false;
}

/* --- the run ---------------------------------------------------------------------------------- */

static bool is_built(struct judging *judging, const struct program_result *result)
{
    const struct diagnostics *found = result->diagnostics;
    const struct diagnostic *first = NULL;
    char sentence[SENTENCE_BYTES];
    for (size_t i = 0; i < diagnostics_count(found); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(found, i);
        diagnostics_add(judging->verdict->diagnostics, diagnostic->severity, judging->verdict->source,
                        diagnostic->location, "%s", diagnostic->message);
        if (diagnostic->hint && *diagnostic->hint)
            diagnostics_hint(judging->verdict->diagnostics, "%s", diagnostic->hint);
        first = first ? first : diagnostic->severity == DIAGNOSTIC_ERROR ? diagnostic : NULL;
    }
    if (result->built)
        return true;
    told_print(sentence, sizeof sentence, N_("Line {line}: {what}"), "line=%d" TOLD_AND "what=%s",
               first ? first->location.line : 1, first ? first->message : "");
    finish(judging, VERDICT_COMPILE_ERROR, first ? sentence : "", first ? first->location.line : 0);
    return false;
}

/* The solution of an exercise about errors makes some on purpose. */
static bool is_expected(const struct program_finding *finding, const struct program_result *solution)
{
    for (size_t i = 0; i < solution->finding_count; i++)
        if (strcmp(solution->findings[i].name, finding->name) == 0)
            return true;
    return false;
}

/* Errors, or notes, about the host's calls. The first one ends the judgement. */
static bool has_no_host_finding(struct judging *judging, const struct run *run, const struct program_result *solution,
                                bool is_note)
{
    char sentence[SENTENCE_BYTES];
    for (size_t i = 0; i < run->result.finding_count; i++) {
        const struct program_finding *finding = &run->result.findings[i];
        if (finding->is_note != is_note || is_expected(finding, solution))
            continue;
        told_print(sentence, sizeof sentence, N_("Line {line}: {what}"), "line=%d" TOLD_AND "what=%s", finding->line,
                   finding->message);
        diagnostics_add(judging->verdict->diagnostics, finding->is_note ? DIAGNOSTIC_WARNING : DIAGNOSTIC_ERROR,
                        judging->verdict->source, (struct location){.line = finding->line}, "%s",
                        told_local(judging->arena, finding->message));
        finish(judging, finding->is_note ? VERDICT_GATE : VERDICT_UNSAFE, sentence, finding->line);
        return false;
    }
    return true;
}

static bool has_no_kernel_finding(struct judging *judging)
{
    const struct observation *observation = judging->verdict->observation;
    char sentence[SENTENCE_BYTES];
    for (size_t i = 0; observation && i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->severity != VGPU_SEVERITY_ERROR)
            continue;
        bool is_past = finding->kind == VGPU_FINDING_OUT_OF_BOUNDS && finding->buffer && *finding->buffer &&
                       vgpu_finding_bytes_past(finding);
        told_print(sentence, sizeof sentence,
                   is_past
                       ? N_("Line {line}: {what}. Bytes of {buffer}: {bytes}. cudaMalloc counts bytes, not elements.")
                       : N_("Line {line}: {what}"),
                   "line=%d" TOLD_AND "what=%s" TOLD_AND "buffer=%s" TOLD_AND "bytes=%" PRIu64, finding->line,
                   finding->message, is_past ? finding->buffer : "", finding->buffer_bytes);
        finish(judging, VERDICT_UNSAFE, sentence, finding->line);
        return false;
    }
    return true;
}

/* Mistakes of the host's calls and of the kernels, those that only cost time last. */
static bool is_safe(struct judging *judging, struct run *run, const struct program_result *solution)
{
    judging->verdict->observation = run->result.observation; /* the verdict frees it */
    run->result.observation = NULL;
    return has_no_host_finding(judging, run, solution, false) && has_no_kernel_finding(judging) &&
           has_no_host_finding(judging, run, solution, true);
}

static bool has_succeeded(const struct program_result *result)
{
    return result->started && !result->timed_out && !result->status.signalled && result->status.code == 0;
}

static bool has_ended_well(struct judging *judging, const struct program_result *result)
{
    char sentence[SENTENCE_BYTES];
    if (result->timed_out) {
        finish(judging, VERDICT_TIMEOUT, _("The program does not end."), 0);
        return false;
    }
    if (has_succeeded(result))
        return true;
    told_print(sentence, sizeof sentence,
               result->status.signalled ? N_("The program ended by signal {code}.")
                                        : N_("main returned {code} and not 0."),
               "code=%d", result->status.code);
    finish(judging, result->status.signalled ? VERDICT_CRASH : VERDICT_WRONG, sentence, 0);
    return false;
}

static size_t line_bytes(const char *text)
{
    size_t length = strcspn(text, "\n");
    return length < LINE_SHOWN ? length : LINE_SHOWN;
}

/* The first line that is not the same. */
struct difference {
    int line; /* from 1 */
    const char *got, *wanted;
};

static bool find_difference(const struct run *mine, const struct run *solution, struct difference *out_difference)
{
    const char *got = buffer_text(&mine->output), *wanted = buffer_text(&solution->output);
    if (strcmp(got, wanted) == 0)
        return false;
    int line = 1;
    while (*got && *wanted && strcspn(got, "\n") == strcspn(wanted, "\n") &&
           strncmp(got, wanted, strcspn(got, "\n")) == 0) {
        got += strcspn(got, "\n") + (got[strcspn(got, "\n")] == '\n');
        wanted += strcspn(wanted, "\n") + (wanted[strcspn(wanted, "\n")] == '\n');
        line++;
    }
    *out_difference = (struct difference){line, got, wanted};
    return true;
}

/* Tells the first line that differs, and that bytes are not copied. */
static void tell_difference(const struct difference *difference, const struct run *mine, const struct run *solution,
                            char *out_sentence)
{
    uint64_t back = mine->result.from_device.bytes, wanted_back = solution->result.from_device.bytes;
    uint64_t there = mine->result.to_device.bytes, wanted_there = solution->result.to_device.bytes;
    bool lacks_input = there < wanted_there, is_fourth = back * sizeof(float) == wanted_back;
    const char *text =
        lacks_input ? N_("Line {line} of the output is \"{got}\" and must be \"{wanted}\". The program copies {value} "
                         "bytes to the device; the work needs {limit}.")
        : is_fourth
            ? N_("Line {line} of the output is \"{got}\" and must be \"{wanted}\". The program copies {value} bytes "
                 "from the device; the results have {limit}. cudaMemcpy counts bytes, not elements.")
        : back < wanted_back
            ? N_("Line {line} of the output is \"{got}\" and must be \"{wanted}\". The program copies {value} bytes "
                 "from the device; the results have {limit}.")
            : N_("Line {line} of the output is \"{got}\" and must be \"{wanted}\".");
    told_print(out_sentence, SENTENCE_BYTES, text,
               "line=%d" TOLD_AND "got=%.*s" TOLD_AND "wanted=%.*s" TOLD_AND "value=%" PRIu64 TOLD_AND "limit=%" PRIu64,
               difference->line, (int)line_bytes(difference->got), difference->got, (int)line_bytes(difference->wanted),
               difference->wanted, lacks_input ? there : back, lacks_input ? wanted_there : wanted_back);
}

static bool prints_the_same(struct judging *judging, const struct run *mine, const struct run *solution)
{
    char sentence[SENTENCE_BYTES];
    struct difference difference;
    struct case_verdict *whole = ARENA_NEW(judging->arena, struct case_verdict);
    *whole =
        (struct case_verdict){.name = "output", .ran = true, .right = !find_difference(mine, solution, &difference)};
    judging->verdict->cases = whole;
    judging->verdict->case_count = 1;
    judging->verdict->right_count = whole->right;
    if (whole->right)
        return true;
    tell_difference(&difference, mine, solution, sentence);
    judging->verdict->smallest_failing = whole;
    finish(judging, VERDICT_WRONG, sentence, 0);
    return false;
}

/* Host code that computes the results itself prints them, whatever the kernels store. */
static bool prints_what_kernels_store(struct judging *judging, const struct source *shipped, bool *out_does,
                                      struct error *error)
{
    CLEANUP(run_done) struct run mine = {0};
    CLEANUP(run_done) struct run solution = {0};
    char sentence[SENTENCE_BYTES];
    struct difference difference;
    if (!run_program(judging, &judging->submission->source, true, &mine, error) ||
        !run_program(judging, shipped, true, &solution, error))
        return false;
    *out_does = !find_difference(&mine, &solution, &difference);
    if (*out_does)
        return true;
    told_print(sentence, sizeof sentence,
               N_("Line {line} of the output does not come from the kernels: it stays the same when they store "
                  "other values."),
               "line=%d", difference.line);
    finish(judging, VERDICT_WRONG, sentence, 0);
    return true;
}

/* --- gates ------------------------------------------------------------------------------------ */

/* A number of the whole run. False: there is none of that name. */
static bool number_of(const struct program_result *result, const char *name, double *out_value)
{
    uint64_t launches = 0;
    for (size_t i = 0; i < result->launch_count; i++)
        launches += result->launches[i].count;
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {{"launches", launches},
                   {"bytes_to_device", result->to_device.bytes},
                   {"bytes_from_device", result->from_device.bytes}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(numbers[i].name, name) == 0) {
            *out_value = (double)numbers[i].value;
            return true;
        }
    return false;
}

/* The limit is the solution's own number: it has the same sizes. */
static bool meets_gates(struct judging *judging, const struct run *mine, const struct run *solution)
{
    static const struct {
        const char *counter, *more, *fewer;
    } words[] = {
        {"launches", N_("The program has {value} launches; {limit} are enough."),
         N_("The program has {value} launches; the work needs {limit}.")},
        {"bytes_to_device", N_("The program copies {value} bytes to the device; {limit} are enough."),
         N_("The program copies {value} bytes to the device; the work needs {limit}.")},
        {"bytes_from_device", N_("The program copies {value} bytes from the device; {limit} are enough."),
         N_("The program copies {value} bytes from the device; the results have {limit}.")},
    };
    char sentence[SENTENCE_BYTES];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        double value, limit;
        if (!number_of(&mine->result, words[i].counter, &value) ||
            !number_of(&solution->result, words[i].counter, &limit) || value == limit)
            continue;
        told_print(sentence, sizeof sentence, value > limit ? words[i].more : words[i].fewer,
                   "value=%.0f" TOLD_AND "limit=%.0f", value, limit);
        finish(judging, VERDICT_GATE, sentence, 0);
        return false;
    }
    return true;
}

static void say_passed(struct judging *judging, const struct run *mine)
{
    const struct program_result *result = &mine->result;
    char sentence[SENTENCE_BYTES], us[TEXT_FACTOR_BYTES];
    double launches = 0;
    number_of(result, "launches", &launches);
    told_print(
        sentence, sizeof sentence,
        TOLD_COUNT("Right: {launches} launch, {in} bytes to the device and {out} back. The device's work takes "
                   "{us} {unit} as modelled.",
                   "Right: {launches} launches, {in} bytes to the device and {out} back. The device's work takes "
                   "{us} {unit} as modelled."),
        "launches=%.0f" TOLD_AND "in=%" PRIu64 TOLD_AND "out=%" PRIu64 TOLD_AND "us=%s" TOLD_AND "unit=%ss", launches,
        result->to_device.bytes, result->from_device.bytes, text_format_factor(result->elapsed_ns / 1e3, us),
        text_micro());
    finish(judging, VERDICT_PASS, sentence, 0);
    judging->verdict->trust = VERDICT_TRUST_FULL; /* all that is printed was compared */
}

/* --- all of it -------------------------------------------------------------------------------- */

static bool read_course(const struct judging *judging, const char *folder, const char *file, struct source *out_source,
                        struct error *error)
{
    const char *base = curriculum_folder(judging->app->curriculum, judging->exercise);
    const char *path = path_join(judging->arena, path_join(judging->arena, base, folder), file);
    return workspace_read(path, file, judging->arena, out_source, error);
}

static bool judge(struct judging *judging, struct error *error)
{
    CLEANUP(run_done) struct run mine = {0};
    CLEANUP(run_done) struct run solution = {0};
    struct source starter, shipped;
    if (!read_course(judging, "exercises", judging->exercise->starter, &starter, error) ||
        !read_course(judging, "solutions", judging->exercise->solution, &shipped, error))
        return false;
    if (!has_shipped_kernels(judging, &starter))
        return true;
    if (!run_program(judging, &judging->submission->source, false, &mine, error))
        return false;
    if (!is_built(judging, &mine.result))
        return true;
    if (!run_program(judging, &shipped, false, &solution, error))
        return false;
    if (!has_succeeded(&solution.result))
        return error_set(error, ERROR_INTERNAL, "the solution of %s does not run here", judging->exercise->id);
    if (!is_safe(judging, &mine, &solution.result) || !has_ended_well(judging, &mine.result) ||
        !prints_the_same(judging, &mine, &solution) || !meets_gates(judging, &mine, &solution))
        return true;
    bool is_computed_there;
    if (!prints_what_kernels_store(judging, &shipped, &is_computed_there, error))
        return false;
    if (is_computed_there)
        say_passed(judging, &mine);
    return true;
}

static void begin_verdict(struct judging *judging)
{
    struct verdict *verdict = judging->verdict;
    const struct source *source = &judging->submission->source;
    struct source *kept = ARENA_NEW(verdict->arena, struct source);
    *kept = source_copy(verdict->arena, source);
    verdict->exercise = judging->exercise->id;
    verdict->file = kept->name;
    verdict->source = kept;
    verdict->device = "virtual";
    verdict->architecture = judging->app->options.architecture ? judging->app->options.architecture : "h100";
    verdict->seed = judging->submission->seed ? judging->submission->seed : random_system_seed();
    verdict->program_version = WARPSCHOOL_VERSION;
    verdict->model_version = VERDICT_MODEL_VERSION;
    verdict->diagnostics = diagnostics_new(verdict->arena);
    verdict->not_certifiable_why = _("host code is not the same everywhere");
    hash_bytes(source->text, source->size_bytes, verdict->source_sha256);
}

bool program_judge(const struct app *app, const struct submission *submission, struct verdict **out_verdict,
                   struct error *error)
{
    int64_t began_ns = clock_monotonic_ns();
    struct verdict *verdict = verdict_new();
    struct judging judging = {.app = app,
                              .submission = submission,
                              .exercise = submission->exercise,
                              .verdict = verdict,
                              .arena = verdict->arena};
    begin_verdict(&judging);
    choose_arguments(&judging);
    if (!judge(&judging, error)) {
        verdict_free(verdict);
        return false;
    }
    verdict->elapsed_ns = (uint64_t)(clock_monotonic_ns() - began_ns);
    *out_verdict = verdict;
    return true;
}
