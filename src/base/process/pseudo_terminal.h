/* A terminal between a child and its caller, as a terminal program has one. */
#ifndef BASE_PROCESS_PSEUDO_TERMINAL_H
#define BASE_PROCESS_PSEUDO_TERMINAL_H

#include <stdbool.h>

/*
 * Bytes pass unchanged: no line ends are added. It is nobody's controlling terminal. Both ends are
 * close-on-exec. False: errno says why.
 */
bool pseudo_terminal_open(int *out_ours, int *out_theirs);

#endif
