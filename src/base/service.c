/* Starts, wakes and ends the thread of an event loop's service. */
#include "base/service.h"

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void release(struct service *service)
{
    if (service->descriptor >= 0)
        close(service->descriptor);
    pthread_cond_destroy(&service->asked);
    pthread_mutex_destroy(&service->lock);
}

bool service_start(struct service *service, const char *name, void *(*run)(void *context), void *context,
                   struct error *error)
{
    *service = (struct service){0};
    pthread_mutex_init(&service->lock, NULL);
    pthread_cond_init(&service->asked, NULL);
    service->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int failure = service->descriptor < 0 ? errno : pthread_create(&service->thread, NULL, run, context);
    if (failure == 0)
        return true;
    errno = failure;
    error_set_errno(error, "the thread of %s could not be started", name);
    release(service);
    return false;
}

void service_stop(struct service *service)
{
    service_lock(service);
    service->closing = true;
    service_signal(service);
    service_unlock(service);
    pthread_join(service->thread, NULL);
    release(service);
}

void service_lock(struct service *service)
{
    pthread_mutex_lock(&service->lock);
}

void service_unlock(struct service *service)
{
    pthread_mutex_unlock(&service->lock);
}

bool service_is_closing(struct service *service)
{
    service_lock(service);
    bool closing = service->closing;
    service_unlock(service);
    return closing;
}

bool service_wait(struct service *service)
{
    if (!service->closing)
        pthread_cond_wait(&service->asked, &service->lock);
    return !service->closing;
}

void service_signal(struct service *service)
{
    pthread_cond_signal(&service->asked);
}

void service_wake_loop(const struct service *service)
{
    uint64_t one = 1;
    while (write(service->descriptor, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

void service_take_wakes(const struct service *service)
{
    uint64_t ignored;
    while (read(service->descriptor, &ignored, sizeof ignored) > 0)
        continue;
}
