/* Chooses the language of the program's texts. */
#include "base/i18n.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const char *first_set(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return NULL;
}

/*
 * Takes the letters at the start of "zh_CN.UTF-8:en". Returns false unless they are 2 or 3 and the
 * end of a name follows.
 */
static bool take_language(const char *locale, char out_language[I18N_LANGUAGE_BYTES])
{
    size_t length = 0;
    while (locale[length] >= 'a' && locale[length] <= 'z')
        length++;
    /* strchr finds the final NUL, too */
    if (length < 2 || length > 3 || !strchr("_.@:-", locale[length]))
        return false;
    memcpy(out_language, locale, length);
    out_language[length] = '\0';
    return true;
}

static bool has_translations(const char *locale)
{
    return locale && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0;
}

/* The variable that names the locale; NULL: none, or a locale without translations. */
static const char *asked_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = first_set(names, sizeof names / sizeof names[0]);
    return has_translations(locale) ? locale : NULL;
}

static void locale_language(char out_language[I18N_LANGUAGE_BYTES])
{
    const char *locale = asked_locale();
    strcpy(out_language, "en");
    if (locale)
        take_language(locale, out_language);
}

void i18n_asked_language(char out_language[I18N_LANGUAGE_BYTES])
{
    const char *language = getenv("LANGUAGE");
    bool counts = asked_locale() && language; /* gettext, too, ignores LANGUAGE in the locale "C" */
    if (!counts || !take_language(language, out_language))
        locale_language(out_language);
}

/*
 * Containers often ask for a locale that was never generated. And in the locale "C" gettext
 * translates nothing. C.UTF-8 serves both, where LANGUAGE says what is shown. The variable is there
 * from now on, empty where the locale says it: i18n_choose() may not add one.
 */
void i18n_open(const char *locale_folder)
{
    char language[I18N_LANGUAGE_BYTES];
    i18n_asked_language(language);
    bool is_there = setlocale(LC_ALL, "");
    if (!is_there)
        setlocale(LC_ALL, "C.UTF-8");
    if (!i18n_is_utf8() && !getenv("LC_ALL") && !getenv("LC_CTYPE") && !getenv("LANG"))
        /* no locale was asked for: ssh and containers often pass none */
        setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C");
    if (!has_translations(setlocale(LC_MESSAGES, NULL)) && setlocale(LC_MESSAGES, "C.UTF-8"))
        is_there = false;
    setenv("LANGUAGE", is_there ? "" : language, !is_there);
    if (!locale_folder)
        return;
    bindtextdomain("warpschool", locale_folder);
    bind_textdomain_codeset("warpschool", "UTF-8");
    textdomain("warpschool");
    i18n_language(language);
    if (!i18n_can_show(language))
        i18n_choose("en");
}

/*
 * Other threads read the environment meanwhile, as each gettext() does. So this only replaces the
 * value of a variable that is there.
 */
void i18n_choose(const char *language)
{
    setenv("LANGUAGE", language, 1);
    textdomain(textdomain(NULL)); /* makes gettext read the environment again */
}

bool i18n_is_utf8(void)
{
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

bool i18n_can_show(const char *language)
{
    return strcmp(language, "zh") != 0 || i18n_is_utf8();
}

void i18n_language(char out_language[I18N_LANGUAGE_BYTES])
{
    const char *language = getenv("LANGUAGE");
    if (!language || !take_language(language, out_language))
        locale_language(out_language);
}

void i18n_choose_system(void)
{
    char language[I18N_LANGUAGE_BYTES];
    locale_language(language);
    i18n_choose(i18n_can_show(language) ? language : "en");
}
