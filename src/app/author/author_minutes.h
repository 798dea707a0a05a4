/*
 * Estimates how long a lesson takes, until medians of learners are known. Each 150 words and each
 * question count a minute. Each line that the solution adds to the starter counts three.
 */
#ifndef APP_AUTHOR_AUTHOR_MINUTES_H
#define APP_AUTHOR_AUTHOR_MINUTES_H

#include "app/app.h"

/* Words of Markdown. What is in a code fence counts as a picture, not as words. */
size_t author_minutes_words(const char *markdown);

/* Words of the text steps alone. */
size_t author_minutes_lesson_words(const struct lesson *lesson);

double author_minutes_of(const struct app *app, const struct lesson *lesson);

#endif
