/* Runs labs in a thread of its own. */
#include "app/lab_runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { NEWS_MAX = 2 };

struct lab_runner {
    const struct app *app;
    struct grader *grader; /* the thread's */
    pthread_t thread;
    int descriptor;

    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t wanted;
    bool closing;
    uint64_t asked; /* number of the newest request */
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
    pthread_mutex_lock(&runner->lock);
    bool unwanted = runner->closing || runner->asked != runner->running;
    pthread_mutex_unlock(&runner->lock);
    return unwanted;
}

/* False: the thread must end. */
static bool next_request(struct lab_runner *runner, const struct lab **out_lab, char **out_text)
{
    pthread_mutex_lock(&runner->lock);
    while (!runner->closing && !runner->lab)
        pthread_cond_wait(&runner->wanted, &runner->lock);
    bool goes_on = !runner->closing;
    *out_lab = runner->lab;
    *out_text = runner->text;
    runner->lab = NULL;
    runner->text = NULL;
    runner->running = runner->asked;
    pthread_mutex_unlock(&runner->lock);
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
    uint64_t one = 1;
    pthread_mutex_lock(&runner->lock);
    bool is_newest = runner->asked == runner->running && !runner->closing && runner->news_count < NEWS_MAX;
    if (is_newest)
        runner->news[runner->news_count++] = *news;
    pthread_mutex_unlock(&runner->lock);
    if (!is_newest)
        arena_free(news->arena);
    while (write(runner->descriptor, &one, sizeof one) < 0 && errno == EINTR)
        continue;
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
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->wanted, NULL);
    runner->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (runner->descriptor >= 0 && pthread_create(&runner->thread, NULL, runner_main, runner) == 0)
        return runner;
    error_set_errno(error, "the thread of labs could not be started");
    if (runner->descriptor >= 0)
        close(runner->descriptor);
    grader_free(grader);
    free(runner);
    return NULL;
}

void lab_runner_free(struct lab_runner *runner)
{
    if (!runner)
        return;
    pthread_mutex_lock(&runner->lock);
    runner->closing = true;
    pthread_cond_signal(&runner->wanted);
    pthread_mutex_unlock(&runner->lock);
    pthread_join(runner->thread, NULL);
    forget_news(runner);
    grader_free(runner->grader);
    close(runner->descriptor);
    pthread_cond_destroy(&runner->wanted);
    pthread_mutex_destroy(&runner->lock);
    free(runner->text);
    free(runner);
}

int lab_runner_descriptor(const struct lab_runner *runner)
{
    return runner->descriptor;
}

static void ask(struct lab_runner *runner, const struct lab *lab, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    pthread_mutex_lock(&runner->lock);
    free(runner->text);
    forget_news(runner);
    runner->lab = lab;
    runner->text = copy;
    runner->asked++;
    pthread_cond_signal(&runner->wanted);
    pthread_mutex_unlock(&runner->lock);
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
    uint64_t ignored;
    while (read(runner->descriptor, &ignored, sizeof ignored) < 0 && errno == EINTR)
        continue;
    pthread_mutex_lock(&runner->lock);
    bool has_news = runner->news_count > 0;
    if (has_news) {
        *out_news = runner->news[0];
        runner->news[0] = runner->news[1];
        runner->news_count--;
    }
    pthread_mutex_unlock(&runner->lock);
    return has_news;
}
