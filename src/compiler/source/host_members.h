/*
 * Blanks the bodies of members that only the host can call, in a structure that device code needs.
 */
#ifndef COMPILER_SOURCE_HOST_MEMBERS_H
#define COMPILER_SOURCE_HOST_MEMBERS_H

#include "compiler/source/host_token.h"

/*
 * `is_device` tells whether a word marks a member for the device. The range is one declaration.
 * False: there is nothing to blank.
 */
bool host_members_blank(char *start, const char *stop, bool (*is_device)(void *context, struct host_token word),
                        void *context);

#endif
