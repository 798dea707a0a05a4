/* What the lanes of one warp touch at a line, by stepping to it. */
#include "grader/line_strip.h"

enum { STEPS_MAX = 200 };

static bool move(struct grader_stepping *stepping, enum vgpu_step_goal goal, uint64_t number, struct error *error)
{
    struct stepping_command command = {.move = STEPPING_RUN, .goal = goal, .number = number};
    return grader_stepping_move(stepping, &command, error);
}

static const struct vgpu_step_request *find_request(const struct stepping_view *view, enum lab_strip strip, int line)
{
    enum vgpu_finding_space wanted = strip == LAB_STRIP_BANKS ? VGPU_FINDING_SPACE_SHARED : VGPU_FINDING_SPACE_GLOBAL;
    for (uint32_t i = 0; i < view->request_count; i++) {
        const struct vgpu_step_request *request = &view->requests[i].access;
        if (request->space == wanted && request->line == line && request->mask)
            return request;
    }
    return NULL;
}

bool lab_run_strip(struct grader *grader, const struct lab_run *run, enum lab_strip strip, int line,
                   int out_units[LAB_LANES], struct error *error)
{
    struct exercise exercise = *run->exercise;
    exercise.cases = (struct exercise_case *)run->cases[0];
    exercise.case_count = 1;
    exercise.gate_case = exercise.bench = NULL;
    exercise.reference = exercise.checker = NULL;
    exercise.gate_count = 0;
    struct stepping_settings settings = {.curriculum = run->curriculum,
                                         .exercise = &exercise,
                                         .source = run->source,
                                         .case_name = run->cases[0]->name,
                                         .target = {.kernel = ""},
                                         .cancelled = run->cancelled,
                                         .context = run->context};
    CLEANUP(grader_stepping_close) struct grader_stepping *stepping = grader_stepping_open(grader, &settings, error);
    if (!stepping || !move(stepping, VGPU_STEP_LINE, (uint64_t)line, error))
        return false;
    for (int i = 0; i < STEPS_MAX; i++) {
        const struct stepping_view *view = grader_stepping_look(stepping).view;
        const struct vgpu_step_request *request = find_request(view, strip, line);
        if (request) {
            line_strip_units(request, strip, out_units);
            return true;
        }
        if (view->ended || !move(stepping, VGPU_STEP_INSTRUCTION, 1, error))
            break;
    }
    return error_set(error, ERROR_NOT_FOUND, "no %s is touched at line %d",
                     strip == LAB_STRIP_BANKS ? "bank of shared memory" : "sector of global memory", line);
}
