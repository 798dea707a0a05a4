/*
 * A thread that works for an event loop, which must never block.
 *
 * The loop asks under the lock and signals. The thread waits for a request, works without the lock,
 * and leaves its answer under the lock. Then it wakes the loop: the descriptor becomes readable.
 */
#ifndef BASE_SERVICE_H
#define BASE_SERVICE_H

#include <pthread.h>
#include <stdbool.h>

#include "base/error.h"

struct service {
    pthread_t thread;
    int descriptor;       /* readable when there is something to take */
    pthread_mutex_t lock; /* guards everything that both sides use */
    pthread_cond_t asked;
    bool closing; /* under the lock: the thread must end */
};

/* `name` is part of the error: "the thread of trials could not be started". */
bool service_start(struct service *service, const char *name, void *(*run)(void *context), void *context,
                   struct error *error);

/* Asks the thread to end, waits for its end, and closes the descriptor. */
void service_stop(struct service *service);

void service_lock(struct service *service);
void service_unlock(struct service *service);

/* Takes the lock. */
bool service_is_closing(struct service *service);

/* For the thread, with the lock held. Waits for the next signal. False: the thread must end. */
bool service_wait(struct service *service);

/* For the loop, with the lock held. Wakes the thread. */
void service_signal(struct service *service);

/* For the thread. */
void service_wake_loop(const struct service *service);

/* For the loop. The descriptor is not readable until the next wake. */
void service_take_wakes(const struct service *service);

#endif
