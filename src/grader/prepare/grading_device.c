/* Chooses the device that judges, and checks the features that it needs. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "grader/prepare/grading.h"

static bool open_cuda(struct grading *grading, const struct worker_opened **out_opened, struct error *error)
{
    struct grader *grader = grading->grader;
    if (grader->cuda_is_missing)
        return error_set(error, ERROR_UNSUPPORTED, "this machine has no GPU that can be used");
    if (device_child_open(grader->cuda_child, out_opened, error))
        return true;
    grader->cuda_is_missing = true;
    return false;
}

/* Ends the child of another GPU, so that only one GPU has a context. */
static void use_cuda(struct grader *grader, const char *kind)
{
    if (!strcmp(device_child_kind(grader->cuda_child), kind))
        return;
    device_child_free(grader->cuda_child);
    grader->cuda_child = grading_new_child(grader, kind);
    grader->cuda_is_missing = false;
    grader->roofline = (struct roofline){0};
}

/* "auto" takes the GPU where there is one; "cuda" insists, "cuda:1" on the second. */
static bool choose_cuda(struct grading *grading, const struct worker_opened **out_opened, struct error *error)
{
    const char *wanted = grading->request->device ? grading->request->device : "auto";
    struct error reason = {0};
    *out_opened = NULL;
    bool is_auto = !strcmp(wanted, "auto");
    if (!device_known(wanted))
        return error_set(error, ERROR_NOT_FOUND, "there is no device '%s': use auto, virtual, cuda or cuda:1", wanted);
    if (!is_auto && !device_kind_measures_time(wanted))
        return true;
    const char *kind = is_auto ? "cuda" : wanted;
    bool is_available = device_available(kind, &reason);
    if (is_available)
        use_cuda(grading->grader, kind);
    if (is_available && open_cuda(grading, out_opened, &reason))
        return true;
    if (is_auto)
        return true;
    error_set(error, ERROR_UNSUPPORTED, "device %s cannot be used: %s", wanted, reason.message);
    return error_add_hint(error, "%s", *reason.hint ? reason.hint : _("--device virtual works on every machine"));
}

struct feature {
    const char *name;
    const char *words;
    bool is_needed, is_there;
};

/* "sm_90": at least that compute capability. */
static bool has_capability(const char *need, const struct device_properties *properties)
{
    int wanted;
    return sscanf(need, "sm_%d", &wanted) != 1 || properties->compute_major * 10 + properties->compute_minor >= wanted;
}

static bool exercise_needs(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->needs.count; i++)
        if (!strcmp(exercise->needs.items[i], name))
            return true;
    return false;
}

const char *grading_missing_feature(const struct exercise *exercise, const struct plan *plan,
                                    const struct device_properties *properties)
{
    struct plan_needs needs = plan_needs(plan);
    const struct feature features[] = {
        {"cooperative", N_("cooperative launches"), needs.cooperative, properties->cooperative},
        {"clusters", N_("thread block clusters"), needs.clusters, properties->clusters},
        {"peers", N_("peer access between devices"), needs.peers, properties->peers},
    };
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (!features[i].is_there && (features[i].is_needed || exercise_needs(exercise, features[i].name)))
            return _(features[i].words);
    for (size_t i = 0; i < exercise->needs.count; i++)
        if (!has_capability(exercise->needs.items[i], properties))
            return exercise->needs.items[i];
    return NULL;
}

/* For the case with the most devices. */
static int devices_needed(const struct exercise *exercise)
{
    int most = exercise->devices;
    for (size_t i = 0; i < exercise->case_count; i++)
        most = exercise->cases[i].devices > most ? exercise->cases[i].devices : most;
    return most;
}

/*
 * If the GPU lacks something that the exercise needs, the virtual device judges, and the note says
 * so.
 */
static bool gpu_suffices(struct grading *grading, const struct worker_opened *cuda)
{
    struct verdict *verdict = grading->verdict;
    const struct exercise *exercise = grading->request->exercise;
    int needed = devices_needed(exercise);
    const char *missing = cuda ? grading_missing_feature(exercise, grading->plan, &cuda->properties) : NULL;
    verdict->time.note = cuda ? N_("not measured yet") : N_("not modelled yet");
    if (missing)
        verdict->time.note =
            arena_printf(verdict->arena, _("judged on the virtual device: this GPU lacks %s"), missing);
    else if (cuda && cuda->devices < needed)
        verdict->time.note = arena_printf(
            verdict->arena, _("judged on the virtual device: this exercise needs %d GPUs, and %d are here"), needed,
            cuda->devices);
    return cuda && !missing && cuda->devices >= needed;
}

bool grading_choose_device(struct grading *grading, struct error *error)
{
    const struct worker_opened *cuda;
    if (!choose_cuda(grading, &cuda, error) ||
        !device_child_open(grading->grader->virtual_child, &grading->opened, error))
        return false;
    grading->on_cuda = gpu_suffices(grading, cuda);
    const struct device_properties *properties = &(grading->on_cuda ? cuda : grading->opened)->properties;
    struct verdict *verdict = grading->verdict;
    verdict->device = grading->on_cuda ? "cuda" : "virtual";
    verdict->architecture =
        arena_strdup(verdict->arena, grading->on_cuda ? properties->name : grading->grader->settings.architecture);
    snprintf(grading->architecture, sizeof grading->architecture, "sm_%d%d", properties->compute_major,
             properties->compute_minor);
    memcpy(grading->grader->architecture, grading->architecture, sizeof grading->architecture);
    return true;
}
