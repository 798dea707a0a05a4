/*
 * Translations of lessons.
 */
#ifndef CURRICULUM_TRANSLATE_TRANSLATION_H
#define CURRICULUM_TRANSLATE_TRANSLATION_H

#include "curriculum/check/loading.h"

/*
 * Lays NAME.LANGUAGE.yaml over the texts of a lesson without mistakes. Problems are warnings, and
 * English stays.
 */
void translate_lesson(const struct loading *loading, struct lesson_file *file);

#endif
