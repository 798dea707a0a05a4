#pragma once

// Host code that no kernel needs, with names that only a host has.
#include <pthread.h>

class Guard
{
    pthread_mutex_t mutex;

  public:
    Guard()
    {
        pthread_mutex_init(&mutex, nullptr);
    }
};

typedef enum { SMALL = 8, LARGE = 16 } size_kind;
