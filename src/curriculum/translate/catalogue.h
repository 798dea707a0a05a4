/*
 * Texts of lessons that verdicts and lists show: titles, objectives, areas, and the reasons of
 * gates. The program's catalogue has them for every lesson, also for one without a translation.
 */
#ifndef CURRICULUM_TRANSLATE_CATALOGUE_H
#define CURRICULUM_TRANSLATE_CATALOGUE_H

#include "curriculum/check/loading.h"

/*
 * Replaces these texts by their translations. po/lesson_texts.c extracts the same texts. A
 * translation beside the lesson is laid over the result.
 */
void catalogue_translate(struct lesson_file *file);

#endif
