/* The microscope in a thread of its own. */
#include "app/microscope.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { WISHES_MAX = 64 };

/* A request of the learner: a move, another place in the launch, or another launch. */
struct wish {
    enum { WISH_MOVE, WISH_PLACE, WISH_LAUNCH } kind;
    struct stepping_command command;
    uint32_t block[3], thread[3];
    uint32_t launch, device;
};

struct microscope {
    const struct app *app;
    struct arena *arena; /* of the subject and the PTX */
    struct microscope_subject subject;
    pthread_t thread;
    int descriptor;
    atomic_bool closing;
    struct grader *grader;            /* the thread's */
    struct grader_stepping *stepping; /* the thread's */

    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t wished;
    struct wish wishes[WISHES_MAX];
    size_t wish_count;
    bool is_busy, has_news;
    struct microscope_view *view; /* not polled yet; NULL none */
    struct error error;
    const char *ptx;
};

/* --- views ------------------------------------------------------------------------------------ */

static void view_free(struct microscope_view *view)
{
    if (view)
        arena_free(view->arena);
}

static struct microscope_view *view_new(const struct grader_stepping *stepping)
{
    struct stepping_sight seen = grader_stepping_look(stepping);
    struct arena *arena = arena_new();
    struct microscope_view *view = ARENA_NEW(arena, struct microscope_view);
    view->arena = arena;
    view->step = *seen.view;
    for (uint32_t i = 0; i < view->step.request_count; i++)
        view->step.requests[i].access.buffer = view->step.requests[i].buffer;
    view->registers = ARENA_ARRAY(arena, view->step.register_count + 1U, struct stepping_register);
    if (view->step.register_count)
        memcpy(view->registers, seen.registers, view->step.register_count * sizeof *view->registers);
    view->case_name = arena_strdup(arena, seen.case_name);
    return view;
}

/* A new view replaces one that was not polled. */
static void publish(struct microscope *microscope, struct microscope_view *view, const struct error *error)
{
    uint64_t one = 1;
    pthread_mutex_lock(&microscope->lock);
    if (view) {
        view_free(microscope->view);
        microscope->view = view;
    }
    if (error)
        microscope->error = *error;
    microscope->has_news = true;
    pthread_mutex_unlock(&microscope->lock);
    while (write(microscope->descriptor, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_closing(void *context)
{
    const struct microscope *microscope = context;
    return atomic_load(&microscope->closing);
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

/* Goes to the wanted line, else to the first access, else to the beginning. */
static bool find_beginning(struct microscope *microscope, struct error *error)
{
    bool is_there = false;
    int line = microscope->subject.line;
    if (line > 0 && !run_to(microscope, VGPU_STEP_LINE, (uint64_t)line, &is_there, error))
        return false;
    if (!is_there && line > 0 && !run_to(microscope, VGPU_STEP_POSITION, 0, &is_there, error))
        return false;
    is_there = is_there && grader_stepping_look(microscope->stepping).view->line == line;
    if (!is_there && !run_to(microscope, VGPU_STEP_ACCESS, 0, &is_there, error))
        return false;
    return is_there || run_to(microscope, VGPU_STEP_POSITION, 0, &is_there, error);
}

static bool open_stepping(struct microscope *microscope, struct error *error)
{
    const struct microscope_subject *subject = &microscope->subject;
    struct grader_settings grader_settings = app_grader_settings(microscope->app);
    struct stepping_settings settings = {.curriculum = microscope->app->curriculum,
                                         .exercise = subject->exercise,
                                         .source = subject->source,
                                         .seed = subject->seed,
                                         .case_name = subject->case_name,
                                         .target = subject->target,
                                         .cancelled = is_closing,
                                         .context = microscope};
    microscope->grader = grader_new(&grader_settings, error);
    if (!microscope->grader)
        return false;
    microscope->stepping = grader_stepping_open(microscope->grader, &settings, error);
    if (!microscope->stepping)
        return false;
    struct stepping_sight seen = grader_stepping_look(microscope->stepping);
    pthread_mutex_lock(&microscope->lock);
    microscope->ptx = arena_strndup(microscope->arena, seen.ptx, seen.ptx_bytes);
    pthread_mutex_unlock(&microscope->lock);
    return find_beginning(microscope, error);
}

static bool grant(struct microscope *microscope, const struct wish *wish, struct error *error)
{
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
    pthread_mutex_lock(&microscope->lock);
    microscope->is_busy = microscope->wish_count > 0;
    while (!atomic_load(&microscope->closing) && microscope->wish_count == 0)
        pthread_cond_wait(&microscope->wished, &microscope->lock);
    bool found = !atomic_load(&microscope->closing);
    if (found) {
        *out_wish = microscope->wishes[0];
        memmove(microscope->wishes, microscope->wishes + 1, --microscope->wish_count * sizeof *microscope->wishes);
        microscope->is_busy = true;
    }
    pthread_mutex_unlock(&microscope->lock);
    return found;
}

static void set_idle(struct microscope *microscope)
{
    pthread_mutex_lock(&microscope->lock);
    microscope->is_busy = microscope->wish_count > 0;
    pthread_mutex_unlock(&microscope->lock);
}

static void *microscope_main(void *context)
{
    struct microscope *microscope = context;
    struct error error = {0};
    struct wish wish;
    bool good = open_stepping(microscope, &error);
    for (;;) {
        set_idle(microscope);
        publish(microscope, good ? view_new(microscope->stepping) : NULL, good ? NULL : &error);
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
    *source = (struct source){.name = arena_strdup(arena, subject->source->name),
                              .text = arena_strndup(arena, subject->source->text, subject->source->size_bytes),
                              .size_bytes = subject->source->size_bytes};
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
    microscope->app = app;
    microscope->arena = arena_new();
    microscope->ptx = "";
    microscope->is_busy = true;
    copy_subject(microscope, subject);
    pthread_mutex_init(&microscope->lock, NULL);
    pthread_cond_init(&microscope->wished, NULL);
    microscope->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (microscope->descriptor >= 0 && pthread_create(&microscope->thread, NULL, microscope_main, microscope) == 0)
        return microscope;
    error_set_errno(error, "the microscope's thread could not be started");
    if (microscope->descriptor >= 0)
        close(microscope->descriptor);
    arena_free(microscope->arena);
    free(microscope);
    return NULL;
}

void microscope_free(struct microscope *microscope)
{
    if (!microscope)
        return;
    pthread_mutex_lock(&microscope->lock);
    atomic_store(&microscope->closing, true);
    pthread_cond_signal(&microscope->wished);
    pthread_mutex_unlock(&microscope->lock);
    pthread_join(microscope->thread, NULL);
    view_free(microscope->view);
    close(microscope->descriptor);
    pthread_cond_destroy(&microscope->wished);
    pthread_mutex_destroy(&microscope->lock);
    arena_free(microscope->arena);
    free(microscope);
}

int microscope_descriptor(const struct microscope *microscope)
{
    return microscope->descriptor;
}

static bool wish_for(struct microscope *microscope, const struct wish *wish)
{
    pthread_mutex_lock(&microscope->lock);
    bool fits = microscope->wish_count < WISHES_MAX;
    if (fits) {
        microscope->wishes[microscope->wish_count++] = *wish;
        microscope->is_busy = true;
        pthread_cond_signal(&microscope->wished);
    }
    pthread_mutex_unlock(&microscope->lock);
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

bool microscope_is_busy(struct microscope *microscope)
{
    pthread_mutex_lock(&microscope->lock);
    bool busy = microscope->is_busy;
    pthread_mutex_unlock(&microscope->lock);
    return busy;
}

bool microscope_poll(struct microscope *microscope, struct microscope_view **out_view, struct error *out_error)
{
    uint64_t ignored;
    pthread_mutex_lock(&microscope->lock);
    while (read(microscope->descriptor, &ignored, sizeof ignored) > 0)
        continue;
    bool has_news = microscope->has_news;
    *out_view = microscope->view;
    *out_error = microscope->error;
    microscope->view = NULL;
    microscope->error = (struct error){0};
    microscope->has_news = false;
    pthread_mutex_unlock(&microscope->lock);
    return has_news;
}

const char *microscope_ptx(struct microscope *microscope)
{
    pthread_mutex_lock(&microscope->lock);
    const char *ptx = microscope->ptx;
    pthread_mutex_unlock(&microscope->lock);
    return ptx;
}
