/* Stop watches of the host, under the names that CUDA's public samples use. Times are in ms. */
#ifndef WARPSCHOOL_HELPER_TIMER_H
#define WARPSCHOOL_HELPER_TIMER_H

#include <chrono>

class StopWatchInterface
{
    typedef std::chrono::steady_clock clock;
    clock::time_point began;
    float total_ms = 0;
    int stops = 0;
    bool is_running = false;

    float since_start_ms() const
    {
        return std::chrono::duration<float, std::milli>(clock::now() - began).count();
    }

  public:
    void start()
    {
        began = clock::now();
        is_running = true;
    }
    void stop()
    {
        total_ms += since_start_ms();
        stops++;
        is_running = false;
    }
    void reset()
    {
        total_ms = 0;
        stops = 0;
        began = clock::now();
    }
    float getTime() const
    {
        return total_ms + (is_running ? since_start_ms() : 0);
    }
    float getAverageTime() const
    {
        return stops > 0 ? total_ms / stops : 0;
    }
};

static inline bool sdkCreateTimer(StopWatchInterface **timer)
{
    *timer = new StopWatchInterface;
    return true;
}
static inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    delete *timer;
    *timer = nullptr;
    return true;
}
static inline bool sdkStartTimer(StopWatchInterface **timer)
{
    (*timer)->start();
    return true;
}
static inline bool sdkStopTimer(StopWatchInterface **timer)
{
    (*timer)->stop();
    return true;
}
static inline bool sdkResetTimer(StopWatchInterface **timer)
{
    (*timer)->reset();
    return true;
}
static inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    return (*timer)->getTime();
}
static inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    return (*timer)->getAverageTime();
}

#endif
