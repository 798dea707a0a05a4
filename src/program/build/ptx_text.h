/*
 * Words, blanks and brackets of PTX texts. All texts end with NUL, and no function reads beyond it.
 */
#ifndef PROGRAM_BUILD_PTX_TEXT_H
#define PROGRAM_BUILD_PTX_TEXT_H

#include <stdbool.h>

bool ptx_text_is_name(char c);
/* After blanks and comments. */
const char *ptx_text_skip_blank(const char *at);
const char *ptx_text_end_of_name(const char *at);
/* After a text in quotes, or a comment, or one character. */
const char *ptx_text_skip_one(const char *at);
/* After the bracket that closes the one here. */
const char *ptx_text_skip_group(const char *at);
bool ptx_text_is_word(const char *start, const char *end, const char *word);

#endif
