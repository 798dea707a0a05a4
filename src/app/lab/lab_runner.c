/* Runs labs in a thread of its own. */
#include "app/lab_runner.h"

#include <stdlib.h>
#include <string.h>

#include "base/service.h"

enum { NEWS_MAX = 2 };

/* With a lab: its run, or an answer to try. With an arena: strips to find. */
struct request {
    const struct lab *lab;
    char *text;          /* the answer to try; NULL: a refresh */
    struct arena *arena; /* of the next ones */
    const struct exercise *exercise;
    struct source source;
    struct observation observation;
    uint64_t seed;
    struct app app; /* as it was then: the learner can choose other settings */
};

struct lab_runner {
    const struct app *app;
    struct grader *grader;  /* the thread's; NULL: could not be made again */
    struct service service; /* its lock guards everything below */
    uint64_t asked;         /* number of the newest request */
    uint64_t running;
    struct request waiting;         /* without lab and arena: none */
    struct lab_news news[NEWS_MAX]; /* of the newest request, oldest first */
    size_t news_count;
    struct lab_strips strips; /* of the newest request; arena NULL: none */
};

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_unwanted(void *context)
{
    struct lab_runner *runner = context;
    service_lock(&runner->service);
    bool unwanted = runner->service.closing || runner->asked != runner->running;
    service_unlock(&runner->service);
    return unwanted;
}

static void forget_request(struct request *request)
{
    free(request->text);
    arena_free(request->arena);
    *request = (struct request){0};
}

/* False: the thread must end. */
static bool next_request(struct lab_runner *runner, struct request *out_request)
{
    service_lock(&runner->service);
    while (!runner->service.closing && !runner->waiting.lab && !runner->waiting.arena)
        service_wait(&runner->service);
    bool goes_on = !runner->service.closing;
    *out_request = runner->waiting;
    runner->waiting = (struct request){0};
    runner->running = runner->asked;
    service_unlock(&runner->service);
    return goes_on;
}

static void forget_news(struct lab_runner *runner)
{
    for (size_t i = 0; i < runner->news_count; i++)
        arena_free(runner->news[i].arena);
    runner->news_count = 0;
    arena_free(runner->strips.arena);
    runner->strips = (struct lab_strips){0};
}

static void publish(struct lab_runner *runner, const struct lab_news *news)
{
    service_lock(&runner->service);
    bool is_newest = runner->asked == runner->running && !runner->service.closing && runner->news_count < NEWS_MAX;
    if (is_newest)
        runner->news[runner->news_count++] = *news;
    service_unlock(&runner->service);
    if (!is_newest)
        arena_free(news->arena);
    service_wake_loop(&runner->service);
}

/* Without strips, the screen stays as it is. */
static void publish_strips(struct lab_runner *runner, struct lab_strips *strips)
{
    service_lock(&runner->service);
    bool is_newest = runner->asked == runner->running && !runner->service.closing && strips->count > 0;
    if (is_newest)
        runner->strips = *strips;
    service_unlock(&runner->service);
    if (!is_newest)
        arena_free(strips->arena);
    service_wake_loop(&runner->service);
}

/* The computing of a request, on the GPU that was chosen then. */
static bool begin(struct lab_runner *runner, const struct request *request, struct lab_computing *out_computing,
                  struct error *error)
{
    struct grader_settings settings = app_grader_settings(&request->app);
    if (!grader_renew(&runner->grader, &settings, error))
        return false;
    *out_computing = (struct lab_computing){
        .app = &request->app, .grader = runner->grader, .cancelled = is_unwanted, .context = runner};
    return true;
}

static void try_answer(struct lab_runner *runner, const struct request *request)
{
    const struct lab *lab = request->lab;
    const char *text = request->text;
    struct lab_computing computing;
    struct lab_news news = {.kind = LAB_NEWS_ANSWER, .lab = lab, .arena = arena_new()};
    bool was_run = begin(runner, request, &computing, &news.error) &&
                   lab_fill_judge(&computing, lab, text, news.arena, &news.answer, &news.error) && !news.answer.refused;
    publish(runner, &news);
    if (!was_run || !lab->trace)
        return;
    news = (struct lab_news){.kind = LAB_NEWS_ROUNDS, .lab = lab, .arena = arena_new()};
    lab_fill_rounds(&computing, lab, text, news.arena, &news.rounds, &news.error);
    publish(runner, &news);
}

static void refresh(struct lab_runner *runner, const struct request *request)
{
    struct lab_computing computing;
    struct lab_news news = {.kind = LAB_NEWS_RESULTS, .lab = request->lab, .arena = arena_new()};
    lab_results_load(&request->app, request->lab, news.arena, &news.results);
    if (begin(runner, request, &computing, &news.error))
        lab_results_compute(&computing, news.arena, &news.results, &news.error);
    publish(runner, &news);
}

static void find_strips(struct lab_runner *runner, const struct request *request)
{
    struct lab_strips strips = {.exercise = request->exercise, .arena = arena_new()};
    struct lab_computing computing;
    struct stepping_settings settings = {.curriculum = request->app.curriculum,
                                         .exercise = request->exercise,
                                         .source = &request->source,
                                         .seed = request->seed,
                                         .cancelled = is_unwanted,
                                         .context = runner};
    if (!begin(runner, request, &computing, NULL) ||
        !line_strips_find(computing.grader, &settings, &request->observation, strips.arena, &strips.items,
                          &strips.count, NULL))
        strips.count = 0;
    publish_strips(runner, &strips);
}

static void *runner_main(void *context)
{
    struct lab_runner *runner = context;
    struct request request;
    grader_warm(runner->grader, NULL);
    while (next_request(runner, &request)) {
        if (request.arena)
            find_strips(runner, &request);
        else if (request.text)
            try_answer(runner, &request);
        else
            refresh(runner, &request);
        forget_request(&request);
    }
    return NULL;
}

/* --- for the event loop ----------------------------------------------------------------------- */

struct lab_runner *lab_runner_new(const struct app *app, struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    struct grader *grader = grader_new(&settings, error);
    if (!grader)
        return NULL;
    struct lab_runner *runner = calloc(1, sizeof *runner);
    if (!runner)
        abort();
    runner->app = app;
    runner->grader = grader;
    if (service_start(&runner->service, "labs", runner_main, runner, error))
        return runner;
    grader_free(grader);
    free(runner);
    return NULL;
}

void lab_runner_free(struct lab_runner *runner)
{
    if (!runner)
        return;
    service_stop(&runner->service);
    forget_news(runner);
    grader_free(runner->grader);
    forget_request(&runner->waiting);
    free(runner);
}

int lab_runner_descriptor(const struct lab_runner *runner)
{
    return runner->service.descriptor;
}

/* Takes the contents of the request. */
static void ask(struct lab_runner *runner, const struct request *request)
{
    service_lock(&runner->service);
    forget_request(&runner->waiting);
    forget_news(runner);
    runner->waiting = *request;
    runner->waiting.app = *runner->app;
    runner->asked++;
    service_signal(&runner->service);
    service_unlock(&runner->service);
}

void lab_runner_refresh(struct lab_runner *runner, const struct lab *lab)
{
    ask(runner, &(struct request){.lab = lab});
}

void lab_runner_try(struct lab_runner *runner, const struct lab *lab, const char *text)
{
    ask(runner, &(struct request){.lab = lab, .text = strdup(text)});
}

/* Only the lines of each kernel are needed. */
static void copy_kernels(const struct observation *observation, struct arena *arena, struct observation *out)
{
    out->kernel_count = observation->kernel_count;
    out->kernels = ARENA_ARRAY(arena, observation->kernel_count + 1, struct kernel_observation);
    for (size_t i = 0; i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        out->kernels[i] = *kernel;
        out->kernels[i].kernel = arena_strdup(arena, kernel->kernel);
        out->kernels[i].lines = ARENA_ARRAY(arena, kernel->line_count + 1, struct line_counters);
        if (kernel->line_count > 0)
            memcpy(out->kernels[i].lines, kernel->lines, kernel->line_count * sizeof kernel->lines[0]);
    }
}

void lab_runner_find_strips(struct lab_runner *runner, const struct exercise *exercise, const struct verdict *verdict)
{
    struct request request = {.arena = arena_new(), .exercise = exercise, .seed = verdict->seed};
    request.source = source_copy(request.arena, verdict->source);
    copy_kernels(verdict->observation, request.arena, &request.observation);
    ask(runner, &request);
}

void lab_runner_cancel(struct lab_runner *runner)
{
    ask(runner, &(struct request){0});
}

bool lab_runner_poll_strips(struct lab_runner *runner, const struct exercise *exercise, struct lab_strips *out_strips)
{
    service_lock(&runner->service);
    bool has_strips = runner->strips.arena && runner->strips.exercise == exercise;
    if (has_strips) {
        *out_strips = runner->strips;
        runner->strips = (struct lab_strips){0};
    }
    service_unlock(&runner->service);
    return has_strips;
}

void lab_runner_take_wakes(struct lab_runner *runner)
{
    service_take_wakes(&runner->service);
}

bool lab_runner_poll(struct lab_runner *runner, struct lab_news *out_news)
{
    service_take_wakes(&runner->service);
    service_lock(&runner->service);
    bool has_news = runner->news_count > 0;
    if (has_news) {
        *out_news = runner->news[0];
        runner->news[0] = runner->news[1];
        runner->news_count--;
    }
    service_unlock(&runner->service);
    return has_news;
}
