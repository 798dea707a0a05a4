/* Fills errors. */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"

bool error_set(struct error *error, enum error_code code, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    error->hint[0] = '\0';
    vsnprintf(error->message, sizeof error->message, i18n_text(format), arguments);
    va_end(arguments);
    return false;
}

bool error_tell(struct error *error, enum error_code code, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    error->hint[0] = '\0';
    told_format(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool error_tell_hint(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    told_format(error->hint, sizeof error->hint, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_errno(struct error *error, const char *format, ...)
{
    int saved = errno;
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    error->code = saved == ENOMEM ? ERROR_MEMORY : ERROR_IO;
    error->hint[0] = '\0';
    vsnprintf(error->message, sizeof error->message, i18n_text(format), arguments);
    va_end(arguments);
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, ": %s", strerror(saved));
    return false;
}

bool error_add_hint(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->hint, sizeof error->hint, i18n_text(format), arguments);
    va_end(arguments);
    return false;
}

bool error_add_context(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    char context[ERROR_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, i18n_text(format), arguments);
    va_end(arguments);
    char message[ERROR_MESSAGE_BYTES];
    memcpy(message, error->message, sizeof message);
    size_t used = strlen(context);
    memcpy(error->message, context, used + 1);
    snprintf(error->message + used, sizeof error->message - used, ": %s", message);
    return false;
}
