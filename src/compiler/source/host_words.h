/*
 * The words by which host code and device code are told apart.
 */
#ifndef COMPILER_SOURCE_HOST_WORDS_H
#define COMPILER_SOURCE_HOST_WORDS_H

#include <stdbool.h>

#include "compiler/source/host_token.h"

bool host_word_is_device(struct host_token token);                /* __global__, __device__, __shared__, .. */
bool host_word_is_host(struct host_token token, const char *end); /* of the library or runtime; text goes on to `end` */
bool host_word_is_attribute(struct host_token token);             /* what stands before "(" and names no function */
bool host_word_is_kept(struct host_token token);                  /* begins a declaration that is no function */
bool host_word_is_header(const char *name);                       /* of the toolkit, with nothing for kernels */

#endif
