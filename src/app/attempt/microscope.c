/* The microscope in a thread of its own. */
#include "app/microscope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/service.h"

enum { WISHES_MAX = 64 };

/* A request of the learner: a move, or another place in the launch, launch or program. */
struct wish {
    enum { WISH_MOVE, WISH_PLACE, WISH_LAUNCH, WISH_PROGRAM } kind;
    struct stepping_command command;
    uint32_t block[3], thread[3];
    uint32_t launch, device;
    bool shows_variables;
};

struct microscope {
    struct grader_settings settings;
    const struct curriculum *curriculum;
    struct arena *arena; /* of the subject and the PTX */
    struct microscope_subject subject;
    struct grader *grader;            /* the thread's */
    struct grader_stepping *stepping; /* the thread's */
    const char *ptx;                  /* the thread's */
    /* the variables and registers of the last view, to mark those that changed; the thread's */
    struct stepping_variable before[STEPPING_VARIABLES_MAX];
    struct stepping_register registers_before[STEPPING_REGISTERS_MAX];
    struct {
        uint32_t count, register_count, launch, device, warp;
        uint64_t block;
        char function[STEPPING_NAME_BYTES];
    } before_place;

    struct service service; /* its lock guards everything below */
    struct wish wishes[WISHES_MAX];
    size_t wish_count;
    bool is_busy, has_news;
    struct microscope_view *view; /* not polled yet; NULL none */
    struct error error;
};

/* --- views ------------------------------------------------------------------------------------ */

static void view_free(struct microscope_view *view)
{
    if (view)
        arena_free(view->arena);
}

/* The same variable in the view before. The last step can have entered another function. */
static const struct stepping_variable *find_before(const struct microscope *microscope,
                                                   const struct stepping_variable *variable, uint32_t index)
{
    if (index < microscope->before_place.count && microscope->before[index].depth == variable->depth &&
        microscope->before[index].line == variable->line && strcmp(microscope->before[index].name, variable->name) == 0)
        return &microscope->before[index];
    for (uint32_t i = 0; variable->depth == 0 && i < microscope->before_place.count; i++)
        if (microscope->before[i].depth == 0 && microscope->before[i].line == variable->line &&
            strcmp(microscope->before[i].name, variable->name) == 0)
            return &microscope->before[i];
    return NULL;
}

static uint32_t changed_lanes(const struct stepping_variable *now, const struct stepping_variable *before)
{
    uint32_t changed = 0;
    if (strcmp(now->elements, before->elements) != 0)
        return 0;
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++) {
        bool was_set = before->defined >> lane & 1;
        bool differs = !was_set || now->values[lane] != before->values[lane];
        changed |= (uint32_t)(now->defined >> lane & 1 && differs) << lane;
    }
    return changed;
}

static bool is_same_warp(const struct microscope *microscope, const struct stepping_view *now)
{
    return microscope->before_place.launch == now->launch && microscope->before_place.device == now->device &&
           microscope->before_place.block == now->block_index && microscope->before_place.warp == now->warp &&
           strcmp(microscope->before_place.function, now->function) == 0;
}

/* A function has the same registers in every view of it, in the same order. */
static void mark_registers(struct microscope *microscope, struct microscope_view *view, bool is_same)
{
    uint32_t count = view->step.register_count;
    for (uint32_t i = 0; is_same && i < count && i < microscope->before_place.register_count; i++) {
        struct stepping_register *now = &view->registers[i];
        const struct stepping_register *before = &microscope->registers_before[i];
        for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++) {
            bool differs = !(before->defined >> lane & 1) || now->values[lane] != before->values[lane] ||
                           now->high[lane] != before->high[lane];
            now->changed |= (uint32_t)(now->defined >> lane & 1 && differs) << lane;
        }
    }
    if (count)
        memcpy(microscope->registers_before, view->registers, count * sizeof *view->registers);
    microscope->before_place.register_count = count;
}

/* Marks what the last step changed. A variable that is new in scope has not changed. */
static void mark_changes(struct microscope *microscope, struct microscope_view *view)
{
    uint32_t count = view->step.variable_count, group = 0, group_before = 0;
    bool is_same = is_same_warp(microscope, &view->step);
    for (uint32_t i = 0; is_same && i < count; i++) {
        struct stepping_variable *variable = &view->variables[i];
        /* parts keep their distance from the variable before them */
        const struct stepping_variable *before =
            find_before(microscope, variable, variable->depth ? group_before + i - group : i);
        if (variable->depth == 0) {
            group = i;
            group_before = before ? (uint32_t)(before - microscope->before) : STEPPING_VARIABLES_MAX;
        }
        if (before)
            variable->changed = changed_lanes(variable, before);
        if (before && variable->depth)
            view->variables[group].changed |= variable->changed;
    }
    mark_registers(microscope, view, is_same);
    memcpy(microscope->before, view->variables, count * sizeof *view->variables);
    microscope->before_place.count = count;
    microscope->before_place.launch = view->step.launch;
    microscope->before_place.device = view->step.device;
    microscope->before_place.block = view->step.block_index;
    microscope->before_place.warp = view->step.warp;
    snprintf(microscope->before_place.function, sizeof microscope->before_place.function, "%s", view->step.function);
}

static struct microscope_view *view_new(struct microscope *microscope)
{
    struct stepping_sight seen = grader_stepping_look(microscope->stepping);
    struct arena *arena = arena_new();
    struct microscope_view *view = ARENA_NEW(arena, struct microscope_view);
    view->arena = arena;
    view->step = *seen.view;
    for (uint32_t i = 0; i < view->step.request_count; i++)
        view->step.requests[i].access.buffer = view->step.requests[i].buffer;
    view->registers = ARENA_ARRAY(arena, view->step.register_count + 1U, struct stepping_register);
    if (view->step.register_count)
        memcpy(view->registers, seen.registers, view->step.register_count * sizeof *view->registers);
    view->variables = ARENA_ARRAY(arena, view->step.variable_count + 1U, struct stepping_variable);
    if (view->step.variable_count)
        memcpy(view->variables, seen.variables, view->step.variable_count * sizeof *view->variables);
    mark_changes(microscope, view);
    view->case_name = arena_strdup(arena, seen.case_name);
    view->ptx = microscope->ptx;
    return view;
}

/* A new view replaces one that was not polled. */
static void publish(struct microscope *microscope, struct microscope_view *view, const struct error *error)
{
    service_lock(&microscope->service);
    if (view) {
        view_free(microscope->view);
        microscope->view = view;
    }
    if (error)
        microscope->error = *error;
    microscope->has_news = true;
    service_unlock(&microscope->service);
    service_wake_loop(&microscope->service);
}

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_closing(void *context)
{
    struct microscope *microscope = context;
    return service_is_closing(&microscope->service);
}

static bool run_to(struct microscope *microscope, enum vgpu_step_goal goal, uint64_t number, bool *out_reached,
                   struct error *error)
{
    struct stepping_command command = {.move = STEPPING_RUN, .goal = goal, .number = number};
    if (!grader_stepping_move(microscope->stepping, &command, error))
        return false;
    *out_reached = grader_stepping_look(microscope->stepping).view->stop == VGPU_STEP_REACHED;
    return true;
}

/* Goes to the wanted line, else to the first line or access, else to the beginning. */
static bool find_beginning(struct microscope *microscope, struct error *error)
{
    bool is_there = false;
    int line = microscope->subject.line;
    if (line > 0 && !run_to(microscope, VGPU_STEP_LINE, (uint64_t)line, &is_there, error))
        return false;
    if (!is_there && line > 0 && !run_to(microscope, VGPU_STEP_POSITION, 0, &is_there, error))
        return false;
    is_there = is_there && grader_stepping_look(microscope->stepping).view->line == line;
    /* variables: past the code that fetches the parameters */
    enum vgpu_step_goal first = microscope->subject.shows_variables ? VGPU_STEP_NEXT_LINE : VGPU_STEP_ACCESS;
    if (!is_there && !run_to(microscope, first, 0, &is_there, error))
        return false;
    return is_there || run_to(microscope, VGPU_STEP_POSITION, 0, &is_there, error);
}

static bool open_stepping(struct microscope *microscope, struct error *error)
{
    const struct microscope_subject *subject = &microscope->subject;
    struct stepping_settings settings = {.curriculum = microscope->curriculum,
                                         .exercise = subject->exercise,
                                         .source = subject->source,
                                         .seed = subject->seed,
                                         .case_name = subject->case_name,
                                         .target = subject->target,
                                         .shows_variables = subject->shows_variables,
                                         .cancelled = is_closing,
                                         .context = microscope};
    microscope->stepping = grader_stepping_open(microscope->grader, &settings, error);
    if (!microscope->stepping)
        return false;
    struct stepping_sight seen = grader_stepping_look(microscope->stepping);
    microscope->ptx = arena_strndup(microscope->arena, seen.ptx, seen.ptx_bytes);
    microscope->before_place.count = microscope->before_place.register_count = 0;
    return find_beginning(microscope, error);
}

/* A file that fails only without optimisation is shown without its variables. */
static bool begin(struct microscope *microscope, struct error *error)
{
    struct error second;
    microscope->grader = grader_new(&microscope->settings, error);
    if (!microscope->grader)
        return false;
    if (open_stepping(microscope, error))
        return true;
    if (microscope->stepping || !microscope->subject.shows_variables || is_closing(microscope))
        return false;
    microscope->subject.shows_variables = false;
    return open_stepping(microscope, &second);
}

static bool show_program(struct microscope *microscope, bool shows_variables, struct error *error)
{
    const struct stepping_view *view = grader_stepping_look(microscope->stepping).view;
    struct stepping_target here = {.kernel = "", .launch = view->launch, .device = view->device};
    uint32_t thread = view->warp * VGPU_STEP_LANES;
    memcpy(here.block, view->block, sizeof here.block);
    here.thread[0] = thread % view->block_shape[0];
    here.thread[1] = thread / view->block_shape[0] % view->block_shape[1];
    here.thread[2] = thread / view->block_shape[0] / view->block_shape[1];
    bool before = microscope->subject.shows_variables;
    microscope->subject.target = here;
    microscope->subject.line = view->line;
    microscope->subject.case_name =
        arena_strdup(microscope->arena, grader_stepping_look(microscope->stepping).case_name);
    microscope->subject.shows_variables = shows_variables;
    grader_stepping_close(microscope->stepping);
    microscope->stepping = NULL;
    if (open_stepping(microscope, error))
        return true;
    if (microscope->stepping)
        return false;
    microscope->subject.shows_variables = before;
    open_stepping(microscope, NULL);
    return false;
}

static bool grant(struct microscope *microscope, const struct wish *wish, struct error *error)
{
    if (wish->kind == WISH_PROGRAM)
        return show_program(microscope, wish->shows_variables, error);
    if (wish->kind == WISH_MOVE)
        return grader_stepping_move(microscope->stepping, &wish->command, error);
    const struct stepping_view *view = grader_stepping_look(microscope->stepping).view;
    struct stepping_target here = {.kernel = "", .launch = view->launch, .device = view->device};
    memcpy(here.block, view->block, sizeof here.block);
    struct stepping_target target = here;
    if (wish->kind == WISH_PLACE) {
        memcpy(target.block, wish->block, sizeof target.block);
        memcpy(target.thread, wish->thread, sizeof target.thread);
    } else {
        target = (struct stepping_target){.kernel = "", .launch = wish->launch, .device = wish->device};
    }
    microscope->subject.line = 0;
    if (grader_stepping_reopen(microscope->stepping, &target, error))
        return find_beginning(microscope, error);
    /* there is no such launch: return to this one */
    if (grader_stepping_reopen(microscope->stepping, &here, NULL))
        find_beginning(microscope, NULL);
    return false;
}

/* False: the thread must end. */
static bool next_wish(struct microscope *microscope, struct wish *out_wish)
{
    service_lock(&microscope->service);
    microscope->is_busy = microscope->wish_count > 0;
    while (!microscope->service.closing && microscope->wish_count == 0)
        service_wait(&microscope->service);
    bool found = !microscope->service.closing;
    if (found) {
        *out_wish = microscope->wishes[0];
        memmove(microscope->wishes, microscope->wishes + 1, --microscope->wish_count * sizeof *microscope->wishes);
        microscope->is_busy = true;
    }
    service_unlock(&microscope->service);
    return found;
}

static void set_idle(struct microscope *microscope)
{
    service_lock(&microscope->service);
    microscope->is_busy = microscope->wish_count > 0;
    service_unlock(&microscope->service);
}

static void *microscope_main(void *context)
{
    struct microscope *microscope = context;
    struct error error = {0};
    struct wish wish;
    bool good = begin(microscope, &error);
    for (;;) {
        set_idle(microscope);
        publish(microscope, microscope->stepping ? view_new(microscope) : NULL, good ? NULL : &error);
        if (!microscope->stepping || !next_wish(microscope, &wish))
            break;
        error = (struct error){0};
        good = grant(microscope, &wish, &error);
    }
    grader_stepping_close(microscope->stepping);
    grader_free(microscope->grader);
    return NULL;
}

/* --- for the event loop ----------------------------------------------------------------------- */

struct microscope_subject microscope_subject_of(const struct exercise *exercise, const struct source *source,
                                                const struct verdict *verdict)
{
    struct microscope_subject subject = {.exercise = exercise, .source = source};
    if (!verdict)
        return subject;
    subject.seed = verdict->seed;
    const struct observation *observation = verdict->observation;
    for (size_t i = 0; observation && verdict->unsafe_case && i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->severity != VGPU_SEVERITY_ERROR)
            continue;
        subject.case_name = verdict->unsafe_case;
        subject.line = finding->line;
        subject.target.kernel = finding->kernel;
        memcpy(subject.target.block, finding->block, sizeof subject.target.block);
        memcpy(subject.target.thread, finding->thread, sizeof subject.target.thread);
        return subject;
    }
    if (verdict->smallest_failing)
        subject.case_name = verdict->smallest_failing->name;
    return subject;
}

static void copy_subject(struct microscope *microscope, const struct microscope_subject *subject)
{
    struct arena *arena = microscope->arena;
    struct source *source = ARENA_NEW(arena, struct source);
    *source = source_copy(arena, subject->source);
    microscope->subject = *subject;
    microscope->subject.source = source;
    microscope->subject.case_name = subject->case_name ? arena_strdup(arena, subject->case_name) : NULL;
    microscope->subject.target.kernel = arena_strdup(arena, subject->target.kernel ? subject->target.kernel : "");
}

struct microscope *microscope_new(const struct app *app, const struct microscope_subject *subject, struct error *error)
{
    struct microscope *microscope = calloc(1, sizeof *microscope);
    if (!microscope)
        abort();
    microscope->settings = app_grader_settings(app);
    microscope->curriculum = app->curriculum;
    microscope->arena = arena_new();
    microscope->ptx = "";
    microscope->is_busy = true;
    copy_subject(microscope, subject);
    if (service_start(&microscope->service, "the microscope", microscope_main, microscope, error))
        return microscope;
    arena_free(microscope->arena);
    free(microscope);
    return NULL;
}

void microscope_free(struct microscope *microscope)
{
    if (!microscope)
        return;
    service_stop(&microscope->service);
    view_free(microscope->view);
    arena_free(microscope->arena);
    free(microscope);
}

int microscope_descriptor(const struct microscope *microscope)
{
    return microscope->service.descriptor;
}

static bool wish_for(struct microscope *microscope, const struct wish *wish)
{
    service_lock(&microscope->service);
    bool fits = microscope->wish_count < WISHES_MAX;
    if (fits) {
        microscope->wishes[microscope->wish_count++] = *wish;
        microscope->is_busy = true;
        service_signal(&microscope->service);
    }
    service_unlock(&microscope->service);
    return fits;
}

bool microscope_move(struct microscope *microscope, const struct stepping_command *command)
{
    return wish_for(microscope, &(struct wish){.command = *command});
}

bool microscope_go(struct microscope *microscope, const uint32_t block[3], const uint32_t thread[3])
{
    struct wish wish = {.kind = WISH_PLACE};
    memcpy(wish.block, block, sizeof wish.block);
    memcpy(wish.thread, thread, sizeof wish.thread);
    return wish_for(microscope, &wish);
}

bool microscope_go_to_launch(struct microscope *microscope, uint32_t launch, uint32_t device)
{
    return wish_for(microscope, &(struct wish){.kind = WISH_LAUNCH, .launch = launch, .device = device});
}

bool microscope_show_variables(struct microscope *microscope, bool shows)
{
    return wish_for(microscope, &(struct wish){.kind = WISH_PROGRAM, .shows_variables = shows});
}

bool microscope_is_busy(struct microscope *microscope)
{
    service_lock(&microscope->service);
    bool busy = microscope->is_busy;
    service_unlock(&microscope->service);
    return busy;
}

bool microscope_poll(struct microscope *microscope, struct microscope_view **out_view, struct error *out_error)
{
    service_take_wakes(&microscope->service);
    service_lock(&microscope->service);
    bool has_news = microscope->has_news;
    *out_view = microscope->view;
    *out_error = microscope->error;
    microscope->view = NULL;
    microscope->error = (struct error){0};
    microscope->has_news = false;
    service_unlock(&microscope->service);
    return has_news;
}
