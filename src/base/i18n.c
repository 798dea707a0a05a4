/* Chooses the language of the program's texts. */
#include "base/i18n.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/*
 * Containers often ask for a locale that was never generated. gettext then translates as LANGUAGE
 * says, in any locale but "C". So the wanted language moves to LANGUAGE.
 */
static void stand_in_for_missing_locale(void)
{
    char language[I18N_LANGUAGE_BYTES];
    i18n_language(language);
    if (setlocale(LC_ALL, "C.UTF-8"))
        setenv("LANGUAGE", language, 1);
}

void i18n_open(const char *locale_folder)
{
    if (!setlocale(LC_ALL, ""))
        stand_in_for_missing_locale();
    if (!i18n_is_utf8() && !getenv("LC_ALL") && !getenv("LC_CTYPE") && !getenv("LANG"))
        /* no locale was asked for: ssh and containers often pass none */
        setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C");
    if (!locale_folder)
        return;
    bindtextdomain("warpschool", locale_folder);
    bind_textdomain_codeset("warpschool", "UTF-8");
    textdomain("warpschool");
    char language[I18N_LANGUAGE_BYTES];
    i18n_language(language);
    if (!i18n_can_show(language))
        i18n_choose("en");
}

void i18n_choose(const char *language)
{
    const char *locale = setlocale(LC_MESSAGES, NULL);
    if (!locale || !strcmp(locale, "C") || !strcmp(locale, "POSIX"))
        /* in "C" gettext translates nothing; characters stay unchanged */
        setlocale(LC_MESSAGES, "C.UTF-8");
    setenv("LANGUAGE", language, 1);
    textdomain(textdomain(NULL)); /* makes gettext read the environment again */
}

void i18n_choose_system(void)
{
    char language[I18N_LANGUAGE_BYTES];
    unsetenv("LANGUAGE");
    i18n_language(language);
    i18n_choose(i18n_can_show(language) ? language : "en");
}

bool i18n_is_utf8(void)
{
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

bool i18n_can_show(const char *language)
{
    return strcmp(language, "zh") != 0 || i18n_is_utf8();
}

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

void i18n_language(char out_language[I18N_LANGUAGE_BYTES])
{
    static const char *const locale_names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = first_set(locale_names, sizeof locale_names / sizeof locale_names[0]);
    const char *language = getenv("LANGUAGE");
    strcpy(out_language, "en");
    if (!locale || !strcmp(locale, "C") || !strcmp(locale, "POSIX"))
        return; /* gettext too ignores LANGUAGE in this case */
    if (language && *language && take_language(language, out_language))
        return;
    take_language(locale, out_language);
}
