/*
 * Translates the program's own texts by gettext. Lessons have their own translations (curriculum/).
 *
 * Use `_("text")` where text is shown. Use `N_("text")` in tables, and apply `_()` later.
 */
#ifndef BASE_I18N_H
#define BASE_I18N_H

#include <stdbool.h>
#include <stddef.h>

#include <libintl.h>

#define _(text) i18n_text(text)
#define N_(text) text

enum { I18N_LANGUAGE_BYTES = 16 };

/* gettext("") is the header of the catalogue, which must not be shown. */
__attribute__((format_arg(1))) static inline const char *i18n_text(const char *text)
{
    return *text ? gettext(text) : text;
}

/*
 * Call this once, first in main, before threads start: it changes the environment. It takes the
 * user's locale and falls back to C.UTF-8. Numbers keep the C form, so output can be parsed. It
 * binds the domain "warpschool" to locale_folder (NULL: no translations). A language that the
 * terminal cannot show gives way to English.
 */
void i18n_open(const char *locale_folder);

/*
 * Takes another language than the environment's. Other threads can run meanwhile: after i18n_open()
 * this adds no variable to the environment.
 */
void i18n_choose(const char *language);

/* The same with the locale's language, if it can be shown. */
void i18n_choose_system(void);

/* Whether the terminal's character set is UTF-8. */
bool i18n_is_utf8(void);

/* Whether the terminal shows the letters of this language: outside UTF-8 it has those of Latin. */
bool i18n_can_show(const char *language);

/*
 * The language that the environment asks for: "es", "zh" or "en". It comes from LANGUAGE, LC_ALL,
 * LC_MESSAGES, LANG, in gettext's order. It is "en" if none is set, or if the first one is C, POSIX
 * or not made of letters. Call it before i18n_open(), which can change LANGUAGE.
 */
void i18n_asked_language(char out_language[I18N_LANGUAGE_BYTES]);

/* The language of the texts: the chosen one, else the one that the environment asked for. */
void i18n_language(char out_language[I18N_LANGUAGE_BYTES]);

#endif
