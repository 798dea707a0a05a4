/*
 * The glossary: terms of the course with one or two sentences each, from lessons/glossary.yaml:
 *
 *     - term: bank conflict
 *       also: [bank conflicts]        other spellings that find it; optional
 *       say: Lanes of one access ...  Markdown
 *       see: w02-shared-reverse       the lesson to read; optional
 *
 * glossary.es.yaml has the same list in Spanish. `term` is then the English one, and `name` is the
 * Spanish one, if they differ. Its `also` adds spellings to the English ones. A term without a
 * translation stays English.
 */
#ifndef CURRICULUM_GLOSSARY_H
#define CURRICULUM_GLOSSARY_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "curriculum/model.h"

struct glossary_term {
    const char *term; /* in English */
    const char *name; /* in the reader's language */
    struct text_list also;
    const char *say;
    const char *see; /* id of a lesson; NULL */
};

struct glossary {
    struct glossary_term *terms; /* sorted by name */
    size_t count;
};

/*
 * Reads the glossary of a course in `root`. language NULL or "en": English. Mistakes go to
 * `diagnostics`, and their terms are left out. Without a file the glossary is empty. Everything
 * lives in `arena`.
 */
void glossary_load(const char *root, const char *language, struct arena *arena, struct diagnostics *diagnostics,
                   struct glossary *out_glossary);

/* The term of a word in any case, also of a plural with s or es. NULL: none. */
const struct glossary_term *glossary_find(const struct glossary *glossary, const char *word);

/*
 * Where a text first names the term, as a whole word. NULL: nowhere.
 */
const char *glossary_find_in(const struct glossary_term *term, const char *text);

#endif
