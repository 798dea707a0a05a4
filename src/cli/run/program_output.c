/* Runs a whole program and prints its output, its findings, its counters and its times. */
#include "cli/run/program_output.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/kernel_run.h"
#include "base/i18n.h"
#include "base/mangled.h"
#include "base/text.h"
#include "base/told.h"
#include "cli/output.h"
#include "cli/run/program_json.h"

enum { CHARACTER_BYTES_MAX = 4 };

/* The program's output. Ends of characters that are not complete yet wait for the next piece. */
struct stream_state {
    char rest[CHARACTER_BYTES_MAX];
    size_t rest_bytes;
};
struct printer {
    struct stream_state streams[2];
    struct buffer *kept; /* for --json: the output is a part of it; else NULL */
    struct buffer text;
    bool is_in_line; /* what was shown last has no newline */
};

/* The bytes at the end that begin a character and do not end it. */
static size_t open_bytes(const char *text, size_t size_bytes)
{
    for (size_t back = 1; back < CHARACTER_BYTES_MAX && back <= size_bytes; back++) {
        unsigned char byte = (unsigned char)text[size_bytes - back];
        size_t needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        if (byte < 0x80 || needed > 1)
            return needed > back ? back : 0;
    }
    return 0;
}

static void take_output(void *context, enum program_stream stream, const char *text, size_t size_bytes)
{
    struct printer *printer = context;
    struct stream_state *state = &printer->streams[stream];
    CLEANUP(buffer_done) struct buffer all = BUFFER_INIT;
    buffer_append(&all, state->rest, state->rest_bytes);
    buffer_append(&all, text, size_bytes);
    state->rest_bytes = open_bytes(all.data, all.size_bytes);
    memcpy(state->rest, all.data + all.size_bytes - state->rest_bytes, state->rest_bytes);
    buffer_clear(&printer->text);
    text_sanitise(&printer->text, all.data, all.size_bytes - state->rest_bytes);
    if (printer->text.size_bytes > 0)
        printer->is_in_line = printer->text.data[printer->text.size_bytes - 1] != '\n';
    if (printer->kept)
        buffer_append(printer->kept, printer->text.data, printer->text.size_bytes);
    else if (stream == PROGRAM_ERRORS)
        output_stderr(&printer->text);
    else
        output_print_now(&printer->text);
}

/* --- text ------------------------------------------------------------------------------------- */

static void append_place(struct buffer *out, const char *file, int line)
{
    if (file && *file)
        text_sanitise_line(out, file, strlen(file));
    if (file && *file && line > 0)
        buffer_printf(out, ":%d", line);
    if (file && *file)
        buffer_append_text(out, ": ");
}

static void append_finding(struct buffer *out, const char *file, int line, bool is_note, const char *message,
                           uint64_t count)
{
    append_place(out, file, line);
    buffer_append_text(out, is_note ? _("note: ") : _("finding: "));
    text_sanitise_line(out, message, strlen(message));
    if (count > 1)
        buffer_printf(out, ngettext(" (%llu time)", " (%llu times)", count), (unsigned long long)count);
    buffer_append_char(out, '\n');
}

static void append_findings(const struct program_result *result, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct observation *observation = result->observation;
    for (size_t i = 0; i < result->finding_count; i++) {
        const struct program_finding *finding = &result->findings[i];
        append_finding(out, finding->file, finding->line, finding->is_note, told_local(arena, finding->message),
                       finding->count);
    }
    for (size_t i = 0; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        const char *message =
            arena_printf(arena, _("in %s: %s"), mangled_readable(arena, finding->kernel), finding->message);
        append_finding(out, finding->file, finding->line, finding->severity == VGPU_SEVERITY_NOTE, message,
                       finding->count);
    }
}

enum {
    LINE_COLUMNS = 6,
    DEVICE_COLUMNS = 8,
    KERNEL_COLUMNS = 28,
    SHAPE_COLUMNS = 12,
    COUNT_COLUMNS = 5,
    TIME_COLUMNS = 9
};

static void append_launch_heading(size_t device_count, struct buffer *out)
{
    text_append_padded(out, _("line"), LINE_COLUMNS, TEXT_RIGHT);
    buffer_append_text(out, "  ");
    if (device_count > 1)
        text_append_padded(out, _("device"), DEVICE_COLUMNS, TEXT_LEFT);
    text_append_padded(out, _("kernel"), KERNEL_COLUMNS, TEXT_LEFT);
    text_append_padded(out, _("grid"), SHAPE_COLUMNS, TEXT_LEFT);
    text_append_padded(out, _("block"), SHAPE_COLUMNS, TEXT_LEFT);
    text_append_padded(out, _("count"), COUNT_COLUMNS, TEXT_RIGHT);
    text_append_padded(out, _("each"), TIME_COLUMNS, TEXT_RIGHT);
    text_append_padded(out, _("total"), TIME_COLUMNS, TEXT_RIGHT);
    buffer_append_char(out, '\n');
}

static void append_duration(struct buffer *out, double ns)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (ns > 0)
        text_append_duration(&text, ns * 1e-9);
    text_append_padded(out, buffer_text(&text), TIME_COLUMNS, TEXT_RIGHT);
}

static void append_shape(struct buffer *out, const uint32_t shape[3])
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "%u", shape[0]);
    for (int i = 1; i < 3 && (shape[1] > 1 || shape[2] > 1); i++)
        if (i == 1 || shape[2] > 1)
            buffer_printf(&text, ",%u", shape[i]);
    text_append_padded(out, buffer_text(&text), SHAPE_COLUMNS, TEXT_LEFT);
}

static void append_link(const struct program_launch *launch, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
    if (launch->link_bytes <= 0)
        return;
    text_append_bytes(&bytes, (uint64_t)launch->link_bytes);
    buffer_printf(out, _("        over links to other devices: %s\n"), buffer_text(&bytes));
}

static void append_launches(const struct program_result *result, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (result->launch_count == 0)
        return;
    buffer_printf(out,
                  result->is_measured ? _("\nLaunches (measured on %s, each launch alone):\n")
                                      : _("\nLaunches (times are modelled for %s):\n"),
                  result->device_name);
    append_launch_heading(result->device_count, out);
    for (size_t i = 0; i < result->launch_count; i++) {
        const struct program_launch *launch = &result->launches[i];
        buffer_printf(out, "%6d  ", launch->line);
        if (result->device_count > 1)
            buffer_printf(out, "%6d  ", launch->device);
        text_append_padded(out, launch->kernel, KERNEL_COLUMNS, TEXT_LEFT);
        append_shape(out, launch->grid);
        append_shape(out, launch->block);
        buffer_printf(out, "%5" PRIu64, launch->count);
        append_duration(out, launch->count ? launch->total_ns / (double)launch->count : 0);
        append_duration(out, launch->total_ns);
        buffer_append_char(out, '\n');
        if (launch->limiter && *launch->limiter)
            buffer_printf(out, "        %s\n", told_local(arena, launch->limiter));
        append_link(launch, out);
        if (launch->not_modelled)
            buffer_printf(out, _("        no time: %s\n"), launch->not_modelled);
    }
}

static void append_repeated(const struct program_result *result, struct buffer *out)
{
    uint64_t repeated = 0;
    for (size_t i = 0; i < result->launch_count; i++)
        repeated += result->launches[i].repeated;
    if (repeated > 0)
        buffer_printf(out,
                      ngettext("  %llu launch repeats an earlier one on unchanged memory: counted, not run again\n",
                               "  %llu launches repeat an earlier one on unchanged memory: counted, not run again\n",
                               repeated),
                      (unsigned long long)repeated);
}

static void append_copies(const char *direction, const struct program_copies *copies, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT, duration = BUFFER_INIT;
    if (copies->count == 0)
        return;
    text_append_bytes(&bytes, copies->bytes);
    text_append_duration(&duration, copies->total_ns * 1e-9);
    buffer_printf(out, ngettext("  %s: %llu copy of %s, %s\n", "  %s: %llu copies of %s, %s\n", copies->count),
                  direction, (unsigned long long)copies->count, buffer_text(&bytes), buffer_text(&duration));
}

/* Counters that tell kernels apart at a glance. --json has all. */
static const struct {
    const char *title;
    enum vgpu_counter counter;
} columns[] = {
    {N_("warp instr"), VGPU_COUNTER_WARP_INSTRUCTIONS},    {N_("load sect"), VGPU_COUNTER_GLOBAL_LOAD_SECTORS},
    {N_("store sect"), VGPU_COUNTER_GLOBAL_STORE_SECTORS}, {N_("conflicts"), VGPU_COUNTER_SHARED_LOAD_CONFLICTS},
    {N_("divergent"), VGPU_COUNTER_DIVERGENT_BRANCHES},
};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0], COUNTER_COLUMNS = 12 };

static void append_counters(const struct observation *observation, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (observation->kernel_count == 0)
        return;
    buffer_append_text(out, _("\nCounters, summed over the launches of one shape:\n  "));
    text_append_padded(out, _("kernel"), KERNEL_COLUMNS, TEXT_LEFT);
    for (int i = 0; i < COLUMN_COUNT; i++)
        text_append_padded(out, _(columns[i].title), COUNTER_COLUMNS, TEXT_RIGHT);
    buffer_append_char(out, '\n');
    for (size_t i = 0; i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        buffer_append_text(out, "  ");
        text_append_padded(out, mangled_readable(arena, kernel->kernel), KERNEL_COLUMNS, TEXT_LEFT);
        for (int k = 0; k < COLUMN_COUNT; k++)
            buffer_printf(out, "%12" PRIu64, kernel->totals[columns[k].counter]);
        buffer_append_char(out, '\n');
    }
}

/* "SEGV": strsignal() has words, and not in every language. */
static const char *signal_name(int number)
{
    const char *name = sigabbrev_np(number);
    return name ? name : "?";
}

/* The launches that took most of the program's time; NULL: they took less than a tenth. */
static const struct program_launch *find_longest(const struct program_result *result)
{
    const struct program_launch *longest = NULL;
    for (size_t i = 0; i < result->launch_count; i++)
        if (result->launches[i].spent_ns > (longest ? longest->spent_ns : 1e8 * result->seconds))
            longest = &result->launches[i];
    return longest;
}

/* Where the time was over, what took it, and what to try. */
static void append_time_over(const struct program_result *result, struct buffer *out)
{
    const struct program_launch *longest = find_longest(result);
    uint64_t launches = 0;
    for (size_t i = 0; i < result->launch_count; i++)
        launches += result->launches[i].count;
    if (result->running_row) {
        const struct program_launch *running = &result->launches[result->running_row - 1];
        buffer_printf(out, _("The program was ended: its time is over, after %u s in launch %llu (%s, line %d).\n"),
                      result->seconds, (unsigned long long)launches, running->kernel, running->line);
    } else {
        buffer_printf(out, _("The program was ended: its time is over, after %u s in host code.\n"), result->seconds);
    }
    if (longest && longest->count > 1 && longest->repeated == 0 && !result->is_measured)
        buffer_printf(out,
                      _("Line %d launched %s %llu times: %.0f s. Each launch found other data, so each one ran.\n"),
                      longest->line, longest->kernel, (unsigned long long)longest->count, longest->spent_ns * 1e-9);
    else if (longest)
        buffer_printf(out, _("The launches of %s in line %d took %.0f s.\n"), longest->kernel, longest->line,
                      longest->spent_ns * 1e-9);
    buffer_printf(out, _("Try a smaller size or fewer rounds, or give it more time: --seconds %u.\n"),
                  10 * result->seconds);
}

static void append_end(const struct program_result *result, struct buffer *out)
{
    if (result->timed_out)
        append_time_over(result, out);
    else if (result->was_noisy)
        buffer_append_text(out, _("The program was ended: it wrote too much.\n"));
    else if (result->status.signalled)
        buffer_printf(out, _("The program was ended by signal %d (SIG%s).\n"), result->status.code,
                      signal_name(result->status.code));
    else if (result->status.code != 0)
        buffer_printf(out, _("The program ended with exit status %d.\n"), result->status.code);
}

static void append_timeline(const struct invocation *invocation, const struct app *app,
                            const struct program_result *result, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    program_action_timeline(app, result, invocation_argument(invocation, 0), output_style(invocation).columns,
                            invocation->arena, &text);
    if (text.size_bytes > 0)
        buffer_printf(out, "\n%s", buffer_text(&text));
}

static void print_text(const struct invocation *invocation, const struct app *app, const struct program_result *result,
                       bool is_in_line)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (is_in_line)
        buffer_append_char(&text, '\n');
    diagnostics_render(result->diagnostics, &text);
    if (result->started) {
        append_end(result, &text);
        append_findings(result, &text);
        append_launches(result, &text);
        append_repeated(result, &text);
        if (result->to_device.count + result->from_device.count + result->between_devices.count > 0)
            buffer_append_text(&text, _("\nCopies (times are modelled):\n"));
        append_copies(_("to the device"), &result->to_device, &text);
        append_copies(_("from the device"), &result->from_device, &text);
        append_copies(_("between devices"), &result->between_devices, &text);
        append_timeline(invocation, app, result, &text);
        if (result->is_measured)
            buffer_append_text(&text, _("\nThe virtual GPU finds mistakes inside kernels and counts accesses: leave "
                                        "out --device for that.\n"));
        else
            append_counters(result->observation, &text);
    }
    output_print(&text);
}

/* --- the command ------------------------------------------------------------------------------ */

static bool is_clean(const struct program_result *result)
{
    bool clean = result->started && result->error_count == 0 && !result->timed_out && !result->was_noisy &&
                 !result->status.signalled && result->status.code == 0;
    for (size_t i = 0; clean && i < result->observation->finding_count; i++)
        clean = result->observation->findings[i].severity != VGPU_SEVERITY_ERROR;
    return clean && !result->observation->faulted && !result->observation->deadlocked;
}

/* Some of the command's arguments, NULL-terminated. */
static const char *const *arguments_between(const struct invocation *invocation, int first, int end)
{
    const char **list = ARENA_ARRAY(invocation->arena, INVOCATION_ARGUMENTS_MAX + 1, const char *);
    for (int i = first; i < end; i++)
        list[i - first] = invocation->arguments[i];
    return list;
}

int program_output_run(struct invocation *invocation, const struct app *app, const struct program_action *options)
{
    CLEANUP(buffer_done) struct buffer kept = BUFFER_INIT;
    bool is_json = invocation_has(invocation, "json");
    struct printer printer = {.kept = is_json ? &kept : NULL};
    int files = invocation->arguments_before;
    struct program_action action = *options;
    action.paths = arguments_between(invocation, 0, files);
    action.arguments = arguments_between(invocation, files, invocation->argument_count);
    action.device = invocation_option_or(invocation, "device", "virtual");
    action.is_trusted = invocation_has(invocation, "trust");
    action.has_terminal[PROGRAM_OUTPUT] = !is_json && isatty(STDOUT_FILENO);
    action.has_terminal[PROGRAM_ERRORS] = !is_json && isatty(STDERR_FILENO);
    action.take_output = take_output;
    action.context = &printer;
    struct program_result result;
    struct error error = {0};
    uint64_t seconds, devices;
    bool done =
        invocation_number(invocation, "seed", (struct option_range){0, UINT64_MAX, 1}, &action.seed, &error) &&
        invocation_number(invocation, "seconds", (struct option_range){1, 86400, PROGRAM_SECONDS}, &seconds, &error) &&
        invocation_number(invocation, "devices", (struct option_range){1, PROGRAM_DEVICES_MAX, 1}, &devices, &error);
    action.seconds = done ? (uint32_t)seconds : 0;
    action.device_count = done ? (uint32_t)devices : 0;
    done = done && program_action_run(app, &action, invocation->arena, &result, &error);
    buffer_done(&printer.text);
    if (!done)
        return output_failure(&error);
    if (is_json)
        program_json_print(&result, &kept);
    else
        print_text(invocation, app, &result, printer.is_in_line);
    int status = is_clean(&result) ? EXIT_PASSED : EXIT_NOT_PASSED;
    observation_free(result.observation);
    return status;
}
