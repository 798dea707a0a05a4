/* Refinements of findings that follow from the launches of the plan. */
#include "grader/finding/finding_refinement.h"
#include "grader/source/given_call.h"

static bool is_of_instance(const struct finding_facts *facts, bool has_when)
{
    return finding_is_past_the_end(facts) && facts->finding->space == VGPU_FINDING_SPACE_GLOBAL &&
           facts->instance.line && facts->instance.has_when == has_when;
}

bool finding_is_of_instance_always(const struct finding_facts *facts)
{
    return is_of_instance(facts, false);
}

bool finding_is_of_instance(const struct finding_facts *facts)
{
    return is_of_instance(facts, true);
}

/* An earlier launch of the plan had to write the element. */
bool finding_is_written_before(const struct finding_facts *facts)
{
    int line = facts->writer.line, own = facts->launch_line;
    return line > 0 && (line < own || !own);
}

/* A later one writes it. */
bool finding_is_written_after(const struct finding_facts *facts)
{
    return facts->launch_line && facts->writer.line > facts->launch_line;
}

/* The exercise is about the plan, and its kernels are given, or this one is. */
bool finding_is_of_given_kernel(const struct finding_facts *facts)
{
    const struct finding_view *view = facts->view;
    bool is_plan = view->exercise && view->exercise->kind == EXERCISE_PLAN;
    bool is_given = is_plan || given_calls_has_kernel(view->calls, facts->kernel);
    return is_given && finding_has_buffer(facts->finding) && facts->finding->space == VGPU_FINDING_SPACE_GLOBAL;
}

/* The size of the buffer is in the plan, which is the learner's own. */
bool finding_is_of_given_kernel_on_scratch(const struct finding_facts *facts)
{
    return finding_is_of_given_kernel(facts) && !facts->parameter;
}
