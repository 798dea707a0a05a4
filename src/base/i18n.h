/*
 * Translation of the program's own texts by gettext. Lessons have their translations beside them (curriculum/).
 *
 * `_("text")` where text is shown, `N_("text")` where a table holds it and `_()` is applied later.
 */
#ifndef BASE_I18N_H
#define BASE_I18N_H

#include <stdbool.h>
#include <stddef.h>

#include <libintl.h>

#define _(text) i18n_text(text)
#define N_(text) text

enum { I18N_LANGUAGE_BYTES = 16 };

/* gettext("") is the header of the catalogue, which nobody wants to see. */
__attribute__((format_arg(1))) static inline const char *i18n_text(const char *text)
{
    return *text ? gettext(text) : text;
}

/*
 * Call once, first in main. Takes the user's locale (numbers keep the C form, so that output can be parsed), falls back
 * to C.UTF-8, and binds the domain "warpschool" to locale_folder (NULL: no translations).
 */
void i18n_open(const char *locale_folder);

/* The language that the command line asked for: takes the place of the environment's from now on. */
void i18n_choose(const char *language);

/* The locale's language again, after another one was chosen. */
void i18n_choose_system(void);

/* Whether the terminal's character set is UTF-8. */
bool i18n_is_utf8(void);

/*
 * The language that the user asked for, "es" or "zh" or "en": from LANGUAGE, LC_ALL, LC_MESSAGES, LANG in gettext's
 * order; "en" where none is set or it is C, POSIX or not made of letters.
 */
void i18n_language(char out_language[I18N_LANGUAGE_BYTES]);

#endif
