/* The words that distinguish host code from device code. */
#ifndef COMPILER_SOURCE_HOST_WORDS_H
#define COMPILER_SOURCE_HOST_WORDS_H

#include <stdbool.h>

#include "compiler/source/host_token.h"

bool host_word_is_device(struct host_token token); /* __global__, __device__, __shared__, .. */
/* of the library or runtime; the text ends at `end` */
bool host_word_is_host(struct host_token token, const char *end);
/* a word before "(" that names no function */
bool host_word_is_attribute(struct host_token token);
bool host_word_is_kept(struct host_token token); /* begins a declaration that is no function */
/* a header of the toolkit that kernels do not need */
bool host_word_is_header(const char *name);

#endif
