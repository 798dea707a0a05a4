/* Runs labs in a thread of its own. */
#include "app/lab_runner.h"

#include <stdlib.h>
#include <string.h>

#include "base/service.h"

enum { NEWS_MAX = 2 };

struct lab_runner {
    const struct app *app;
    struct grader *grader;  /* the thread's */
    struct service service; /* its lock guards everything below */
    uint64_t asked;         /* number of the newest request */
    uint64_t running;
    const struct lab *lab;          /* of the waiting request; NULL: none */
    char *text;                     /* the answer to try; NULL: a refresh */
    struct lab_news news[NEWS_MAX]; /* of the newest request, oldest first */
    size_t news_count;
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

/* False: the thread must end. */
static bool next_request(struct lab_runner *runner, const struct lab **out_lab, char **out_text)
{
    service_lock(&runner->service);
    while (!runner->service.closing && !runner->lab)
        service_wait(&runner->service);
    bool goes_on = !runner->service.closing;
    *out_lab = runner->lab;
    *out_text = runner->text;
    runner->lab = NULL;
    runner->text = NULL;
    runner->running = runner->asked;
    service_unlock(&runner->service);
    return goes_on;
}

static void forget_news(struct lab_runner *runner)
{
    for (size_t i = 0; i < runner->news_count; i++)
        arena_free(runner->news[i].arena);
    runner->news_count = 0;
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

static void try_answer(struct lab_runner *runner, const struct lab_computing *computing, const struct lab *lab,
                       const char *text)
{
    struct lab_news news = {.kind = LAB_NEWS_ANSWER, .lab = lab, .arena = arena_new()};
    bool was_run = lab_fill_judge(computing, lab, text, news.arena, &news.answer, &news.error) && !news.answer.refused;
    publish(runner, &news);
    if (!was_run || !lab->trace)
        return;
    news = (struct lab_news){.kind = LAB_NEWS_ROUNDS, .lab = lab, .arena = arena_new()};
    lab_fill_rounds(computing, lab, text, news.arena, &news.rounds, &news.error);
    publish(runner, &news);
}

static void run_request(struct lab_runner *runner, const struct lab *lab, const char *text)
{
    struct lab_computing computing = {
        .app = runner->app, .grader = runner->grader, .cancelled = is_unwanted, .context = runner};
    struct lab_news news = {.kind = LAB_NEWS_RESULTS, .lab = lab};
    if (text) {
        try_answer(runner, &computing, lab, text);
        return;
    }
    news.arena = arena_new();
    lab_results_load(runner->app, lab, news.arena, &news.results);
    lab_results_compute(&computing, news.arena, &news.results, &news.error);
    publish(runner, &news);
}

static void *runner_main(void *context)
{
    struct lab_runner *runner = context;
    const struct lab *lab;
    char *text;
    grader_warm(runner->grader, NULL);
    while (next_request(runner, &lab, &text)) {
        run_request(runner, lab, text);
        free(text);
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
    free(runner->text);
    free(runner);
}

int lab_runner_descriptor(const struct lab_runner *runner)
{
    return runner->service.descriptor;
}

static void ask(struct lab_runner *runner, const struct lab *lab, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    service_lock(&runner->service);
    free(runner->text);
    forget_news(runner);
    runner->lab = lab;
    runner->text = copy;
    runner->asked++;
    service_signal(&runner->service);
    service_unlock(&runner->service);
}

void lab_runner_refresh(struct lab_runner *runner, const struct lab *lab)
{
    ask(runner, lab, NULL);
}

void lab_runner_try(struct lab_runner *runner, const struct lab *lab, const char *text)
{
    ask(runner, lab, text);
}

void lab_runner_cancel(struct lab_runner *runner)
{
    ask(runner, NULL, NULL);
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
