/* Says why the blocks of a sample did not end. */
#include "timing/sample/stopped.h"

#include "base/i18n.h"
#include "base/mangled.h"
#include "base/told.h"

bool stopped_by_the_grid(const struct estimating *estimating, const struct vgpu_report *report)
{
    if (!estimating->request->launch.cooperative)
        return false;
    bool is_trap = false;
    for (size_t i = 0; i < report->finding_count; i++)
        is_trap |= report->findings[i].kind == VGPU_FINDING_TRAP;
    return report->deadlocked || report->timed_out || (report->faulted && is_trap);
}

/* Told, since a worker has no languages. */
static bool refuse(struct error *error, enum error_code code, const char *template, const char *kernel, const char *why)
{
    char told[ERROR_MESSAGE_BYTES];
    told_print(told, sizeof told, template, "kernel=%s" TOLD_AND "why=%s", kernel, why);
    return error_set(error, code, "%s", told);
}

void stopped_say(const struct estimating *estimating, const struct vgpu_report *report, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *kernel = mangled_readable(arena, estimating->request->launch.kernel);
    struct time_dependences uses = {0};
    const char *fault = report->fault_said ? report->fault_said : report->fault;
    bool never_ends = report->deadlocked && dependences_are_inputs(estimating->device);
    dependences_find(estimating->device, &uses);
    if (estimating->excess.instructions > 0)
        refuse(error, ERROR_RANGE, N_("a block of '{kernel}' does too much work"), kernel, "");
    else if (stopped_by_the_grid(estimating, report))
        refuse(error, ERROR_UNSUPPORTED,
               N_("the time of '{kernel}' cannot be modelled: the launch is cooperative, its blocks wait for all "
                  "others, and the model runs only some of them"),
               kernel, "");
    else if (never_ends)
        error_set(error, ERROR_TIMEOUT, "%s", fault);
    else if (report->timed_out)
        refuse(error, ERROR_UNSUPPORTED,
               N_("the time of '{kernel}' cannot be modelled: its blocks do too much work to run a sample of them"),
               kernel, "");
    else if (report->faulted && !uses.on_unsampled_blocks)
        error_set(error, ERROR_CRASH, "%s", fault);
    else
        refuse(error, ERROR_UNSUPPORTED, N_("the time of '{kernel}' cannot be modelled: {why}"), kernel, fault);
}
