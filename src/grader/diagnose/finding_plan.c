/* Refinements of findings that follow from the launches of the plan. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/diagnose/finding_refinement.h"
#include "grader/source/given_call.h"

/* "rows_of" of "_Z7rows_ofILi32EEvPKf"; another name is as it is. */
static const char *plain_name(const char *kernel, struct arena *arena)
{
    static const char mark[] = "_Z";
    if (!kernel || strncmp(kernel, mark, strlen(mark)) != 0)
        return kernel ? kernel : "";
    char *name;
    unsigned long length = strtoul(kernel + strlen(mark), &name, 10);
    return length <= strlen(name) ? arena_strndup(arena, name, length) : kernel;
}

/* A number of the case, "n = 33, d = 32", is this one. */
static bool has_number(const char *case_text, unsigned long number)
{
    for (const char *at = case_text; at && (at = strstr(at, " = ")); at++) {
        char *end;
        if (strtoul(at + strlen(" = "), &end, 10) == number && (!*end || *end == ','))
            return true;
    }
    return false;
}

struct source_launch_found finding_instance(const struct finding_view *view, const struct vgpu_finding *finding,
                                            struct arena *arena)
{
    struct source_launch_found none = {0};
    if (!view->source || source_launch_count(view->source, arena) < 2)
        return none;
    struct source_launch_found found = source_launch_only(view->source, plain_name(finding->kernel, arena), arena);
    const char *number = found.line ? strchr(found.instance, '<') : NULL;
    if (!number || !isdigit((unsigned char)number[1]) || strchr(number, ','))
        return none;
    return has_number(view->case_text, strtoul(number + 1, NULL, 10)) ? none : found;
}

static bool is_of_instance(const struct finding_view *view, const struct vgpu_finding *finding, bool has_when)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!finding_is_past_the_end(view, finding) || finding->space != VGPU_FINDING_SPACE_GLOBAL)
        return false;
    struct source_launch_found found = finding_instance(view, finding, arena);
    return found.line && found.has_when == has_when;
}

bool finding_is_of_instance_always(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return is_of_instance(view, finding, false);
}

bool finding_is_of_instance(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return is_of_instance(view, finding, true);
}

struct source_launch_found finding_writer(const struct finding_view *view, const struct vgpu_finding *finding,
                                          struct arena *arena)
{
    if (!view->source || !finding_has_buffer(finding) || finding->space != VGPU_FINDING_SPACE_GLOBAL)
        return (struct source_launch_found){0};
    const char *reader = plain_name(finding->kernel, arena);
    struct source_launch_found before = source_launch_before(view->source, finding->buffer, reader, arena);
    return before.line ? before : source_launch_after(view->source, finding->buffer, reader, arena);
}

/* An earlier launch of the plan had to write the element. */
bool finding_is_written_before(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    int line = finding_writer(view, finding, arena).line, own = finding_launch_line(view, finding);
    return line > 0 && (line < own || !own);
}

/* A later one writes it. */
bool finding_is_written_after(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    int line = finding_writer(view, finding, arena).line, own = finding_launch_line(view, finding);
    return own && line > own;
}

int finding_launch_line(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return view->source ? source_launch_only(view->source, plain_name(finding->kernel, arena), arena).line : 0;
}

/* The exercise is about the plan, and its kernels are given, or this one is. */
bool finding_is_of_given_kernel(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    bool is_plan = view->exercise && view->exercise->kind == EXERCISE_PLAN;
    bool is_given = is_plan || given_calls_has_kernel(view->calls, plain_name(finding->kernel, arena));
    return is_given && finding_has_buffer(finding) && finding->space == VGPU_FINDING_SPACE_GLOBAL;
}

/* The size of the buffer is in the plan, which is the learner's own. */
bool finding_is_of_given_kernel_on_scratch(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_of_given_kernel(view, finding) && !finding_parameter(finding, view->exercise);
}
