/* Finds host code that touches memory of the device, or memory that is not there. */
#ifndef CUDART_CLIENT_TOUCH_H
#define CUDART_CLIENT_TOUCH_H

/* Handles faults from now on. */
void touch_watch(void);

#endif
