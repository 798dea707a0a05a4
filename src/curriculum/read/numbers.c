/* Reads numbers. */
#include "curriculum/read/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* integer = ["+"|"-"] digit {digit} */
bool number_parse_integer(const char *text, int64_t *out_value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*digits) || digits[strspn(digits, "0123456789")])
        return false;
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno)
        return false;
    *out_value = value;
    return true;
}

/*
 * real = ["+"|"-"] {digit} ["." {digit}] [("e"|"E") ["+"|"-"] digit {digit}]
 * The part before the exponent needs a digit.
 */
static bool looks_real(const char *text)
{
    text += *text == '-' || *text == '+';
    size_t whole = strspn(text, "0123456789");
    text += whole;
    size_t fraction = 0;
    if (*text == '.') {
        fraction = strspn(text + 1, "0123456789");
        text += 1 + fraction;
    }
    if (whole + fraction == 0)
        return false;
    if (*text != 'e' && *text != 'E')
        return !*text;
    text++;
    text += *text == '-' || *text == '+';
    size_t exponent = strspn(text, "0123456789");
    return exponent > 0 && !text[exponent];
}

bool number_parse_real(const char *text, double *out_value)
{
    if (!looks_real(text))
        return false;
    locale_t neutral = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!neutral)
        return false;
    double value = strtod_l(text, NULL, neutral);
    freelocale(neutral);
    if (!isfinite(value))
        return false;
    *out_value = value;
    return true;
}
